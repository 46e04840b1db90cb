/* SPDX-License-Identifier: Apache-2.0 */
/* note.h - texts with signatures below them: the format C2SP `signed-note`, and `tlog-cosignature` for the
 * signatures of witnesses.
 *
 *   text, whole lines
 *   (an empty line)
 *   — NAME BASE64          a line for each signature
 *
 * BASE64 is four bytes of key id and the signature. A cosignature has the time in seconds, eight bytes,
 * highest first, between the two, and signs "cosignature/v1\ntime SECONDS\n" followed by the text. The key id
 * is the first four bytes of SHA-256 over NAME, a line feed, the type's byte and the public key.
 *
 * Pure. A note proves nothing until a signature by a key the caller knows has been checked. */
#ifndef CROUPIER_LOG_NOTE_H
#define CROUPIER_LOG_NOTE_H

#include "base/text.h"
#include "log/key.h"

enum {
    NOTE_NAME_MAX = 128,
    NOTE_BYTES_MAX = 16384,
    NOTE_BODY_MAX = 512, /* of a text that we sign */
    NOTE_LINE_MAX = 512, /* of a signature by one of our keys */
    NOTE_KEY_ID_BYTES = 4,
    VERIFIER_TEXT_MAX = 256, /* of a verifier key */
};

enum note_type { NOTE_ED25519 = 1, NOTE_COSIGNATURE = 4 };

/* A key by the name it signs under. */
struct verifier {
    char name[NOTE_NAME_MAX];
    enum note_type type;
    struct public_key key;
    uint8_t id[NOTE_KEY_ID_BYTES];
};

/* Whether a name may be used: not empty, no blanks, control characters or +, shorter than NOTE_NAME_MAX. */
bool note_name_ok(const char *name, size_t length);

/* `name` must satisfy note_name_ok. */
void verifier_init(struct verifier *verifier, const char *name, enum note_type type,
                   const struct public_key *key);

/* "NAME+ID+KEY", as witnesses and logs publish their keys. */
void verifier_print(const struct verifier *verifier, struct text *text);
bool verifier_parse(const char *text, size_t length, struct verifier *verifier);

struct note {
    struct span text;       /* with its last line feed */
    struct span signatures; /* whole lines */
};

/* STATUS_BAD_TEXT unless the bytes are a note. */
enum status note_split(struct span bytes, struct note *note) MUST_CHECK;

/* STATUS_OK: the verifier's key has signed it, at *time (a cosignature's, in seconds; may be NULL).
 * STATUS_NOT_FOUND: it has not. STATUS_BAD_SIGNATURE: a line under its name and id does not hold. */
enum status note_check(const struct note *note, const struct verifier *verifier, uint64_t *time) MUST_CHECK;

/* Appends the signature line of one more key; `time_s` counts for a cosignature only. The signer's key must
 * be the verifier's. */
enum status note_sign(struct span text, const struct verifier *verifier, const struct signer *signer,
                      uint64_t time_s, struct text *line) MUST_CHECK;

/* The two halves of that for a signature that is kept apart from its note (NOTE_ED25519 only). */
void note_line_print(const struct verifier *verifier, const struct signature *signature, struct text *line);

#endif
