/* SPDX-License-Identifier: Apache-2.0 */
/* postgres_commit.c - the one transaction that keeps a batch.
 *
 * It begins by locking the head of the log, and follows what others have written. Then the rows of all units
 * are gathered as columns, and one statement a table writes them. All of these are sent at once, COMMIT
 * included: a statement that finds fewer rows than it must (the head of a chain is another one, an account is
 * not there) raises an error, and PostgreSQL passes over the rest. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "store/keep.h"
#include "store/pgarray.h"
#include "store/postgres.h"
#include "store/ticks.h"

/* X(table, its columns (n number, b bytes, t text), the statement). The order is that of writing: what others
 * refer to goes first. */
/* clang-format off */
#define WRITE_LIST(X) \
    X(WRITE_CHAINS, "ntb", \
      "INSERT INTO chains(number, name, entries, head) SELECT r.number, r.name, 0, r.head" \
      " FROM unnest($1::bigint[], $2::text[], $3::bytea[]) AS r(number, name, head)") \
    X(WRITE_ACCOUNTS, "nnt", \
      "INSERT INTO accounts(number, kind, name, cents, postings) SELECT r.number, r.kind, r.name, 0, 0" \
      " FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS r(number, kind, name)") \
    X(WRITE_JOURNAL, "nnnnb", \
      "INSERT INTO journal(chain, number, place, mark, entry) SELECT r.chain, r.number, r.place," \
      " nullif(r.mark, -1), r.entry FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]," \
      " $5::bytea[]) AS r(chain, number, place, mark, entry)") \
    X(WRITE_LOG, "nnnn", \
      "INSERT INTO log(position, chain, number, previous) SELECT r.position, r.chain, r.number, r.previous" \
      " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])" \
      " AS r(position, chain, number, previous)") \
    X(WRITE_HEADS, "nnbnb", \
      "WITH moved AS (UPDATE chains c SET entries = r.entries, head = r.head FROM unnest($1::bigint[]," \
      " $2::bigint[], $3::bytea[], $4::bigint[], $5::bytea[]) AS r(chain, old_entries, old_head, entries, head)" \
      " WHERE c.number = r.chain AND c.entries = r.old_entries AND c.head = r.old_head RETURNING 1)" \
      " SELECT croupier_expect((SELECT count(*) FROM moved), cardinality($1), 'chains')") \
    X(WRITE_POSTINGS, "nnnnnnnnn", /* the first three: what each account moves by; then the postings */ \
      "WITH moved AS (UPDATE accounts a SET cents = a.cents + r.cents, postings = a.postings + r.count" \
      " FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r(account, cents, count)" \
      " WHERE a.number = r.account RETURNING a.number, a.kind, a.cents - r.cents AS cents," \
      " a.postings - r.count AS postings), written AS (INSERT INTO postings(account, posting, chain, number," \
      " kind, cents, balance) SELECT p.account, m.postings + p.index, p.chain, p.number, m.kind, p.cents," \
      " m.cents + p.running FROM unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[]," \
      " $9::bigint[]) AS p(account, index, chain, number, cents, running) JOIN moved m ON m.number = p.account" \
      " RETURNING 1) SELECT croupier_expect((SELECT count(*) FROM written), cardinality($4), 'accounts')") \
    X(WRITE_KEYS, "bnn", \
      "INSERT INTO keys(key, chain, number) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[])") \
    X(WRITE_ROUNDS, "nnn", \
      "INSERT INTO rounds(chain, round, number) SELECT * FROM unnest($1::bigint[], $2::bigint[]," \
      " $3::bigint[]) ON CONFLICT DO NOTHING") \
    X(WRITE_DOCUMENTS, "bnn", \
      "INSERT INTO documents(hash, chain, number) SELECT * FROM unnest($1::bytea[], $2::bigint[]," \
      " $3::bigint[]) ON CONFLICT DO NOTHING") \
    X(WRITE_RECORDS, "ntt", /* one after another: the same name may come twice */ \
      "SELECT croupier_keep(r.shelf, r.name, r.line) FROM (SELECT * FROM unnest($1::bigint[], $2::text[]," \
      " $3::text[]) WITH ORDINALITY AS u(shelf, name, line, at) ORDER BY at) AS r") \
    X(WRITE_TREE, "nnb", \
      "INSERT INTO tree(level, number, hash) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])") \
    X(WRITE_CHECKPOINTS, "nbbn", \
      "INSERT INTO checkpoints(size, root, signature, latest) SELECT * FROM unnest($1::bigint[]," \
      " $2::bytea[], $3::bytea[], $4::bigint[])") \
    X(WRITE_COSIGNATURES, "nt", \
      "INSERT INTO cosignatures(number, size, line) SELECT (SELECT coalesce(max(number), 0) FROM cosignatures)" \
      " + r.at, r.size, r.line FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS r(size, line, at)")
/* clang-format on */

enum write {
#define WRITE_ENUM(id, columns, sql) id,
    WRITE_LIST(WRITE_ENUM)
#undef WRITE_ENUM
        WRITE_COUNT
};

/* After the tables: the writer's other statements (postgres_member.c). */
const struct pgstatement postgres_writes[] = {
#define WRITE_TEXT(id, columns, sql) {#id, sql},
    WRITE_LIST(WRITE_TEXT)
#undef WRITE_TEXT
        {"ENTER", "SELECT croupier_enter($1::text, $2::bigint, $3::bigint)"},
    {"HEAD", "UPDATE head SET position = $1::bigint"},
    {"TAKEN", "SELECT j.entry, k.key FROM keys k LEFT JOIN journal j ON j.chain = k.chain AND"
              " j.number = k.number WHERE k.key = ANY($1::bytea[])"},
    {"NEWS", "SELECT l.position, l.previous, l.chain, j.entry, j.mark FROM log l JOIN journal j"
             " ON j.chain = l.chain AND j.number = l.number WHERE l.position > $1::bigint"
             " ORDER BY l.position LIMIT $2::bigint"},
    {"JOIN",
     "WITH gone AS (DELETE FROM owners WHERE server = $1::text)"
     " INSERT INTO servers VALUES($1::text, 1, 0, clock_timestamp() + 2 * " POSTGRES_LEASE ", $2::text,"
     " true) ON CONFLICT(name) DO UPDATE SET epoch = servers.epoch + 1, until = excluded.until,"
     " address = excluded.address, leaving = true RETURNING epoch, commits"},
    {"SERVE", "UPDATE servers SET leaving = false WHERE name = $1::text AND epoch = $2::bigint"},
    {"PART", "UPDATE servers SET until = '-infinity' WHERE name = $1::text AND epoch = $2::bigint"},
    {"LEASE", "SELECT epoch, commits FROM servers WHERE name = $1::text"},
    {"CLAIM", "SELECT croupier_claim($1::text, $2::bigint, r.thing) FROM unnest($3::text[]) AS r(thing)"},
    {"GIVE", "UPDATE owners SET server = r.heir FROM unnest($3::text[], $4::text[]) AS r(given, heir)"
             " WHERE thing = r.given AND server = $1::text AND EXISTS"
             " (SELECT FROM servers WHERE name = $1::text AND epoch = $2::bigint)"},
    {"SERVERS", POSTGRES_SERVERS},
    {"OWNERS", POSTGRES_OWNERS},
};
const unsigned postgres_write_count = sizeof(postgres_writes) / sizeof(postgres_writes[0]);

static const char *const write_columns[WRITE_COUNT] = {
#define WRITE_COLUMNS(id, columns, sql) [id] = (columns),
    WRITE_LIST(WRITE_COLUMNS)
#undef WRITE_COLUMNS
};

enum { COLUMNS_MAX = 9 };
_Static_assert((int)COLUMNS_MAX <= (int)PGLINK_ARGS_MAX, "every column is an argument");

/* A chain or an account that this commit moves. */
struct touched {
    uint32_t number;
    struct chain before; /* of a chain */
    int64_t cents;       /* of an account */
    int64_t count;
};

/* Those that were touched, and by number - 1 their place in the list + 1; 0: not touched. */
struct touch_list {
    struct touched *items;
    uint32_t count;
    uint32_t room;
    uint32_t *places;
    uint32_t place_room;
};

struct postgres_rows {
    struct pgarray columns[WRITE_COUNT][COLUMNS_MAX];
    struct touch_list chains;
    struct touch_list accounts;
    int64_t place; /* of the next entry in its transaction */
    struct postgres_backend *backend;
    struct pgarray keys;            /* of the batch's requests */
    PGresult *taken;                /* entries that have such a key already; NULL: none was asked for */
    uint8_t bytes[ENTRY_BYTES_MAX]; /* of an entry that gets another number */
};

struct postgres_rows *postgres_rows_new(void)
{
    return calloc(1, sizeof(struct postgres_rows));
}

static void release_list(struct touch_list *list)
{
    free(list->items);
    free(list->places);
}

void postgres_rows_free(struct postgres_rows *rows)
{
    if (!rows)
        return;
    for (unsigned i = 0; i < WRITE_COUNT; i++)
        for (unsigned j = 0; j < COLUMNS_MAX; j++)
            pgarray_release(&rows->columns[i][j]);
    release_list(&rows->chains);
    release_list(&rows->accounts);
    pgarray_release(&rows->keys);
    PQclear(rows->taken);
    free(rows);
}

/* ---- Gathering. ---- */

static enum pgtype type_of(char column)
{
    return column == 'n' ? PGTYPE_NUMBER : column == 'b' ? PGTYPE_BYTES : PGTYPE_TEXT;
}

static void reset_list(struct touch_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        list->places[list->items[i].number - 1] = 0;
    list->count = 0;
}

static void reset(struct postgres_rows *rows)
{
    for (unsigned i = 0; i < WRITE_COUNT; i++)
        for (unsigned j = 0; write_columns[i][j]; j++)
            pgarray_reset(&rows->columns[i][j], type_of(write_columns[i][j]));
    reset_list(&rows->chains);
    reset_list(&rows->accounts);
    rows->place = 0;
}

static bool make_room(struct touch_list *list, uint32_t number)
{
    if (number > list->place_room) {
        uint32_t room = list->place_room * 2 > number ? list->place_room * 2 : number + 64;
        uint32_t *places = realloc(list->places, room * sizeof(*places));
        if (!places)
            return false;
        memset(places + list->place_room, 0, (room - list->place_room) * sizeof(*places));
        list->places = places;
        list->place_room = room;
    }
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 64;
        struct touched *items = realloc(list->items, room * sizeof(*items));
        if (!items)
            return false;
        list->items = items;
        list->room = room;
    }
    return true;
}

/* Its item, new and empty if it was not touched yet; NULL: no memory. */
static struct touched *touch(struct touch_list *list, uint32_t number, bool *new)
{
    if (!make_room(list, number))
        return NULL;
    uint32_t *place = &list->places[number - 1];
    *new = *place == 0;
    if (*new) {
        list->items[list->count] = (struct touched){.number = number};
        *place = ++list->count;
    }
    return &list->items[*place - 1];
}

static void add_number(struct postgres_rows *rows, enum write table, unsigned column, int64_t number)
{
    pgarray_number(&rows->columns[table][column], number);
}

static void add_span(struct postgres_rows *rows, enum write table, unsigned column, struct span span)
{
    pgarray_span(&rows->columns[table][column], span);
}

static void add_hash(struct postgres_rows *rows, enum write table, unsigned column, const struct hash *hash)
{
    add_span(rows, table, column, (struct span){hash->bytes, HASH_BYTES});
}

static bool gather_entry(void *context, const struct kept_entry *kept)
{
    struct postgres_rows *rows = context;
    bool old = kept->entry->format == ENTRY_FORMAT_OLD;
    add_number(rows, WRITE_JOURNAL, 0, kept->chain);
    add_number(rows, WRITE_JOURNAL, 1, (int64_t)kept->entry->number);
    add_number(rows, WRITE_JOURNAL, 2, rows->place++);
    add_number(rows, WRITE_JOURNAL, 3, old ? -1 : (int64_t)store_mark(&kept->entry->hash));
    add_span(rows, WRITE_JOURNAL, 4, kept->bytes);
    add_number(rows, WRITE_LOG, 0, (int64_t)kept->position);
    add_number(rows, WRITE_LOG, 1, kept->chain);
    add_number(rows, WRITE_LOG, 2, (int64_t)kept->entry->number);
    add_number(rows, WRITE_LOG, 3, (int64_t)kept->previous);
    return true;
}

/* The database counts the account's postings and its balance on from where they stand there. */
static bool gather_posting(void *context, const struct kept_entry *kept, const struct store_posting *posting)
{
    struct postgres_rows *rows = context;
    bool new;
    struct touched *account = touch(&rows->accounts, posting->account, &new);
    if (!account)
        return false;
    account->cents += posting->cents;
    account->count++;
    add_number(rows, WRITE_POSTINGS, 3, posting->account);
    add_number(rows, WRITE_POSTINGS, 4, account->count);
    add_number(rows, WRITE_POSTINGS, 5, kept->chain);
    add_number(rows, WRITE_POSTINGS, 6, (int64_t)kept->entry->number);
    add_number(rows, WRITE_POSTINGS, 7, posting->cents);
    add_number(rows, WRITE_POSTINGS, 8, account->cents);
    return true;
}

static void add_place(struct postgres_rows *rows, enum write table, const struct kept_entry *kept)
{
    add_number(rows, table, 1, kept->chain);
    add_number(rows, table, 2, (int64_t)kept->entry->number);
}

static bool gather_key(void *context, const struct kept_entry *kept)
{
    struct postgres_rows *rows = context;
    add_span(rows, WRITE_KEYS, 0, kept->entry->key);
    add_place(rows, WRITE_KEYS, kept);
    return true;
}

static bool gather_round(void *context, const struct kept_entry *kept)
{
    struct postgres_rows *rows = context;
    add_number(rows, WRITE_ROUNDS, 0, kept->chain);
    add_number(rows, WRITE_ROUNDS, 1, kept->entry->round);
    add_number(rows, WRITE_ROUNDS, 2, (int64_t)kept->entry->number);
    return true;
}

static bool gather_chain(void *context, const struct chain *chain)
{
    struct postgres_rows *rows = context;
    add_number(rows, WRITE_CHAINS, 0, chain->id);
    add_span(rows, WRITE_CHAINS, 1, span_of(chain->name));
    add_hash(rows, WRITE_CHAINS, 2, &chain->head);
    return true;
}

static bool gather_account(void *context, const struct account *account)
{
    struct postgres_rows *rows = context;
    add_number(rows, WRITE_ACCOUNTS, 0, account->number);
    add_number(rows, WRITE_ACCOUNTS, 1, account->kind);
    add_span(rows, WRITE_ACCOUNTS, 2, span_of(account->name));
    return true;
}

static bool gather_document(void *context, const struct kept_entry *kept, const struct hash *hash)
{
    struct postgres_rows *rows = context;
    add_hash(rows, WRITE_DOCUMENTS, 0, hash);
    add_place(rows, WRITE_DOCUMENTS, kept);
    return true;
}

/* Each chain is moved on once, from where it stood before the batch. */
static bool note_chain(struct postgres_rows *rows, uint32_t number)
{
    bool new;
    struct touched *chain = touch(&rows->chains, number, &new);
    if (chain && new)
        chain->before = rows->backend->standing.chains[number - 1].chain;
    return chain;
}

/* Whether a request has been kept under this key before, by another server. */
static enum status check_key(const struct postgres_rows *rows, const struct entry *entry)
{
    for (int i = 0; entry->key.size > 0 && i < PQntuples(rows->taken); i++) {
        struct span bytes = pgrow_span(rows->taken, i, 0);
        struct span key = pgrow_span(rows->taken, i, 1);
        struct entry known;
        if (key.size != entry->key.size || memcmp(key.bytes, entry->key.bytes, key.size) != 0)
            continue;
        /* An entry that is in an archive, or damaged: what was asked then cannot be compared. */
        if (PQgetisnull(rows->taken, i, 0) || entry_read(&known, bytes.bytes, bytes.size) != STATUS_OK)
            return STATUS_ID_REUSED;
        return backend_compare_request(&known, entry->request);
    }
    return STATUS_OK;
}

/* Every server writes to the house's chain: an entry there gets its number now. */
static enum status place(struct postgres_rows *rows, struct unit *unit, struct entry *entry,
                         const uint8_t **bytes)
{
    struct chain chain = rows->backend->standing.chains[CHAIN_NUMBER_HOUSE - 1].chain;
    size_t used;
    if (unit->chain != CHAIN_NUMBER_HOUSE || entry->number == chain.number + 1)
        return STATUS_OK;
    enum status status = chain_append(&chain, entry, rows->bytes, sizeof(rows->bytes), &used);
    unit->size = (uint32_t)used;
    *bytes = rows->bytes;
    return status;
}

/* STATUS_OK: it is kept, or refused by itself where the database is shared. */
static enum status gather_unit(struct postgres_rows *rows, const struct batch *batch, struct unit *unit)
{
    static const struct keeper pattern = {gather_entry, gather_posting, gather_key,      gather_round,
                                          gather_chain, gather_account, gather_document, NULL};
    struct postgres_backend *backend = rows->backend;
    struct keeper keeper = pattern;
    struct unit kept = *unit;
    struct entry entry;
    const uint8_t *bytes = batch->bytes + unit->offset;
    enum status status = STATUS_OK;
    keeper.context = rows;
    unit->outcome = STATUS_OK;
    if (backend->backend.shared) {
        status = entry_read(&entry, bytes, unit->size);
        assert(status == STATUS_OK); /* as when it was added */
        unit->outcome = check_key(rows, &entry);
        if (unit->outcome == STATUS_OK)
            unit->outcome = judge_entry(&backend->judge, &backend->standing, unit->chain, &entry, unit->seen);
        if (unit->outcome != STATUS_OK)
            return STATUS_OK;
        status = place(rows, &kept, &entry, &bytes);
        if (status != STATUS_OK)
            return status;
    }
    if (!note_chain(rows, unit->chain))
        return STATUS_NO_MEMORY;
    return keep_unit(&backend->standing, &keeper, &kept, bytes, backend->copying);
}

static enum status gather_units(struct postgres_rows *rows, struct batch *batch)
{
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < batch->count; i++)
        status = gather_unit(rows, batch, &batch->units[i]);
    return status == STATUS_STORE_IO ? STATUS_NO_MEMORY : status;
}

static void gather_moves(struct postgres_rows *rows)
{
    for (uint32_t i = 0; i < rows->chains.count; i++) {
        const struct touched *touched = &rows->chains.items[i];
        const struct chain *after = &rows->backend->standing.chains[touched->number - 1].chain;
        add_number(rows, WRITE_HEADS, 0, touched->number);
        add_number(rows, WRITE_HEADS, 1, (int64_t)touched->before.number);
        add_hash(rows, WRITE_HEADS, 2, &touched->before.head);
        add_number(rows, WRITE_HEADS, 3, (int64_t)after->number);
        add_hash(rows, WRITE_HEADS, 4, &after->head);
    }
    for (uint32_t i = 0; i < rows->accounts.count; i++) {
        add_number(rows, WRITE_POSTINGS, 0, rows->accounts.items[i].number);
        add_number(rows, WRITE_POSTINGS, 1, rows->accounts.items[i].cents);
        add_number(rows, WRITE_POSTINGS, 2, rows->accounts.items[i].count);
    }
}

static void gather_records(struct postgres_rows *rows, const struct batch *batch)
{
    for (unsigned i = 0; i < batch->record_count; i++) {
        struct store_record record = batch_record(batch, i);
        add_number(rows, WRITE_RECORDS, 0, record.shelf);
        add_span(rows, WRITE_RECORDS, 1, record.name);
        add_span(rows, WRITE_RECORDS, 2, record.value);
    }
}

static void gather_seals(struct postgres_rows *rows, const struct seals *seals)
{
    for (unsigned i = 0; i < seals->node_count; i++) {
        add_number(rows, WRITE_TREE, 0, seals->nodes[i].level);
        add_number(rows, WRITE_TREE, 1, (int64_t)seals->nodes[i].number);
        add_hash(rows, WRITE_TREE, 2, &seals->nodes[i].hash);
    }
    for (unsigned i = 0; i < seals->count; i++) {
        const struct kept_seal *kept = &seals->rows[i].kept;
        add_number(rows, WRITE_CHECKPOINTS, 0, (int64_t)kept->size);
        add_hash(rows, WRITE_CHECKPOINTS, 1, &kept->root);
        add_span(rows, WRITE_CHECKPOINTS, 2, (struct span){kept->signature.bytes, SIGNATURE_BYTES});
        add_number(rows, WRITE_CHECKPOINTS, 3, seals->rows[i].latest_ms);
    }
    for (unsigned i = 0; i < seals->cosignature_count; i++) {
        add_number(rows, WRITE_COSIGNATURES, 0, (int64_t)seals->cosignatures[i].size);
        add_span(rows, WRITE_COSIGNATURES, 1, span_of(seals->cosignatures[i].line));
    }
}

/* ---- Sending. ---- */

static bool has_failed(const struct postgres_rows *rows)
{
    for (unsigned i = 0; i < WRITE_COUNT; i++)
        for (unsigned j = 0; write_columns[i][j]; j++)
            if (rows->columns[i][j].failed)
                return true;
    return false;
}

static bool send_table(struct postgres_rows *rows, struct pglink *link, enum write table)
{
    struct pgargs args = {0};
    if (rows->columns[table][0].count == 0)
        return true;
    for (unsigned i = 0; write_columns[table][i]; i++)
        pgargs_span(&args, pgarray_finish(&rows->columns[table][i]));
    return pglink_send(link, postgres_writes[table].name, &args);
}

/* The tables of the batch, the head, and COMMIT. */
static bool send_all(struct postgres_rows *rows, struct pglink *link, unsigned *sent)
{
    struct pgargs head = {0};
    bool good = pglink_enter(link);
    *sent = 0;
    for (unsigned i = 0; good && i < WRITE_COUNT; i++) {
        *sent += rows->columns[i][0].count > 0;
        good = send_table(rows, link, (enum write)i);
    }
    pgargs_number(&head, (int64_t)rows->backend->standing.position);
    *sent += 2;
    return good && pglink_send(link, "HEAD", &head) && pglink_send_words(link, "COMMIT");
}

/* Only an error that PostgreSQL tells about a statement before COMMIT says that nothing was kept. */
static enum status tell(const struct postgres_backend *backend, enum status status, bool known,
                        struct store_failure *failure)
{
    if (known)
        return pglink_fail(&backend->write, status, failure);
    return store_fail(
        failure, STATUS_UNKNOWN,
        "%s: the connection was lost while entries were being kept (%s): whether they are there "
        "is found out at the next start, and by asking again with the same id",
        backend->name, backend->write.trouble);
}

static enum status send_and_wait(struct postgres_backend *backend, bool *open, struct store_failure *failure)
{
    struct pglink *link = &backend->write;
    unsigned sent = 0;
    unsigned answered = 0;
    enum status status = STATUS_NO_DATABASE;
    *open = true;
    if (send_all(backend->rows, link, &sent))
        status = pglink_sync(link, PGLINK_CALL_MS, &answered);
    if (status != STATUS_OK) {
        *open = !(link->state[0] && answered + 1 < sent);
        return tell(backend, status, !*open, failure);
    }
    /* unreached: a COMMIT that was answered leaves no transaction */
    if (PQtransactionStatus(link->connection) != PQTRANS_IDLE || !PQexitPipelineMode(link->connection))
        return tell(backend, STATUS_STORE_IO, false, failure);
    return STATUS_OK;
}

/* Locks the head of the log, follows what others have written up to there, and asks which of the requests are
 * known: all in one round trip, since the others wait for that lock. */
static enum status enter(struct postgres_backend *backend, const struct batch *batch, uint64_t *head)
{
    struct postgres_rows *rows = backend->rows;
    struct pglink *link = &backend->write;
    struct pgargs args = {0};
    struct pgargs keys = {0};
    PGresult *answers[3] = {NULL, NULL, NULL};
    unsigned answered;
    pgarray_reset(&rows->keys, PGTYPE_BYTES);
    for (unsigned i = 0; backend->backend.shared && i < batch->count; i++) {
        const struct unit *unit = &batch->units[i];
        if (unit->key_size > 0)
            pgarray_span(&rows->keys, (struct span){batch->bytes + unit->key_offset, unit->key_size});
    }
    if (rows->keys.failed)
        return STATUS_NO_MEMORY; /* a key that is not asked about would be taken for a new one */
    pgargs_text(&args, backend->member);
    pgargs_number(&args, backend->lease.epoch);
    pgargs_number(&args, 1);
    bool good = pglink_enter(link) && pglink_send_words(link, "BEGIN") && pglink_send(link, "ENTER", &args) &&
                postgres_send_news(backend);
    unsigned count = 2 + (rows->keys.count > 0);
    if (good && rows->keys.count > 0) {
        pgargs_span(&keys, pgarray_finish(&rows->keys));
        good = pglink_send(link, "TAKEN", &keys);
    }
    enum status status =
        good ? pglink_sync_rows(link, PGLINK_CALL_MS, &answered, answers, count) : STATUS_NO_DATABASE;
    if (status == STATUS_OK && !PQexitPipelineMode(link->connection))
        status = STATUS_NO_DATABASE;
    if (status == STATUS_OK)
        *head = (uint64_t)pgrow_number(answers[0], 0, 0);
    if (status == STATUS_OK)
        status = postgres_follow(backend, answers[1], *head);
    PQclear(answers[0]);
    PQclear(answers[1]);
    PQclear(rows->taken);
    rows->taken = answers[2];
    return status;
}

static enum status gather(struct postgres_backend *backend, struct batch *batch, const struct seals *seals,
                          struct store_failure *failure)
{
    struct postgres_rows *rows = backend->rows;
    reset(rows);
    enum status status = gather_units(rows, batch);
    gather_moves(rows);
    gather_records(rows, batch);
    if (seals)
        gather_seals(rows, seals);
    if (status == STATUS_OK && has_failed(rows))
        status = STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: an entry cannot be kept: %s", backend->name,
                   status_sentence(status));
    return status;
}

/* Sets *open if it is not known whether the batch was kept. */
static enum status attempt(struct postgres_backend *backend, struct batch *batch, const struct seals *seals,
                           bool *open, struct store_failure *failure)
{
    uint64_t head = 0;
    int64_t sent_ms = store_ticks();
    *open = false;
    enum status status = enter(backend, batch, &head);
    if (status != STATUS_OK)
        return pglink_fail(&backend->write, status, failure);
    if (backend->told != head)
        return store_fail(failure, STATUS_BROKEN_CHAIN,
                          "%s: the head of the log is %llu, and its entries end at %llu", backend->name,
                          (unsigned long long)head, (unsigned long long)backend->told);
    assert(backend->standing.position == head);
    status = gather(backend, batch, seals, failure);
    if (status == STATUS_OK)
        status = send_and_wait(backend, open, failure);
    if (status == STATUS_OK)
        postgres_renewed(backend, sent_ms);
    return status;
}

/* Declarations of ours are news, too, so that everybody learns of all of them in the order of the log. */
static void tell_declarations(struct postgres_backend *backend, const struct batch *batch)
{
    const struct backend_ear *ear = &backend->backend.ear;
    for (unsigned i = 0; backend->backend.shared && i < batch->count; i++) {
        const struct unit *unit = &batch->units[i];
        struct span bytes = {batch->bytes + unit->offset, unit->size};
        struct entry entry;
        /* unreached: it was read when it was added */
        if (unit->outcome == STATUS_OK && entry_read(&entry, bytes.bytes, bytes.size) == STATUS_OK &&
            (entry.kind == ENTRY_ACCOUNT || entry.kind == ENTRY_CHAIN))
            ear->news(ear->context, news_entry(unit->chain, backend->told, bytes));
    }
}

enum status postgres_commit(struct backend *base, struct batch *batch, const struct seals *seals,
                            struct store_failure *failure)
{
    struct postgres_backend *backend = (struct postgres_backend *)base;
    bool kept = false;
    backend->rows->backend = backend;
    while (!kept) {
        bool open;
        enum status status = attempt(backend, batch, seals, &open, failure);
        kept = status == STATUS_OK;
        if (!kept && !postgres_passes(backend, status))
            return status;
        if (!kept && (status = postgres_recover(backend, open, &kept, failure)) != STATUS_OK)
            return status;
    }
    backend->lease.commits++;
    backend->told = backend->standing.position;
    *failure = (struct store_failure){0};
    tell_declarations(backend, batch);
    return STATUS_OK;
}
