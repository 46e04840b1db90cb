/* SPDX-License-Identifier: Apache-2.0 */
/* library.c - croupier.h: the library, its games and its statuses. */
#include <stdlib.h>

#include "base/status.h"
#include "croupier/croupier.h"
#include "rulebook/builtin.h"

const char *croupier_version(void)
{
    return CROUPIER_VERSION;
}

void croupier_text_free(char *text)
{
    free(text);
}

const char *croupier_game(unsigned index)
{
    return builtin_id(index);
}

const char *croupier_game_yaml(const char *game)
{
    const struct embedded *text = builtin_text(game);
    return text ? (const char *)text->bytes : NULL;
}

const char *croupier_status_name(int status)
{
    return status_name((enum status)status);
}

const char *croupier_status_sentence(int status)
{
    return status_sentence((enum status)status);
}
