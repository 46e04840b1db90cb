/* SPDX-License-Identifier: Apache-2.0 */
#include "log/note.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/utils.h>
#include <string.h>

#include "log/base64.h"

#define DASH "\xe2\x80\x94 " /* an em dash and a blank: every signature line begins so */

enum {
    TIME_BYTES = 8,
    SIGNED_BYTES_MAX = NOTE_KEY_ID_BYTES + TIME_BYTES + SIGNATURE_BYTES,
    OTHER_BYTES_MAX = 6000, /* of a signature we do not know: post-quantum ones are long */
};

/* ---- Names and keys. ---- */

bool note_name_ok(const char *name, size_t length)
{
    assert(name || length == 0);
    if (length == 0 || length >= NOTE_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((uint8_t)name[i] <= ' ' || name[i] == '+' || name[i] == 0x7f)
            return false;
    return true;
}

static void find_id(struct verifier *verifier)
{
    assert(verifier->name[0]);
    uint8_t hash[crypto_hash_sha256_BYTES];
    uint8_t middle[2] = {'\n', (uint8_t)verifier->type};
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const uint8_t *)verifier->name, strlen(verifier->name));
    crypto_hash_sha256_update(&state, middle, sizeof(middle));
    crypto_hash_sha256_update(&state, verifier->key.bytes, PUBLIC_KEY_BYTES);
    crypto_hash_sha256_final(&state, hash);
    memcpy(verifier->id, hash, NOTE_KEY_ID_BYTES);
}

void verifier_init(struct verifier *verifier, const char *name, enum note_type type,
                   const struct public_key *key)
{
    assert(note_name_ok(name, strlen(name)));
    *verifier = (struct verifier){.type = type, .key = *key};
    memcpy(verifier->name, name, strlen(name) + 1);
    find_id(verifier);
}

void verifier_print(const struct verifier *verifier, struct text *text)
{
    assert(verifier->name[0]);
    char id[2 * NOTE_KEY_ID_BYTES + 1];
    uint8_t bytes[1 + PUBLIC_KEY_BYTES] = {(uint8_t)verifier->type};
    memcpy(bytes + 1, verifier->key.bytes, PUBLIC_KEY_BYTES);
    sodium_bin2hex(id, sizeof(id), verifier->id, sizeof(verifier->id));
    text_format(text, "%s+%s+", verifier->name, id);
    base64_print((struct span){bytes, sizeof(bytes)}, text);
}

bool verifier_parse(const char *text, size_t length, struct verifier *verifier)
{
    assert(text || length == 0);
    uint8_t bytes[1 + PUBLIC_KEY_BYTES];
    uint8_t id[NOTE_KEY_ID_BYTES];
    size_t used;
    const char *plus = memchr(text, '+', length);
    size_t name = plus ? (size_t)(plus - text) : 0;
    size_t key_at = name + 1 + 2 * NOTE_KEY_ID_BYTES + 1;
    if (!plus || !note_name_ok(text, name) || length <= key_at || text[key_at - 1] != '+' ||
        !hex_parse(text + name + 1, 2 * NOTE_KEY_ID_BYTES, id, sizeof(id)))
        return false;
    if (!base64_parse(text + key_at, length - key_at, bytes, sizeof(bytes), &used) || used != sizeof(bytes) ||
        (bytes[0] != NOTE_ED25519 && bytes[0] != NOTE_COSIGNATURE))
        return false;
    *verifier = (struct verifier){.type = (enum note_type)bytes[0]};
    memcpy(verifier->name, text, name);
    memcpy(verifier->key.bytes, bytes + 1, PUBLIC_KEY_BYTES);
    find_id(verifier);
    return memcmp(id, verifier->id, sizeof(id)) == 0;
}

/* ---- Reading. ---- */

/* How many bytes the UTF-8 character at `at` has; 0: it is none, or a control character. */
static size_t character(const uint8_t *at, size_t size)
{
    assert(size);
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (at[0] < 0x80)
        return at[0] >= ' ' || at[0] == '\n';
    size_t length = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || length > size)
        return 0;
    uint32_t code = at[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : length;
}

static bool is_plain(struct span bytes)
{
    size_t length;
    for (size_t at = 0; at < bytes.size; at += length)
        if (!(length = character(bytes.bytes + at, bytes.size - at)))
            return false;
    return true;
}

/* A signature line, taken apart. */
struct line {
    struct span name;
    size_t size;
    uint8_t bytes[OTHER_BYTES_MAX]; /* key id and signature */
};

/* The next line of the signatures; false if it is none. */
static bool next_line(struct span *lines, struct line *line)
{
    assert(lines->bytes || lines->size == 0);
    const char *start = (const char *)lines->bytes;
    const char *end = memchr(start, '\n', lines->size);
    size_t dash = strlen(DASH);
    if (!end || (size_t)(end - start) <= dash || memcmp(start, DASH, dash) != 0)
        return false;
    const char *name = start + dash;
    const char *blank = memchr(name, ' ', (size_t)(end - name));
    if (!blank || !note_name_ok(name, (size_t)(blank - name)))
        return false;
    line->name = (struct span){(const uint8_t *)name, (size_t)(blank - name)};
    if (!base64_parse(blank + 1, (size_t)(end - blank - 1), line->bytes, sizeof(line->bytes), &line->size) ||
        line->size <= NOTE_KEY_ID_BYTES)
        return false;
    size_t used = (size_t)(end + 1 - start);
    *lines = (struct span){lines->bytes + used, lines->size - used};
    return true;
}

/* The place of the last empty line; the text ends with the line feed before it. */
static bool find_gap(struct span bytes, size_t *gap)
{
    assert(bytes.bytes || bytes.size == 0);
    for (size_t at = bytes.size; at >= 3; at--)
        if (bytes.bytes[at - 1] == '\n' && bytes.bytes[at - 2] == '\n') {
            *gap = at - 1;
            return true;
        }
    return false;
}

enum status note_split(struct span bytes, struct note *note)
{
    assert(bytes.bytes || bytes.size == 0);
    struct line line;
    size_t gap;
    if (bytes.size > NOTE_BYTES_MAX || !is_plain(bytes) || !find_gap(bytes, &gap))
        return STATUS_BAD_TEXT;
    note->text = (struct span){bytes.bytes, gap};
    note->signatures = (struct span){bytes.bytes + gap + 1, bytes.size - gap - 1};
    struct span lines = note->signatures;
    if (lines.size == 0)
        return STATUS_BAD_TEXT;
    while (lines.size > 0)
        if (!next_line(&lines, &line))
            return STATUS_BAD_TEXT;
    return STATUS_OK;
}

/* ---- Signatures. ---- */

static size_t message_of(struct span text, enum note_type type, uint64_t time_s, char *bytes, size_t size)
{
    struct text message;
    text_init(&message, bytes, size);
    if (type == NOTE_COSIGNATURE)
        text_format(&message, "cosignature/v1\ntime %" PRIu64 "\n", time_s);
    text_put_bytes(&message, (const char *)text.bytes, text.size);
    return message.full ? 0 : message.used;
}

static uint64_t time_of(const uint8_t bytes[TIME_BYTES])
{
    uint64_t time_s = 0;
    for (unsigned i = 0; i < TIME_BYTES; i++)
        time_s = time_s << 8 | bytes[i];
    return time_s;
}

static bool is_by(const struct line *line, const struct verifier *verifier)
{
    return line->name.size == strlen(verifier->name) &&
           memcmp(line->name.bytes, verifier->name, line->name.size) == 0 &&
           memcmp(line->bytes, verifier->id, NOTE_KEY_ID_BYTES) == 0;
}

static bool line_holds(const struct line *line, struct span text, const struct verifier *verifier,
                       uint64_t *time)
{
    char message[NOTE_BYTES_MAX + 64];
    struct signature signature;
    size_t time_size = verifier->type == NOTE_COSIGNATURE ? TIME_BYTES : 0;
    if (line->size != NOTE_KEY_ID_BYTES + time_size + SIGNATURE_BYTES)
        return false;
    *time = time_size ? time_of(line->bytes + NOTE_KEY_ID_BYTES) : 0;
    size_t size = message_of(text, verifier->type, *time, message, sizeof(message));
    memcpy(signature.bytes, line->bytes + NOTE_KEY_ID_BYTES + time_size, SIGNATURE_BYTES);
    return size > 0 && *time <= INT64_MAX &&
           signature_holds(&verifier->key, (struct span){(const uint8_t *)message, size}, &signature);
}

enum status note_check(const struct note *note, const struct verifier *verifier, uint64_t *time)
{
    struct line line;
    struct span lines = note->signatures;
    uint64_t signed_at;
    bool found = false;
    while (lines.size > 0 && next_line(&lines, &line)) {
        if (!is_by(&line, verifier))
            continue;
        if (!line_holds(&line, note->text, verifier, &signed_at))
            return STATUS_BAD_SIGNATURE;
        if (time && (!found || signed_at > *time))
            *time = signed_at;
        found = true;
    }
    return found ? STATUS_OK : STATUS_NOT_FOUND;
}

static void put_line(const struct verifier *verifier, const uint8_t *bytes, size_t size, struct text *line)
{
    assert(bytes && size);
    text_put(line, DASH);
    text_put(line, verifier->name);
    text_put_char(line, ' ');
    base64_print((struct span){bytes, size}, line);
    text_put_char(line, '\n');
}

void note_line_print(const struct verifier *verifier, const struct signature *signature, struct text *line)
{
    uint8_t bytes[NOTE_KEY_ID_BYTES + SIGNATURE_BYTES];
    assert(verifier->type == NOTE_ED25519);
    memcpy(bytes, verifier->id, NOTE_KEY_ID_BYTES);
    memcpy(bytes + NOTE_KEY_ID_BYTES, signature->bytes, SIGNATURE_BYTES);
    put_line(verifier, bytes, sizeof(bytes), line);
}

enum status note_sign(struct span text, const struct verifier *verifier, const struct signer *signer,
                      uint64_t time_s, struct text *line)
{
    char message[NOTE_BYTES_MAX + 64];
    struct signature signature;
    uint8_t bytes[SIGNED_BYTES_MAX];
    assert(public_key_equal(&signer->key, &verifier->key));
    size_t size = message_of(text, verifier->type, time_s, message, sizeof(message));
    if (size == 0)
        return STATUS_TOO_LONG;
    enum status status =
        signer->sign(signer->context, (struct span){(const uint8_t *)message, size}, &signature);
    if (status != STATUS_OK)
        return status;
    if (verifier->type == NOTE_ED25519) {
        note_line_print(verifier, &signature, line);
        return line->full ? STATUS_TOO_LONG : STATUS_OK;
    }
    memcpy(bytes, verifier->id, NOTE_KEY_ID_BYTES);
    for (unsigned i = 0; i < TIME_BYTES; i++)
        bytes[NOTE_KEY_ID_BYTES + i] = (uint8_t)(time_s >> (8 * (TIME_BYTES - 1 - i)));
    memcpy(bytes + NOTE_KEY_ID_BYTES + TIME_BYTES, signature.bytes, SIGNATURE_BYTES);
    put_line(verifier, bytes, sizeof(bytes), line);
    return line->full ? STATUS_TOO_LONG : STATUS_OK;
}
