/* SPDX-License-Identifier: Apache-2.0 */
#include "log/checkpoint.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/utils.h>
#include <string.h>

#include "log/base64.h"

enum { ORIGIN_BYTES = 16 };

/* ---- Lines. ---- */

bool log_line(struct span *rest, struct span *line)
{
    assert(rest->bytes || rest->size == 0);
    const uint8_t *end = rest->size ? memchr(rest->bytes, '\n', rest->size) : NULL;
    if (!end)
        return false;
    *line = (struct span){rest->bytes, (size_t)(end - rest->bytes)};
    *rest = (struct span){end + 1, rest->size - line->size - 1};
    return true;
}

bool log_number_parse(const char *text, size_t length, uint64_t *number)
{
    assert(text || length == 0);
    *number = 0;
    if (length == 0 || length > 19 || (text[0] == '0' && length > 1))
        return false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(text[i] - '0');
    }
    return *number <= INT64_MAX;
}

bool log_hash_parse(const char *text, size_t length, struct hash *hash)
{
    size_t used;
    return base64_parse(text, length, hash->bytes, HASH_BYTES, &used) && used == HASH_BYTES;
}

void log_hash_print(const struct hash *hash, struct text *text)
{
    base64_print((struct span){hash->bytes, HASH_BYTES}, text);
}

/* ---- Checkpoints. ---- */

void origin_print(const struct public_key *founding, char origin[NOTE_NAME_MAX])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char hex[2 * ORIGIN_BYTES + 1];
    struct text text;
    crypto_hash_sha256(hash, founding->bytes, PUBLIC_KEY_BYTES);
    text_init(&text, origin, NOTE_NAME_MAX);
    text_format(&text, "croupier/%s", sodium_bin2hex(hex, sizeof(hex), hash, ORIGIN_BYTES));
    assert(!text.full && note_name_ok(origin, text.used));
}

void checkpoint_print(const struct checkpoint *checkpoint, struct text *text)
{
    assert(checkpoint->origin[0]);
    text_format(text, "%s\n%" PRIu64 "\n", checkpoint->origin, checkpoint->size);
    log_hash_print(&checkpoint->root, text);
    text_put_char(text, '\n');
}

enum status checkpoint_parse(struct span text, struct checkpoint *checkpoint)
{
    struct span origin;
    struct span size;
    struct span root;
    struct span more;
    if (!log_line(&text, &origin) || !log_line(&text, &size) || !log_line(&text, &root))
        return STATUS_BAD_TEXT;
    if (origin.size == 0 || origin.size >= NOTE_NAME_MAX || memchr(origin.bytes, 0, origin.size) ||
        !log_number_parse((const char *)size.bytes, size.size, &checkpoint->size) ||
        !log_hash_parse((const char *)root.bytes, root.size, &checkpoint->root))
        return STATUS_BAD_TEXT;
    while (log_line(&text, &more))
        if (more.size == 0)
            return STATUS_BAD_TEXT;
    memcpy(checkpoint->origin, origin.bytes, origin.size);
    checkpoint->origin[origin.size] = '\0';
    return text.size == 0 ? STATUS_OK : STATUS_BAD_TEXT;
}

enum status checkpoint_read(struct span bytes, struct note *note, struct checkpoint *checkpoint)
{
    enum status status = note_split(bytes, note);
    return status == STATUS_OK ? checkpoint_parse(note->text, checkpoint) : status;
}

static struct span body_of(const struct checkpoint *checkpoint, char body[NOTE_BODY_MAX])
{
    struct text text;
    text_init(&text, body, NOTE_BODY_MAX);
    checkpoint_print(checkpoint, &text);
    assert(!text.full);
    return (struct span){(const uint8_t *)body, text.used};
}

enum status checkpoint_sign(const struct checkpoint *checkpoint, const struct signer *signer,
                            struct signature *signature)
{
    assert(signer->sign);
    char body[NOTE_BODY_MAX];
    return signer->sign(signer->context, body_of(checkpoint, body), signature);
}

bool checkpoint_holds(const struct checkpoint *checkpoint, const struct public_key *key,
                      const struct signature *signature)
{
    char body[NOTE_BODY_MAX];
    return signature_holds(key, body_of(checkpoint, body), signature);
}

void checkpoint_note_print(const struct checkpoint *checkpoint, const struct public_key *key,
                           const struct signature *signature, struct text *text)
{
    assert(checkpoint->origin[0] && !text->full);
    struct verifier verifier;
    verifier_init(&verifier, checkpoint->origin, NOTE_ED25519, key);
    checkpoint_print(checkpoint, text);
    text_put_char(text, '\n');
    note_line_print(&verifier, signature, text);
}
