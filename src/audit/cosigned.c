/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/cosigned.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* STATUS_OK: by one of the witnesses, and right. STATUS_NOT_FOUND: by somebody else. STATUS_BAD_TEXT: it is
 * no signature at all. */
static enum status check_line(const struct cosignature_row *row, const struct seal_row *seal,
                              const char *origin, const struct verifier *witnesses, unsigned witness_count)
{
    char bytes[NOTE_BYTES_MAX];
    struct text text;
    struct note note;
    struct checkpoint checkpoint = {.size = seal->kept.size, .root = seal->kept.root};
    memcpy(checkpoint.origin, origin, strlen(origin) + 1);
    text_init(&text, bytes, sizeof bytes);
    checkpoint_print(&checkpoint, &text);
    text_format(&text, "\n%s", row->line);
    if (text.full || note_split((struct span){(const uint8_t *)bytes, text.used}, &note) != STATUS_OK)
        return STATUS_BAD_TEXT;
    enum status status = STATUS_NOT_FOUND;
    for (unsigned i = 0; status == STATUS_NOT_FOUND && i < witness_count; i++)
        status = note_check(&note, &witnesses[i], NULL);
    return status;
}

static enum status tell(struct audit_fault *fault, uint64_t size, const char *what)
{
    snprintf(fault->message, sizeof fault->message, "a cosignature of %" PRIu64 " entries: %s", size, what);
    return STATUS_BAD_SIGNATURE;
}

enum status cosigned_check(struct store *store, uint64_t before, const struct verifier *witnesses,
                           unsigned witness_count, struct audit_log *log, struct audit_fault *fault)
{
    struct cosignature_row row;
    struct seal_row seal;
    enum status status;
    for (uint64_t number = before + 1; (status = store_cosignature(store, number, &row)) == STATUS_OK;
         number++) {
        if (store_checkpoint(store, row.size, &seal) != STATUS_OK || seal.kept.size != row.size)
            return tell(fault, row.size, "there is no such checkpoint");
        enum status held = check_line(&row, &seal, log->origin, witnesses, witness_count);
        if (held == STATUS_BAD_TEXT)
            return tell(fault, row.size, "its line is no signature");
        if (held == STATUS_BAD_SIGNATURE)
            return tell(fault, row.size, "the witness it names did not sign this checkpoint");
        log->cosignatures++;
        log->cosignatures_held += held == STATUS_OK;
        if (held == STATUS_OK && row.size > log->cosigned)
            log->cosigned = row.size;
    }
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
