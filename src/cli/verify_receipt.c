/* SPDX-License-Identifier: Apache-2.0 */
/* verify_receipt.c - croupier verify-receipt: does the log say what the receipt says? Needs no house. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/entry_print.h"
#include "cli/file.h"
#include "cli/heads.h"
#include "cli/print.h"
#include "cli/style.h"
#include "journal/entry.h"
#include "log/receipt.h"

struct verify_args {
    struct head_args heads;
    const char *file;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct verify_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->heads;
        state->child_inputs[1] = &args->json;
        return 0;
    case ARGP_KEY_ARG:
        if (args->file)
            argp_error(state, "only one receipt can be checked at a time");
        args->file = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->file)
            argp_error(state, "FILE is missing (- for standard input)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&heads_keys_argp, 0, NULL, 0}, {&json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .parser = parse,
    .children = children,
    .args_doc = "FILE",
    .doc =
        "Checks the receipt of a round with nothing but the receipt: that each entry is in the log whose "
        "checkpoint is at its end, and that they are the table's entries from the round's first on without "
        "a gap. Then prints them.\vA signature shows whose log it is: the house's (--key), or one known to "
        "a witness (--witness); both keys must be known from elsewhere. Exit status 1: something does not "
        "hold. The format is in docs/journal.md.",
};

/* ---- The entries. ---- */

/* Large: on the heap. */
struct verify {
    struct receipt receipt;
    uint64_t number; /* of the round's last entry so far; 0: none yet */
    uint32_t chain;
    json_t *list; /* NULL: for people */
    char fault[160];
    uint8_t room[ENTRY_BYTES_MAX];
};

static bool fault(struct verify *verify, const char *what, uint64_t number)
{
    snprintf(verify->fault, sizeof verify->fault, "Entry %" PRIu64 " of the receipt %s.", number, what);
    return false;
}

/* The beginning of the shoe stands first; then the round's entries, and none is left out. */
static bool follows(struct verify *verify, const struct entry *entry, uint64_t at)
{
    bool first = at == 1;
    if (first != (entry->kind == ENTRY_OPENED))
        return fault(verify, first ? "does not begin a shoe" : "begins another shoe", at);
    if (!first && entry->chain != verify->chain)
        return fault(verify, "is of another table", at);
    if (verify->number && entry->number != verify->number + 1)
        return fault(verify, "does not follow the one before it", at);
    if (at == 2 && entry->kind != ENTRY_ROUND)
        return fault(verify, "does not begin a round", at);
    if (entry->round != verify->receipt.round && (at == 2 || at == verify->receipt.count))
        return fault(verify, "is of another round", at);
    verify->chain = entry->chain;
    verify->number = first ? 0 : entry->number;
    return true;
}

static bool take_entry(struct verify *verify, struct span *rest, uint64_t at, bool show)
{
    struct receipt_entry found;
    struct entry entry;
    enum status status = receipt_next(&verify->receipt, rest, verify->room, sizeof verify->room, &found);
    if (status == STATUS_OK)
        status = entry_read(&entry, found.bytes.bytes, found.bytes.size);
    if (status != STATUS_OK)
        return fault(verify, status == STATUS_BROKEN_CHAIN ? "is not in the log" : "cannot be read", at);
    entry.hash = merkle_leaf(found.bytes);
    if (!show)
        return follows(verify, &entry, at);
    if (verify->list)
        json_array_append_new(verify->list, entry_json(&entry, verify->receipt.table, NULL));
    else
        entry_print_text(&entry, verify->receipt.table, NULL);
    return true;
}

static bool take_entries(struct verify *verify, bool show)
{
    struct span rest = verify->receipt.entries;
    bool good = verify->receipt.count > 1 || fault(verify, "is the only one", 1);
    for (uint64_t at = 1; good && at <= verify->receipt.count; at++)
        good = take_entry(verify, &rest, at, show);
    return good;
}

/* ---- What came of it. ---- */

/* The sentence on who has signed; NULL for nobody that could be asked about. */
static const char *signed_sentence(enum status status, const struct heads *heads)
{
    if (status == STATUS_OK)
        return "Signed with a key that was given.";
    if (status == STATUS_BAD_SIGNATURE)
        return "A signature under it is wrong.";
    return heads->has_key || heads->witness_count ? "Not signed with any key that was given."
                                                  : "Without --key or --witness this shows what a log says, "
                                                    "not whose log it is.";
}

static void print_text(struct verify *verify, bool whole, bool good, const char *who)
{
    const struct checkpoint *checkpoint = &verify->receipt.checkpoint;
    if (whole)
        take_entries(verify, true);
    printf("Log %s, %" PRIu64 " entries. %s\n", checkpoint->origin, checkpoint->size, who);
    if (good)
        printf("%sProved:%s the log holds these %u entries of table %s, from the beginning of round %" PRIu32
               " on without a gap.\n",
               style_of(stdout, STYLE_GOOD), style_of(stdout, STYLE_PLAIN), verify->receipt.count,
               verify->receipt.table, verify->receipt.round);
    else
        printf("%sNot proved.%s %s\n", style_of(stdout, STYLE_BAD), style_of(stdout, STYLE_PLAIN),
               verify->fault);
}

static void print_object(struct verify *verify, bool whole, bool good, enum status signature)
{
    const struct checkpoint *checkpoint = &verify->receipt.checkpoint;
    verify->list = json_array();
    if (whole)
        take_entries(verify, true);
    print_json(json_pack("{s:b, s:b, s:s, s:s, s:s, s:I, s:I, s:o}", "proved", good, "signed",
                         signature == STATUS_OK, "fault", verify->fault, "table", verify->receipt.table,
                         "origin", checkpoint->origin, "size", (json_int_t)checkpoint->size, "round",
                         (json_int_t)verify->receipt.round, "entries", verify->list));
}

static int check(struct verify *verify, const struct heads *heads, bool json)
{
    const struct receipt *receipt = &verify->receipt;
    bool asked = heads->has_key || heads->witness_count;
    enum status signature = heads_check(heads, &receipt->note, receipt->checkpoint.origin);
    bool whole = take_entries(verify, false);
    bool good = whole && (signature == STATUS_OK || (signature == STATUS_NOT_FOUND && !asked));
    const char *who = signed_sentence(signature, heads);
    if (json)
        print_object(verify, whole, good, signature);
    else
        print_text(verify, whole, good, who);
    return good ? EXIT_DONE : EXIT_DIFFERENT;
}

static int run(int argc, char **argv)
{
    struct verify_args args = {0};
    struct heads heads;
    size_t size;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = heads_read(&args.heads, &heads);
    if (result != EXIT_DONE)
        return result;
    char *bytes = file_read(args.file, RECEIPT_BYTES_MAX, &size);
    if (!bytes)
        return complain("%s: %s", args.file, strerror(errno));
    struct verify *verify = calloc(1, sizeof *verify);
    if (!verify)
        result = complain("%s", status_sentence(STATUS_NO_MEMORY));
    else if (receipt_read((struct span){(const uint8_t *)bytes, size}, &verify->receipt) != STATUS_OK)
        result = complain("%s is not a receipt", args.file);
    else
        result = check(verify, &heads, args.json);
    free(verify);
    free(bytes);
    return result;
}

const struct command command_verify_receipt = {
    .name = "verify-receipt",
    .summary = "check what a log says about a round, without the house",
    .run = run,
    .argp = &argp,
};
