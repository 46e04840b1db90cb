/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/declaration.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium/utils.h>
#include <string.h>

/* The words of the first line of a text. */
struct words {
    const char *at;
    const char *end; /* of the line, its line feed not included */
    bool bad;
};

static struct words words_of(struct span span)
{
    const char *at = (const char *)span.bytes;
    const char *end = span.size ? memchr(at, '\n', span.size) : NULL;
    return (struct words){at, end, !end};
}

/* The next word and the one blank behind it, if it is not the last. */
static struct span next_word(struct words *words)
{
    assert(words->bad || words->at <= words->end);
    const char *start = words->at;
    if (words->bad || start == words->end) {
        words->bad = true;
        return (struct span){NULL, 0};
    }
    const char *blank = memchr(start, ' ', (size_t)(words->end - start));
    const char *stop = blank ? blank : words->end;
    words->bad |= stop == start || (blank && blank + 1 == words->end);
    words->at = blank ? blank + 1 : words->end;
    return (struct span){(const uint8_t *)start, (size_t)(stop - start)};
}

static void expect_word(struct words *words, const char *expected)
{
    assert(expected[0]);
    struct span word = next_word(words);
    if (!words->bad && (word.size != strlen(expected) || memcmp(word.bytes, expected, word.size) != 0))
        words->bad = true;
}

static uint64_t next_number(struct words *words, uint64_t max)
{
    struct span word = next_word(words);
    uint64_t number = 0;
    words->bad |= word.size > 19 || (word.size > 0 && word.bytes[0] == '0');
    for (size_t i = 0; !words->bad && i < word.size; i++) {
        words->bad |= word.bytes[i] < '0' || word.bytes[i] > '9';
        number = number * 10 + (uint64_t)(word.bytes[i] - '0');
    }
    words->bad |= number > max;
    return words->bad ? 0 : number;
}

static void next_name(struct words *words, char *name, size_t size)
{
    assert(size > 1);
    struct span word = next_word(words);
    if (words->bad || word.size >= size) {
        words->bad = true;
        return;
    }
    memcpy(name, word.bytes, word.size);
    name[word.size] = '\0';
    words->bad |= !account_name_ok(name) || strlen(name) != word.size;
}

/* Nothing may be left in the line, nor behind it when the line is all there is. */
static enum status finish(const struct words *words, struct span span, bool one_line)
{
    assert(words->bad || words->at <= words->end);
    const char *end = (const char *)span.bytes + span.size;
    if (words->bad || words->at != words->end || (one_line && words->end + 1 != end))
        return STATUS_BAD_ENTRY;
    return STATUS_OK;
}

void founded_print(const struct public_key *key, struct text *text)
{
    char hex[PUBLIC_KEY_TEXT_MAX];
    public_key_print(key, hex, sizeof(hex));
    text_format(text, "croupier 2 %s\n", hex);
}

enum status founded_parse(struct span span, struct public_key *key)
{
    struct words words = words_of(span);
    expect_word(&words, "croupier");
    next_number(&words, ENTRY_FORMAT);
    struct span hex = next_word(&words);
    words.bad = words.bad || !public_key_parse((const char *)hex.bytes, hex.size, key);
    return finish(&words, span, true);
}

void chain_declaration_print(uint32_t number, const char *name, struct text *text)
{
    assert(number > 1 && account_name_ok(name));
    text_format(text, "chain %" PRIu32 " %s\n", number, name);
}

enum status chain_declaration_parse(struct span span, uint32_t *number, char name[CHAIN_NAME_MAX])
{
    struct words words = words_of(span);
    expect_word(&words, "chain");
    *number = (uint32_t)next_number(&words, UINT32_MAX);
    next_name(&words, name, CHAIN_NAME_MAX);
    words.bad |= *number <= CHAIN_NUMBER_HOUSE; /* the house's own is declared nowhere */
    return finish(&words, span, true);
}

void account_declaration_print(const struct account *account, struct text *text)
{
    assert(account->number && account_name_ok(account->name));
    text_format(text, "account %" PRIu32 " %s %s\n", account->number, account_kind_name(account->kind),
                account->name);
}

enum status account_declaration_parse(struct span span, struct account *account)
{
    struct words words = words_of(span);
    enum account_kind kind = ACCOUNT_PLAYER;
    *account = (struct account){0};
    expect_word(&words, "account");
    account->number = (uint32_t)next_number(&words, UINT32_MAX);
    struct span word = next_word(&words);
    words.bad = words.bad || !account_kind_find((const char *)word.bytes, word.size, &kind);
    account->kind = (uint8_t)kind;
    next_name(&words, account->name, sizeof(account->name));
    return finish(&words, span, true);
}

void document_print(struct span document, const char *name, struct text *text)
{
    assert(document.size && account_name_ok(name));
    struct hash hash = hash_of(document.bytes, document.size);
    char hex[HASH_TEXT_MAX];
    hash_print(&hash, hex, sizeof(hex));
    text_format(text, "document %s %s\n", hex, name);
}

enum status document_parse(struct span span, struct hash *hash, char name[CHAIN_NAME_MAX],
                           struct span *document)
{
    struct words words = words_of(span);
    expect_word(&words, "document");
    struct span hex = next_word(&words);
    words.bad = words.bad || !hash_parse((const char *)hex.bytes, hex.size, hash);
    next_name(&words, name, CHAIN_NAME_MAX);
    enum status status = finish(&words, span, false);
    if (status != STATUS_OK)
        return status;
    document->bytes = (const uint8_t *)words.end + 1;
    document->size = span.size - (size_t)(document->bytes - span.bytes);
    struct hash right = hash_of(document->bytes, document->size);
    return hash_equal(hash, &right) ? STATUS_OK : STATUS_BAD_ENTRY;
}

/* ---- Keys and losses. ---- */

enum { KEY_MESSAGE_MAX = 512 };

static struct span key_message(const struct key_turn *turn, const char *origin, uint64_t number,
                               char bytes[KEY_MESSAGE_MAX])
{
    assert(origin[0] && number);
    char keys[2][PUBLIC_KEY_TEXT_MAX];
    struct text text;
    public_key_print(&turn->old, keys[0], sizeof(keys[0]));
    public_key_print(&turn->new, keys[1], sizeof(keys[1]));
    text_init(&text, bytes, KEY_MESSAGE_MAX);
    text_format(&text, "croupier key 2\n%s\n%" PRIu64 "\n%s\n%s\n", origin, number, keys[0], keys[1]);
    assert(!text.full);
    return (struct span){(const uint8_t *)bytes, text.used};
}

enum status key_turn_sign(struct key_turn *turn, const char *origin, uint64_t number,
                          const struct signer *old, const struct signer *new)
{
    assert(old->sign && new->sign);
    char bytes[KEY_MESSAGE_MAX];
    *turn = (struct key_turn){.old = old->key, .new = new->key};
    struct span message = key_message(turn, origin, number, bytes);
    enum status status = old->sign(old->context, message, &turn->by_old);
    return status == STATUS_OK ? new->sign(new->context, message, &turn->by_new) : status;
}

bool key_turn_holds(const struct key_turn *turn, const char *origin, uint64_t number)
{
    char bytes[KEY_MESSAGE_MAX];
    struct span message = key_message(turn, origin, number, bytes);
    return signature_holds(&turn->old, message, &turn->by_old) &&
           signature_holds(&turn->new, message, &turn->by_new);
}

static void put_hex(struct text *text, const uint8_t *bytes, size_t size)
{
    char hex[2 * SIGNATURE_BYTES + 1];
    assert(size <= SIGNATURE_BYTES);
    text_put_char(text, ' ');
    text_put(text, sodium_bin2hex(hex, sizeof(hex), bytes, size));
}

void key_turn_print(const struct key_turn *turn, struct text *text)
{
    text_put(text, "key");
    put_hex(text, turn->old.bytes, PUBLIC_KEY_BYTES);
    put_hex(text, turn->new.bytes, PUBLIC_KEY_BYTES);
    put_hex(text, turn->by_old.bytes, SIGNATURE_BYTES);
    put_hex(text, turn->by_new.bytes, SIGNATURE_BYTES);
    text_put_char(text, '\n');
}

static void next_hex(struct words *words, uint8_t *bytes, size_t size)
{
    assert(size && size <= SIGNATURE_BYTES);
    struct span word = next_word(words);
    words->bad = words->bad || !hex_parse((const char *)word.bytes, word.size, bytes, size);
}

enum status key_turn_parse(struct span span, struct key_turn *turn)
{
    struct words words = words_of(span);
    expect_word(&words, "key");
    next_hex(&words, turn->old.bytes, PUBLIC_KEY_BYTES);
    next_hex(&words, turn->new.bytes, PUBLIC_KEY_BYTES);
    next_hex(&words, turn->by_old.bytes, SIGNATURE_BYTES);
    next_hex(&words, turn->by_new.bytes, SIGNATURE_BYTES);
    return finish(&words, span, true);
}

void loss_print(const struct checkpoint *head, uint64_t length, const char *said, struct text *text)
{
    assert(head && said);
    char root[HASH_TEXT_MAX];
    hash_print(&head->root, root, sizeof(root));
    text_format(text, "loss %" PRIu64 " %s %" PRIu64 "\n%s\n", head->size, root, length, said);
}

enum status loss_parse(struct span span, uint64_t *size, struct hash *root, uint64_t *length)
{
    struct words words = words_of(span);
    expect_word(&words, "loss");
    *size = next_number(&words, INT64_MAX);
    next_hex(&words, root->bytes, HASH_BYTES);
    *length = next_number(&words, INT64_MAX);
    return finish(&words, span, false);
}

void correction_print(uint64_t number, const char *reason, struct text *text)
{
    assert(number && reason);
    text_format(text, "corrects %" PRIu64 "\n%s\n", number, reason);
}

enum status correction_parse(struct span span, uint64_t *number)
{
    struct words words = words_of(span);
    expect_word(&words, "corrects");
    *number = next_number(&words, INT64_MAX);
    return finish(&words, span, false);
}
