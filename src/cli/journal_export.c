/* SPDX-License-Identifier: Apache-2.0 */
/* journal_export.c - croupier journal export: the rounds of a table as records that croupier replay runs.
 *
 * The journal is audited on the way (audit/), so that nothing is exported that does not follow from the
 * rules, and so that a round that has not ended is known as such: it is written as comments, since a record's
 * rounds end. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "audit/audit.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "store/database.h"

enum { KEY_TABLE = 0x100, KEY_SHOE, KEY_OUT, EXPORT_PATH_MAX = 4096 };

struct export_args {
    struct journal_args journal;
    const char *table;
    const char *folder;
    uint32_t shoe; /* 0: the last one */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct export_args *args = state->input;
    char *end;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        state->child_inputs[1] = &args->journal.archives;
        return 0;
    case KEY_TABLE:
        args->table = arg;
        return 0;
    case KEY_SHOE:
        args->shoe = (uint32_t)strtoul(arg, &end, 10);
        if (*end || args->shoe == 0)
            argp_error(state, "--shoe takes a number from 1, not %s", arg);
        return 0;
    case KEY_OUT:
        args->folder = arg;
        return 0;
    case ARGP_KEY_END:
        if (!args->table && !args->folder)
            argp_error(state, "--table or --out is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"table", KEY_TABLE, "TABLE", 0, "Only this table", 0},
    {"shoe", KEY_SHOE, "N", 0, "The shoe's number at this table (the last one)", 0},
    {"out", KEY_OUT, "FOLDER", 0, "Write every shoe to a file of its own: FOLDER/TABLE-N.round", 0},
    {0},
};
static const struct argp_child children[] = {{&journal_argp, 0, NULL, 0}, {&archives_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc = "Writes the rounds of one shoe to standard output as a round record for croupier replay, or with "
           "--out every shoe to a file.\vThe journal is audited on the way. Exit status 1: an entry differs "
           "from what the rules give; only the rounds before it were written.",
};

/* ---- One shoe of one table while it is read. ---- */

struct range {
    int64_t min_cents[WAGERS_MAX];
    int64_t max_cents[WAGERS_MAX];
};

struct sheet {
    char *bytes; /* the record so far, owned */
    size_t size;
    FILE *out;
    uint32_t shoe;
    unsigned rounds;   /* written */
    char *round_bytes; /* lines of the round at hand, owned */
    size_t round_size;
    FILE *round;
    struct range told; /* by what was written so far */
    struct range held; /* in the round at hand */
};

struct export
{
    const struct export_args *args;
    struct audit audit;
    struct sheet *sheets; /* by chain - 1 */
    uint32_t room;
    unsigned written; /* shoes */
    int failed;       /* errno of a file */
};

static void write_lines(FILE *out, const char *bytes, size_t size, const char *before)
{
    const char *end = bytes + size;
    while (bytes < end) {
        const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((stop ? stop : end) - bytes);
        fprintf(out, "%s%.*s\n", before, (int)length, bytes);
        bytes += length + 1;
    }
}

static void take_limits(struct range *limits, const struct setting *setting)
{
    memcpy(limits->min_cents, setting->limit_min_cents, sizeof limits->min_cents);
    memcpy(limits->max_cents, setting->limit_max_cents, sizeof limits->max_cents);
}

/* Headers of a round that was played by other limits than the record has told. */
static void write_limits(struct sheet *sheet, const struct rulebook *book)
{
    for (unsigned i = 0; i < book->wager_count; i++) {
        int64_t min_cents = sheet->held.min_cents[i];
        int64_t max_cents = sheet->held.max_cents[i];
        char min[MONEY_TEXT_MAX];
        char max[MONEY_TEXT_MAX];
        if (min_cents == sheet->told.min_cents[i] && max_cents == sheet->told.max_cents[i])
            continue;
        money_print(min_cents, min, sizeof min);
        money_print(max_cents, max, sizeof max);
        fprintf(sheet->out, "limits %s %s %s\n", book->wagers[i].name, min, max);
    }
    sheet->told = sheet->held;
}

/* The round at hand is over, or nothing more is known about it. */
static void end_round(struct sheet *sheet, const struct rulebook *book, bool ended)
{
    if (!sheet->round)
        return;
    fclose(sheet->round);
    sheet->round = NULL;
    if (ended && sheet->rounds++)
        fputs("---\n", sheet->out);
    if (ended)
        write_limits(sheet, book);
    else
        fputs("# not ended:\n", sheet->out);
    write_lines(sheet->out, sheet->round_bytes, sheet->round_size, ended ? "" : "# ");
    free(sheet->round_bytes);
    sheet->round_bytes = NULL;
}

static void begin_round(struct sheet *sheet, uint32_t number)
{
    sheet->round = open_memstream(&sheet->round_bytes, &sheet->round_size);
    if (!sheet->round)
        return;
    fprintf(sheet->round, "round %" PRIu32 "\n", number);
}

static void write_sheet(struct export *export, const struct sheet *sheet, const char *table)
{
    char path[EXPORT_PATH_MAX];
    if (export->args->folder)
        snprintf(path, sizeof path, "%s/%s-%" PRIu32 ".round", export->args->folder, table, sheet->shoe);
    else
        snprintf(path, sizeof path, "-");
    export->written++;
    if (file_write(path, sheet->bytes, sheet->size))
        export->failed = errno;
}

/* `last`: no other shoe follows. To standard output goes one shoe only. */
static void end_sheet(struct export *export, struct sheet *sheet, const struct audit_table *table, bool ended,
                      bool last)
{
    if (!sheet->out)
        return;
    end_round(sheet, table->rebuild.book, ended);
    fclose(sheet->out);
    sheet->out = NULL;
    uint32_t wanted = export->args->shoe;
    if (wanted ? wanted == sheet->shoe : export->args->folder || last)
        write_sheet(export, sheet, table->name);
    free(sheet->bytes);
    memset(sheet, 0, sizeof *sheet);
}

/* The beginning of a shoe is nearly a record's head; the number of the last round would be misread there. */
static void begin_sheet(struct sheet *sheet, const struct entry *entry, const struct audit_table *table)
{
    const char *at = (const char *)entry->text.bytes;
    const char *end = at + entry->text.size;
    sheet->out = open_memstream(&sheet->bytes, &sheet->size);
    if (!sheet->out)
        return;
    sheet->shoe = table->rebuild.state.shoe_number;
    take_limits(&sheet->told, &table->rebuild.state.round.setting);
    fprintf(sheet->out, "format 1\ntable %s\n", table->name);
    while (at < end) {
        size_t length = (size_t)((const char *)memchr(at, '\n', (size_t)(end - at)) - at);
        if (strncmp(at, "round ", 6) != 0)
            fprintf(sheet->out, "%.*s\n", (int)length, at);
        at += length + 1;
    }
}

/* Limits change between rounds, also after the cards were shuffled for the round that is to come: a round has
 * those of its last act before its end. */
static void take_lines(struct sheet *sheet, const struct entry *entry, const struct round *round)
{
    const char *bytes = (const char *)entry->text.bytes;
    if (!sheet->round || (entry->text.size > 7 && memcmp(bytes, "limits ", 7) == 0))
        return;
    write_lines(sheet->round, bytes, entry->text.size, "");
    if (round->phase != PHASE_ENDED)
        take_limits(&sheet->held, &round->setting);
}

/* `was_ended`: how the round at hand stood before this entry. */
static void take_entry(struct export *export, uint32_t chain, const struct entry *entry, bool was_ended)
{
    struct sheet *sheet = &export->sheets[chain - 1];
    const struct audit_table *table = export->audit.tables[chain - 1];
    const struct table_state *state = &table->rebuild.state;
    if (entry->kind == ENTRY_OPENED) {
        end_sheet(export, sheet, table, was_ended, false);
        begin_sheet(sheet, entry, table);
    } else if (entry->kind == ENTRY_ROUND) {
        end_round(sheet, table->rebuild.book, was_ended);
        begin_round(sheet, state->round_number);
        take_lines(sheet, entry, &state->round);
    } else if (entry->kind == ENTRY_ACTS || entry->kind == ENTRY_RECOVERED) {
        take_lines(sheet, entry, &state->round);
    }
}

/* ---- The journal. ---- */

static bool make_room(struct export *export)
{
    uint32_t room = export->audit.walk.chain_room;
    if (room <= export->room)
        return true;
    struct sheet *sheets = realloc(export->sheets, room * sizeof *sheets);
    if (!sheets)
        return false;
    memset(sheets + export->room, 0, (room - export->room) * sizeof *sheets);
    export->sheets = sheets;
    export->room = room;
    return true;
}

static const struct audit_table *table_of(const struct export *export, uint32_t chain)
{
    return chain >= 1 && chain <= export->audit.table_room ? export->audit.tables[chain - 1] : NULL;
}

static bool has_ended(const struct audit_table *table)
{
    return table && table->rebuild.state.round.phase == PHASE_ENDED;
}

static enum status take_row(struct export *export, const struct store_row *row, uint32_t only)
{
    struct entry entry;
    bool was_ended = has_ended(table_of(export, row->chain));
    enum status status = audit_step(&export->audit, row->position, row->chain, row->entry);
    if (status)
        return status;
    if (!make_room(export))
        return STATUS_NO_MEMORY;
    status = entry_read(&entry, row->entry.bytes, row->entry.size);
    if (status == STATUS_OK && table_of(export, row->chain) && (!only || row->chain == only))
        take_entry(export, row->chain, &entry, was_ended);
    return status;
}

static enum status take_all(struct export *export, struct store *store, uint32_t only)
{
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    enum status status = store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure);
    if (status)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK &&
           (status = take_row(export, &row, only)) == STATUS_OK)
        ;
    bool whole = status == STATUS_NOT_FOUND && !export->audit.fault.message[0];
    store_cursor_close(cursor);
    for (uint32_t chain = 1; chain <= export->room; chain++)
        if (table_of(export, chain))
            end_sheet(export, &export->sheets[chain - 1], table_of(export, chain),
                      has_ended(table_of(export, chain)), true);
    return whole ? STATUS_OK : status;
}

static int export_all(struct export *export, struct store *store, uint32_t only)
{
    const struct audit_fault *fault = &export->audit.fault;
    enum status status = take_all(export, store, only);
    if (fault->message[0]) {
        complain("%s, entry %" PRIu64 ": %s", fault->table, fault->entry, fault->message);
        return EXIT_DIFFERENT;
    }
    char name[DATABASE_NAME_MAX];
    if (status)
        return complain("%s: %s", database_print(export->args->journal.database, name),
                        status_sentence(status));
    if (export->failed)
        return complain("%s: %s", export->args->folder ? export->args->folder : "standard output",
                        strerror(export->failed));
    if (export->written == 0)
        return complain(export->args->shoe ? "there is no such shoe" : "nothing was ever dealt");
    return EXIT_DONE;
}

static int export_from(const struct export_args *args, struct store *store)
{
    uint32_t chain = 0;
    struct export *export = calloc(1, sizeof *export);
    if (!export || audit_init(&export->audit, NULL) != STATUS_OK) {
        free(export);
        return complain("%s", status_sentence(STATUS_NO_MEMORY));
    }
    export->args = args;
    int result = args->table ? journal_table(store, args->table, &chain) : EXIT_DONE;
    if (result == EXIT_DONE && args->folder && mkdir(args->folder, 0777) && errno != EEXIST)
        result = complain("%s: %s", args->folder, strerror(errno));
    if (result == EXIT_DONE)
        result = export_all(export, store, chain);
    audit_release(&export->audit);
    free(export->sheets);
    free(export);
    return result;
}

static int run(int argc, char **argv)
{
    struct export_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct store *store;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    int result = journal_open(&args.journal, &store);
    if (result)
        return result;
    result = export_from(&args, store);
    store_close(store);
    return result;
}

const struct command command_journal_export = {
    .name = "export",
    .summary = "write rounds as round records",
    .run = run,
    .argp = &argp,
};
