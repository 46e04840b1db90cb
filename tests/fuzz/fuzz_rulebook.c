/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the bytes are, the loader gives either a frozen book or faults with places in the text, and
 * nothing half loaded; a book that loads can be walked, and its switches set, without end. */
#include "fuzz.h"

#include <string.h>

#include "rulebook/freeze.h"
#include "rulebook/load.h"

static void count_bytes(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    size_t *bytes = context;
    (void)key;
    *bytes += strlen(path) + strlen(value);
}

static void check_good(struct rulebook *book)
{
    size_t bytes = 0;
    struct hash before = book->hash;
    rulebook_walk(book, count_bytes, &bytes);
    rulebook_freeze(book);
    FUZZ_PROMISE(bytes > 0);
    FUZZ_PROMISE(hash_equal(&before, &book->hash));
    FUZZ_PROMISE(rulebook_set_switch(book, "no.such_switch", "1") == STATUS_NOT_FOUND);
}

static void check_bad(const struct rulebook *book, const struct faults *faults)
{
    static const struct rulebook zero;
    FUZZ_PROMISE(faults->count >= 1 && faults->count <= FAULTS_MAX);
    FUZZ_PROMISE(memcmp(book, &zero, sizeof(zero)) == 0);
    for (unsigned i = 0; i < faults->count; i++) {
        FUZZ_PROMISE(faults->items[i].line >= 1 && faults->items[i].column >= 1);
        FUZZ_PROMISE(faults->items[i].message[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rulebook book;
    struct faults faults;
    enum status status = rulebook_load((const char *)data, size, &book, &faults);
    FUZZ_CANARY(status == STATUS_OK);
    if (status == STATUS_OK)
        check_good(&book);
    else
        check_bad(&book, &faults);
    return 0;
}
