/* SPDX-License-Identifier: Apache-2.0 */
#include "server/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "rulebook/builtin.h"

void config_init(struct config *config)
{
    memset(config, 0, sizeof *config);
    snprintf(config->host, sizeof config->host, "127.0.0.1");
    config->port = 8080;
    snprintf(config->database, sizeof config->database, "croupier.db");
    config->session_hours = 12;
    config->stop_seconds = 8;
    config->idle_seconds = 90;
    config->reminder_seconds = 3600;
    config->connections_max = 4096;
    calendar_init(&config->calendar);
    memcpy(config->currency, REPORT_NO_CURRENCY, sizeof config->currency);
    snprintf(config->cages[0], sizeof config->cages[0], "main");
    config->cage_count = 1;
    config->guests = 16;
    config->bots = 4;
    config->trials = 8;
    config->trial_seconds = 60;
}

void config_release(struct config *config)
{
    for (unsigned i = 0; i < config->book_count; i++) {
        free(config->books[i].book);
        free(config->books[i].file);
        free(config->books[i].text);
    }
    free(config->tables);
    config_init(config);
}

bool config_counts(const struct config *config)
{
    return config->chips.count > 0;
}

bool config_listen(struct config *config, const char *text)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon ? colon + 1 : text;
    char *end;
    unsigned long port = strtoul(digits, &end, 10);
    size_t length = colon ? (size_t)(colon - text) : 0;
    if (!*digits || *end || port > UINT16_MAX || length >= sizeof config->host || (colon && length == 0))
        return false;
    if (length > 2 && text[0] == '[' && text[length - 1] == ']')
        snprintf(config->host, sizeof config->host, "%.*s", (int)length - 2, text + 1);
    else if (colon)
        snprintf(config->host, sizeof config->host, "%.*s", (int)length, text);
    config->port = (uint16_t)port;
    return true;
}

struct config_book *config_new_book(struct config *config)
{
    if (config->book_count == CONFIG_BOOKS_MAX)
        return NULL;
    struct config_book *added = &config->books[config->book_count];
    added->book = calloc(1, sizeof *added->book);
    if (!added->book)
        return NULL;
    config->book_count++;
    return added;
}

const struct rulebook *config_book(struct config *config, const char *game)
{
    for (unsigned i = 0; i < config->book_count; i++)
        if (!config->books[i].file && strcmp(config->books[i].book->id, game) == 0)
            return config->books[i].book;
    struct config_book *added = builtin_text(game) ? config_new_book(config) : NULL;
    return added && builtin_load(game, added->book) == STATUS_OK ? added->book : NULL;
}

struct table_plan *config_add_table(struct config *config)
{
    if (config->table_count == CONFIG_TABLES_MAX)
        return NULL;
    if (!config->tables)
        config->tables = calloc(CONFIG_TABLES_MAX, sizeof *config->tables);
    return config->tables ? &config->tables[config->table_count++] : NULL;
}

const char *config_danger(const struct config *config)
{
    if (door_is_inside(config->host))
        return NULL;
    if (config->demo && !config->demo_outside)
        return "in a demo anybody can be anybody, so it is for this machine only; listen on 127.0.0.1, or "
               "write \"outside: [demo]\" into the configuration if you mean it";
    if (!config->certificate[0] && !config->clear_text_outside)
        return "passwords would travel in clear text; give a certificate and its key, listen on 127.0.0.1 "
               "behind your own proxy, or write \"outside: [clear-text]\" into the configuration if you "
               "mean it";
    return NULL;
}
