/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/mark.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "journal/declaration.h"
#include "record/word.h"

void mark_init(struct mark *mark)
{
    memset(mark, 0, sizeof *mark);
    ledger_init(&mark->ledger);
}

void mark_release(struct mark *mark)
{
    free(mark->chains);
    free(mark->shoes);
    free(mark->documents);
    free(mark->house);
    ledger_release(&mark->ledger);
    mark_init(mark);
}

/* ---- Room. ---- */

static bool chain_room(struct mark *mark, uint32_t count)
{
    if (count <= mark->chain_room)
        return true;
    uint32_t room = count + 64;
    struct mark_chain *chains = realloc(mark->chains, room * sizeof *chains);
    if (chains)
        mark->chains = chains;
    struct mark_shoe *shoes = realloc(mark->shoes, room * sizeof *shoes);
    if (shoes)
        mark->shoes = shoes;
    if (!chains || !shoes)
        return false;
    memset(chains + mark->chain_room, 0, (room - mark->chain_room) * sizeof *chains);
    memset(shoes + mark->chain_room, 0, (room - mark->chain_room) * sizeof *shoes);
    mark->chain_room = room;
    return true;
}

static bool add_document(struct mark *mark, uint64_t position, const struct hash *leaf)
{
    if (mark->document_count == mark->document_room) {
        uint32_t room = mark->document_room + 16;
        struct mark_document *documents = realloc(mark->documents, room * sizeof *documents);
        if (!documents)
            return false;
        mark->documents = documents;
        mark->document_room = room;
    }
    mark->documents[mark->document_count++] = (struct mark_document){position, *leaf};
    return true;
}

/* ---- The text. ---- */

static void put_hash(FILE *out, const struct hash *hash)
{
    char text[HASH_TEXT_MAX];
    hash_print(hash, text, sizeof text);
    fprintf(out, " %s", text);
}

static void put_tree(FILE *out, const struct mark *mark)
{
    struct hash root = merkle_root(&mark->tree);
    fprintf(out, "size %" PRIu64, mark->tree.size);
    put_hash(out, &root);
    fprintf(out, " %" PRId64 "\n", mark->latest_ms);
    for (unsigned level = MERKLE_LEVELS_MAX; level-- > 0;) {
        if (!(mark->tree.size >> level & 1))
            continue;
        fputs("node", out);
        put_hash(out, &mark->tree.perfect[level]);
        fputc('\n', out);
    }
}

static void put_chains(FILE *out, const struct mark *mark)
{
    for (uint32_t i = 0; i < mark->chain_count; i++) {
        const struct chain *chain = &mark->chains[i].chain;
        fprintf(out, "chain %" PRIu32 " %" PRIu64 " %" PRIu64, i + 1, chain->number,
                mark->chains[i].position);
        put_hash(out, &chain->head);
        fprintf(out, " %s\n", chain->name);
    }
    for (uint32_t i = 0; i < mark->chain_count; i++) {
        const struct mark_shoe *shoe = &mark->shoes[i];
        if (!shoe->position)
            continue;
        fprintf(out, "shoe %" PRIu32 " %" PRIu64 " %" PRIu64, i + 1, shoe->position, shoe->count);
        put_hash(out, &shoe->hash);
        fputc('\n', out);
    }
}

char *mark_print(const struct mark *mark, size_t *size)
{
    assert(mark->origin[0] && mark->tree.size);
    char *text = NULL;
    char key[PUBLIC_KEY_TEXT_MAX];
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    public_key_print(&mark->key, key, sizeof key);
    fprintf(out, "croupier mark 1\nlog %s %s\n", mark->origin, key);
    put_tree(out, mark);
    fprintf(out, "cosignatures %" PRIu64 "\n", mark->cosignatures);
    put_chains(out, mark);
    for (uint32_t i = 0; i < mark->ledger.count; i++) {
        const struct account *account = &mark->ledger.accounts[i];
        fprintf(out, "account %" PRIu32 " %s %" PRId64 " %s\n", account->number,
                account_kind_name(account->kind), account->balance_cents, account->name);
    }
    for (uint32_t i = 0; i < mark->document_count; i++) {
        fprintf(out, "document %" PRIu64, mark->documents[i].position);
        put_hash(out, &mark->documents[i].leaf);
        fputc('\n', out);
    }
    fputs(mark->house ? mark->house : "", out);
    fflush(out);
    struct hash whole = merkle_leaf((struct span){(const uint8_t *)text, *size});
    fputs("end", out);
    put_hash(out, &whole);
    fputc('\n', out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* ---- Reading it. ---- */

struct mark_reader {
    struct mark *mark;
    unsigned house_room;
    const char *line; /* at hand */
    size_t line_length;
    struct words words; /* of it, behind its first */
    unsigned level;     /* of the next node: below it; MERKLE_LEVELS_MAX: the highest */
    struct hash root;
};

static bool next_number(struct mark_reader *reader, uint64_t max, uint64_t *number)
{
    struct word word;
    char text[32];
    const char *at = text;
    if (!words_next(&reader->words, &word) || word.length >= sizeof text)
        return false;
    snprintf(text, sizeof text, "%.*s", (int)word.length, word.bytes);
    return text_take_number(&at, max, number) && *at == 0;
}

static bool next_hash(struct mark_reader *reader, struct hash *hash)
{
    struct word word;
    return words_next(&reader->words, &word) && hash_parse(word.bytes, word.length, hash);
}

static bool next_text(struct mark_reader *reader, char *text, size_t size)
{
    struct word word;
    if (!words_next(&reader->words, &word) || word.length >= size)
        return false;
    snprintf(text, size, "%.*s", (int)word.length, word.bytes);
    return true;
}

static bool read_log(struct mark_reader *reader)
{
    struct word word;
    return next_text(reader, reader->mark->origin, sizeof reader->mark->origin) &&
           words_next(&reader->words, &word) && public_key_parse(word.bytes, word.length, &reader->mark->key);
}

static bool read_size(struct mark_reader *reader)
{
    uint64_t latest_ms;
    bool read = next_number(reader, INT64_MAX, &reader->mark->tree.size) && reader->mark->tree.size &&
                next_hash(reader, &reader->root) && next_number(reader, INT64_MAX, &latest_ms);
    reader->mark->latest_ms = read ? (int64_t)latest_ms : 0;
    return read;
}

/* One for each bit of the size, from the highest. */
static bool read_node(struct mark_reader *reader)
{
    struct merkle *tree = &reader->mark->tree;
    while (reader->level > 0 && !(tree->size >> (reader->level - 1) & 1))
        reader->level--;
    return reader->level > 0 && next_hash(reader, &tree->perfect[--reader->level]);
}

static bool read_cosignatures(struct mark_reader *reader)
{
    return next_number(reader, INT64_MAX, &reader->mark->cosignatures);
}

static bool read_chain(struct mark_reader *reader)
{
    struct mark *mark = reader->mark;
    uint64_t number;
    char name[CHAIN_NAME_MAX];
    if (!next_number(reader, WALK_CHAINS_MAX, &number) || number != mark->chain_count + 1 ||
        !chain_room(mark, mark->chain_count + 1))
        return false;
    struct mark_chain *chain = &mark->chains[mark->chain_count];
    uint64_t entries;
    struct hash head;
    if (!next_number(reader, INT64_MAX, &entries) ||
        !next_number(reader, mark->tree.size, &chain->position) || !next_hash(reader, &head) ||
        !next_text(reader, name, sizeof name) || !account_name_ok(name))
        return false;
    chain_init(&chain->chain, (uint32_t)number, name);
    chain->chain.number = entries;
    chain->chain.head = head;
    mark->chain_count++;
    return true;
}

static bool read_shoe(struct mark_reader *reader)
{
    struct mark *mark = reader->mark;
    uint64_t chain;
    if (!next_number(reader, mark->chain_count, &chain) || chain < 2)
        return false;
    struct mark_shoe *shoe = &mark->shoes[chain - 1];
    return !shoe->position && next_number(reader, mark->tree.size, &shoe->position) && shoe->position &&
           next_number(reader, mark->tree.size, &shoe->count) && next_hash(reader, &shoe->hash);
}

static bool read_account(struct mark_reader *reader)
{
    struct account account = {.number = 0};
    uint64_t number;
    char kind[16];
    char cents[32];
    const char *digits = cents;
    enum account_kind known;
    uint64_t amount;
    if (!next_number(reader, UINT32_MAX, &number) || !next_text(reader, kind, sizeof kind) ||
        !account_kind_find(kind, strlen(kind), &known) || !next_text(reader, cents, sizeof cents) ||
        !next_text(reader, account.name, sizeof account.name))
        return false;
    digits += cents[0] == '-';
    if (!text_take_number(&digits, INT64_MAX, &amount) || *digits)
        return false;
    account.number = (uint32_t)number;
    account.kind = (uint8_t)known;
    account.balance_cents = cents[0] == '-' ? -(int64_t)amount : (int64_t)amount;
    return ledger_load(&reader->mark->ledger, &account) == STATUS_OK;
}

static bool read_document(struct mark_reader *reader)
{
    uint64_t position;
    struct hash leaf;
    return next_number(reader, reader->mark->tree.size, &position) && position && next_hash(reader, &leaf) &&
           add_document(reader->mark, position, &leaf);
}

/* Kept as it is: what it says is for mark_house.h. */
static bool read_house(struct mark_reader *reader)
{
    struct mark *mark = reader->mark;
    struct word word;
    size_t used = mark->house_size;
    unsigned room = reader->house_room;
    if (memchr(reader->line, 0, reader->line_length))
        return false;
    char *house = grow(mark->house, used + reader->line_length + 1, &room, 1);
    if (!house)
        return false;
    memcpy(house + used, reader->line, reader->line_length);
    memcpy(house + used + reader->line_length, "\n", 2);
    mark->house = house;
    mark->house_size = used + reader->line_length + 1;
    reader->house_room = room;
    while (words_next(&reader->words, &word))
        ;
    return true;
}

static const struct {
    const char *word;
    bool (*read)(struct mark_reader *reader);
} lines[] = {{"log", read_log},         {"size", read_size},
             {"node", read_node},       {"cosignatures", read_cosignatures},
             {"chain", read_chain},     {"shoe", read_shoe},
             {"account", read_account}, {"document", read_document},
             {"day", read_house},       {"stands", read_house},
             {"staff", read_house}};

static bool read_line(struct mark_reader *reader, const char *line, size_t length)
{
    struct word word;
    reader->line = line;
    reader->line_length = length;
    words_init(&reader->words, line, length);
    if (!words_next(&reader->words, &word))
        return false;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (word_is(word, lines[i].word))
            return lines[i].read(reader) && !words_next(&reader->words, &word);
    return false;
}

/* The last line seals those before it: where it begins, or NULL. */
static const char *sealed_until(const char *text, size_t size)
{
    const char *last = size > 1 && text[size - 1] == '\n' ? memrchr(text, '\n', size - 1) : NULL;
    struct hash said;
    if (!last || (size_t)(text + size - last) != 5 + 2 * HASH_BYTES + 1 ||
        strncmp(last + 1, "end ", 4) != 0 || !hash_parse(last + 5, 2 * HASH_BYTES, &said))
        return NULL;
    struct hash right = merkle_leaf((struct span){(const uint8_t *)text, (size_t)(last + 1 - text)});
    return hash_equal(&right, &said) ? last + 1 : NULL;
}

static bool is_whole(const struct mark_reader *reader)
{
    const struct mark *mark = reader->mark;
    if (!mark->origin[0] || !mark->tree.size || !mark->chain_count || ledger_sum_cents(&mark->ledger) != 0)
        return false;
    struct hash root = merkle_root(&mark->tree);
    return hash_equal(&root, &reader->root);
}

enum status mark_parse(struct mark *mark, const char *text, size_t size, char reason[MARK_REASON_MAX])
{
    static const char first[] = "croupier mark 1\n";
    const char *end = sealed_until(text, size);
    struct mark_reader reader = {.mark = mark, .level = MERKLE_LEVELS_MAX};
    unsigned number = 1;
    mark_init(mark);
    if (size < sizeof first || strncmp(text, first, sizeof first - 1) != 0) {
        snprintf(reason, MARK_REASON_MAX, "it is not a mark: its first line is not \"croupier mark 1\"");
        return STATUS_BAD_TEXT;
    }
    if (!end) {
        snprintf(reason, MARK_REASON_MAX, "it is cut off or was changed: its last line does not seal it");
        return STATUS_BAD_TEXT;
    }
    for (const char *at = text + sizeof first - 1; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        number++;
        if (!read_line(&reader, at, (size_t)(stop - at))) {
            snprintf(reason, MARK_REASON_MAX, "line %u cannot be read", number);
            mark_release(mark);
            return STATUS_BAD_TEXT;
        }
        at = stop + 1;
    }
    if (is_whole(&reader))
        return STATUS_OK;
    snprintf(reason, MARK_REASON_MAX, "its nodes do not give its root, or its balances do not add up to 0");
    mark_release(mark);
    return STATUS_BAD_TEXT;
}

/* ---- Making one. ---- */

enum status mark_maker_begin(struct mark_maker *maker, uint64_t size, const struct mark *since)
{
    struct mark *mark = &maker->mark;
    mark_init(mark);
    maker->size = size;
    maker->made = false;
    if (!since)
        return STATUS_OK;
    if (!chain_room(mark, since->chain_count))
        return STATUS_NO_MEMORY;
    memcpy(mark->chains, since->chains, since->chain_count * sizeof *mark->chains);
    memcpy(mark->shoes, since->shoes, since->chain_count * sizeof *mark->shoes);
    for (uint32_t i = 0; i < since->document_count; i++)
        if (!add_document(mark, since->documents[i].position, &since->documents[i].leaf))
            return STATUS_NO_MEMORY;
    return STATUS_OK;
}

static void follow_shoe(struct mark_shoe *shoe, const struct entry *entry, uint64_t position,
                        const struct hash *leaf)
{
    if (entry->kind == ENTRY_OPENED)
        *shoe = (struct mark_shoe){.position = position, .count = 1, .hash = *leaf};
    else if (shoe->position) {
        shoe->hash = merkle_node(&shoe->hash, leaf);
        shoe->count++;
    }
}

/* The walk stands where the mark is to be. */
static enum status finish(struct mark_maker *maker, const struct walk *walk)
{
    struct mark *mark = &maker->mark;
    if (!chain_room(mark, walk->chain_count))
        return STATUS_NO_MEMORY;
    memcpy(mark->origin, walk->guard.origin, sizeof mark->origin);
    mark->key = walk->guard.key;
    mark->tree = walk->guard.tree;
    mark->latest_ms = walk->guard.seal.latest_ms;
    mark->chain_count = walk->chain_count;
    for (uint32_t i = 0; i < walk->chain_count; i++)
        mark->chains[i].chain = walk->chains[i];
    enum status status = STATUS_OK;
    for (uint32_t i = 0; status == STATUS_OK && i < walk->ledger.count; i++)
        status = ledger_load(&mark->ledger, &walk->ledger.accounts[i]);
    maker->made = status == STATUS_OK;
    return status;
}

enum status mark_maker_take(struct mark_maker *maker, const struct walk *walk, const struct store_row *row,
                            const struct entry *entry)
{
    if (row->position > maker->size)
        return STATUS_OK;
    bool old = entry->format == ENTRY_FORMAT_OLD;
    struct hash leaf = old ? merkle_leaf(row->entry) : entry->hash;
    if (!chain_room(&maker->mark, row->chain))
        return STATUS_NO_MEMORY;
    maker->mark.chains[row->chain - 1].position = row->position;
    if (row->chain > CHAIN_NUMBER_HOUSE)
        follow_shoe(&maker->mark.shoes[row->chain - 1], entry, row->position, &leaf);
    if (entry->kind == ENTRY_DOCUMENT && !add_document(&maker->mark, row->position, &leaf))
        return STATUS_NO_MEMORY;
    return row->position == maker->size ? finish(maker, walk) : STATUS_OK;
}
