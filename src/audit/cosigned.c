/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/cosigned.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* STATUS_OK: by one of the witnesses, and right. STATUS_NOT_FOUND: by somebody else. */
static enum status check_line(const struct cosignature_row *row, const struct seal_row *seal,
                              const char *origin, const struct verifier *witnesses, unsigned witness_count)
{
    char body[NOTE_BODY_MAX];
    struct text text;
    struct checkpoint checkpoint = {.size = seal->kept.size, .root = seal->kept.root};
    memcpy(checkpoint.origin, origin, strlen(origin) + 1);
    text_init(&text, body, sizeof body);
    checkpoint_print(&checkpoint, &text);
    struct note note = {.text = span_of(body), .signatures = span_of(row->line)};
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
        if (held == STATUS_BAD_SIGNATURE)
            return tell(fault, row.size, "the witness it names did not sign this checkpoint");
        log->cosignatures++;
        log->cosignatures_held += held == STATUS_OK;
        if (held == STATUS_OK && row.size > log->cosigned)
            log->cosigned = row.size;
    }
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}
