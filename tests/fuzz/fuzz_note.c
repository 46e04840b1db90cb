/* SPDX-License-Identifier: Apache-2.0 */
/* What is read as a note, a checkpoint or a verifier key is written as it was read. */
#include "fuzz.h"

#include <string.h>

#include "log/checkpoint.h"

static void check_note(struct span bytes)
{
    struct note note;
    struct checkpoint checkpoint;
    struct verifier verifier;
    char printed[NOTE_BYTES_MAX];
    struct text text;
    const struct public_key key = {{0}};
    if (note_split(bytes, &note) != STATUS_OK)
        return;
    FUZZ_PROMISE(note.text.size + 1 + note.signatures.size == bytes.size);
    verifier_init(&verifier, "nobody", NOTE_ED25519, &key);
    FUZZ_PROMISE(note_check(&note, &verifier, NULL) != STATUS_OK);
    if (checkpoint_parse(note.text, &checkpoint) != STATUS_OK)
        return;
    FUZZ_CANARY(true);
    text_init(&text, printed, sizeof(printed));
    checkpoint_print(&checkpoint, &text);
    FUZZ_PROMISE(text.used <= note.text.size && memcmp(printed, note.text.bytes, text.used) == 0);
}

static void check_verifier(const char *bytes, size_t size)
{
    struct verifier verifier;
    char printed[VERIFIER_TEXT_MAX];
    struct text text;
    if (!verifier_parse(bytes, size, &verifier))
        return;
    text_init(&text, printed, sizeof(printed));
    verifier_print(&verifier, &text);
    FUZZ_PROMISE(!text.full && text.used == size && memcmp(printed, bytes, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size > 0 ? size : 1); /* of its own size: reading past the end is seen */
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    check_note((struct span){bytes, size});
    check_verifier((const char *)bytes, size);
    free(bytes);
    return 0;
}
