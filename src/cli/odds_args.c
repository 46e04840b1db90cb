/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/odds_args.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/file.h"
#include "cli/print.h"
#include "odds/answer.h"

int odds_cards(const struct rulebook *book, const char *option, const char *text,
               uint8_t count[VALUE_COUNT + 1])
{
    struct span bad;
    if (answer_cards(book, text, count, &bad) == STATUS_OK)
        return EXIT_DONE;
    return complain("--%s: %.*s is not a card of this deck (%s)", option, (int)bad.size,
                    (const char *)bad.bytes, deck_of((enum deck_id)book->deck)->help);
}

int odds_no_decisions(const struct rulebook *book)
{
    return complain("%s has no decisions: its cards are drawn by rule", book->id);
}

int odds_write(const char *path, const struct text *text)
{
    if (text->full)
        return complain("%s: %s", path, status_sentence(STATUS_TOO_LONG));
    if (file_write(path, text->bytes, text->used) != 0)
        return complain("%s: %s", path, strerror(errno));
    return EXIT_DONE;
}
