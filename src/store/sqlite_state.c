/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sqlite_state.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "store/row.h"
#include "store/sqlite_fault.h"

/* ---- Loading. ---- */

static struct span blob(sqlite3_stmt *row, int column)
{
    return (struct span){sqlite3_column_blob(row, column), (size_t)sqlite3_column_bytes(row, column)};
}

static enum status take_chain(struct standing *state, sqlite3_stmt *row)
{
    struct chain_row chain = {.name = (const char *)sqlite3_column_text(row, 0),
                              .entries = (uint64_t)sqlite3_column_int64(row, 1),
                              .position = (uint64_t)sqlite3_column_int64(row, 2),
                              .head = blob(row, 3)};
    if (sqlite3_column_type(row, 4) == SQLITE_BLOB)
        chain.entry = blob(row, 4);
    return standing_take_chain(state, &chain);
}

static enum status take_account(struct standing *state, sqlite3_stmt *row)
{
    return standing_take_account(state, (uint32_t)sqlite3_column_int64(row, 0),
                                 (uint8_t)sqlite3_column_int(row, 1),
                                 (const char *)sqlite3_column_text(row, 2), sqlite3_column_int64(row, 3),
                                 (uint64_t)sqlite3_column_int64(row, 4));
}

/* Columns: the fold, and the last position of the journal. */
static enum status take_fold(struct standing *state, sqlite3_stmt *row)
{
    if (sqlite3_column_int64(row, 0) > sqlite3_column_int64(row, 1))
        return STATUS_STORE_CORRUPT;
    state->folded = (uint64_t)sqlite3_column_int64(row, 0);
    state->position = state->folded;
    state->posting = (uint64_t)sqlite3_column_int64(row, 2);
    return STATUS_OK;
}

/* An entry after the fold: position, previous, chain, entry. */
static enum status take_entry(struct standing *state, sqlite3_stmt *row)
{
    uint32_t number = (uint32_t)sqlite3_column_int64(row, 2);
    struct entry entry;
    if ((uint64_t)sqlite3_column_int64(row, 0) != state->position + 1 || number < 1 ||
        number > state->chain_count ||
        (uint64_t)sqlite3_column_int64(row, 1) != state->chains[number - 1].position)
        return STATUS_STORE_CORRUPT;
    struct chain chain = state->chains[number - 1].chain;
    enum status status =
        chain_check(&chain, &entry, sqlite3_column_blob(row, 3), (size_t)sqlite3_column_bytes(row, 3));
    bool marked = sqlite3_column_type(row, 4) == SQLITE_INTEGER;
    if (status == STATUS_OK && marked && sqlite3_column_int64(row, 4) != store_mark(&entry.hash))
        return STATUS_STORE_CORRUPT;
    if (status == STATUS_OK)
        status = standing_keep(state, number, &entry);
    for (uint32_t i = 0; status == STATUS_OK && i < entry.transaction.count; i++)
        state->accounts[entry.transaction.postings[i].account - 1].posting = ++state->posting;
    return status;
}

/* The tables that are read, in this order. `old_sql`: from a schema without postings to go back by. */
static const struct {
    const char *sql;
    const char *old_sql;
    enum status (*take)(struct standing *state, sqlite3_stmt *row);
    const char *what;
} steps[] = {
    {"SELECT position, (SELECT coalesce(max(position), 0) FROM journal), posting FROM fold WHERE one = 1",
     "SELECT position, (SELECT coalesce(max(position), 0) FROM journal), 0 FROM fold WHERE one = 1",
     take_fold, "fold"},
    {"SELECT c.name, c.entries, c.position, c.head, j.entry FROM chains c LEFT JOIN journal j"
     " ON j.position = c.position AND j.chain = c.number ORDER BY c.number",
     NULL, take_chain, "chain"},
    {"SELECT number, kind, name, folded_cents, posting FROM accounts ORDER BY number",
     "SELECT number, kind, name, folded_cents, 0 FROM accounts ORDER BY number", take_account, "account"},
    {"SELECT position, previous, chain, entry, mark FROM journal"
     " WHERE position > (SELECT position FROM fold) ORDER BY position",
     "SELECT position, previous, chain, entry, NULL FROM journal"
     " WHERE position > (SELECT position FROM fold) ORDER BY position",
     take_entry, "entry after the fold"},
};

enum { VERSION_WITH_POSTINGS = 3 };

static enum status run_step(struct standing *state, int version, const char *path, sqlite3 *connection,
                            size_t step, struct store_failure *failure)
{
    sqlite3_stmt *rows;
    enum status status = STATUS_OK;
    uint64_t count = 0;
    bool old = version < VERSION_WITH_POSTINGS && steps[step].old_sql;
    if (sqlite3_prepare_v2(connection, old ? steps[step].old_sql : steps[step].sql, -1, &rows, NULL) !=
        SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    while (status == STATUS_OK && sqlite3_step(rows) == SQLITE_ROW) {
        status = steps[step].take(state, rows);
        count++;
    }
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: %s %" PRIu64 ": %s", path, steps[step].what, count,
                   status_sentence(status));
    if (sqlite3_finalize(rows) != SQLITE_OK) /* then every row before was taken */
        status = sqlite_failure(path, connection, failure);
    return status;
}

enum { STEPS_OF_FOLD = 3, STEPS_ALL = 4 };

static enum status run_steps(struct standing *state, int version, const char *path, sqlite3 *connection,
                             size_t count, struct store_failure *failure)
{
    enum status status = STATUS_OK;
    for (size_t step = 0; status == STATUS_OK && step < count; step++)
        status = run_step(state, version, path, connection, step, failure);
    if (status == STATUS_OK && ledger_sum_cents(&state->ledger) != 0)
        status = store_fail(failure, STATUS_STORE_CORRUPT, "%s: the balances do not add up to nothing", path);
    return status;
}

enum status sqlite_state_load_fold(struct standing *state, int version, const char *path, sqlite3 *connection,
                                   struct store_failure *failure)
{
    return run_steps(state, version, path, connection, STEPS_OF_FOLD, failure);
}

/* Within one read transaction: a server may be writing. */
enum status sqlite_state_load(struct standing *state, int version, const char *path, sqlite3 *connection,
                              struct store_failure *failure)
{
    if (sqlite3_exec(connection, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    enum status status = run_steps(state, version, path, connection, STEPS_ALL, failure);
    sqlite3_exec(connection, "COMMIT", NULL, NULL, NULL);
    return status;
}

/* ---- Folding. ---- */

static bool step_and_reset(sqlite3_stmt *statement)
{
    sqlite3_step(statement);
    return sqlite3_reset(statement) == SQLITE_OK; /* which tells of a step that failed */
}

static bool fold_chains(struct standing *state, sqlite3_stmt *update)
{
    for (uint32_t i = 0; i < state->chain_count; i++) {
        struct kept_chain *kept = &state->chains[i];
        if (!kept->changed)
            continue;
        sqlite3_bind_int64(update, 1, i + 1);
        sqlite3_bind_int64(update, 2, (int64_t)kept->chain.number);
        sqlite3_bind_int64(update, 3, (int64_t)kept->position);
        sqlite3_bind_blob(update, 4, kept->chain.head.bytes, HASH_BYTES, SQLITE_STATIC);
        if (!step_and_reset(update))
            return false;
        kept->changed = false;
    }
    return true;
}

static bool fold_accounts(struct standing *state, sqlite3_stmt *update)
{
    for (uint32_t i = 0; i < state->ledger.count; i++) {
        if (!state->accounts[i].changed)
            continue;
        sqlite3_bind_int64(update, 1, i + 1);
        sqlite3_bind_int64(update, 2, state->ledger.accounts[i].balance_cents);
        sqlite3_bind_int64(update, 3, (int64_t)state->accounts[i].posting);
        if (!step_and_reset(update))
            return false;
        state->accounts[i].changed = false;
    }
    return true;
}

static bool fold_position(struct standing *state, sqlite3_stmt *update)
{
    sqlite3_bind_int64(update, 1, (int64_t)state->position);
    sqlite3_bind_int64(update, 2, (int64_t)state->posting);
    state->folded = state->position;
    return step_and_reset(update);
}

enum status sqlite_state_fold(struct standing *state, const char *path, sqlite3 *connection,
                              struct store_failure *failure)
{
    static const struct {
        const char *sql;
        bool (*fold)(struct standing *state, sqlite3_stmt *update);
    } folds[] = {
        {"UPDATE chains SET entries = ?2, position = ?3, head = ?4 WHERE number = ?1", fold_chains},
        {"UPDATE accounts SET folded_cents = ?2, posting = ?3 WHERE number = ?1", fold_accounts},
        {"UPDATE fold SET position = ?1, posting = ?2", fold_position},
    };
    for (size_t i = 0; i < sizeof(folds) / sizeof(folds[0]); i++) {
        sqlite3_stmt *update = NULL;
        bool good = sqlite3_prepare_v2(connection, folds[i].sql, -1, &update, NULL) == SQLITE_OK &&
                    folds[i].fold(state, update);
        enum status status = good ? STATUS_OK : sqlite_failure(path, connection, failure);
        sqlite3_finalize(update);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_OK;
}
