/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint.h - the state of a log at one moment: its origin, its number of leaves, the root of their tree.
 *
 * Pure. The text of a signed note, C2SP `tlog-checkpoint`: three lines, ORIGIN, SIZE and the root in Base64;
 * more lines may follow in checkpoints of other logs. */
#ifndef CROUPIER_LOG_CHECKPOINT_H
#define CROUPIER_LOG_CHECKPOINT_H

#include "log/merkle.h"
#include "log/note.h"

struct checkpoint {
    char origin[NOTE_NAME_MAX];
    uint64_t size;
    struct hash root;
};

/* The name of the log of a house that was founded with this key. */
void origin_print(const struct public_key *founding, char origin[NOTE_NAME_MAX]);

/* The three lines. */
void checkpoint_print(const struct checkpoint *checkpoint, struct text *text);

/* STATUS_BAD_TEXT unless the text begins with three such lines and has no empty one. */
enum status checkpoint_parse(struct span text, struct checkpoint *checkpoint) MUST_CHECK;

/* Reads a whole note: its text must be a checkpoint. */
enum status checkpoint_read(struct span bytes, struct note *note, struct checkpoint *checkpoint) MUST_CHECK;

/* The house's signature over a checkpoint, kept apart from the text. */
enum status checkpoint_sign(const struct checkpoint *checkpoint, const struct signer *signer,
                            struct signature *signature) MUST_CHECK;
bool checkpoint_holds(const struct checkpoint *checkpoint, const struct public_key *key,
                      const struct signature *signature);

/* Both together as a note, signed under the origin's name. */
void checkpoint_note_print(const struct checkpoint *checkpoint, const struct public_key *key,
                           const struct signature *signature, struct text *text);

/* A size or a hash as a line of a note or proof: no leading zeros, Base64 in its one form (base64.h). */
bool log_number_parse(const char *text, size_t length, uint64_t *number);
bool log_hash_parse(const char *text, size_t length, struct hash *hash);
void log_hash_print(const struct hash *hash, struct text *text);

/* Takes the next line off the front, without its line feed; false if there is no whole one. */
bool log_line(struct span *rest, struct span *line);

#endif
