/* SPDX-License-Identifier: Apache-2.0 */
/* library.c - croupier.h: the library, its games and its statuses. */
#include <stdlib.h>

#include "api/handle.h"
#include "base/status.h"
#include "croupier/croupier.h"
#include "odds/answer.h"
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

bool api_decks(const struct rulebook *book, unsigned wanted, unsigned *decks)
{
    *decks = wanted ? wanted : answer_decks(book);
    return *decks >= book->decks_min && *decks <= book->decks_max;
}

int api_give(enum status status, json_t *owned, char **json)
{
    *json = status == STATUS_OK && owned ? api_dumped(owned) : NULL;
    if (status == STATUS_OK && !*json)
        return STATUS_NO_MEMORY;
    return (int)status;
}
