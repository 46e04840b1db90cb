/* SPDX-License-Identifier: Apache-2.0 */
/* What is read as a request to a witness is written as it was read, and is never cosigned for a key that did
 * not sign it. */
#include "fuzz.h"

#include <string.h>

#include "log/witness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char printed[WITNESS_REQUEST_MAX];
    struct witness_request request;
    struct text text;
    struct verifier verifier;
    const struct public_key key = {{9}};
    uint8_t *bytes = malloc(size > 0 ? size : 1); /* of its own size: reading past the end is seen */
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    if (witness_request_parse((struct span){bytes, size}, &request) == STATUS_OK) {
        FUZZ_CANARY(true);
        struct checkpoint known = {.size = 0};
        verifier_init(&verifier, "nobody", NOTE_ED25519, &key);
        FUZZ_PROMISE(witness_judge(&request, &verifier, &known) == WITNESS_NOT_SIGNED);
        text_init(&text, printed, sizeof(printed));
        witness_request_print(request.old, &request.proof, request.bytes, &text);
        FUZZ_PROMISE(text.full || (text.used == size && memcmp(printed, bytes, size) == 0));
    }
    free(bytes);
    return 0;
}
