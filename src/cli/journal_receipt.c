/* SPDX-License-Identifier: Apache-2.0 */
/* journal_receipt.c - croupier journal receipt: what a patron may take home of a round. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "store/founding.h"
#include "table/issue.h"

enum { KEY_TABLE = 0x100, KEY_ROUND };

struct receipt_args {
    struct journal_args journal;
    const char *table;
    uint32_t round;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct receipt_args *args = state->input;
    const char *at = arg;
    uint64_t number;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        return 0;
    case KEY_TABLE:
        args->table = arg;
        return 0;
    case KEY_ROUND:
        if (!text_take_number(&at, UINT32_MAX, &number) || *at || number == 0)
            argp_error(state, "--round takes a number from 1, not %s", arg);
        args->round = (uint32_t)number;
        return 0;
    case ARGP_KEY_END:
        if (!args->table || !args->round)
            argp_error(state, "%s is missing", args->table ? "--round" : "--table");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"table", KEY_TABLE, "TABLE", 0, "The table's id", 0},
    {"round", KEY_ROUND, "N", 0, "The round's number at this table", 0},
    {0},
};
static const struct argp_child children[] = {{&journal_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc = "Writes the receipt of a round to standard output: its entries, the proof that each of them is "
           "in the log, and the checkpoint that the house and its witnesses have signed.\vcroupier "
           "verify-receipt checks it without the house. Players who took part get the same receipt from the "
           "server. A database in use may be read.",
};

static enum status issue(const struct receipt_args *args, struct store *store, uint32_t chain,
                         struct text *text)
{
    struct store_failure failure = {0};
    char origin[NOTE_NAME_MAX];
    struct public_key key;
    enum status status = founding_read(store, &key, &failure);
    if (status != STATUS_OK)
        return status;
    origin_print(&key, origin);
    status = founding_key_now(store, &key, &failure);
    struct issue issue = {
        .origin = origin, .key = &key, .table = args->table, .chain = chain, .round = args->round};
    return status == STATUS_OK ? issue_receipt(&issue, store, text) : status;
}

static int run(int argc, char **argv)
{
    struct receipt_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct store *store;
    struct text text;
    uint32_t chain;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = journal_open(&args.journal, &store);
    if (result != EXIT_DONE)
        return result;
    char *bytes = malloc(RECEIPT_BYTES_MAX);
    result = journal_table(store, args.table, &chain);
    if (result == EXIT_DONE && bytes) {
        text_init(&text, bytes, RECEIPT_BYTES_MAX);
        enum status status = issue(&args, store, chain, &text);
        if (status != STATUS_OK)
            result = complain("table %s, round %u: %s", args.table, args.round, status_sentence(status));
        else if (file_write("-", bytes, text.used))
            result = complain("standard output: %s", strerror(errno));
    }
    free(bytes);
    store_close(store);
    return result;
}

const struct command command_journal_receipt = {
    .name = "receipt",
    .summary = "a round with the proof that it is in the log",
    .run = run,
    .argp = &argp,
};
