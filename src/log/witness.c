/* SPDX-License-Identifier: Apache-2.0 */
#include "log/witness.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#define OLD "old "

void witness_request_print(uint64_t old, const struct proof *proof, struct span note, struct text *text)
{
    assert(proof->count <= WITNESS_PROOF_MAX);
    text_format(text, OLD "%" PRIu64 "\n", old);
    for (unsigned i = 0; i < proof->count; i++) {
        log_hash_print(&proof->hashes[i], text);
        text_put_char(text, '\n');
    }
    text_put_char(text, '\n');
    text_put_bytes(text, (const char *)note.bytes, note.size);
}

static bool parse_old(struct span line, uint64_t *old)
{
    assert(line.bytes || line.size == 0);
    size_t length = strlen(OLD);
    return line.size > length && memcmp(line.bytes, OLD, length) == 0 &&
           log_number_parse((const char *)line.bytes + length, line.size - length, old);
}

/* Up to the empty line. */
static bool parse_proof(struct span *rest, struct proof *proof)
{
    struct span line;
    proof->count = 0;
    while (log_line(rest, &line)) {
        if (line.size == 0)
            return true;
        if (proof->count == WITNESS_PROOF_MAX ||
            !log_hash_parse((const char *)line.bytes, line.size, &proof->hashes[proof->count++]))
            return false;
    }
    assert(proof->count <= PROOF_HASHES_MAX);
    return false;
}

enum status witness_request_parse(struct span bytes, struct witness_request *request)
{
    struct span line;
    if (!log_line(&bytes, &line) || !parse_old(line, &request->old) || !parse_proof(&bytes, &request->proof))
        return STATUS_BAD_TEXT;
    request->bytes = bytes;
    return checkpoint_read(bytes, &request->note, &request->checkpoint);
}

enum witness_answer witness_judge(const struct witness_request *request, const struct verifier *key,
                                  const struct checkpoint *known)
{
    const struct checkpoint *checkpoint = &request->checkpoint;
    assert(known->size == 0 || strcmp(known->origin, checkpoint->origin) == 0);
    if (note_check(&request->note, key, NULL) != STATUS_OK)
        return WITNESS_NOT_SIGNED;
    if (request->old > checkpoint->size || (request->old == 0 && request->proof.count > 0))
        return WITNESS_MALFORMED;
    if (request->old != known->size)
        return WITNESS_CONFLICT;
    if (known->size == checkpoint->size && known->size > 0 && !hash_equal(&known->root, &checkpoint->root))
        return WITNESS_CONFLICT;
    if (!proof_growth_holds(&request->proof, request->old, &known->root, checkpoint->size, &checkpoint->root))
        return WITNESS_REWRITTEN;
    return WITNESS_COSIGN;
}
