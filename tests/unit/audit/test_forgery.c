/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: whoever rewrites, truncates, forks, reorders or signs the log anew, with or without the house's key,
 * is found by an audit that knows what one witness has seen.
 *
 * Each forgery is complete: the forger writes the altered entries into a new database through the house's own
 * store, so that numbers, postings, sums, indexes, triggers, tree and checkpoints agree. To show that, the
 * audit that knows only the house's key must find nothing wrong with those made with that key. On SQLite, and
 * on PostgreSQL where CROUPIER_TEST_DB is its address. */
#include "check.h"

#include "audit/audit_file.h"
#include "evening.h"
#include "journal/declaration.h"
#include "store/sealer.h"

enum { ROWS_MAX = 20000, STEP_MS = 40, FORGER_KEY = 99 };

/* An entry of the true log. */
struct row {
    uint32_t chain;
    struct entry entry; /* its spans are into `bytes` */
    uint8_t *bytes;
};

static struct evening evening;
static struct row *rows;
static unsigned row_count;
static struct checkpoint head;   /* what the witness has seen: all of it */
static struct checkpoint middle; /* ... or what it has seen before it was cut off */
static struct public_key house_key;
static char true_path[PLACE_PATH_MAX];
static char forged_path[PLACE_PATH_MAX];

/* ---- The forger's tools. ---- */

static struct row *forged;
static unsigned forged_count;
static char texts[8][512]; /* of altered entries */

static void start_forging(void)
{
    memcpy(forged, rows, row_count * sizeof *rows);
    forged_count = row_count;
}

static void set_text(struct row *row, unsigned slot, const char *text)
{
    snprintf(texts[slot], sizeof texts[slot], "%s", text);
    row->entry.text = span_of(texts[slot]);
}

static struct row *find(enum entry_kind kind, unsigned nth)
{
    for (unsigned i = 0; i < forged_count; i++)
        if (forged[i].entry.kind == kind && nth-- == 0)
            return &forged[i];
    fail_msg("there is no such entry");
    return NULL;
}

static void drop(unsigned at)
{
    memmove(&forged[at], &forged[at + 1], (forged_count - at - 1) * sizeof *forged);
    forged_count--;
}

static void insert(unsigned at, struct row row)
{
    memmove(&forged[at + 1], &forged[at], (forged_count - at) * sizeof *forged);
    forged[at] = row;
    forged_count++;
}

static unsigned last_of(uint32_t chain)
{
    unsigned at = forged_count;
    while (forged[--at].chain != chain)
        ;
    return at;
}

/* ---- What is done to the log. Money before the first round, so that every round still follows from it. ----
 */

static void more_chips(void)
{
    struct row *row = find(ENTRY_MONEY, 0);
    for (unsigned i = 0; i < 2; i++)
        row->entry.transaction.postings[i].cents *= 100;
    set_text(row, 0, "buy-in Ana 100000000\n");
}

static void a_buy_in_that_never_was(void)
{
    struct row *row = find(ENTRY_MONEY, 0);
    insert((unsigned)(row - forged) + 1, *row);
}

static void another_cashier(void)
{
    static const char name[] = "Nobody";
    find(ENTRY_MONEY, 1)->entry.who = span_of(name);
}

static void another_time(void)
{
    find(ENTRY_MONEY, 1)->entry.time_ms++;
}

static void a_request_that_never_was(void)
{
    find(ENTRY_MONEY, 1)->entry.key = span_of("forged");
}

static void a_note_slipped_in(void)
{
    struct row row = {.chain = 1};
    row.entry = (struct entry){.kind = ENTRY_NOTE, .role = ROLE_PIT, .text = span_of("all is well\n")};
    row.entry.time_ms = forged[100].entry.time_ms;
    insert(100, row);
}

static void two_entries_in_another_order(void)
{
    for (unsigned i = forged_count - 1; i > 0; i--)
        if (forged[i].chain != forged[i - 1].chain && forged[i].entry.kind == ENTRY_NOTE) {
            struct row held = forged[i];
            int64_t time_ms = held.entry.time_ms;
            held.entry.time_ms = forged[i - 1].entry.time_ms;
            forged[i] = forged[i - 1];
            forged[i].entry.time_ms = time_ms;
            forged[i - 1] = held;
            return;
        }
    fail_msg("there is no note behind another chain's entry");
}

static void the_last_entry_gone(void)
{
    forged_count--;
}

static void ten_entries_gone(void)
{
    forged_count -= 10;
}

static void two_hundred_entries_gone(void)
{
    forged_count -= 200;
}

static void half_of_it_gone(void)
{
    forged_count /= 2;
}

static void all_but_the_founding_gone(void)
{
    forged_count = 1;
}

/* Cut off, and gone on with for longer than before. */
static void forked(void)
{
    forged_count -= 50;
    for (unsigned i = 0; i < 60; i++) {
        struct row row = {.chain = 1};
        row.entry =
            (struct entry){.kind = ENTRY_NOTE, .role = ROLE_SYSTEM, .text = span_of("a quiet night\n")};
        row.entry.time_ms = forged[forged_count - 1].entry.time_ms + STEP_MS;
        insert(forged_count, row);
    }
}

static void a_tables_last_entries_gone(void)
{
    for (unsigned i = 0; i < 3; i++)
        drop(last_of(2));
}

static void a_note_gone(void)
{
    drop((unsigned)(find(ENTRY_NOTE, 0) - forged));
}

static void a_note_twice(void)
{
    struct row *row = find(ENTRY_NOTE, 0);
    insert((unsigned)(row - forged) + 1, *row);
}

static void a_note_in_other_words(void)
{
    set_text(find(ENTRY_NOTE, 0), 0, "the lamp is fine\n");
}

/* Chips go back over the counter as soon as they were bought. */
static void a_cash_out_that_never_was(void)
{
    struct row row = *find(ENTRY_MONEY, 0);
    unsigned at = (unsigned)(find(ENTRY_MONEY, 0) - forged) + 1;
    for (unsigned i = 0; i < 2; i++)
        row.entry.transaction.postings[i].cents /= -1000000;
    insert(at, row);
    set_text(&forged[at], 0, "cash-out Ana 1\n");
}

static void chips_that_went_round(void)
{
    a_buy_in_that_never_was();
    struct row row = *find(ENTRY_MONEY, 0);
    unsigned at = (unsigned)(find(ENTRY_MONEY, 1) - forged) + 1;
    for (unsigned i = 0; i < 2; i++)
        row.entry.transaction.postings[i].cents *= -1;
    insert(at, row);
    set_text(&forged[at], 0, "cash-out Ana 1000000\n");
}

/* The clock of the whole evening, so that every second still ends where it did. */
static void an_hour_later(void)
{
    for (unsigned i = 0; i < forged_count; i++)
        forged[i].entry.time_ms += 3600000;
}

/* Who was first in one second of one commit: every chain, and every second, says what it said. */
static void two_times_exchanged(void)
{
    for (unsigned i = 100; i + 1 < forged_count; i++) {
        struct entry *one = &forged[i].entry;
        struct entry *other = &forged[i + 1].entry;
        if (one->kind != ENTRY_ACTS || other->kind != ENTRY_ACTS ||
            one->time_ms / 1000 != other->time_ms / 1000)
            continue;
        int64_t time_ms = one->time_ms;
        one->time_ms = other->time_ms;
        other->time_ms = time_ms;
        return;
    }
    fail_msg("there are no two acts in one second");
}

static void by_the_pit(void)
{
    find(ENTRY_MONEY, 0)->entry.role = ROLE_PIT;
}

/* A table's part of the evening stands before another's: each chain says what it said. */
static void another_table_first(void)
{
    unsigned at = (unsigned)(find(ENTRY_NOTE, 0) - forged);
    for (unsigned step = 0; step < 5; step++, at--) {
        struct row held = forged[at];
        int64_t time_ms = held.entry.time_ms;
        held.entry.time_ms = forged[at - 1].entry.time_ms;
        forged[at] = forged[at - 1];
        forged[at].entry.time_ms = time_ms;
        forged[at - 1] = held;
    }
}

/* Somebody answers by name for heads that are missing: what is rewritten before that is rewritten. */
static void a_loss_to_hide_behind(void)
{
    const struct checkpoint *const known[] = {&head, &middle};
    more_chips();
    for (unsigned i = 0; i < COUNT_OF(known); i++) {
        struct row row = {.chain = 1};
        struct text text;
        text_init(&text, texts[1 + i], sizeof texts[0]);
        loss_print(known[i], forged_count, "accepted before the house went on", &text);
        row.entry = (struct entry){
            .kind = ENTRY_LOSS, .role = ROLE_SYSTEM, .who = span_of("Ada"), .text = span_of(texts[1 + i])};
        row.entry.time_ms = forged[forged_count - 1].entry.time_ms + STEP_MS;
        insert(forged_count, row);
    }
}

/* `early`: it also touches what a witness saw that was cut off before the end. */
static const struct forgery {
    const char *name;
    void (*forge)(void);
    bool early;
} forgeries[] = {
    {"more chips", more_chips, true},
    {"a buy-in that never was", a_buy_in_that_never_was, true},
    {"another cashier", another_cashier, true},
    {"another time", another_time, true},
    {"a request that never was", a_request_that_never_was, true},
    {"a note slipped in", a_note_slipped_in, true},
    {"a note gone", a_note_gone, true},
    {"two entries in another order", two_entries_in_another_order, false},
    {"the last entry gone", the_last_entry_gone, false},
    {"ten entries gone", ten_entries_gone, false},
    {"two hundred entries gone", two_hundred_entries_gone, false},
    {"half of it gone", half_of_it_gone, true},
    {"all but the founding gone", all_but_the_founding_gone, true},
    {"forked", forked, false},
    {"a table's last entries gone", a_tables_last_entries_gone, true},
    {"a note twice", a_note_twice, true},
    {"a note in other words", a_note_in_other_words, true},
    {"a cash-out that never was", a_cash_out_that_never_was, true},
    {"chips that went round", chips_that_went_round, true},
    {"an hour later", an_hour_later, true},
    {"by the pit", by_the_pit, true},
    {"two times exchanged", two_times_exchanged, true},
    {"another table first", another_table_first, true},
    {"a loss to hide behind", a_loss_to_hide_behind, true},
};

/* ---- Writing a log anew. ---- */

enum signing { SIGNED_BY_HOUSE, SIGNED_BY_FORGER, NOT_SIGNED, FOUNDED_BY_FORGER };

static const char *const signing_names[] = {"signed by the house", "signed by the forger", "not signed",
                                            "founded by the forger"};

static void seal(struct store *store, enum signing signing)
{
    struct house_key forger;
    uint8_t secret[HOUSE_SECRET_BYTES] = {FORGER_KEY};
    struct store_failure failure = {0};
    struct sealer *sealer;
    house_key_derive(&forger, secret);
    const struct house_key *key = signing == SIGNED_BY_HOUSE ? &evening.key : &forger;
    struct signer signer = signer_of_key(&key->signing);
    char origin[NOTE_NAME_MAX];
    origin_print(signing == FOUNDED_BY_FORGER ? &signer.key : &house_key, origin);
    if (signing == NOT_SIGNED)
        return;
    assert_int_equal(sealer_new(&sealer, store, origin, &signer, &failure), STATUS_OK);
    assert_int_equal(sealer_run(sealer), STATUS_OK);
    sealer_free(sealer);
}

static void found_anew(struct row *row)
{
    struct house_key forger;
    uint8_t secret[HOUSE_SECRET_BYTES] = {FORGER_KEY};
    char hex[PUBLIC_KEY_TEXT_MAX];
    char text[128];
    house_key_derive(&forger, secret);
    struct public_key key = signing_key_public(&forger.signing);
    public_key_print(&key, hex, sizeof hex);
    snprintf(text, sizeof text, "croupier 2 %s\n", hex);
    set_text(row, 7, text);
}

static void write_log(const char *path, enum signing signing)
{
    static uint8_t bytes[ENTRY_BYTES_MAX];
    struct store *store;
    struct store_failure failure = {0};
    struct store_options options = {.path = path};
    uint64_t ticket = 0;
    if (place_server())
        assert_true(place_say(path,
                              "DO $do$ BEGIN EXECUTE format('DROP SCHEMA %1$I CASCADE; CREATE SCHEMA %1$I',"
                              " current_schema()); END $do$"));
    else
        unlink(path);
    if (signing == FOUNDED_BY_FORGER)
        found_anew(&forged[0]);
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    for (unsigned i = 0; i < forged_count; i++) {
        struct chain chain;
        size_t used;
        struct entry entry = forged[i].entry;
        assert_int_equal(store_chain(store, forged[i].chain, &chain), STATUS_OK);
        assert_int_equal(chain_append(&chain, &entry, bytes, sizeof bytes, &used), STATUS_OK);
        assert_int_equal(store_submit(store, forged[i].chain, bytes, used, &ticket), STATUS_OK);
    }
    assert_int_equal(store_wait(store, ticket), STATUS_OK);
    seal(store, signing);
    store_close(store);
}

static enum status audit_by(const char *path, const struct audit_options *options, char *says, size_t size)
{
    struct audit audit;
    struct store_failure failure;
    enum status status = audit_file(&audit, path, options, &failure);
    snprintf(says, size, "%s", audit.fault.message[0] ? audit.fault.message : failure.message);
    audit_release(&audit);
    return status;
}

static enum status audit(const char *path, const struct checkpoint *known, char *says, size_t size)
{
    struct audit_options options = {.key = &house_key, .heads = known, .head_count = known ? 1 : 0};
    return audit_by(path, &options, says, size);
}

/* By somebody who has been told that this person accepted a loss. */
static enum status audit_accepting(const char *name, char *says, size_t size, const struct checkpoint *known)
{
    struct audit_options options = {.key = &house_key, .heads = known, .head_count = 1, .loss_by = name};
    return audit_by(forged_path, &options, says, size);
}

/* ---- The true log. ---- */

static void take_row(const struct store_row *from)
{
    struct row *row = &rows[row_count];
    assert_true(row_count < ROWS_MAX - 100);
    row->chain = from->chain;
    row->bytes = malloc(from->entry.size);
    assert_non_null(row->bytes);
    memcpy(row->bytes, from->entry.bytes, from->entry.size);
    assert_int_equal(entry_read(&row->entry, row->bytes, from->entry.size), STATUS_OK);
    row->entry.time_ms = 1700000000000 + (int64_t)row_count * STEP_MS; /* a calm evening */
    row_count++;
}

static void read_rows(void)
{
    struct store *store;
    struct store_failure failure;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_options options = {.path = evening.path, .read_only = true, .unchecked = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK)
        take_row(&row);
    store_cursor_close(cursor);
    store_close(store);
}

static struct checkpoint head_at(struct store *store, uint64_t size)
{
    struct seal_row row;
    struct checkpoint checkpoint;
    assert_int_equal(store_checkpoint(store, size, &row), STATUS_OK);
    checkpoint = (struct checkpoint){.size = row.kept.size, .root = row.kept.root};
    origin_print(&house_key, checkpoint.origin);
    return checkpoint;
}

/* Two tables take turns, and somebody leaves a note. */
static int set_up(void **state)
{
    struct store *store;
    struct store_failure failure;
    struct line note = {.kind = ENTRY_NOTE, .role = ROLE_PIT, .text = span_of("the lamp flickers\n")};
    uint64_t ticket;
    (void)state;
    rows = calloc(ROWS_MAX, sizeof *rows);
    forged = calloc(ROWS_MAX, sizeof *forged);
    assert_true(rows && forged);
    evening_open(&evening, 5);
    for (unsigned game = 0; game < 3; game++) {
        evening_begin(&evening, game);
        evening_play(&evening, 12);
        assert_int_equal(books_write(evening.books, 1, &note, &ticket), STATUS_OK);
    }
    books_close(evening.books);
    house_key = signing_key_public(&evening.key.signing);
    read_rows();
    place_path(evening.folder, "true", true_path);
    place_path(evening.folder, "forged", forged_path);
    start_forging();
    write_log(true_path, SIGNED_BY_HOUSE);
    struct store_options options = {.path = true_path, .read_only = true};
    assert_int_equal(store_open(&store, &options, &failure), STATUS_OK);
    head = head_at(store, 0);
    middle = head_at(store, row_count * 3 / 4);
    store_close(store);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (unsigned i = 0; i < row_count; i++)
        free(rows[i].bytes);
    free(rows);
    free(forged);
    evening_remove(&evening);
    return 0;
}

/* ---- The tests. ---- */

static void test_the_true_log_is_clean(void **state)
{
    char says[AUDIT_FAULT_MAX + STORE_MESSAGE_MAX];
    (void)state;
    assert_true(row_count > 500);
    assert_int_equal(head.size, row_count);
    assert_int_equal(audit(true_path, NULL, says, sizeof says), STATUS_OK);
    assert_int_equal(audit(true_path, &head, says, sizeof says), STATUS_OK);
    assert_int_equal(audit(true_path, &middle, says, sizeof says), STATUS_OK);
}

/* What each audit says of a forgery: one that knows the whole log by a head, one that knows a part of it, one
 * that knows the house's key alone. */
static void judge(const struct forgery *forgery, enum signing signing)
{
    char says[AUDIT_FAULT_MAX + STORE_MESSAGE_MAX];
    start_forging();
    forgery->forge();
    write_log(forged_path, signing);
    if (audit(forged_path, &head, says, sizeof says) == STATUS_OK)
        fail_msg("%s, %s: not found", forgery->name, signing_names[signing]);
    if (forgery->early && audit(forged_path, &middle, says, sizeof says) == STATUS_OK)
        fail_msg("%s, %s: not found by a witness that saw less", forgery->name, signing_names[signing]);
    enum status by_key = audit(forged_path, NULL, says, sizeof says);
    struct audit_options side_by_side = {.key = &house_key, .parallel = true};
    if (audit_by(forged_path, &side_by_side, says, sizeof says) != by_key)
        fail_msg("%s, %s: on several threads: %s", forgery->name, signing_names[signing], says);
    /* With the key nothing but a head can tell: so the forgery is complete. */
    if (signing == SIGNED_BY_HOUSE && by_key != STATUS_OK)
        fail_msg("%s: %s", forgery->name, says);
    /* Nobody else can seal what was changed, or leave it unsealed; a single entry may be a second old. */
    if (signing != SIGNED_BY_HOUSE && by_key == STATUS_OK && !(signing == NOT_SIGNED && forged_count == 1))
        fail_msg("%s, %s: not found by the key", forgery->name, signing_names[signing]);
}

_Static_assert(COUNT_OF(forgeries) >= 20, "at least twenty ways to alter a log");

/* Every alteration, signed in every way. */
static void test_forgeries_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(forgeries); i++)
        for (unsigned signing = 0; signing < COUNT_OF(signing_names); signing++)
            judge(&forgeries[i], (enum signing)signing);
}

static void copy_file(const char *from, const char *to)
{
    static uint8_t bytes[1 << 16];
    FILE *in = fopen(from, "rb");
    FILE *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, in)) > 0;)
        assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

/* 60 buy-ins are acknowledged and sealed; then the file beside the database is deleted. */
static void test_the_write_ahead_log_deleted(void **state)
{
    char says[AUDIT_FAULT_MAX + STORE_MESSAGE_MAX];
    char path[160];
    struct store_failure failure;
    struct books *books;
    struct seal_row seen;
    uint64_t ticket;
    uint64_t size = row_count;
    (void)state;
    snprintf(path, sizeof path, "%s/wal.db", evening.folder);
    copy_file(true_path, path);
    struct books_options options = {.store = {.path = path}, .key = &evening.key};
    assert_int_equal(books_open(&books, &options, &failure), STATUS_OK);
    for (unsigned i = 0; i < 60; i++) {
        struct line note = {.kind = ENTRY_NOTE, .role = ROLE_PIT, .text = span_of("bought in\n")};
        assert_int_equal(books_write(books, 1, &note, &ticket), STATUS_OK);
    }
    assert_int_equal(books_wait(books), STATUS_OK);
    assert_int_equal(sealer_run(books_sealer(books)), STATUS_OK);
    assert_int_equal(store_checkpoint(books_store(books), 0, &seen), STATUS_OK);
    struct checkpoint known = {.size = seen.kept.size, .root = seen.kept.root};
    origin_print(&house_key, known.origin);
    assert_int_equal(known.size, size + 60);
    copy_file(path, forged_path); /* the database without its log */
    books_close(books);
    assert_int_equal(audit(path, &known, says, sizeof says), STATUS_OK);
    assert_int_equal(audit(forged_path, NULL, says, sizeof says), STATUS_OK);
    assert_int_equal(audit(forged_path, &known, says, sizeof says), STATUS_BROKEN_CHAIN);
    assert_non_null(strstr(says, "is known, and this log has"));
    /* Nor does a house go on with it that is told of the head. */
    options.store.path = forged_path;
    assert_int_equal(books_open(&books, &options, &failure), STATUS_OK);
    assert_int_equal(books_check_head(books, &known, &failure), STATUS_BROKEN_CHAIN);
    /* Unless somebody answers for it by name. The audit that knows the head finds the name, and is clean only
     * for somebody who has heard of it. */
    assert_int_equal(books_accept_loss(books, &known, "Ada"), STATUS_OK);
    books_close(books);
    assert_int_equal(audit(forged_path, &known, says, sizeof says), STATUS_BROKEN_CHAIN);
    assert_non_null(strstr(says, "Ada accepts here that this log has lost it"));
    assert_int_equal(audit_accepting("Bob", says, sizeof says, &known), STATUS_BROKEN_CHAIN);
    assert_int_equal(audit_accepting("Ada", says, sizeof says, &known), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_true_log_is_clean), cmocka_unit_test(test_forgeries_are_found),
        cmocka_unit_test(test_the_write_ahead_log_deleted), /* PostgreSQL's: tests/system/test_restore.py */
    };
    return _cmocka_run_group_tests("tests", tests, COUNT_OF(tests) - (place_server() ? 1 : 0), set_up,
                                   tear_down);
}
