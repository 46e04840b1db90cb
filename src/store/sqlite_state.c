/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sqlite_state.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log/merkle.h"
#include "store/row.h"
#include "store/sqlite_fault.h"

void sqlite_state_init(struct sqlite_state *state)
{
    *state = (struct sqlite_state){0};
    ledger_init(&state->ledger);
}

void sqlite_state_release(struct sqlite_state *state)
{
    free(state->chains);
    free(state->accounts);
    ledger_release(&state->ledger);
    sqlite_state_init(state);
}

enum status sqlite_state_add_chain(struct sqlite_state *state, const struct chain *chain, uint64_t position)
{
    if (state->chain_count == state->chain_room) {
        uint32_t room = state->chain_room ? state->chain_room * 2 : 64;
        struct kept_chain *chains = realloc(state->chains, room * sizeof(*chains));
        if (!chains)
            return STATUS_NO_MEMORY;
        state->chains = chains;
        state->chain_room = room;
    }
    state->chains[state->chain_count++] = (struct kept_chain){.chain = *chain, .position = position};
    return STATUS_OK;
}

enum status sqlite_state_add_account(struct sqlite_state *state, const struct account *account)
{
    if (state->ledger.count == state->account_room) {
        uint32_t room = state->account_room ? state->account_room * 2 : 64;
        struct kept_account *accounts = realloc(state->accounts, room * sizeof(*accounts));
        if (!accounts)
            return STATUS_NO_MEMORY;
        memset(accounts + state->account_room, 0, (room - state->account_room) * sizeof(*accounts));
        state->accounts = accounts;
        state->account_room = room;
    }
    return ledger_load(&state->ledger, account);
}

enum status sqlite_state_keep(struct sqlite_state *state, uint32_t number, const struct entry *entry)
{
    struct kept_chain *kept = &state->chains[number - 1];
    assert(entry->number == kept->chain.number + 1);
    if (entry->transaction.count > 0) {
        enum status status = ledger_book(&state->ledger, &entry->transaction);
        if (status != STATUS_OK)
            return status;
    }
    for (uint32_t i = 0; i < entry->transaction.count; i++)
        state->accounts[entry->transaction.postings[i].account - 1].changed = true;
    state->position++;
    kept->chain.number = entry->number;
    kept->chain.head = entry->hash;
    kept->position = state->position;
    kept->changed = true;
    return STATUS_OK;
}

/* ---- Loading. ---- */

/* A name that is longer than ours can be was not written by us. */
static bool copy_name(sqlite3_stmt *row, int column, char *name, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    if (!text || strlen(text) >= size || !account_name_ok(text))
        return false;
    memcpy(name, text, strlen(text) + 1);
    return true;
}

/* Whether a chain's head is the entry it points at: the columns from 4 on. An empty chain has the head it
 * began with. */
static bool head_is_right(sqlite3_stmt *row, const struct chain *chain, uint64_t position)
{
    struct chain empty;
    struct entry entry;
    if (chain->number == 0) {
        chain_init(&empty, chain->id, chain->name);
        return position == 0 && hash_equal(&empty.head, &chain->head);
    }
    struct span bytes = {sqlite3_column_blob(row, 4), (size_t)sqlite3_column_bytes(row, 4)};
    if (sqlite3_column_type(row, 4) != SQLITE_BLOB ||
        entry_read(&entry, bytes.bytes, bytes.size) != STATUS_OK)
        return false;
    if (entry.format != ENTRY_FORMAT_OLD)
        entry.hash = merkle_leaf(bytes);
    return entry.number == chain->number && hash_equal(&entry.hash, &chain->head);
}

static enum status take_chain(struct sqlite_state *state, sqlite3_stmt *row)
{
    struct chain chain = {.id = state->chain_count + 1, .number = (uint64_t)sqlite3_column_int64(row, 1)};
    uint64_t position = (uint64_t)sqlite3_column_int64(row, 2);
    if (!copy_name(row, 0, chain.name, sizeof(chain.name)) || sqlite3_column_bytes(row, 3) != HASH_BYTES)
        return STATUS_STORE_CORRUPT;
    memcpy(chain.head.bytes, sqlite3_column_blob(row, 3), HASH_BYTES);
    if (!head_is_right(row, &chain, position) || position > state->folded)
        return STATUS_STORE_CORRUPT;
    return sqlite_state_add_chain(state, &chain, position);
}

static enum status take_account(struct sqlite_state *state, sqlite3_stmt *row)
{
    struct account account = {.number = (uint32_t)sqlite3_column_int64(row, 0),
                              .kind = (uint8_t)sqlite3_column_int(row, 1),
                              .balance_cents = sqlite3_column_int64(row, 3)};
    if (!copy_name(row, 2, account.name, sizeof(account.name)))
        return STATUS_STORE_CORRUPT;
    enum status status = sqlite_state_add_account(state, &account);
    if (status == STATUS_OK)
        state->accounts[account.number - 1].posting = (uint64_t)sqlite3_column_int64(row, 4);
    return status;
}

/* Columns: the fold, and the last position of the journal. */
static enum status take_fold(struct sqlite_state *state, sqlite3_stmt *row)
{
    if (sqlite3_column_int64(row, 0) > sqlite3_column_int64(row, 1))
        return STATUS_STORE_CORRUPT;
    state->folded = (uint64_t)sqlite3_column_int64(row, 0);
    state->position = state->folded;
    state->posting = (uint64_t)sqlite3_column_int64(row, 2);
    return STATUS_OK;
}

/* An entry after the fold: position, previous, chain, entry. */
static enum status take_entry(struct sqlite_state *state, sqlite3_stmt *row)
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
        status = sqlite_state_keep(state, number, &entry);
    for (uint32_t i = 0; status == STATUS_OK && i < entry.transaction.count; i++)
        state->accounts[entry.transaction.postings[i].account - 1].posting = ++state->posting;
    return status;
}

/* What is read, in this order. `old_sql`: from a schema without postings to go back by. */
static const struct {
    const char *sql;
    const char *old_sql;
    enum status (*take)(struct sqlite_state *state, sqlite3_stmt *row);
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

static enum status run_step(struct sqlite_state *state, const char *path, sqlite3 *connection, size_t step,
                            struct store_failure *failure)
{
    sqlite3_stmt *rows;
    enum status status = STATUS_OK;
    uint64_t count = 0;
    bool old = state->version < VERSION_WITH_POSTINGS && steps[step].old_sql;
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
    if (sqlite3_finalize(rows) != SQLITE_OK && status == STATUS_OK)
        status = sqlite_failure(path, connection, failure);
    return status;
}

enum { STEPS_OF_FOLD = 3, STEPS_ALL = 4 };

static enum status run_steps(struct sqlite_state *state, const char *path, sqlite3 *connection, size_t count,
                             struct store_failure *failure)
{
    enum status status = STATUS_OK;
    for (size_t step = 0; status == STATUS_OK && step < count; step++)
        status = run_step(state, path, connection, step, failure);
    if (status == STATUS_OK && ledger_sum_cents(&state->ledger) != 0)
        status = store_fail(failure, STATUS_STORE_CORRUPT, "%s: the balances do not add up to nothing", path);
    return status;
}

enum status sqlite_state_load_fold(struct sqlite_state *state, const char *path, sqlite3 *connection,
                                   struct store_failure *failure)
{
    return run_steps(state, path, connection, STEPS_OF_FOLD, failure);
}

/* Within one read transaction: a server may be writing. */
enum status sqlite_state_load(struct sqlite_state *state, const char *path, sqlite3 *connection,
                              struct store_failure *failure)
{
    if (sqlite3_exec(connection, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failure(path, connection, failure);
    enum status status = run_steps(state, path, connection, STEPS_ALL, failure);
    sqlite3_exec(connection, "COMMIT", NULL, NULL, NULL);
    return status;
}

/* ---- Folding. ---- */

static bool step_and_reset(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

static bool fold_chains(struct sqlite_state *state, sqlite3_stmt *update)
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

static bool fold_accounts(struct sqlite_state *state, sqlite3_stmt *update)
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

static bool fold_position(struct sqlite_state *state, sqlite3_stmt *update)
{
    sqlite3_bind_int64(update, 1, (int64_t)state->position);
    sqlite3_bind_int64(update, 2, (int64_t)state->posting);
    state->folded = state->position;
    return step_and_reset(update);
}

enum status sqlite_state_fold(struct sqlite_state *state, const char *path, sqlite3 *connection,
                              struct store_failure *failure)
{
    static const struct {
        const char *sql;
        bool (*fold)(struct sqlite_state *state, sqlite3_stmt *update);
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
