/* SPDX-License-Identifier: Apache-2.0 */
#include "store/books.h"

#include <assert.h>
#include <pthread.h>
#include <sodium/utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "journal/correction.h"
#include "journal/declaration.h"
#include "store/founding.h"
#include "store/sealer.h"
#include "store/store_tree.h"

enum { DOCUMENTS_KNOWN = 64 };

/* A posting on its way to the disk. */
struct unsettled {
    uint64_t ticket;
    struct posting posting;
};

struct books {
    struct store *store;
    struct ledger ledger;
    struct house_key key;
    char origin[NOTE_NAME_MAX];
    pthread_mutex_t sealer_lock;
    struct sealer
        *sealer; /* NULL where another server seals. Guarded: the writer wakes it after each commit */
    void (*durable)(void *context);
    void *context;
    int64_t (*now_ms)(void *clock);
    void *clock;
    uint64_t last_ticket;
    struct unsettled *unsettled; /* postings that may not be on disk yet, oldest first from `settled` on */
    size_t settled;
    size_t unsettled_count;
    size_t unsettled_room;
    struct hash documents[DOCUMENTS_KNOWN]; /* the last ones added: they may not be on disk yet */
    unsigned document_count;
    struct news *first_news; /* that nobody has taken yet; owned */
    struct news **last_news;
    uint8_t bytes[ENTRY_BYTES_MAX];
};

static int64_t system_now_ms(void *clock)
{
    struct timespec now;
    (void)clock;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct span span_or_none(const char *string)
{
    return string ? span_of(string) : (struct span){NULL, 0};
}

/* ---- Writing. ---- */

enum status books_wait(struct books *books)
{
    return store_wait(books->store, books->last_ticket);
}

/* ---- What others have written, and what was not kept. ---- */

/* Money of a unit that was refused never moved. */
static void take_back(struct books *books, uint64_t ticket)
{
    size_t kept = books->settled;
    for (size_t i = books->settled; i < books->unsettled_count; i++) {
        const struct unsettled *unsettled = &books->unsettled[i];
        if (unsettled->ticket != ticket) {
            books->unsettled[kept++] = *unsettled;
            continue;
        }
        const struct transaction back = {
            .count = 1, .postings = {{unsettled->posting.account, -unsettled->posting.cents}}};
        enum status status = ledger_follow(&books->ledger, &back);
        assert(status == STATUS_OK);
    }
    books->unsettled_count = kept;
}

static enum status follow_entry(struct books *books, const struct news *news)
{
    struct entry entry;
    struct account account;
    uint32_t number;
    enum status status = entry_read(&entry, news->bytes, news->size);
    /* unreached: the store has read what it gives as news */
    if (status != STATUS_OK || entry.kind != ENTRY_ACCOUNT)
        return status == STATUS_OK && entry.transaction.count > 0
                   ? ledger_follow(&books->ledger, &entry.transaction)
                   : status;
    status = account_declaration_parse(entry.text, &account);
    /* unreached: news come in the order of the log, in which accounts are numbered as the store has them */
    if (status != STATUS_OK || account.number != books->ledger.count + 1)
        return status;
    return ledger_open(&books->ledger, (enum account_kind)account.kind, account.name, &number);
}

/* Everything that is news to the ledger; books_take_news returns it afterwards. */
static void follow(struct books *books)
{
    struct news *list = store_is_shared(books->store) ? store_take_news(books->store) : NULL;
    if (!list)
        return;
    *books->last_news = list;
    for (struct news *news = list; news; news = news->next) {
        books->last_news = &news->next;
        if (news->kind == NEWS_REFUSED)
            take_back(books, news->ticket);
        else if (follow_entry(books, news) != STATUS_OK)
            store_distrust(books->store);
    }
}

struct news *books_take_news(struct books *books)
{
    follow(books);
    struct news *list = books->first_news;
    books->first_news = NULL;
    books->last_news = &books->first_news;
    return list;
}

/* ---- What is on disk. ---- */

/* The ticket is read first: refusals up to it are known then. */
static void settle(struct books *books)
{
    uint64_t durable = store_durable(books->store);
    follow(books);
    while (books->settled < books->unsettled_count && books->unsettled[books->settled].ticket <= durable)
        books->settled++;
    if (books->settled == books->unsettled_count)
        books->settled = books->unsettled_count = 0;
}

static enum status make_unsettled_room(struct books *books)
{
    settle(books);
    if (books->settled > 0) {
        books->unsettled_count -= books->settled;
        memmove(books->unsettled, books->unsettled + books->settled,
                books->unsettled_count * sizeof(*books->unsettled));
        books->settled = 0;
    }
    size_t wanted = books->unsettled_count + TRANSACTION_POSTINGS_MAX;
    if (wanted <= books->unsettled_room)
        return STATUS_OK;
    struct unsettled *grown = realloc(books->unsettled, 2 * wanted * sizeof(*grown));
    if (!grown)
        return STATUS_NO_MEMORY;
    books->unsettled = grown;
    books->unsettled_room = 2 * wanted;
    return STATUS_OK;
}

static void note_unsettled(struct books *books, const struct transaction *transaction, uint64_t ticket)
{
    assert(books->unsettled_count + transaction->count <= books->unsettled_room);
    for (uint32_t i = 0; i < transaction->count; i++)
        books->unsettled[books->unsettled_count++] = (struct unsettled){ticket, transaction->postings[i]};
}

int64_t books_durable_cents(struct books *books, uint32_t number)
{
    const struct account *account = ledger_account(&books->ledger, number);
    int64_t cents = account ? account->balance_cents : 0;
    settle(books);
    for (size_t i = books->settled; i < books->unsettled_count; i++)
        if (books->unsettled[i].posting.account == number)
            cents -= books->unsettled[i].posting.cents;
    return cents;
}

/* ---- Corrections. ---- */

/* Looks through the entries behind the one that a correction names, from the last one back to it. */
static enum status look_back(struct store_cursor *cursor, uint64_t number,
                             const struct transaction *correction)
{
    struct store_row row;
    struct entry entry;
    uint64_t corrected;
    enum status status;
    while ((status = store_next(cursor, &row)) == STATUS_OK) {
        status = entry_read(&entry, row.entry.bytes, row.entry.size);
        if (status != STATUS_OK || entry.number == number)
            return status != STATUS_OK ? status : correction_verify(&entry, correction);
        if (entry.kind == ENTRY_CORRECTED && correction_parse(entry.text, &corrected) == STATUS_OK &&
            corrected == number)
            return STATUS_CORRECTED;
    }
    return status;
}

/* People put things right, seldom and by hand: there is time to wait until all that is written can be read.
 */
static enum status verify_correction(struct books *books, uint32_t chain, const struct line *line)
{
    static const struct transaction none = {0};
    struct store_cursor *cursor;
    struct store_failure failure;
    uint64_t number;
    enum status status = correction_parse(line->text, &number);
    if (status == STATUS_OK)
        status = books_wait(books);
    if (status == STATUS_OK)
        status = store_read(books->store, chain, STORE_BACKWARD, 0, &cursor, &failure);
    if (status != STATUS_OK)
        return status;
    status = look_back(cursor, number, line->transaction ? line->transaction : &none);
    store_cursor_close(cursor);
    return status;
}

/* The ledger is asked before the store and told after it, so that a refusal by either leaves both as they
 * were.
 */
enum status books_write(struct books *books, uint32_t number, const struct line *line, uint64_t *ticket)
{
    struct chain chain;
    size_t used;
    struct entry entry = {
        .time_ms = line->time_ms ? line->time_ms : books->now_ms(books->clock),
        .kind = (uint8_t)line->kind,
        .role = (uint8_t)line->role,
        .who = span_or_none(line->who),
        .key = span_or_none(line->key),
        .request = line->request,
        .round = line->round,
        .text = line->text,
    };
    /* First, since it follows what others have written: what is verified below is what is booked. */
    enum status status = line->transaction ? make_unsettled_room(books) : STATUS_OK;
    if (status == STATUS_OK)
        status = store_chain(books->store, number, &chain);
    if (status == STATUS_OK && line->kind == ENTRY_CORRECTED)
        status = verify_correction(books, number, line);
    if (status == STATUS_OK && line->transaction) {
        entry.transaction = *line->transaction;
        status = ledger_verify(&books->ledger, line->transaction);
        if (status == STATUS_OK && line->kind == ENTRY_MONEY)
            status = ledger_verify_giving(&books->ledger, line->transaction);
    }
    /* A request that took all of somebody's money, sent again, is a repetition and no lack of money. */
    if (status != STATUS_OK) {
        enum status known = store_key(books->store, entry.key, entry.request);
        return known == STATUS_REPEATED || known == STATUS_ID_REUSED ? known : status;
    }
    status = chain_append(&chain, &entry, books->bytes, sizeof(books->bytes), &used);
    if (status == STATUS_OK)
        status = store_submit_with(books->store, number, books->bytes, used, line->records,
                                   line->record_count, ticket);
    if (status != STATUS_OK)
        return status;
    if (line->transaction) {
        status = ledger_book(&books->ledger, line->transaction);
        assert(status == STATUS_OK);
        note_unsettled(books, line->transaction, *ticket);
    }
    books->last_ticket = *ticket;
    return status;
}

/* Entries of the house's own chain. */
static enum status declare(struct books *books, enum entry_kind kind, struct span text)
{
    uint64_t ticket;
    struct line line = {.kind = kind, .role = ROLE_SYSTEM, .text = text};
    return books_write(books, CHAIN_NUMBER_HOUSE, &line, &ticket);
}

/* ---- Opening and closing. ---- */

/* Of several servers that start together one founds the house. */
static enum status found(struct books *books, const char *path, struct store_failure *failure)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct public_key key = house_key_signer(&books->key).key;
    text_init(&text, bytes, sizeof(bytes));
    founded_print(&key, &text);
    enum status status = declare(books, ENTRY_FOUNDED, span_of(bytes));
    /* unreached: a store that was opened just now takes its first entry */
    if (status == STATUS_OK && store_is_shared(books->store) &&
        (status = books_wait(books)) == STATUS_OVERTAKEN)
        status = store_look(books->store);
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: the books cannot be founded: %s", path, status_sentence(status));
    return status;
}

/* The first entry of the house names the key it was founded with, and with it the log. */
static enum status read_founded(struct books *books, const char *path, struct public_key *key,
                                struct store_failure *failure)
{
    enum status status = founding_read(books->store, key, failure);
    if (status != STATUS_OK)
        return store_fail(failure, status, "%s: the first entry of the house: %s", path,
                          status_sentence(status));
    return STATUS_OK;
}

/* Without a checkpoint yet the house must have been founded with our key; the sealer asks the last one. */
static enum status check_key(struct books *books, const char *path, const struct public_key *founding,
                             struct store_failure *failure)
{
    struct seal_row last;
    struct public_key ours = house_key_signer(&books->key).key;
    if (store_checkpoint(books->store, 0, &last) == STATUS_OK || public_key_equal(founding, &ours))
        return STATUS_OK;
    return store_fail(failure, STATUS_BAD_SIGNATURE, "%s: was founded with another house key", path);
}

static enum status start_sealer(struct books *books, const char *path, struct store_failure *failure)
{
    struct store_failure trouble;
    struct sealer *sealer = NULL;
    struct signer signer = house_key_signer(&books->key);
    enum status status = sealer_new(&sealer, books->store, books->origin, &signer, &trouble);
    if (status != STATUS_OK)
        store_fail(failure, status, "%s: %s", path, trouble.message);
    pthread_mutex_lock(&books->sealer_lock);
    books->sealer = sealer;
    pthread_mutex_unlock(&books->sealer_lock);
    return status;
}

static void stop_sealer(struct books *books)
{
    pthread_mutex_lock(&books->sealer_lock);
    struct sealer *sealer = books->sealer;
    books->sealer = NULL;
    pthread_mutex_unlock(&books->sealer_lock);
    sealer_free(sealer);
}

static enum status start(struct books *books, const char *path, struct store_failure *failure)
{
    struct chain house;
    enum status status = store_load(books->store, &books->ledger, failure);
    if (status != STATUS_OK)
        return status;
    status = store_chain(books->store, CHAIN_NUMBER_HOUSE, &house);
    assert(status == STATUS_OK);
    struct public_key key = house_key_signer(&books->key).key;
    bool new = house.number == 0;
    bool shared = store_is_shared(books->store);
    if (new &&shared) {
        status = found(books, path, failure);
        new = false;
    }
    if (status == STATUS_OK && !new)
        status = read_founded(books, path, &key, failure);
    origin_print(&key, books->origin);
    if (status == STATUS_OK)
        status = check_key(books, path, &key, failure);
    if (status == STATUS_OK && !shared)
        status = start_sealer(books, path, failure);
    return status == STATUS_OK && new ? found(books, path, failure) : status;
}

enum status books_seal(struct books *books, bool on, struct store_failure *failure)
{
    if (on == (books->sealer != NULL))
        return STATUS_OK;
    if (on)
        return start_sealer(books, "the log", failure);
    stop_sealer(books);
    return STATUS_OK;
}

/* On the writer's thread. */
static void tell_durable(void *context)
{
    struct books *books = context;
    pthread_mutex_lock(&books->sealer_lock);
    if (books->sealer)
        sealer_wake(books->sealer);
    pthread_mutex_unlock(&books->sealer_lock);
    if (books->durable)
        books->durable(books->context);
}

enum status books_open(struct books **result, const struct books_options *options,
                       struct store_failure *failure)
{
    assert(options->key && !options->store.read_only);
    *failure = (struct store_failure){0};
    struct books *books = calloc(1, sizeof(*books));
    if (!books)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    ledger_init(&books->ledger);
    books->last_news = &books->first_news;
    pthread_mutex_init(&books->sealer_lock, NULL);
    books->now_ms = options->now_ms ? options->now_ms : system_now_ms;
    books->clock = options->clock;
    books->key = *options->key;
    struct store_options store = options->store;
    books->durable = store.durable;
    books->context = store.context;
    store.durable = tell_durable;
    store.context = books;
    enum status status = store_open(&books->store, &store, failure);
    if (status == STATUS_OK)
        status = start(books, options->store.path, failure);
    if (status != STATUS_OK) {
        books_close(books);
        return status;
    }
    *result = books;
    return STATUS_OK;
}

void books_close(struct books *books)
{
    if (!books)
        return;
    if (books->sealer)
        (void)!books_wait(books); /* whatever could not be written was told by its ticket */
    stop_sealer(books);
    store_close(books->store);
    ledger_release(&books->ledger);
    free(books->unsettled);
    news_free(books->first_news);
    sodium_memzero(&books->key, sizeof(books->key)); /* a copy */
    pthread_mutex_destroy(&books->sealer_lock);
    free(books);
}

const struct ledger *books_ledger(const struct books *books)
{
    return &books->ledger;
}

struct store *books_store(struct books *books)
{
    return books->store;
}

/* ---- The log. ---- */

const char *books_origin(const struct books *books)
{
    return books->origin;
}

struct public_key books_public_key(const struct books *books)
{
    return house_key_signer(&books->key).key;
}

struct sealer *books_sealer(struct books *books)
{
    return books->sealer;
}

enum status books_check_head(struct books *books, const struct checkpoint *head,
                             struct store_failure *failure)
{
    if (strcmp(head->origin, books->origin) != 0)
        return store_fail(failure, STATUS_BROKEN_CHAIN, "the head is one of the log %s, and this is %s",
                          head->origin, books->origin);
    struct store_tree *tree = malloc(sizeof(*tree));
    if (!tree)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    enum status status = sealer_run(books->sealer);
    store_tree_init(tree, books->store);
    status = status != STATUS_OK
                 ? store_fail(failure, status, "the log cannot be sealed: %s", status_sentence(status))
                 : store_tree_check(tree, head, failure);
    free(tree);
    return status;
}

enum status books_accept_loss(struct books *books, const struct checkpoint *head, const char *who)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    uint64_t ticket;
    uint64_t last = store_last(books->store);
    if (!last)
        return STATUS_STORE_IO;
    text_init(&text, bytes, sizeof(bytes));
    loss_print(head, last, "accepted before the house went on", &text);
    assert(!text.full);
    struct line line = {.kind = ENTRY_LOSS, .role = ROLE_SYSTEM, .who = who, .text = span_of(bytes)};
    enum status status = books_write(books, CHAIN_NUMBER_HOUSE, &line, &ticket);
    return status == STATUS_OK ? books_wait(books) : status;
}

enum status books_turn_key(struct books *books, const struct house_key *next, const char *who)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    struct chain house;
    struct key_turn turn;
    uint64_t ticket;
    struct signer old = house_key_signer(&books->key);
    struct signer new = house_key_signer(next);
    enum status status = books_wait(books);
    if (status == STATUS_OK)
        status = sealer_run(books->sealer); /* what is before the entry is the old key's to sign */
    if (status == STATUS_OK)
        status = store_chain(books->store, CHAIN_NUMBER_HOUSE, &house);
    if (status == STATUS_OK)
        status = key_turn_sign(&turn, books->origin, house.number + 1, &old, &new);
    if (status != STATUS_OK)
        return status;
    stop_sealer(books);
    text_init(&text, bytes, sizeof(bytes));
    key_turn_print(&turn, &text);
    assert(!text.full);
    struct line line = {.kind = ENTRY_KEY, .role = ROLE_SYSTEM, .who = who, .text = span_of(bytes)};
    status = books_write(books, CHAIN_NUMBER_HOUSE, &line, &ticket);
    /* unreached: the log was sealed just now, and what takes a checkpoint takes an entry */
    if (status == STATUS_OK)
        status = books_wait(books);
    struct store_failure failure;
    if (status != STATUS_OK)
        return status;
    books->key = *next;
    return start_sealer(books, "", &failure);
}

/* ---- Accounts, chains, documents. ---- */

/* Where others open accounts and begin chains, too, a number is known once it is on disk: if another server
 * was quicker, it is looked up, or the next one is tried. Seldom: a table's or a player's first time. */
enum { DECLARE_TRIES = 16 };

static enum status declare_and_wait(struct books *books, enum entry_kind kind, struct span text)
{
    enum status status = declare(books, kind, text);
    if (status == STATUS_OK)
        status = books_wait(books);
    follow(books);
    /* It may still come there. Whoever wants it has written nothing yet, and asks again. */
    return status == STATUS_UNKNOWN ? STATUS_NO_DATABASE : status;
}

static enum status open_shared(struct books *books, enum account_kind kind, const char *name,
                               uint32_t *number)
{
    enum status status = account_name_ok(name) ? STATUS_OVERTAKEN : STATUS_BAD_ACCOUNT_NAME;
    for (unsigned i = 0; status == STATUS_OVERTAKEN && i < DECLARE_TRIES; i++) {
        char bytes[DECLARATION_TEXT_MAX];
        struct text text;
        struct account account = {.number = books->ledger.count + 1, .kind = (uint8_t)kind};
        snprintf(account.name, sizeof(account.name), "%s", name);
        text_init(&text, bytes, sizeof(bytes));
        account_declaration_print(&account, &text);
        status = declare_and_wait(books, ENTRY_ACCOUNT, span_of(bytes));
        const struct account *found = ledger_find(&books->ledger, kind, name);
        if (found) { /* it is on disk, whoever has opened it */
            *number = found->number;
            return STATUS_OK;
        }
    }
    return status == STATUS_OK ? STATUS_OVERTAKEN : status; /* there was no memory for the news */
}

static enum status begin_shared(struct books *books, const char *name, uint32_t *number)
{
    enum status status = STATUS_OVERTAKEN;
    for (unsigned i = 0; status == STATUS_OVERTAKEN && i < DECLARE_TRIES; i++) {
        char bytes[DECLARATION_TEXT_MAX];
        struct text text;
        text_init(&text, bytes, sizeof(bytes));
        chain_declaration_print(store_chain_count(books->store) + 1, name, &text);
        status = declare_and_wait(books, ENTRY_CHAIN, span_of(bytes));
        if (store_chain_find(books->store, name, number) == STATUS_OK)
            return STATUS_OK;
    }
    /* unreached: without memory for the news, as above, which a test comes to with an account */
    return status == STATUS_OK ? STATUS_OVERTAKEN : status;
}

enum status books_account(struct books *books, enum account_kind kind, const char *name, uint32_t *number,
                          bool *made)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    const struct account *account = ledger_find(&books->ledger, kind, name);
    if (made)
        *made = !account;
    if (account) {
        *number = account->number;
        return STATUS_OK;
    }
    if (store_is_shared(books->store))
        return open_shared(books, kind, name, number);
    /* Opened in the ledger first, because that gives the number; an account nobody could journal stays empty
     * and goes with the process. */
    enum status status = ledger_open(&books->ledger, kind, name, number);
    if (status != STATUS_OK)
        return status;
    text_init(&text, bytes, sizeof(bytes));
    account_declaration_print(ledger_account(&books->ledger, *number), &text);
    return declare(books, ENTRY_ACCOUNT, span_of(bytes));
}

enum status books_chain(struct books *books, const char *name, uint32_t *number, bool *made)
{
    char bytes[DECLARATION_TEXT_MAX];
    struct text text;
    if (!account_name_ok(name))
        return STATUS_BAD_ACCOUNT_NAME;
    bool found_it = store_chain_find(books->store, name, number) == STATUS_OK;
    if (made)
        *made = !found_it;
    if (found_it)
        return STATUS_OK;
    if (store_is_shared(books->store))
        return begin_shared(books, name, number);
    *number = store_chain_count(books->store) + 1;
    text_init(&text, bytes, sizeof(bytes));
    chain_declaration_print(*number, name, &text);
    return declare(books, ENTRY_CHAIN, span_of(bytes));
}

static bool was_added(const struct books *books, const struct hash *hash)
{
    for (unsigned i = 0; i < DOCUMENTS_KNOWN && i < books->document_count; i++)
        if (hash_equal(&books->documents[i], hash))
            return true;
    return false;
}

enum status books_document(struct books *books, const char *name, struct span document, struct hash *hash)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct text text;
    *hash = hash_of(document.bytes, document.size);
    if (was_added(books, hash))
        return STATUS_OK;
    enum status status = store_document(books->store, hash, &cursor, &row);
    if (status == STATUS_OK)
        store_cursor_close(cursor);
    if (status != STATUS_NOT_FOUND)
        return status;
    size_t size = document.size + DECLARATION_TEXT_MAX;
    char *bytes = malloc(size);
    if (!bytes)
        return STATUS_NO_MEMORY;
    text_init(&text, bytes, size);
    document_print(document, name, &text);
    text_put_bytes(&text, (const char *)document.bytes, document.size);
    assert(!text.full);
    status = declare(books, ENTRY_DOCUMENT, (struct span){(const uint8_t *)bytes, text.used});
    free(bytes);
    if (status == STATUS_OK)
        books->documents[books->document_count++ % DOCUMENTS_KNOWN] = *hash;
    return status;
}
