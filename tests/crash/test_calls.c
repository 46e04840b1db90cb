/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: whichever call of SQLite, libpq, the heap or the operating system fails, wherever the store makes it:
 * the store says so or is none the worse for it, nothing hangs, what was acknowledged is there afterwards and
 * nothing twice, and the books verify. On SQLite, and on PostgreSQL where CROUPIER_TEST_DB is its address.
 *
 * Each scenario is lived once to learn the ways by which it comes to such calls, then once for each way. Of
 * the ways CALLS_SHARE (on PostgreSQL CALLS_SHARE_SERVER) takes every so many; 0: every one, and again later
 * on the same way. CALLS_PLACES: those, too, that come by a place in the program that none before them has
 * come by. */
#include "check.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "../unit/record/books.h"
#include "../unit/table/source.h"
#include "calls.h"
#include "journal/walk.h"
#include "log/receipt.h"
#include "rulebook/builtin.h"
#include "store/archive.h"
#include "store/backup.h"
#include "store/copy.h"
#include "store/database.h"
#include "store/founding.h"
#include "store/house.h"
#include "store/key_module.h"
#include "store/postgres.h"
#include "store/sealer.h"
#include "store/upgrade.h"
#include "store/version_1.h"
#include "store/witness_book.h"
#include "table/issue.h"
#include "table/runner.h"
#include "table/shoe_book.h"

enum { SHARE = 8, SHARE_SERVER = 60, MONEY = 12, OLD_ENTRIES = 1100, FILE_MAX = 1 << 20 };

struct life;
typedef enum status (*step)(struct life *life);

struct life {
    struct house house;
    struct store_failure failure; /* of the step that failed */
    unsigned asked;               /* movements of money */
    unsigned kept;                /* of them, acknowledged */
    struct hash document;
    struct checkpoint head;
    bool played; /* rounds 1 and 2 of table T9 were told */
    const step *steps;
    enum status status; /* of the last one */
    unsigned way;       /* whose call fails */
};

static struct house_key key;

/* ---- What is done with books. ---- */

static enum status open_books(struct life *life)
{
    struct books_options options = {.store = {.path = life->house.path}, .key = &key};
    return books_open(&life->house.books, &options, &life->failure);
}

/* As one server of several, which waits for a database that is away. */
static enum status open_member(struct life *life)
{
    const struct store_member member = {"a", "http://127.0.0.1:1"};
    struct books_options options = {.store = {.path = life->house.path, .member = &member, .patient = true},
                                    .key = &key};
    enum status status = books_open(&life->house.books, &options, &life->failure);
    if (status == STATUS_OK)
        status = store_look(books_store(life->house.books));
    return status == STATUS_OK ? books_seal(life->house.books, true, &life->failure) : status;
}

static enum status name_things(struct life *life)
{
    struct house *house = &life->house;
    static const struct {
        enum account_kind kind;
        const char *name;
        size_t at;
    } rows[] = {{ACCOUNT_CAGE, "main", offsetof(struct house, cage)},
                {ACCOUNT_PLAYER, "Mei", offsetof(struct house, mei)},
                {ACCOUNT_ESCROW, "T1", offsetof(struct house, escrow)}};
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < COUNT_OF(rows); i++)
        status = books_account(house->books, rows[i].kind, rows[i].name,
                               (uint32_t *)((char *)house + rows[i].at), NULL);
    if (status == STATUS_OK)
        status = books_chain(house->books, "T1", &house->table, NULL);
    return status == STATUS_OK ? books_document(house->books, "game", span_of("id: game\n"), &life->document)
                               : status;
}

static enum status move_money(struct life *life)
{
    struct house *house = &life->house;
    enum status status = STATUS_OK;
    uint64_t ticket = 0;
    for (life->asked = 0; status == STATUS_OK && life->asked < MONEY; life->asked++) {
        char name[16];
        snprintf(name, sizeof name, "k%u", life->asked);
        status = house_move(house, life->asked % 2 ? house->table : 1, MOVEMENT_BUY_IN, house->cage,
                            house->mei, 100, name, &ticket);
        status = status == STATUS_REPEATED ? STATUS_OK : status; /* in the life before */
        if (status == STATUS_OK && life->asked % 4 == 3)
            status = store_wait(books_store(house->books), ticket);
        if (status == STATUS_OK && life->asked % 4 == 3)
            life->kept = life->asked + 1;
    }
    return status;
}

/* The same again is a repetition; another request under its name is refused. */
static enum status ask_again(struct life *life)
{
    uint64_t ticket;
    struct line line = {.kind = ENTRY_NOTE, .role = ROLE_CAGE, .key = "id", .text = span_of("x\n")};
    static const char *const requests[] = {"0123456789abcdef", "0123456789abcdef", "0123456789abcdeF"};
    static const enum status wanted[] = {STATUS_OK, STATUS_REPEATED, STATUS_ID_REUSED};
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < COUNT_OF(requests); i++) {
        line.request = span_of(requests[i]);
        status = books_write(life->house.books, 1, &line, &ticket);
        if (status == STATUS_OK) /* among several servers the commit knows */
            status = books_wait(life->house.books);
        status = status == wanted[i] || (i == 0 && status == STATUS_REPEATED) ? STATUS_OK : status;
    }
    return status;
}

static enum status play_rounds(struct life *life)
{
    struct line line = {.kind = ENTRY_ROUND, .role = ROLE_SYSTEM, .text = span_of("# round\n")};
    enum status status = STATUS_OK;
    uint64_t ticket;
    for (line.round = 1; status == STATUS_OK && line.round <= 3; line.round++)
        status = books_write(life->house.books, life->house.table, &line, &ticket);
    return status == STATUS_OK ? books_wait(life->house.books) : status;
}

static enum status put_right(struct life *life)
{
    struct house *house = &life->house;
    struct chain chain;
    uint64_t ticket;
    char text[32];
    struct transaction back;
    enum status status = store_chain(books_store(house->books), 1, &chain);
    if (status == STATUS_OK)
        status = house_move(house, 1, MOVEMENT_BUY_IN, house->cage, house->mei, 700, "", &ticket);
    if (status != STATUS_OK)
        return status;
    snprintf(text, sizeof text, "corrects %u\n", (unsigned)chain.number + 1);
    transaction_init(&back);
    const struct ledger *ledger = books_ledger(house->books);
    status = transaction_move(&back, MOVEMENT_CASH_OUT, ledger_account(ledger, house->mei),
                              ledger_account(ledger, house->cage), 700);
    struct line line = {.kind = ENTRY_CORRECTED,
                        .role = ROLE_CAGE,
                        .who = "Ada",
                        .text = span_of(text),
                        .transaction = &back};
    for (unsigned i = 0; status == STATUS_OK && i < 2; i++) {
        status = books_write(house->books, 1, &line, &ticket);
        status = i == 1 && status == STATUS_CORRECTED ? STATUS_OK : status;
    }
    return status;
}

static enum status keep_people(struct life *life)
{
    static const char *const lines[] = {"one", "two", ""};
    struct store *store = books_store(life->house.books);
    enum status status = STATUS_OK;
    for (unsigned i = 0; status == STATUS_OK && i < COUNT_OF(lines); i++) {
        struct store_record record = {STORE_PEOPLE, span_of("Mei"), span_of(lines[i])};
        uint64_t ticket;
        status = store_put(store, &record, 1, &ticket);
        if (status == STATUS_OK)
            status = store_wait(store, ticket);
    }
    return status;
}

static enum status seal(struct life *life)
{
    struct seal_row row;
    struct books *books = life->house.books;
    enum status status = sealer_run(books_sealer(books));
    if (status == STATUS_OK)
        status = store_checkpoint(books_store(books), 0, &row);
    if (status == STATUS_OK)
        status = sealer_cosign(books_sealer(books), row.kept.size, "\xe2\x80\x94 witness AAAA\n");
    if (status != STATUS_OK)
        return status;
    life->head = (struct checkpoint){.size = row.kept.size, .root = row.kept.root};
    snprintf(life->head.origin, sizeof life->head.origin, "%s", books_origin(books));
    status = books_check_head(books, &life->head, &life->failure);
    return status == STATUS_OK ? books_accept_loss(books, &life->head, "Ada") : status;
}

static enum status turn_key(struct life *life)
{
    struct house_key next = house_test_key(2);
    enum status status = books_turn_key(life->house.books, &next, "Ada");
    if (status == STATUS_OK)
        key = next;
    return status;
}

/* Tables are claimed and given away, and what others did is heard. */
static enum status share(struct life *life)
{
    static struct share_view view;
    static const struct share_move moves[] = {{"", ""}, {"T1", ""}, {"T2", ""}, {"T2", "a"}};
    struct store *store = books_store(life->house.books);
    char line[64];
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < COUNT_OF(moves); i++) {
        store_move(store, &moves[i], 1);
        status = store_look(store);
        news_free(books_take_news(life->house.books));
    }
    (void)store_view(store, 0, &view);
    if (status == STATUS_OK)
        status = store_record(store, STORE_PEOPLE, span_of("Mei"), line, sizeof line);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* From outside, whether a server has it open or not. */
static enum status wish(struct life *life)
{
    return store_wish(life->house.path, span_of("Mei"), span_of("line"), &life->failure);
}

/* From outside, while nobody has it open. */
static enum status administer(struct life *life)
{
    static struct share_view view;
    const char *path = life->house.path;
    bool founded;
    enum status status = postgres_prepare(path, "croupier", &life->failure);
    if (status == STATUS_OK)
        status = database_founded(path, &founded, &life->failure);
    if (status == STATUS_OK)
        status = wish(life);
    if (status == STATUS_OK)
        status = postgres_view(path, &view, &life->failure);
    if (status != STATUS_OK)
        return status;
    status = postgres_leave(path, "nobody", true, &life->failure);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* ---- What is read. ---- */

static enum status read_rows(struct store *store, uint32_t chain, enum store_order order, uint64_t position,
                             struct life *life)
{
    struct store_cursor *cursor;
    struct store_row row;
    enum status status = store_read(store, chain, order, position, &cursor, &life->failure);
    if (status != STATUS_OK)
        return status;
    while ((status = store_next(cursor, &row)) == STATUS_OK)
        ;
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

static enum status take(void *context, struct span name, struct span value)
{
    (void)context;
    (void)name;
    (void)value;
    return STATUS_OK;
}

static enum status found(enum status status)
{
    return status == STATUS_NOT_FOUND || status == STATUS_ARCHIVED ? STATUS_OK : status;
}

/* Every question once, about what is there and what is not. */
static enum status ask(struct store *store, struct life *life)
{
    const struct house *house = &life->house;
    struct store_cursor *cursor;
    struct store_row row;
    struct store_posting posting;
    struct cosignature_row line;
    struct seal_row seal_row;
    struct hash hash;
    struct public_key now;
    uint64_t position;
    char name[64];
    const struct store_taker taker = {take, NULL};
    enum status status = store_document(store, &life->document, &cursor, &row);
    if (status == STATUS_OK)
        store_cursor_close(cursor);
    for (unsigned i = 0; found(status) == STATUS_OK && i < 2; i++)
        status = store_round(store, house->table, 1 + 98 * i, &position);
    for (unsigned i = 0; found(status) == STATUS_OK && i < 2; i++)
        status = store_posting(store, house->mei, i, &posting);
    for (unsigned i = 0; found(status) == STATUS_OK && i < 4; i++)
        status = store_posting_at(store, house->mei, i < 2 ? 5 + i : posting.position + i - 2, &posting);
    for (unsigned i = 0; found(status) == STATUS_OK && i < 2; i++)
        status = store_cosignature(store, 1 + 98 * i, &line);
    for (unsigned i = 0; found(status) == STATUS_OK && i < 2; i++)
        status = store_checkpoint(store, i, &seal_row);
    if (found(status) == STATUS_OK)
        status = store_node(store, SEALS_LEVEL_MIN, 0, &hash);
    for (unsigned i = 0; found(status) == STATUS_OK && i < 2; i++)
        status = store_key(store, span_of(i ? "k1" : "none"), span_of(""));
    if (found(status) == STATUS_OK || status == STATUS_REPEATED)
        status = store_records(store, STORE_PEOPLE, &taker, &life->failure);
    if (found(status) == STATUS_OK)
        status = store_archive(store, 5, name, sizeof name);
    if (found(status) == STATUS_OK)
        status = founding_key_now(store, &now, &life->failure);
    (void)store_last(store); /* 0 says that it cannot be read */
    return found(status);
}

static enum status look(struct life *life)
{
    struct store *store = books_store(life->house.books);
    enum status status = read_rows(store, 0, STORE_FORWARD, 0, life);
    if (status == STATUS_OK)
        status = read_rows(store, life->house.table, STORE_FORWARD, 3, life);
    if (status == STATUS_OK)
        status = read_rows(store, life->house.table, STORE_BACKWARD, 0, life);
    return status == STATUS_OK ? ask(store, life) : status;
}

static enum status verify(struct life *life)
{
    const struct store_visit beside = {.parallel = true};
    enum status status = store_verify(books_store(life->house.books), NULL, &life->failure);
    return status == STATUS_OK ? store_verify(books_store(life->house.books), &beside, &life->failure)
                               : status;
}

static enum status close_books(struct life *life)
{
    books_close(life->house.books);
    life->house.books = NULL;
    return STATUS_OK;
}

static const char *archive_of(const struct life *life, char path[PLACE_PATH_MAX])
{
    snprintf(path, PLACE_PATH_MAX, "%s/a.archive", life->house.folder);
    return path;
}

/* Verifies and reads all of it as somebody from outside, on two threads; what is archived comes from there.
 */
static enum status look_over(struct life *life, bool archived)
{
    char path[PLACE_PATH_MAX];
    const char *const archives[] = {archive_of(life, path)};
    struct store *store;
    struct store_options options = {
        .path = life->house.path, .read_only = true, .archives = archives, .archive_count = archived};
    struct store_visit visit = {.parallel = true};
    enum status status = store_open(&store, &options, &life->failure);
    if (status != STATUS_OK)
        return status;
    status = store_verify(store, &visit, &life->failure);
    if (status == STATUS_OK)
        status = read_rows(store, 0, STORE_FORWARD, 0, life);
    if (status == STATUS_OK)
        status = read_rows(store, 1, STORE_BACKWARD, 0, life);
    if (status == STATUS_OK)
        status = ask(store, life);
    store_close(store);
    return status;
}

static enum status look_from_outside(struct life *life)
{
    enum status status = look_over(life, false);
    return status == STATUS_ARCHIVED ? look_over(life, true) : status;
}

/* ---- What is done with whole houses. ---- */

static enum status move_archive(struct life *life)
{
    struct archive archive;
    char path[PLACE_PATH_MAX];
    struct archive_options options = {
        .path = life->house.path, .out = archive_of(life, path), .until_ms = INT64_MAX};
    return archive_house(&options, &archive, &life->failure);
}

static enum status copy_file(struct life *life)
{
    struct checkpoint head;
    struct walk walk;
    char to[PLACE_FOLDER_MAX + 16];
    snprintf(to, sizeof to, "%s/copy.db", life->house.folder);
    enum status status = walk_init(&walk, NULL);
    if (status == STATUS_OK)
        status = backup_copy(life->house.path, to, true, &walk, &life->failure);
    walk_release(&walk);
    return status == STATUS_OK ? found(backup_head(to, &head, &life->failure)) : status;
}

static enum status move_house(struct life *life)
{
    struct walk walk;
    char to[PLACE_FOLDER_MAX + 16];
    snprintf(to, sizeof to, "%s/moved.db", life->house.folder);
    unlink(to);
    struct copy_options options = {.from = life->house.path, .to = to};
    enum status status = walk_init(&walk, NULL);
    if (status == STATUS_OK)
        status = copy_house(&options, &walk, &life->failure);
    walk_release(&walk);
    return status;
}

static enum status bring_up(struct life *life)
{
    struct upgrade upgrade;
    return upgrade_house(life->house.path, &key, (struct upgrade_watch){NULL, NULL}, &upgrade,
                         &life->failure);
}

static enum status make_keys(struct life *life)
{
    struct house_key made;
    struct house_key next;
    char path[PLACE_FOLDER_MAX + 16];
    char renewed[PLACE_FOLDER_MAX + 16];
    snprintf(path, sizeof path, "%s/house.key", life->house.folder);
    snprintf(renewed, sizeof renewed, "%s/next.key", life->house.folder);
    enum status status = house_key_load(&made, path, NULL, &life->failure);
    if (status != STATUS_OK)
        return status;
    status = house_key_renew(&next, renewed, &made, NULL, &life->failure);
    house_key_wipe(&made);
    if (status == STATUS_OK)
        house_key_wipe(&next);
    return status;
}

/* A round as somebody has written it down. */
static enum status read_record(struct life *life)
{
    static const char text[] = "game mbs-blackjack-v6\ndecks 6\nset mbs.decline_disclosed keep_turn\n"
                               "dealer: open\nA: bet 1 main 25\ndealer: close\nshoe: Th 9d\n= void\n---\n"
                               "dealer: open\n";
    struct record record;
    (void)life;
    record_init(&record);
    enum status status = record_read(&record, &builtin_books, text, sizeof text - 1);
    record_release(&record);
    return status;
}

/* Keys in modules that are not there. */
static enum status ask_modules(struct life *life)
{
    static const char *const uris[] = {"pkcs11:nonsense", "pkcs11:token=none;object=none"};
    for (size_t i = 0; i < COUNT_OF(uris); i++) {
        struct key_module *module;
        enum status status = key_module_open(&module, uris[i], &life->failure);
        if (status != (i ? STATUS_NOT_FOUND : STATUS_BAD_TEXT))
            return status;
    }
    return STATUS_OK;
}

static enum status witness(struct life *life)
{
    struct witness_book *book;
    struct checkpoint head = {.size = 3, .origin = "house"};
    struct witness_shoe shoe = {"house", "T1", 1};
    struct witness_number number = {.value = {1}};
    struct text note;
    char path[PLACE_FOLDER_MAX + 16];
    char bytes[1000];
    text_init(&note, bytes, sizeof bytes);
    snprintf(path, sizeof path, "%s/witness.db", life->house.folder);
    enum status status = witness_book_open(&book, path, &life->failure);
    if (status != STATUS_OK)
        return status;
    status = witness_book_add(book, &head, span_of("house\n3\nx\n"), 1);
    if (status == STATUS_OK)
        status = witness_book_accuse(book, "house", span_of("request"), 1);
    if (status == STATUS_OK)
        status = witness_book_promise(book, &shoe, &number, 1);
    if (status == STATUS_OK)
        status = witness_book_promised(book, &shoe, &number);
    if (status == STATUS_OK)
        status = witness_book_tell(book, &shoe, span_of("note"), 1);
    if (status == STATUS_OK)
        status = witness_book_told(book, &shoe, &note);
    if (status == STATUS_OK) /* what it kept is no note that can be read */
        status = witness_book_latest(book, "house", &head, &note) == STATUS_STORE_CORRUPT ? STATUS_OK
                                                                                          : STATUS_STORE_IO;
    witness_book_close(book);
    return status;
}

/* ---- What is done at a table. ---- */

static struct rulebook book;
static struct runner runner;

static enum status begin_table(struct life *life)
{
    static const char game[] = "mbs-blackjack-v6";
    struct table_plan plan;
    if (!book.id[0])
        assert_int_equal(builtin_load(game, &book), STATUS_OK);
    table_plan_init(&plan, "T9", &book);
    plan.betting_ms = plan.decision_ms = plan.pace_ms = plan.result_ms = 0;
    memset(&runner, 0, sizeof runner);
    runner.books = life->house.books;
    return runner_begin(&runner, &plan, test_source(), &life->failure);
}

static enum status bet(const struct table *table)
{
    bool betting = table->state.round.phase == PHASE_BETTING && !table->state.round.stake_count;
    return betting ? runner_say(&runner, "Mei", "bet 1 main 10") : STATUS_OK;
}

/* Whatever is due, until a round ends; the next one is cut off behind its first cards. */
static enum status play(struct life *life)
{
    const struct table *table = &runner.table;
    enum status status = begin_table(life);
    bool done = true;
    if (status == STATUS_OK)
        status = runner_money(&runner, MOVEMENT_BUY_IN, "Mei", 100000);
    for (unsigned i = 0; status == STATUS_OK && table->state.round_number < 2 && i < 100; i++) {
        status = bet(table);
        if (status == STATUS_OK)
            status = runner_step(&runner, 1, &done);
    }
    for (unsigned i = 0; status == STATUS_OK && table->state.round.phase == PHASE_BETTING && i < 4; i++) {
        status = bet(table);
        if (status == STATUS_OK)
            status = runner_step(&runner, 1, &done);
    }
    life->played = status == STATUS_OK && table->state.round_number == 2;
    runner_end(&runner);
    return status == STATUS_OK && !life->played ? STATUS_NO_ROUND : status;
}

/* The round that was cut off is decided, and played to its end. */
static enum status play_on(struct life *life)
{
    bool done = true;
    enum status status = begin_table(life);
    for (unsigned i = 0; status == STATUS_OK && done && i < 20; i++)
        status = runner_step(&runner, 1, &done);
    runner_end(&runner);
    return status;
}

static enum status give_receipt(struct life *life)
{
    static char bytes[RECEIPT_BYTES_MAX];
    struct books *books = life->house.books;
    struct text text;
    struct shoe_book *shoe_book;
    struct public_key public = books_public_key(books);
    struct issue issue = {.origin = books_origin(books), .key = &public, .table = "T9", .round = 1};
    text_init(&text, bytes, sizeof bytes);
    enum status status = sealer_run(books_sealer(books));
    if (status == STATUS_OK)
        status = store_chain_find(books_store(books), "T9", &issue.chain);
    if (status == STATUS_OK)
        status = books_account(books, ACCOUNT_PLAYER, "Mei", &issue.account, NULL);
    if (status == STATUS_OK)
        status = issue_receipt(&issue, books_store(books), &text);
    if (status == STATUS_OK)
        status = shoe_book_last(books_store(books), issue.chain, &shoe_book);
    if (status == STATUS_OK)
        shoe_book_free(shoe_book);
    return status;
}

/* ---- Lives. ---- */

/* The files of a house with enough entries to archive some of them. */
static struct {
    uint8_t bytes[FILE_MAX];
    size_t size;
} old_house;

static void begin_empty(struct life *life)
{
    house_folder(&life->house);
}

static void fill(struct life *life)
{
    uint64_t ticket;
    assert_int_equal(open_books(life), STATUS_OK);
    assert_int_equal(name_things(life), STATUS_OK);
    for (unsigned i = 0; i < OLD_ENTRIES; i++)
        assert_int_equal(house_move(&life->house, life->house.table, MOVEMENT_BUY_IN, life->house.cage,
                                    life->house.mei, 100, "", &ticket),
                         STATUS_OK);
    close_books(life);
}

static void begin_old(struct life *life)
{
    house_folder(&life->house);
    if (place_server()) {
        fill(life);
        return;
    }
    FILE *file = fopen(life->house.path, "wb");
    assert_int_equal(fwrite(old_house.bytes, 1, old_house.size, file), old_house.size);
    fclose(file);
    chmod(life->house.path, 0600);
    life->house.cage = 1;
    life->house.mei = 2;
    life->house.escrow = 3;
    life->house.table = 2;
}

static void begin_version_1(struct life *life)
{
    sqlite3 *connection;
    house_folder(&life->house);
    assert_int_equal(sqlite3_open(life->house.path, &connection), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(version_1_sql); i++)
        assert_int_equal(sqlite3_exec(connection, version_1_sql[i], NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

static void live(void *context)
{
    struct life *life = context;
    life->status = STATUS_OK;
    for (const step *next = life->steps; life->status == STATUS_OK && *next; next++)
        life->status = (*next)(life);
    close_books(life);
}

/* Says which call had failed when something is not right afterwards. */
static void must(const struct life *life, enum status status, enum status wanted)
{
    if (status != wanted) {
        print_error("%s %s\n", status_sentence(status), life->failure.message);
        calls_print(life->way);
    }
    assert_int_equal(status, wanted);
}

/* On sound ground again: the books open, verify, and know what was acknowledged. */
static void check_after(struct life *life)
{
    enum status opened = open_books(life);
    for (unsigned tries = 0; opened == STATUS_STORE_LOCKED && tries < 100; tries++) {
        usleep(100000); /* a server that could not say that it goes has a lease */
        opened = open_books(life);
    }
    if (opened == STATUS_BAD_SIGNATURE) {
        key = house_test_key(2); /* the key was turned, and nobody was told */
        opened = open_books(life);
    }
    must(life, opened, STATUS_OK);
    must(life, name_things(life), STATUS_OK);
    for (unsigned i = 0; i < life->kept; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%u", i);
        must(life, store_key(books_store(life->house.books), span_of(name), (struct span){NULL, 0}),
             STATUS_REPEATED);
    }
    uint64_t round;
    uint32_t chain;
    if (life->played) {
        must(life, store_chain_find(books_store(life->house.books), "T9", &chain), STATUS_OK);
        must(life, store_round(books_store(life->house.books), chain, 2, &round), STATUS_OK);
        must(life, play_on(life), STATUS_OK);
    }
    close_books(life);
    must(life, look_from_outside(life), STATUS_OK);
}

static bool has_file(const struct life *life, const char *name)
{
    char path[PLACE_FOLDER_MAX + 32];
    snprintf(path, sizeof path, "%s/%s", life->house.folder, name);
    return access(path, F_OK) == 0;
}

/* People with the hashes of their passwords are in it. */
static void must_be_private(const struct life *life, const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && (about.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        must(life, STATUS_STORE_IO, STATUS_OK);
}

/* Whatever was half made is not taken for whole, and is nobody else's to read. */
static void check_files(struct life *life)
{
    struct store *store;
    struct store_failure failure;
    static const char *const made[] = {"copy.db", "moved.db"};
    for (unsigned i = 0; i < COUNT_OF(made); i++) {
        char path[PLACE_FOLDER_MAX + 16];
        snprintf(path, sizeof path, "%s/%s", life->house.folder, made[i]);
        struct store_options options = {.path = path, .read_only = true};
        must_be_private(life, path);
        if (has_file(life, made[i]) && store_open(&store, &options, &failure) == STATUS_OK) {
            must(life, store_verify(store, NULL, &failure), STATUS_OK);
            store_close(store);
        }
    }
}

struct scenario {
    void (*begin)(struct life *life);
    const step *steps;
};

/* turn 0: nothing fails, and the ways are noted. */
static enum status live_once(const struct scenario *scenario, unsigned way, unsigned turn, bool memory,
                             bool *failed)
{
    struct life life = {.way = way, .steps = scenario->steps};
    key = house_test_key(1);
    scenario->begin(&life);
    *failed = false;
    if (turn)
        *failed = calls_fail(way, turn, memory, live, &life);
    else
        calls_list(live, &life);
    enum status status = life.status;
    if (!*failed)
        must(&life, status, STATUS_OK);
    check_after(&life);
    check_files(&life);
    house_remove(&life.house);
    return status;
}

static void live_through(const struct scenario *scenario)
{
    const char *share = getenv(place_server() ? "CALLS_SHARE_SERVER" : "CALLS_SHARE");
    unsigned every = share ? (unsigned)strtoul(share, NULL, 10) : place_server() ? SHARE_SERVER : SHARE;
    bool places = getenv("CALLS_PLACES");
    unsigned ways = 0;
    unsigned tried = 0;
    unsigned struck = 0;
    unsigned told = 0;
    for (unsigned i = 0; i <= (every ? ways : 2 * ways); i++) {
        unsigned way = i ? (i - 1) % ways : 0;
        bool again = i > ways;
        bool failed;
        if (i && again && calls_taken(way) < 3)
            continue;
        bool anew = i && places && calls_leads_anew(way);
        if (i && every && (i - 1) % every != 0 && !anew)
            continue;
        unsigned turn = again && i ? calls_taken(way) / 2 + 1 : i > 0;
        enum status status = live_once(scenario, way, turn, again, &failed);
        ways = calls_count();
        tried += i > 0;
        struck += failed;
        told += failed && status != STATUS_OK;
    }
    print_message("# %u ways, %u tried, %u calls failed, %u of them told\n", ways, tried, struck, told);
    assert_true(struck >= tried * 3 / 4 && told >= struck / 4);
}

static void test_new_house(void **state)
{
    static const step steps[] = {
        open_books, name_things, move_money, ask_again,   play_rounds, put_right,  keep_people,       seal,
        look,       verify,      turn_key,   close_books, open_books,  move_money, look_from_outside, NULL};
    (void)state;
    live_through(&(struct scenario){begin_empty, steps});
}

static void test_archive(void **state)
{
    static const step steps[] = {move_archive, look_from_outside, open_books, name_things, move_money, look,
                                 NULL};
    (void)state;
    live_through(&(struct scenario){begin_old, steps});
}

static void test_copies(void **state)
{
    static const step steps[] = {wish, copy_file, move_house, NULL};
    (void)state;
    live_through(&(struct scenario){begin_old, steps});
}

static void test_move(void **state)
{
    static const step steps[] = {move_house, NULL};
    (void)state;
    live_through(&(struct scenario){begin_old, steps});
}

static void test_old_version(void **state)
{
    static const step steps[] = {bring_up, open_books, name_things, look, NULL};
    (void)state;
    live_through(&(struct scenario){begin_version_1, steps});
}

static void test_beside_the_books(void **state)
{
    static const step steps[] = {make_keys, ask_modules, witness, read_record, NULL};
    (void)state;
    live_through(&(struct scenario){begin_empty, steps});
}

static void test_table(void **state)
{
    static const step steps[] = {open_books,  play,       give_receipt, play_on,
                                 close_books, open_books, play_on,      NULL};
    (void)state;
    live_through(&(struct scenario){begin_empty, steps});
}

/* Several servers on one database, as one of them lives it. */
static void test_member(void **state)
{
    static const step steps[] = {administer,  open_member, name_things, move_money, ask_again, play_rounds,
                                 keep_people, share,       look,        verify,     NULL};
    (void)state;
    live_through(&(struct scenario){begin_empty, steps});
}

/* A call that goes by another name than it is wrapped under would never fail, and nobody would notice. */
static void test_calls_come(void **state)
{
    static const char *const names[] = {
        "malloc", "calloc", "realloc",  "fsync",  "rename",      "link",          "chmod",   "access",
        "stat64", "statx",  "fstat64",  "flock",  "write",       "pwrite64",      "pread64", "ftruncate64",
        "socket", "bind",   "realpath", "open64", "sodium_init", "pthread_create"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!calls_came(names[i]))
            fail_msg("%s", names[i]);
}

static int make_old_house(void **state)
{
    static struct life life;
    (void)state;
    key = house_test_key(1);
    house_folder(&life.house);
    fill(&life);
    FILE *file = fopen(life.house.path, "rb");
    old_house.size = fread(old_house.bytes, 1, sizeof old_house.bytes, file);
    assert_true(old_house.size && old_house.size < sizeof old_house.bytes);
    fclose(file);
    house_remove(&life.house);
    return 0;
}

int main(void)
{
    const struct CMUnitTest files[] = {
        cmocka_unit_test(test_new_house),   cmocka_unit_test(test_table),
        cmocka_unit_test(test_archive),     cmocka_unit_test(test_copies),
        cmocka_unit_test(test_old_version), cmocka_unit_test(test_beside_the_books),
        cmocka_unit_test(test_calls_come)};
    const struct CMUnitTest servers[] = {cmocka_unit_test(test_new_house), cmocka_unit_test(test_table),
                                         cmocka_unit_test(test_member), cmocka_unit_test(test_archive),
                                         cmocka_unit_test(test_move)};
    return place_server() ? cmocka_run_group_tests(servers, NULL, NULL)
                          : cmocka_run_group_tests(files, make_old_house, NULL);
}
