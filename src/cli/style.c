/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/style.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char *style_of(FILE *out, enum style style)
{
    static const char *const codes[] = {
        [STYLE_PLAIN] = "\033[0m", [STYLE_BOLD] = "\033[1m", [STYLE_DIM] = "\033[2m",
        [STYLE_GOOD] = "\033[32m", [STYLE_BAD] = "\033[31m",
    };
    const char *no_colour = getenv("NO_COLOR");
    if ((no_colour && *no_colour) || !isatty(fileno(out)))
        return "";
    return codes[style];
}

unsigned style_columns(FILE *out)
{
    struct winsize size;
    if (!isatty(fileno(out)))
        return 0;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 80;
    return size.ws_col;
}
