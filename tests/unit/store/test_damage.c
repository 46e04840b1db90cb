/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: rows that no house writes, as a damaged disk or somebody with a shell leaves them, are met where they
 * are read, told with what is wrong, and never taken for sound; nothing is moved or signed on top of them. */
#include "check.h"

#include <sqlite3.h>

#include "house.h"
#include "journal/declaration.h"
#include "meddle.h"
#include "store/archive.h"
#include "store/backup.h"
#include "store/entries.h"
#include "store/founding.h"
#include "store/sealer.h"

enum { MOVES = 1100, KEYED = 700, OPENED = 900, FILE_MAX = 1 << 20, SAYS_MAX = 80 };

/* ---- A house, as often as it is wanted. ---- */

static struct {
    uint8_t bytes[FILE_MAX];
    size_t size;
} sound; /* closed: one file */

static size_t read_file(const char *path, uint8_t bytes[FILE_MAX])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    assert_in_range(size, 1, FILE_MAX - 1);
    return size;
}

static void write_entry(struct house *house, uint32_t chain, enum entry_kind kind, const char *text)
{
    uint64_t ticket;
    struct line line = {.kind = kind, .role = ROLE_SYSTEM, .text = span_of(text)};
    assert_int_equal(books_write(house->books, chain, &line, &ticket), STATUS_OK);
}

static void write_note(struct house *house, uint32_t chain, const char *text)
{
    write_entry(house, chain, ENTRY_NOTE, text);
}

/* Chains T1 with moves, T2 and T3 with a note, T4 without entries; the last account has no money. */
static int make_sound(void **state)
{
    (void)state;
    struct house house;
    uint64_t ticket;
    uint32_t number;
    uint32_t notes[2];
    struct hash hash;
    house_folder(&house);
    house_open(&house);
    assert_int_equal(books_document(house.books, "game", span_of("id: game\n"), &hash), STATUS_OK);
    assert_int_equal(books_chain(house.books, "T2", &notes[0], NULL), STATUS_OK);
    assert_int_equal(books_chain(house.books, "T3", &notes[1], NULL), STATUS_OK);
    assert_int_equal(books_chain(house.books, "T4", &number, NULL), STATUS_OK);
    assert_int_equal(books_account(house.books, ACCOUNT_PLAYER, "Zed", &number, NULL), STATUS_OK);
    for (unsigned i = 0; i < MOVES; i++) {
        if (i == OPENED) /* a shoe: what was before it may go */
            write_entry(&house, house.table, ENTRY_OPENED, "x\n");
        assert_int_equal(house_move(&house, house.table, MOVEMENT_BUY_IN, house.cage, house.mei, 100,
                                    i == KEYED ? "k" : "", &ticket),
                         STATUS_OK);
    }
    for (unsigned i = 0; i < 2; i++)
        write_note(&house, notes[i], i ? "two\n" : "one\n");
    house_close(&house);
    sound.size = read_file(house.path, sound.bytes);
    house_remove(&house);
    return 0;
}

static void begin(struct house *house)
{
    house_folder(house);
    FILE *file = fopen(house->path, "wb");
    assert_int_equal(fwrite(sound.bytes, 1, sound.size, file), sound.size);
    fclose(file);
    chmod(house->path, 0600);
    house->cage = 1;
    house->mei = 2;
    house->escrow = 3;
    house->table = 2;
}

/* ---- Changing rows. ---- */

struct row {
    const char *sql;
    enum status status;
    const char *says;
};

/* Each row: a sound house, changed; what then is said, and why. */
static void try_each(const struct row *rows, size_t count,
                     enum status (*look)(struct house *house, struct store_failure *failure))
{
    for (size_t i = 0; i < count; i++) {
        struct house house;
        struct store_failure failure = {0};
        begin(&house);
        meddle(house.path, rows[i].sql);
        enum status status = look(&house, &failure);
        if (status != rows[i].status || !strstr(failure.message, rows[i].says))
            fail_msg("%s: %s (%d)", rows[i].sql, failure.message, status);
        house_remove(&house);
    }
}

static enum status open_reader(const struct house *house, bool unchecked, struct store **store,
                               struct store_failure *failure)
{
    struct store_options options = {.path = house->path, .read_only = true, .unchecked = unchecked};
    return store_open(store, &options, failure);
}

/* ---- Verifying. ---- */

static enum status verify(struct house *house, struct store_failure *failure)
{
    struct store *store;
    enum status status = open_reader(house, true, &store, failure);
    if (status != STATUS_OK)
        return status;
    status = store_verify(store, NULL, failure);
    store_close(store);
    return status;
}

static void test_verify(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"DELETE FROM accounts WHERE name = 'Zed'", STATUS_STORE_CORRUPT, "(Zed)"},
        {"DELETE FROM chains WHERE name = 'T4'", STATUS_STORE_CORRUPT, "chain T4"},
        {"UPDATE chains SET entries = entries - 1, position = position - 1, head = (SELECT leaf(entry) FROM"
         " journal j WHERE j.position = chains.position - 1) WHERE name = 'T1'",
         STATUS_STORE_CORRUPT, "chain T1"},
        {"UPDATE chains SET (position, head) = (SELECT position, head FROM chains WHERE name = 'T2')"
         " WHERE name = 'T3'",
         STATUS_STORE_CORRUPT, "chain 4"},
        {"INSERT INTO chains VALUES(6, 'T6', 0, 0, head(6, 'T6'))", STATUS_STORE_CORRUPT, "never declared"},
        {"UPDATE journal SET chain = 0 WHERE position = 500", STATUS_NOT_FOUND, "never declared"},
        {"UPDATE journal SET chain = 99 WHERE position = 500", STATUS_NOT_FOUND, "never declared"},
        {"DELETE FROM tree WHERE level = 10", STATUS_STORE_CORRUPT, "a node of the tree"},
        {"UPDATE tree SET hash = zeroblob(31)", STATUS_STORE_CORRUPT, "a node of the tree"},
        {"UPDATE checkpoints SET root = zeroblob(31) WHERE size = 1024", STATUS_STORE_CORRUPT,
         "checkpoints cannot be read"},
        {"UPDATE checkpoints SET root = x'' WHERE size = 1024", STATUS_STORE_CORRUPT,
         "checkpoints cannot be read"},
        {"UPDATE checkpoints SET signature = zeroblob(63) WHERE size = 1024", STATUS_STORE_CORRUPT,
         "checkpoints cannot be read"},
    };
    try_each(rows, COUNT_OF(rows), verify);
}

/* Behind an entry: the first posting to be looked at is found among the others. */
static enum status verify_behind(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct store_visit visit = {.since = 600};
    enum status status = open_reader(house, true, &store, failure);
    if (status != STATUS_OK)
        return status;
    status = store_verify(store, &visit, failure);
    store_close(store);
    return status;
}

static void test_verify_behind(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"DELETE FROM postings WHERE rowid BETWEEN 2 AND 2000", STATUS_STORE_CORRUPT, "a posting is missing"},
    };
    try_each(rows, COUNT_OF(rows), verify_behind);
}

/* ---- Single questions. ---- */

static enum status ask_checkpoint(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct seal_row row;
    assert_int_equal(open_reader(house, true, &store, failure), STATUS_OK);
    enum status status = store_checkpoint(store, 1024, &row);
    store_close(store);
    return status;
}

static enum status ask_node(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct hash hash;
    assert_int_equal(open_reader(house, true, &store, failure), STATUS_OK);
    enum status status = store_node(store, SEALS_LEVEL_MIN, 0, &hash);
    store_close(store);
    return status;
}

static enum status ask_cosignature(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct cosignature_row row;
    assert_int_equal(open_reader(house, true, &store, failure), STATUS_OK);
    enum status status = store_cosignature(store, 1, &row);
    store_close(store);
    return status;
}

/* A store that writes stops when it cannot tell whether a request was kept. */
static enum status ask_key(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct store_options options = {.path = house->path};
    assert_int_equal(store_open(&store, &options, failure), STATUS_OK);
    enum status status = store_key(store, span_of("k"), (struct span){NULL, 0});
    assert_int_equal(store_state(store, failure), status);
    store_close(store);
    return status;
}

static enum status read_back(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct store_cursor *cursor;
    struct store_row row;
    assert_int_equal(open_reader(house, false, &store, failure), STATUS_OK);
    assert_int_equal(store_read(store, house->table, STORE_BACKWARD, 0, &cursor, failure), STATUS_OK);
    enum status status;
    while ((status = store_next(cursor, &row)) == STATUS_OK)
        ;
    store_cursor_close(cursor);
    store_close(store);
    return status;
}

/* Among the entries of the house, all of them. */
static enum status see(void *context, const struct store_row *row, const struct entry *entry)
{
    (void)row;
    (void)entry;
    ++*(unsigned *)context;
    return STATUS_OK;
}

/* Who looks at nothing when opening does not know where a chain ends. */
static enum status read_back_unchecked(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct store_cursor *cursor;
    struct store_row row;
    assert_int_equal(open_reader(house, true, &store, failure), STATUS_OK);
    assert_int_equal(store_read(store, house->table, STORE_BACKWARD, 0, &cursor, failure), STATUS_OK);
    enum status status = store_next(cursor, &row);
    store_cursor_close(cursor);
    store_close(store);
    return status;
}

static enum status read_entries(struct house *house, struct store_failure *failure)
{
    struct store *store;
    unsigned seen = 0;
    assert_int_equal(open_reader(house, false, &store, failure), STATUS_OK);
    enum status status = store_entries(store, 1, STORE_FORWARD, 0, see, &seen, failure);
    assert_int_equal(seen, 2);
    store_close(store);
    return status;
}

static enum status read_founding(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct public_key key;
    assert_int_equal(open_reader(house, true, &store, failure), STATUS_OK);
    enum status status = founding_read(store, &key, failure);
    store_close(store);
    return status;
}

static enum status read_key_now(struct house *house, struct store_failure *failure)
{
    struct store *store;
    struct public_key key;
    assert_int_equal(open_reader(house, false, &store, failure), STATUS_OK);
    enum status status = founding_key_now(store, &key, failure);
    store_close(store);
    return status;
}

static void test_questions(void **state)
{
    (void)state;
    static const struct row checkpoints[] = {
        {"UPDATE checkpoints SET root = zeroblob(31) WHERE size = 1024", STATUS_STORE_CORRUPT, ""},
        {"UPDATE checkpoints SET signature = zeroblob(63) WHERE size = 1024", STATUS_STORE_CORRUPT, ""}};
    static const struct row nodes[] = {{"UPDATE tree SET hash = zeroblob(31)", STATUS_STORE_CORRUPT, ""},
                                       {"UPDATE tree SET hash = x''", STATUS_STORE_CORRUPT, ""}};
    static const struct row lines[] = {
        {"INSERT INTO cosignatures(size, line) VALUES(1024, printf('%.*c', 5000, 'x'))", STATUS_STORE_CORRUPT,
         ""}};
    static const struct row keys[] = {
        {"UPDATE journal SET entry = x'00' WHERE position = (SELECT position FROM keys)",
         STATUS_STORE_CORRUPT, "keys"},
        {"DELETE FROM journal WHERE position = (SELECT position FROM keys)", STATUS_STORE_CORRUPT, "keys"}};
    static const struct row links[] = {
        {"UPDATE journal SET previous = position WHERE position = 500", STATUS_STORE_CORRUPT, ""},
        {"DELETE FROM journal WHERE position = 500", STATUS_STORE_CORRUPT, ""}};
    static const struct row entries[] = {
        {"UPDATE journal SET entry = x'00' WHERE position = 3", STATUS_BAD_ENTRY, ""}};
    static const struct row foundings[] = {
        {"UPDATE journal SET entry = x'00' WHERE position = 1", STATUS_BAD_ENTRY, ""},
        {"UPDATE journal SET entry = (SELECT entry FROM journal WHERE position = 2) WHERE position = 1",
         STATUS_BAD_ENTRY, ""}};
    try_each(checkpoints, COUNT_OF(checkpoints), ask_checkpoint);
    try_each(nodes, COUNT_OF(nodes), ask_node);
    try_each(lines, COUNT_OF(lines), ask_cosignature);
    try_each(keys, COUNT_OF(keys), ask_key);
    static const struct row unchecked[] = {{"DELETE FROM keys", STATUS_NOT_FOUND, ""}};
    try_each(unchecked, COUNT_OF(unchecked), read_back_unchecked);
    try_each(links, COUNT_OF(links), read_back);
    try_each(entries, COUNT_OF(entries), read_entries);
    try_each(foundings, COUNT_OF(foundings), read_founding);
    try_each(entries, COUNT_OF(entries), read_key_now);
}

/* ---- A house that goes on. ---- */

static enum status go_on(struct house *house, struct store_failure *failure)
{
    struct house_key key = house_test_key(1);
    struct books_options options = {.store = {.path = house->path}, .key = &key};
    enum status status = books_open(&house->books, &options, failure);
    if (status == STATUS_OK)
        house_close(house);
    return status;
}

static void test_going_on(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"UPDATE checkpoints SET root = zeroblob(32) WHERE size = (SELECT max(size) FROM checkpoints)",
         STATUS_STORE_CORRUPT, "not the one its last checkpoint seals"},
        {"UPDATE checkpoints SET size = size + 1 WHERE size = (SELECT max(size) FROM checkpoints)",
         STATUS_STORE_CORRUPT, "shorter than its last checkpoint"},
        {"UPDATE journal SET entry = x'00' WHERE position = 1", STATUS_BAD_ENTRY, "the first entry"},
    };
    try_each(rows, COUNT_OF(rows), go_on);
}

/* A correction looks back to the entry that it names: over one that cannot be read it does not pass. */
static void test_a_correction_meets_damage(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct house_key key = house_test_key(1);
    struct books_options options = {.store = {.path = house.path}, .key = &key};
    uint64_t ticket;
    begin(&house);
    options.store.path = house.path;
    meddle(house.path, "UPDATE journal SET entry = x'00' WHERE position = 900");
    assert_int_equal(books_open(&house.books, &options, &failure), STATUS_OK);
    const struct transaction back = {2, {{house.cage, 100}, {house.mei, -100}}};
    struct line line = {.kind = ENTRY_CORRECTED,
                        .role = ROLE_CAGE,
                        .who = "cashier",
                        .text = span_of("corrects 20\nsold twice\n"),
                        .transaction = &back};
    assert_int_equal(books_write(house.books, house.table, &line, &ticket), STATUS_BAD_ENTRY);
    assert_int_equal(ledger_account(books_ledger(house.books), house.mei)->balance_cents, 100 * MOVES);
    house_close(&house);
    house_remove(&house);
}

/* Rows that are damaged between the commit and the seal are not signed. */
static void test_the_sealer_meets_damage(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "UPDATE journal SET entry = x'00' WHERE position = (SELECT max(position) FROM journal) - 1",
        "DELETE FROM journal WHERE position = (SELECT max(position) FROM journal) - 1"};
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        struct house house;
        struct seal_row before;
        struct seal_row after;
        begin(&house);
        house_open(&house);
        struct store *store = books_store(house.books);
        assert_int_equal(sealer_run(books_sealer(house.books)), STATUS_OK);
        assert_int_equal(store_checkpoint(store, 0, &before), STATUS_OK);
        for (unsigned j = 0; j < 3; j++)
            write_note(&house, house.table, "x\n");
        assert_int_equal(books_wait(house.books), STATUS_OK);
        meddle(house.path, changes[i]);
        assert_int_equal(sealer_run(books_sealer(house.books)), STATUS_STORE_CORRUPT);
        assert_int_equal(store_checkpoint(store, 0, &after), STATUS_OK);
        assert_int_equal(after.kept.size, before.kept.size);
        house_close(&house);
        house_remove(&house);
    }
}

/* Cut off behind a commit: entries behind the fold, whose marks are looked at. */
static void test_a_mark_behind_the_fold(void **state)
{
    (void)state;
    struct house house;
    struct house cut;
    struct store *store;
    struct store_failure failure;
    sqlite3 *beside;
    char sql[2 * PLACE_PATH_MAX];
    begin(&house);
    house_open(&house);
    write_note(&house, house.table, "x\n");
    assert_int_equal(books_wait(house.books), STATUS_OK);
    house_folder(&cut);
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", cut.path);
    assert_int_equal(sqlite3_open(house.path, &beside), SQLITE_OK);
    meddle_say(beside, sql);
    sqlite3_close(beside);
    house_close(&house);
    assert_int_equal(open_reader(&cut, false, &store, &failure), STATUS_OK);
    store_close(store);
    meddle(cut.path,
           "UPDATE journal SET mark = mark + 1 WHERE position = (SELECT max(position) FROM journal)");
    assert_int_equal(open_reader(&cut, false, &store, &failure), STATUS_STORE_CORRUPT);
    house_remove(&cut);
    house_remove(&house);
}

/* ---- Archives. ---- */

static enum status archive(struct house *house, struct store_failure *failure)
{
    struct archive made;
    char out[PLACE_FOLDER_MAX + 24];
    snprintf(out, sizeof out, "%s/a.archive", house->folder);
    struct archive_options options = {.path = house->path, .out = out, .until_ms = INT64_MAX};
    return archive_house(&options, &made, failure);
}

static void test_archiving(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"UPDATE journal SET entry = x'00' WHERE position = 500", STATUS_BAD_ENTRY, "entry 500"},
        {"DELETE FROM checkpoints WHERE size = 1024", STATUS_BAD_SIGNATURE, "no checkpoint of 1024"},
        {"UPDATE checkpoints SET root = zeroblob(32) WHERE size = 1024", STATUS_STORE_CORRUPT,
         "the tree is not the one"},
        {"UPDATE journal SET chain = 0 WHERE position = 500", STATUS_BROKEN_CHAIN, "entry 500"},
        {"UPDATE journal SET chain = 70000 WHERE position = 500", STATUS_BROKEN_CHAIN, "entry 500"},
        {"UPDATE journal SET chain = 3 WHERE position = 500", STATUS_BROKEN_CHAIN, "entry 500"},
        {"DELETE FROM journal WHERE position = 700", STATUS_STORE_CORRUPT, "are not those of the tree"},
        {"INSERT INTO checkpoints VALUES(7, zeroblob(31), zeroblob(64), 1)", STATUS_STORE_CORRUPT,
         "house.db"},
    };
    try_each(rows, COUNT_OF(rows), archive);
}

/* Somebody reads, or the name cannot be used: nothing is moved. */
static void test_archiving_refused(void **state)
{
    (void)state;
    struct house house;
    struct store_failure failure;
    struct archive made;
    sqlite3 *reader;
    static char longest[5000];
    begin(&house);
    assert_int_equal(sqlite3_open(house.path, &reader), SQLITE_OK);
    meddle_say(reader, "BEGIN; SELECT count(*) FROM journal");
    struct house other = house;
    house_open(&other);
    write_note(&other, other.table, "x\n");
    house_close(&other);
    assert_int_equal(archive(&house, &failure), STATUS_STORE_LOCKED);
    assert_non_null(strstr(failure.message, "somebody is reading it"));
    meddle_say(reader, "COMMIT");
    sqlite3_close(reader);

    memset(longest, 'x', sizeof longest - 1);
    for (size_t size = 4090; size <= 4900; size += 810) {
        longest[size] = '\0';
        struct archive_options options = {.path = house.path, .out = longest, .until_ms = INT64_MAX};
        assert_int_equal(archive_house(&options, &made, &failure), STATUS_TOO_LONG);
        longest[size] = 'x';
    }
    struct walk walk;
    assert_int_equal(walk_init(&walk, NULL), STATUS_OK);
    assert_int_equal(backup_copy(house.path, longest, false, &walk, &failure), STATUS_TOO_LONG);
    walk_release(&walk);
    assert_int_equal(archive(&house, &failure), STATUS_OK);
    house_remove(&house);
}

static enum status verify_strictly(const struct house *house, const char *const *files, unsigned count,
                                   struct store_failure *failure)
{
    return house_file_verify(
        house, (struct store_options){.unchecked = true, .archives = files, .archive_count = count}, failure);
}

/* An archive, or what the house has kept of what is in it, was changed. */
static void test_archived(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        const char *says;
        bool kept;
    } rows[] = {
        {"UPDATE about SET first = first + 1", "is not archive 1", false},
        {"UPDATE about SET last = last - 1024", "is not archive 1", false},
        {"UPDATE about SET root = zeroblob(31)", "is not archive 1", false},
        {"UPDATE about SET root = zeroblob(32)", "is not archive 1", false},
        {"INSERT INTO about SELECT * FROM about", "is not archive 1", false},
        {"DELETE FROM about", "is not archive 1", false},
        {"DELETE FROM postings WHERE posting = (SELECT max(posting) FROM postings)",
         "ends with another posting", false},
        {"UPDATE archives SET root = zeroblob(31)", "is not archive 1", true},
        {"UPDATE checkpoints SET root = zeroblob(31) WHERE size = 1024", "", false},
        {"UPDATE journal SET mark = mark + 1 WHERE position = 1", "an older entry that it has kept", true},
        {"UPDATE checkpoints SET root = zeroblob(32) WHERE size = 1024", "ends with another root", true},
        {"UPDATE checkpoints SET latest = latest + 1 WHERE size = 1024", "a checkpoint of an archive", true},
    };
    static uint8_t moved[FILE_MAX];
    struct house house;
    struct store_failure failure;
    char file[PLACE_FOLDER_MAX + 24];
    char kept[PLACE_PATH_MAX + 8];
    char command[2 * PLACE_PATH_MAX + 32];
    begin(&house);
    assert_int_equal(archive(&house, &failure), STATUS_OK);
    snprintf(file, sizeof file, "%s/a.archive", house.folder);
    (void)read_file(house.path, moved);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *changed = rows[i].kept ? house.path : file;
        snprintf(kept, sizeof kept, "%s.kept", changed);
        snprintf(command, sizeof command, "cp '%s' '%s'", changed, kept);
        assert_int_equal(system(command), 0);
        meddle(changed, rows[i].sql);
        assert_int_not_equal(verify_strictly(&house, NULL, 0, &failure), STATUS_OK);
        if (!strstr(failure.message, rows[i].says))
            fail_msg("%s: %s", rows[i].sql, failure.message);
        assert_int_equal(rename(kept, changed), 0);
    }
    assert_int_equal(verify_strictly(&house, NULL, 0, &failure), STATUS_OK);

    /* A writer may have them open, too. */
    struct store *store;
    struct store_cursor *cursor;
    struct store_row row;
    const char *const files[] = {file};
    struct store_options writing = {.path = house.path, .archives = files, .archive_count = 1};
    assert_int_equal(store_open(&store, &writing, &failure), STATUS_OK);
    assert_int_equal(store_read(store, 0, STORE_FORWARD, 500, &cursor, &failure), STATUS_OK);
    assert_int_equal(store_next(cursor, &row), STATUS_OK);
    assert_int_equal(row.position, 500);
    store_cursor_close(cursor);
    store_close(store);

    /* Without them, a head of what is in them cannot be held against the log. */
    char away[PLACE_FOLDER_MAX + 32];
    snprintf(away, sizeof away, "%s.away", file);
    assert_int_equal(rename(file, away), 0);
    house_open(&house);
    struct checkpoint old = {.size = 500};
    snprintf(old.origin, sizeof old.origin, "%s", books_origin(house.books));
    assert_int_equal(books_check_head(house.books, &old, &failure), STATUS_NOT_FOUND);
    house_close(&house);
    house_remove(&house);
}

/* What an earlier archive has left must be readable, too, before the next one is made. */
static void test_a_second_archive(void **state)
{
    (void)state;
    struct house house;
    struct archive made;
    struct store_failure failure;
    char out[PLACE_FOLDER_MAX + 24];
    uint64_t ticket;
    begin(&house);
    assert_int_equal(archive(&house, &failure), STATUS_OK);
    house_open(&house);
    for (unsigned i = 0; i < MOVES; i++)
        assert_int_equal(
            house_move(&house, house.table, MOVEMENT_BUY_IN, house.cage, house.mei, 100, "", &ticket),
            STATUS_OK);
    house_close(&house);
    snprintf(out, sizeof out, "%s/b.archive", house.folder);
    struct archive_options options = {.path = house.path, .out = out, .until_ms = INT64_MAX};
    meddle(house.path, "UPDATE journal SET entry = CAST(x'00' || entry AS BLOB) WHERE position = 1");
    assert_int_equal(archive_house(&options, &made, &failure), STATUS_BAD_ENTRY);
    assert_non_null(strstr(failure.message, "entry 1:"));
    meddle(house.path, "UPDATE journal SET entry = CAST(substr(entry, 2) AS BLOB) WHERE position = 1");
    if (archive_house(&options, &made, &failure) != STATUS_OK)
        fail_msg("%s", failure.message);
    house_remove(&house);
}

/* More archives than can be read at once, and ones that there are not. */
static void test_many_archives(void **state)
{
    (void)state;
    struct house house;
    struct store *store;
    struct store_failure failure;
    const char *const files[] = {"a"};
    begin(&house);
    assert_int_equal(verify_strictly(&house, files, 1, &failure), STATUS_STORE_CORRUPT);
    assert_non_null(strstr(failure.message, "has no archives"));
    meddle(house.path, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)"
                       " INSERT INTO archives(last, first, posting, name, root)"
                       " SELECT 1024 * i, 1024 * i - 1023, i, 'a' || i, zeroblob(32) FROM n");
    assert_int_equal(verify_strictly(&house, files, 1, &failure), STATUS_ARCHIVED);
    assert_non_null(strstr(failure.message, "has 9 archives, and 1 are named"));
    assert_int_equal(open_reader(&house, true, &store, &failure), STATUS_OK);
    assert_int_not_equal(store_verify(store, NULL, &failure), STATUS_OK);
    store_close(store);
    meddle(house.path, "UPDATE checkpoints SET root = zeroblob(32) WHERE size = 1024;"
                       "DELETE FROM archives WHERE last > 2048;"
                       "INSERT INTO checkpoints VALUES(2048, zeroblob(32), zeroblob(64), 1)");
    assert_int_equal(verify_strictly(&house, NULL, 0, &failure), STATUS_ARCHIVED);
    assert_non_null(strstr(failure.message, "(a1, a2)"));
    house_remove(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify),
        cmocka_unit_test(test_verify_behind),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_going_on),
        cmocka_unit_test(test_a_correction_meets_damage),
        cmocka_unit_test(test_the_sealer_meets_damage),
        cmocka_unit_test(test_a_mark_behind_the_fold),
        cmocka_unit_test(test_archiving),
        cmocka_unit_test(test_archiving_refused),
        cmocka_unit_test(test_archived),
        cmocka_unit_test(test_a_second_archive),
        cmocka_unit_test(test_many_archives),
    };
    return cmocka_run_group_tests(tests, make_sound, NULL);
}
