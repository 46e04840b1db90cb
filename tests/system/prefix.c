/* SPDX-License-Identifier: Apache-2.0 */
/* prefix.c - for test_stops.py: prefix FROM TO COUNT copies the first entries of a database; see prefix.h. */
#include <stdio.h>
#include <stdlib.h>

#include "store/prefix.h"

int main(int argc, char **argv)
{
    struct store_failure failure = {0};
    if (argc != 4)
        return 2;
    enum status status = prefix_copy(argv[1], argv[2], strtoull(argv[3], NULL, 10), &failure);
    if (status)
        fprintf(stderr, "prefix: %s %s\n", status_sentence(status), failure.message);
    return status ? 1 : 0;
}
