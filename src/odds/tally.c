/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/tally.h"

#include <assert.h>

ways_t ways_falling(unsigned n, unsigned k)
{
    ways_t product = 1;
    for (unsigned i = 0; i < k; i++) {
        if (i >= n)
            return 0;
        product *= n - i;
    }
    return product;
}

void tally_add(struct tally *tally, int line, ways_t ways)
{
    assert(line < TALLY_PLACES);
    tally->ways[line < 0 ? TALLY_LOSS : line] += ways;
    tally->total += ways;
}
