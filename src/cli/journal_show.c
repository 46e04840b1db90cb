/* SPDX-License-Identifier: Apache-2.0 */
/* journal_show.c - croupier journal show: the entries of a journal, for people and programs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/entry_print.h"
#include "cli/journal.h"
#include "cli/people_desk.h"
#include "cli/print.h"
#include "log/merkle.h"
#include "store/database.h"

enum { KEY_TABLE = 0x100, KEY_FROM, KEY_COUNT };

struct show_args {
    struct journal_args journal;
    const char *table;
    uint64_t from;
    uint64_t count;
};

static uint64_t parse_number(struct argp_state *state, const char *option, const char *arg)
{
    char *end;
    unsigned long long number = strtoull(arg, &end, 10);
    if (*end || end == arg || *arg == '-' || number == 0)
        argp_error(state, "--%s takes a number from 1, not %s", option, arg);
    return number;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct show_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        state->child_inputs[1] = &args->journal.archives;
        return 0;
    case KEY_TABLE:
        args->table = arg;
        return 0;
    case KEY_FROM:
        args->from = parse_number(state, "from", arg);
        return 0;
    case KEY_COUNT:
        args->count = parse_number(state, "count", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"table", KEY_TABLE, "TABLE", 0, "Only this table's chain (house: the house's own)", 0},
    {"from", KEY_FROM, "N", 0, "Start with this entry of each chain", 0},
    {"count", KEY_COUNT, "N", 0, "Print at most this many entries", 0},
    {0},
};
static const struct argp_child children[] = {
    {&journal_json_argp, 0, NULL, 0}, {&archives_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Prints the entries of a journal in the order of the log: time, chain and number, kind, author, "
        "text, and the money moved.\vEncrypted words about a patron are shown in clear while the house has "
        "the patron's key. With --json each line is one object, with the text as it was written. A database "
        "in use may be read.",
};

struct show {
    const struct show_args *args;
    struct store *store;
    struct ledger ledger; /* for the names of accounts */
    struct people people; /* for what is said of them behind a veil */
};

enum { LIFTED_MAX = 512 };

/* "person added p17 player ~WORD": the third word is the person, the last one is behind their veil. */
static struct span lifted(const struct show *show, struct span text, char *bytes)
{
    char name[PERSON_NAME_MAX];
    char plain[VEIL_PLAIN_MAX];
    snprintf(bytes, LIFTED_MAX, "%.*s", (int)text.size, (const char *)text.bytes);
    char *veiled = strstr(bytes, " ~");
    if (text.size >= LIFTED_MAX || !veiled || sscanf(bytes, "%*s %*s %31s", name) != 1)
        return text;
    const struct user *user = people_find(&show->people, name);
    if (!user || !veil_lift(&user->veil, veiled + 1, strcspn(veiled + 1, "\n"), plain, sizeof plain))
        return text;
    snprintf(veiled + 1, LIFTED_MAX - (size_t)(veiled + 1 - bytes), "(%s)\n", plain);
    return span_of(bytes);
}

static enum status show_rows(const struct show *show, uint32_t only, struct store_failure *failure)
{
    struct store_cursor *cursor;
    struct store_row row;
    uint64_t shown = 0;
    enum status status = store_read(show->store, only, STORE_FORWARD, 0, &cursor, failure);
    if (status)
        return status;
    while (shown < show->args->count && (status = store_next(cursor, &row)) == STATUS_OK) {
        struct entry entry;
        struct chain chain;
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status == STATUS_OK)
            status = store_chain(show->store, row.chain, &chain);
        if (status)
            break;
        if (entry.number < show->args->from)
            continue;
        if (entry.format != ENTRY_FORMAT_OLD)
            entry.hash = merkle_leaf(row.entry); /* an entry of format 1 carries its own */
        shown++;
        char bytes[LIFTED_MAX];
        if (show->args->journal.json) {
            entry_print_json(&entry, chain.name, &show->ledger);
            continue;
        }
        if (entry.kind == ENTRY_PERSON || entry.kind == ENTRY_SESSION)
            entry.text = lifted(show, entry.text, bytes);
        entry_print_text(&entry, chain.name, &show->ledger);
    }
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

static int run(int argc, char **argv)
{
    struct show_args args = {.journal = {.database = JOURNAL_DATABASE}, .count = UINT64_MAX};
    struct store_failure failure = {0};
    struct show show = {.args = &args};
    uint32_t chain = 0;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = journal_open(&args.journal, &show.store);
    if (result)
        return result;
    ledger_init(&show.ledger);
    people_init(&show.people);
    if (!args.journal.json && people_desk_read(args.journal.database, &show.people, &failure) != STATUS_OK) {
        people_release(&show.people); /* then veils stay where they are */
        failure = (struct store_failure){0};
    }
    result = args.table ? journal_table(show.store, args.table, &chain) : EXIT_DONE;
    if (result == EXIT_DONE && store_load(show.store, &show.ledger, &failure) == STATUS_OK) {
        enum status status = show_rows(&show, chain, &failure);
        char name[DATABASE_NAME_MAX];
        if (status)
            result = complain("%s: %s", database_print(args.journal.database, name), status_sentence(status));
    }
    people_release(&show.people);
    ledger_release(&show.ledger);
    store_close(show.store);
    return result;
}

const struct command command_journal_show = {
    .name = "show",
    .summary = "print entries",
    .run = run,
    .argp = &argp,
};
