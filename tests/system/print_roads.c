/* SPDX-License-Identifier: Apache-2.0 */
/* print_roads.c - for test_roads.py: a line of results on standard input (p, b, t), the five roads as JSON on
 * standard output, as the protocol has them. */
#include <stdio.h>
#include <string.h>

#include "base/out.h"
#include "server/show.h"

int main(void)
{
    static struct roads roads;
    char line[256];
    struct out out;
    out_init(&out);
    while (fgets(line, sizeof line, stdin)) {
        uint8_t winners[sizeof line];
        unsigned count = 0;
        for (const char *c = line; *c && *c != '\n'; c++)
            winners[count++] = *c == 'p' ? WINNER_PLAYER : *c == 'b' ? WINNER_BANKER : WINNER_TIE;
        roads_build(&roads, winners, count);
        out_reset(&out);
        show_roads(&out, &roads);
        puts(out.bytes);
    }
    out_release(&out);
    return 0;
}
