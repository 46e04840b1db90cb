/* SPDX-License-Identifier: Apache-2.0 */
/* The house's key file: read, or refused with a message; never made anew over one that is there. */
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/house_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    struct house_key key;
    struct store_failure failure = {0};
    if (!path[0])
        snprintf(path, sizeof path, "/dev/shm/fuzz-key-%d", (int)getpid());
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    FUZZ_PROMISE(file >= 0 && write(file, data, size) == (ssize_t)size && close(file) == 0);
    memset(&key, 0, sizeof key);
    /* A key in a module would load whatever library the file names. */
    if (!memmem(data, size, "pkcs11", 6)) {
        enum status status = house_key_load(&key, path, "/nonexistent/books.db", &failure);
        FUZZ_CANARY(status == STATUS_OK);
        FUZZ_PROMISE(status == STATUS_OK || failure.message[0]);
        house_key_wipe(&key);
    }
    unlink(path);
    return 0;
}
