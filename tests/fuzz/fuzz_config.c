/* SPDX-License-Identifier: Apache-2.0 */
/* A configuration is read, or refused with at least one fault that has a place; nothing is left over. */
#include "fuzz.h"

#include <string.h>

#include "server/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
    struct faults faults = {0};
    char *bytes = malloc(size > 0 ? size : 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    config_init(&config);
    enum status status = config_read(&config, "/nonexistent", bytes, size, &faults);
    FUZZ_CANARY(status == STATUS_OK);
    FUZZ_PROMISE(status != STATUS_BAD_CONFIG || faults.count > 0);
    config_release(&config);
    free(bytes);
    return 0;
}
