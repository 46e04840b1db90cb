/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: what bots leave in the journal, at a table of every game, is worked out again to the last cent; and
 * whatever is changed in it afterwards is found, with the entry's number, even by somebody who can seal the
 * chains anew. */
#include "../check.h"

#include <fcntl.h>
#include <sqlite3.h>

#include "journal/declaration.h"
#include "rows.h"

enum { ROUNDS = 8, FLIPS = 120 };

static int set_up(void **state)
{
    (void)state;
    evening_open(&evening, 7);
    evening.squeeze = true;
    evening.shoe_cards = 20; /* less than ROUNDS rounds of any game: every first shoe is revealed */
    for (unsigned game = 0; game < EVENING_GAMES; game++) {
        evening_begin(&evening, game);
        evening_play(&evening, ROUNDS);
    }
    read_rows();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free_rows();
    return 0;
}

/* ---- As it was written. ---- */

static void test_clean(void **state)
{
    struct audit audit;
    (void)state;
    assert_int_equal(audit_init(&audit, NULL), STATUS_OK);
    for (unsigned i = 0; i < row_count; i++) {
        enum status status =
            audit_step(&audit, i + 1, rows[i].chain, (struct span){rows[i].bytes, rows[i].size});
        if (status != STATUS_OK)
            print_error("%s, entry %lu: %s\n", audit.fault.table, (unsigned long)audit.fault.entry,
                        audit.fault.message);
        assert_int_equal(status, STATUS_OK);
    }
    assert_int_equal(audit_finish(&audit), STATUS_OK);
    assert_int_equal(audit.counts.rounds, EVENING_GAMES * ROUNDS);
    assert_true(audit.counts.shoes_revealed >= EVENING_GAMES);
    assert_true(audit.counts.cards > EVENING_GAMES * ROUNDS * 4);
    assert_true(audit.counts.numbers > 0 && audit.counts.numbers_away > 0);
    assert_int_equal(ledger_sum_cents(&audit.walk.ledger), 0);
    audit_release(&audit);
}

/* Goes through all rows: whether something was found, and the root of the tree. */
static bool is_found(struct hash *root)
{
    struct audit audit;
    enum status status = audit_init(&audit, NULL);
    for (unsigned i = 0; i < row_count && status == STATUS_OK; i++)
        status = audit_step(&audit, i + 1, rows[i].chain, (struct span){rows[i].bytes, rows[i].size});
    if (status != STATUS_OK)
        assert_true(audit.fault.entry >= 1 && audit.fault.table[0]);
    *root = merkle_root(&audit.walk.guard.tree);
    audit_release(&audit);
    return status != STATUS_OK;
}

/* Any one bit, anywhere: the rules find it, or the root is no longer the one that was signed. */
static void test_flipped_bit(void **state)
{
    struct hash right;
    (void)state;
    assert_false(is_found(&right));
    for (unsigned flip = 0; flip < FLIPS; flip++) {
        struct hash root;
        unsigned at = draws_below(&evening.draws, row_count);
        size_t byte = draws_below(&evening.draws, (uint32_t)rows[at].size);
        uint8_t bit = (uint8_t)(1U << draws_below(&evening.draws, 8));
        rows[at].bytes[byte] ^= bit;
        assert_true(is_found(&root) || !hash_equal(&root, &right));
        rows[at].bytes[byte] ^= bit;
    }
}

/* ---- The file itself. ---- */

static uint8_t *file;
static size_t file_size;

static void read_file(void)
{
    FILE *in = fopen(evening.path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    file_size = (size_t)ftell(in);
    rewind(in);
    file = malloc(file_size);
    assert_non_null(file);
    assert_int_equal(fread(file, 1, file_size, in), file_size);
    fclose(in);
}

static void write_byte(size_t at, uint8_t byte)
{
    int out = open(evening.path, O_WRONLY);
    assert_true(out >= 0);
    assert_int_equal(pwrite(out, &byte, 1, (off_t)at), 1);
    close(out);
}

/* Audits the file with one bit changed; what it says is in audit->fault. */
static enum status audit_flipped(struct audit *audit, size_t byte, unsigned bit)
{
    struct store_failure failure;
    struct audit_options options = {.parallel = bit % 2};
    write_byte(byte, file[byte] ^ (uint8_t)(1U << bit));
    enum status status = audit_file(audit, evening.path, &options, &failure);
    write_byte(byte, file[byte]);
    return status;
}

/* Of this kind if there is one, of any other if not. */
static const struct row *any_row(enum entry_kind kind)
{
    unsigned first = draws_below(&evening.draws, row_count);
    for (unsigned i = 0; i < row_count; i++)
        if (rows[(first + i) % row_count].kind == kind)
            return &rows[(first + i) % row_count];
    return &rows[first];
}

enum { PIECE = 16 };

/* Where a piece of an entry lies in the file; NULL: nowhere in one, or in several places. */
static const uint8_t *find_piece(const struct row *row, size_t from)
{
    const uint8_t *place = memmem(file, file_size, row->bytes + from, PIECE);
    if (!place || memmem(place + 1, file_size - (size_t)(place + 1 - file), row->bytes + from, PIECE))
        return NULL;
    return place;
}

/* Entries of every kind, shoes, rulebooks: wherever in the entry the bit is, in the file its
 * number is told. The second half of a rulebook lies on pages of its own: its text is looked for from there.
 */
static void test_flipped_bit_of_an_entry_in_the_file(void **state)
{
    static const enum entry_kind wanted[] = {ENTRY_FOUNDED,  ENTRY_CHAIN, ENTRY_ACCOUNT, ENTRY_DOCUMENT,
                                             ENTRY_OPENED,   ENTRY_ROUND, ENTRY_ACTS,    ENTRY_COMMITTED,
                                             ENTRY_REVEALED, ENTRY_MONEY};
    unsigned kinds = 0;
    (void)state;
    read_file();
    for (unsigned flip = 0; flip < FLIPS; flip++) {
        struct audit audit;
        const struct row *row = any_row((enum entry_kind)(1 + flip % ENTRY_NOTE));
        if (row->size <= PIECE)
            continue;
        const uint8_t *place = find_piece(row, draws_below(&evening.draws, (uint32_t)(row->size - PIECE)));
        if (!place)
            place = find_piece(row, 0); /* number and time are there: the only one of its kind */
        if (!place)
            continue; /* cut by the end of a page */
        size_t byte = (size_t)(place - file) + draws_below(&evening.draws, PIECE);
        assert_int_not_equal(audit_flipped(&audit, byte, draws_below(&evening.draws, 8)), STATUS_OK);
        if (audit.fault.entry != row->number)
            print_error("%s, entry %lu: %s\n", audit.fault.table, (unsigned long)row->number,
                        audit.fault.message);
        assert_int_equal(audit.fault.entry, row->number);
        kinds |= 1U << row->kind;
        audit_release(&audit);
    }
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        assert_true(kinds >> wanted[i] & 1U);
    free(file);
}

/* Everything the tables say, as one hash. */
static struct hash contents(void)
{
    static const char *const tables[] = {"journal",   "postings", "keys",   "chains", "accounts",
                                         "documents", "fold",     "rounds", "tree",   "checkpoints"};
    sqlite3 *connection;
    sqlite3_stmt *found;
    struct hasher hasher;
    hasher_init(&hasher);
    assert_int_equal(sqlite3_open_v2(evening.path, &connection, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1, 2", tables[i]);
        if (sqlite3_prepare_v2(connection, sql, -1, &found, NULL) != SQLITE_OK)
            continue;
        while (sqlite3_step(found) == SQLITE_ROW)
            for (int column = 0; column < sqlite3_column_count(found); column++)
                hasher_add(&hasher, sqlite3_column_blob(found, column),
                           (size_t)sqlite3_column_bytes(found, column));
        sqlite3_finalize(found);
    }
    sqlite3_close(connection);
    return hasher_result(&hasher);
}

/* Any bit of the file, whichever table it belongs to: it is found, or it says nothing. */
static void test_flipped_bit_of_the_file(void **state)
{
    unsigned found = 0;
    (void)state;
    read_file();
    struct hash right = contents();
    for (unsigned flip = 0; flip < FLIPS; flip++) {
        struct audit audit;
        size_t byte = draws_below(&evening.draws, (uint32_t)file_size);
        unsigned bit = draws_below(&evening.draws, 8);
        bool clean = audit_flipped(&audit, byte, bit) == STATUS_OK;
        found += !clean;
        audit_release(&audit);
        if (!clean)
            continue;
        write_byte(byte, file[byte] ^ (uint8_t)(1U << bit));
        struct hash now = contents();
        write_byte(byte, file[byte]);
        assert_true(hash_equal(&now, &right));
    }
    assert_true(found > FLIPS / 2);
    free(file);
}

static void test_missing_entry(void **state)
{
    struct audit audit;
    (void)state;
    assert_int_equal(audit_init(&audit, NULL), STATUS_OK);
    assert_int_equal(audit_step(&audit, 1, 1, (struct span){rows[0].bytes, rows[0].size}), STATUS_OK);
    assert_int_equal(audit_step(&audit, 3, 1, (struct span){rows[2].bytes, rows[2].size}),
                     STATUS_BROKEN_CHAIN);
    assert_non_null(strstr(audit.fault.message, "missing"));
    audit_release(&audit);
}

/* ---- Sealed anew: no hash is wrong any more, only what is said. Signatures are left out, as a forger would.
 * ---- */

static void test_sealed_clean(void **state)
{
    (void)state;
    assert_string_equal(audit_sealed().message, "");
}

/* The cards burnt between a shuffle and the first bets, taken out of the journal or put back into it. */
static void hide_burnt(struct row *shuffle, enum entry_kind from, enum entry_kind to)
{
    for (struct row *row = shuffle; row < rows + row_count; row++) {
        if (row->chain == shuffle->chain && strstr(row->text, ": open"))
            return;
        if (row->chain == shuffle->chain && strncmp(row->text, "shoe: ", 6) == 0 && row->kind == from)
            row->kind = (uint8_t)to;
    }
}

/* A step of a shoe that is left out, as an earlier server left it out after a crash between two entries;
 * entries of the kind SIGNED are passed over when the rows are sealed. */
static void test_step_left_out(void **state)
{
    static const struct {
        enum entry_kind kind;
        const char *text;
        const char *message;
    } steps[] = {
        {ENTRY_COMMITTED, "shoe 1 ", "before the commitment"},
        {ENTRY_ROUND, "shuffle full", "never shuffled"},
        {ENTRY_REVEALED, "shoe 1 ", "never revealed"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        for (uint32_t chain = 2; chain <= EVENING_GAMES + 1; chain++) {
            struct row *row = find_row(chain, steps[i].kind, steps[i].text, false);
            uint8_t kind = row->kind;
            char table[8];
            snprintf(table, sizeof table, "t%u", chain - 1);
            row->kind = ENTRY_SIGNED;
            if (steps[i].kind == ENTRY_ROUND)
                hide_burnt(row, ENTRY_ACTS, ENTRY_SIGNED);
            expect_fault(table, steps[i].message);
            row->kind = kind;
            hide_burnt(row, ENTRY_SIGNED, ENTRY_ACTS);
        }
    }
}

/* Two steps in the wrong order. */
static void test_steps_exchanged(void **state)
{
    (void)state;
    for (uint32_t chain = 2; chain <= EVENING_GAMES + 1; chain++) {
        struct row *committed = find_row(chain, ENTRY_COMMITTED, "shoe 1 ", false);
        struct row *shuffled = find_row(chain, ENTRY_ROUND, "shuffle full", false);
        struct row keep = *committed;
        char table[8];
        snprintf(table, sizeof table, "t%u", chain - 1);
        *committed = *shuffled;
        *shuffled = keep;
        expect_fault(table, "before the commitment");
        *shuffled = *committed;
        *committed = keep;
    }
}

static uint32_t account_of(const char *kind_and_name)
{
    for (unsigned i = 0; i < row_count; i++) {
        uint32_t number;
        char rest[64];
        if (rows[i].kind == ENTRY_ACCOUNT &&
            sscanf(rows[i].text, "account %u %63[^\n]", &number, rest) == 2 &&
            strcmp(rest, kind_and_name) == 0)
            return number;
    }
    fail_msg("no account %s", kind_and_name);
    return 0;
}

static int64_t *cents_of(struct row *row, uint32_t account)
{
    for (uint32_t i = 0; i < row->transaction.count; i++)
        if (row->transaction.postings[i].account == account)
            return &row->transaction.postings[i].cents;
    return NULL;
}

/* A cent more for a player, out of the bank. */
static void test_forged_payment(void **state)
{
    (void)state;
    for (uint32_t chain = 2; chain <= EVENING_GAMES + 1; chain++) {
        char table[8];
        char bank[16];
        struct row *row = NULL;
        snprintf(table, sizeof table, "t%u", chain - 1);
        snprintf(bank, sizeof bank, "bank %s", table);
        for (unsigned i = 0; i < row_count && !row; i++)
            if (rows[i].chain == chain && cents_of(&rows[i], account_of(bank)) &&
                cents_of(&rows[i], account_of("player Ana")))
                row = &rows[i];
        assert_non_null(row);
        ++*cents_of(row, account_of("player Ana"));
        --*cents_of(row, account_of(bank));
        expect_fault(table, "the rules give");
        --*cents_of(row, account_of("player Ana"));
        ++*cents_of(row, account_of(bank));
    }
}

/* Texts of the same length, so that only their meaning differs. */
static void test_forged_texts(void **state)
{
    static const struct {
        uint32_t chain;
        enum entry_kind kind;
        const char *from;
        const char *to;
        const char *message;
    } cases[] = {
        {2, ENTRY_ACTS, "Ana: bet", "Ben: bet", "another's name"},
        {2, ENTRY_ACTS, "dealer: close", "dealer: clean", "cannot be read"},
        {3, ENTRY_OPENED, "round 0", "round 7", "does not follow"},
        {4, ENTRY_COMMITTED, "shoe 1 ", "shoe 2 ", "belongs to no shoe"},
        {5, ENTRY_REVEALED, "shoe 1 ", "shoe 3 ", "belongs to no shoe"},
        {1, ENTRY_MONEY, "buy-in Ana 1000000", "buy-in Ana 2000000", "not what its text says"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct row *row = find_row(cases[i].chain, cases[i].kind, cases[i].from, false);
        char *at = strstr(row->text, cases[i].from);
        char table[8];
        snprintf(table, sizeof table, "t%u", cases[i].chain - 1);
        memcpy(at, cases[i].to, strlen(cases[i].to));
        expect_fault(cases[i].chain == 1 ? "house" : table, cases[i].message);
        memcpy(at, cases[i].from, strlen(cases[i].from));
    }
}

/* Another card instead of the one the seed gives: found at the latest when the seed is revealed. */
static void test_forged_card(void **state)
{
    (void)state;
    for (uint32_t chain = 2; chain <= EVENING_GAMES + 1; chain++) {
        struct row *row = find_row(chain, ENTRY_ACTS, "shoe: ", false);
        char *rank = strstr(row->text, "shoe: ") + 6;
        char honest = *rank;
        char table[8];
        snprintf(table, sizeof table, "t%u", chain - 1);
        *rank = honest == '2' ? '3' : '2';
        struct audit_fault fault = audit_sealed();
        assert_string_equal(fault.table, table);
        assert_true(fault.entry > 0);
        *rank = honest;
    }
}

/* Behind a player's own act stands what follows by itself, and nothing that anybody else decided. */
static void test_others_in_a_players_entry(void **state)
{
    static const char *const lines[] = {"Ben: stand 1\n", "dealer: irregularity other\n", "dealer: close\n",
                                        "pit: end\n", "shoe: 2s > 1\n"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        struct row *row = find_row(2, ENTRY_ACTS, "Ana: bet", false);
        char *kept = row->text;
        char text[256];
        row->text_size = (size_t)snprintf(text, sizeof text, "%s%s", kept, lines[i]);
        row->text = text;
        struct audit_fault fault = audit_sealed();
        assert_true(fault.entry == row->number); /* refused by the rules, or under another's name */
        row->text = kept;
        row->text_size = strlen(kept);
    }
}

/* A seed of the right form that was never promised. */
static void test_forged_seed(void **state)
{
    (void)state;
    struct row *row = find_row(2, ENTRY_REVEALED, "shoe 1 ", false);
    char *digit = row->text + 7;
    char honest = *digit;
    *digit = honest == '0' ? '1' : '0';
    expect_fault("t1", "not the one the house committed to");
    *digit = honest;
}

/* A house that keeps a seed to itself: told when the next shoe begins. */
static void test_seed_kept_back(void **state)
{
    (void)state;
    struct row *row = find_row(2, ENTRY_REVEALED, "shoe 1 ", false);
    row->kind = ENTRY_NOTE;
    expect_fault("t1", "never revealed");
    row->kind = ENTRY_REVEALED;
}

/* Puts `to` in the place of so many lines from the one that begins with `mark` in every shoe's beginning of
 * table t1, audits, and puts them back. */
static struct audit_fault audit_with_lines(const char *mark, unsigned lines, const char *to)
{
    char *kept[ROWS_MAX] = {NULL};
    for (unsigned i = 0; i < row_count; i++) {
        struct row *row = &rows[i];
        if (row->chain != 2 || row->kind != ENTRY_OPENED)
            continue;
        char *line = strstr(row->text, mark);
        assert_non_null(line);
        const char *rest = line;
        for (unsigned skipped = 0; skipped < lines; skipped++)
            rest += strcspn(rest, "\n") + 1;
        char text[STATE_TEXT_MAX];
        int size = snprintf(text, sizeof text, "%.*s%s%s", (int)(line - row->text), row->text, to, rest);
        kept[i] = row->text;
        row->text = copy_span(span_of(text));
        row->text_size = (size_t)size;
    }
    struct audit_fault fault = audit_sealed();
    for (unsigned i = 0; i < row_count; i++) {
        if (!kept[i])
            continue;
        free(rows[i].text);
        rows[i].text = kept[i];
        rows[i].text_size = strlen(kept[i]);
    }
    return fault;
}

/* Which rulebook exactly: the words must be in the journal and say what they were read as. */
static void test_forged_rulebook(void **state)
{
#define ZEROS_63 "000000000000000000000000000000000000000000000000000000000000000"
#define ZEROS    ZEROS_63 "0"
    static const struct {
        const char *about;
        const char *mark;
        unsigned lines;
        const char *to;
        const char *message;
    } cases[] = {
        {"as before the words were named", "#: document ", 1, "", ""},
        {"by an earlier program", "#: rulebook ", 2, "#: rulebook " ZEROS "\n", ""},
        {"read otherwise", "#: rulebook ", 1, "#: rulebook " ZEROS "\n", "not those it was begun by"},
        {"a hash too few", "#: document ", 1, "#: document " ZEROS "\n", "does not name its rulebook"},
        {"words nobody has", "#: document ", 1, "#: document f" ZEROS_63 " " ZEROS "\n",
         "not in the journal"},
        {"no reading", "#: rulebook ", 1, "", "does not name its rulebook"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct audit_fault fault = audit_with_lines(cases[i].mark, cases[i].lines, cases[i].to);
        if (!strstr(fault.message, cases[i].message))
            print_error("%s: %s\n", cases[i].about, fault.message);
        assert_non_null(strstr(fault.message, cases[i].message));
        assert_int_equal(fault.message[0] == 0, cases[i].message[0] == 0);
    }
#undef ZEROS
#undef ZEROS_63
}

/* A correction of the last buy-in, as `transaction` says; its row is the last one until it is dropped. */
static void add_correction(const struct row *bought, const struct transaction *transaction)
{
    struct row *row = &rows[row_count++];
    char text[64];
    snprintf(text, sizeof text, "corrects %lu\nsold twice\n", (unsigned long)bought->number);
    *row = (struct row){.chain = 1,
                        .kind = ENTRY_CORRECTED,
                        .role = ROLE_CAGE,
                        .who = copy_span(span_of("cashier")),
                        .text = copy_span(span_of(text)),
                        .text_size = strlen(text),
                        .transaction = *transaction};
}

static void drop_row(void)
{
    struct row *row = &rows[--row_count];
    free(row->who);
    free(row->text);
}

/* What is put right is moved back whole, once. */
static void test_forged_correction(void **state)
{
    (void)state;
    const struct row *bought = find_row(1, ENTRY_MONEY, "buy-in Ana", true);
    struct transaction back;
    transaction_reverse(&bought->transaction, &back);
    add_correction(bought, &back);
    assert_string_equal(audit_sealed().message, "");
    add_correction(bought, &back);
    expect_fault("house", status_sentence(STATUS_CORRECTED));
    drop_row();
    drop_row();
    for (unsigned i = 0; i < 2; i++)
        back.postings[i].cents += back.postings[i].cents > 0 ? 1 : -1;
    add_correction(bought, &back);
    expect_fault("house", status_sentence(STATUS_NOT_REVERSED));
    drop_row();
}

/* A credit of so much from the first table's bank; its row is the last one until it is dropped. */
static void add_credit(int64_t cents)
{
    struct row *row = &rows[row_count++];
    char text[96];
    char amount[MONEY_TEXT_MAX];
    money_print(cents, amount, sizeof amount);
    snprintf(text, sizeof text, "credit t1 %s at main slip 1 asked Pat\n", amount);
    *row = (struct row){
        .chain = 2,
        .kind = ENTRY_MONEY,
        .role = ROLE_CAGE,
        .who = copy_span(span_of("cashier")),
        .text = copy_span(span_of(text)),
        .text_size = strlen(text),
        .transaction = {.count = 2,
                        .postings = {{account_of("bank t1"), -cents}, {account_of("cage main"), cents}}}};
}

/* In the words of a house that counts, a bank gives what it holds, and not a cent more. */
static void test_forged_credit(void **state)
{
    (void)state;
    int64_t held_cents = 0;
    for (unsigned i = 0; i < row_count; i++) {
        const int64_t *cents = cents_of(&rows[i], account_of("bank t1"));
        held_cents += cents ? *cents : 0;
    }
    add_credit(held_cents > 0 ? held_cents + 1 : 1);
    expect_fault("t1", status_sentence(STATUS_BANK_SHORT));
    drop_row();
}

/* Money where none moves. */
static void test_forged_kind(void **state)
{
    (void)state;
    struct row *row = find_row(2, ENTRY_COMMITTED, "shoe 2 ", false);
    row->transaction = find_row(1, ENTRY_MONEY, "buy-in", true)->transaction;
    expect_fault("t1", "moves no money");
    row->transaction.count = 0;
}

/* [rws 3.12] a squeezed card is in the journal without a face first; the face it gets is checked like any
 * other. */
static void test_forged_face(void **state)
{
    (void)state;
    static const char *const mark = ": reveal 1 ";
    struct row *row = NULL;
    for (unsigned i = 0; i < row_count && !row; i++)
        if (strstr(rows[i].text, mark))
            row = &rows[i];
    assert_non_null(row);
    char *rank = strstr(row->text, mark) + strlen(mark);
    char honest = *rank;
    *rank = honest == '2' ? '3' : '2';
    assert_true(audit_sealed().entry > 0);
    *rank = honest;
}

/* ---- While somebody writes. ---- */

enum { LONG_ROUNDS = 110 }; /* of each game: more entries than AUDIT_WATCH_EVERY */

struct meanwhile {
    struct evening evening; /* of its own: it goes on while it is read */
    bool written;
};

/* A patron's limit, with what the shelf says of it, as a server keeps them. */
static bool limit_meanwhile(void *context, uint64_t entries, uint64_t total)
{
    static const char words[] = "limit Mei loss 100.00 day\n";
    struct entry entry = {.kind = ENTRY_PATRON, .role = ROLE_PLAYER, .text = span_of(words), .time_ms = 1};
    struct footing footing = {.retired_count = 0};
    struct footing_record record;
    uint64_t ticket;
    struct meanwhile *meanwhile = context;
    (void)entries;
    (void)total;
    footing_record(&footing, &entry, &record);
    struct store_record kept = {STORE_FOOTING, span_of(record.name), span_of(record.value)};
    struct line line = {.kind = ENTRY_PATRON,
                        .role = ROLE_PLAYER,
                        .who = "Mei",
                        .time_ms = 1,
                        .text = entry.text,
                        .records = &kept,
                        .record_count = 1};
    if (!meanwhile->written)
        assert_int_equal(books_write(meanwhile->evening.books, CHAIN_NUMBER_HOUSE, &line, &ticket),
                         STATUS_OK);
    meanwhile->written = true;
    assert_int_equal(books_wait(meanwhile->evening.books), STATUS_OK);
    footing_release(&footing);
    return true;
}

/* The shelf is read behind the entries: what was written in between is no difference. */
static void test_a_limit_meanwhile(void **state)
{
    struct audit audit;
    struct store_failure failure = {0};
    struct store_record filled = {STORE_FOOTING, span_of(FOOTING_FILLED), span_of("1")};
    static struct meanwhile meanwhile;
    struct evening *live = &meanwhile.evening;
    uint64_t ticket;
    (void)state;
    evening_open(live, 11);
    for (unsigned game = 0; game < EVENING_GAMES; game++) {
        evening_begin(live, game);
        evening_play(live, LONG_ROUNDS);
    }
    assert_int_equal(store_put(books_store(live->books), &filled, 1, &ticket), STATUS_OK);
    assert_int_equal(store_wait(books_store(live->books), ticket), STATUS_OK);
    struct audit_options options = {.watch = {limit_meanwhile, &meanwhile}};
    enum status status = audit_file(&audit, live->path, &options, &failure);
    if (status)
        print_error("%s%s\n", audit.fault.message, failure.message);
    assert_true(meanwhile.written);
    assert_int_equal(status, STATUS_OK);
    audit_release(&audit);
    books_close(live->books);
    evening_remove(live);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clean),
        cmocka_unit_test(test_flipped_bit),
        cmocka_unit_test(test_missing_entry),
        cmocka_unit_test(test_sealed_clean),
        cmocka_unit_test(test_step_left_out),
        cmocka_unit_test(test_steps_exchanged),
        cmocka_unit_test(test_forged_payment),
        cmocka_unit_test(test_forged_texts),
        cmocka_unit_test(test_forged_card),
        cmocka_unit_test(test_others_in_a_players_entry),
        cmocka_unit_test(test_forged_seed),
        cmocka_unit_test(test_forged_correction),
        cmocka_unit_test(test_forged_credit),
        cmocka_unit_test(test_forged_rulebook),
        cmocka_unit_test(test_forged_kind),
        cmocka_unit_test(test_forged_face),
        cmocka_unit_test(test_flipped_bit_of_an_entry_in_the_file),
        cmocka_unit_test(test_flipped_bit_of_the_file),
        cmocka_unit_test(test_seed_kept_back),
        cmocka_unit_test(test_a_limit_meanwhile),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
