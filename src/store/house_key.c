/* SPDX-License-Identifier: Apache-2.0 */
#include "store/house_key.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <sodium/core.h>
#include <sodium/crypto_kdf.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/database.h"

#define CONTEXT "croupier" /* of the key derivation: eight bytes, by its definition */

enum {
    SUBKEY_SIGNING = 1,
    SUBKEY_SHOES = 2,
    HEX_BYTES = 2 * HOUSE_SECRET_BYTES,
    KEY_FILE_MAX = KEY_MODULE_URI_MAX + HEX_BYTES + 8
};

void house_key_derive(struct house_key *key, const uint8_t secret[HOUSE_SECRET_BYTES])
{
    uint8_t seed[32];
    key->module = NULL;
    crypto_kdf_derive_from_key(seed, sizeof(seed), SUBKEY_SIGNING, CONTEXT, secret);
    signing_key_derive(&key->signing, seed);
    crypto_kdf_derive_from_key(key->shoe_secret, sizeof(key->shoe_secret), SUBKEY_SHOES, CONTEXT, secret);
    sodium_memzero(seed, sizeof(seed));
}

static enum status fail_with_errno(struct store_failure *failure, const char *path)
{
    return store_fail(failure, STATUS_NO_FILE, "%s: %s", path, strerror(errno));
}

static bool write_line(int file, const uint8_t secret[HOUSE_SECRET_BYTES])
{
    char hex[HEX_BYTES + 1];
    sodium_bin2hex(hex, sizeof(hex), secret, HOUSE_SECRET_BYTES);
    hex[HEX_BYTES] = '\n';
    bool written = write(file, hex, sizeof(hex)) == (ssize_t)sizeof(hex);
    sodium_memzero(hex, sizeof(hex));
    return written;
}

/* The content of a new file. */
struct draft {
    const char *uri;      /* of a key in a module; NULL: a fresh one */
    const uint8_t *shoes; /* handed on from the key before; NULL: it comes from this one */
};

static bool write_draft(int file, const struct draft *draft)
{
    uint8_t secret[HOUSE_SECRET_BYTES];
    randombytes_buf(secret, sizeof(secret));
    bool written = draft->uri ? dprintf(file, "%s\n", draft->uri) > 0 : write_line(file, secret);
    written = written && (!draft->shoes || write_line(file, draft->shoes)) && fsync(file) == 0;
    sodium_memzero(secret, sizeof(secret));
    return written;
}

static bool sync_folder(const char *path)
{
    char name[PATH_MAX];
    snprintf(name, sizeof(name), "%s", path); /* it fits: the draft beside it had a longer one */
    int folder = open(dirname(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return done;
}

/* The key appears whole, under its name, and durable before it is used: what is signed or shuffled with it
 * must be checkable after a crash, and a crash here must not leave half a key. */
static enum status make_file(const char *path, const struct draft *draft, struct store_failure *failure)
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof(name), "%s.%ld", path, (long)getpid()) >= (int)sizeof(name))
        return store_fail(failure, STATUS_TOO_LONG, "%s: the name is too long", path);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool made = file >= 0 && write_draft(file, draft);
    if (file >= 0)
        close(file);
    made = made && (link(name, path) == 0 || errno == EEXIST) && sync_folder(path);
    int trouble = errno;
    unlink(name);
    errno = trouble;
    return made ? STATUS_OK : fail_with_errno(failure, path);
}

static bool read_secret(const char *line, uint8_t secret[HOUSE_SECRET_BYTES])
{
    size_t used;
    bool good = strlen(line) == HEX_BYTES &&
                sodium_hex2bin(secret, HOUSE_SECRET_BYTES, line, HEX_BYTES, NULL, &used, NULL) == 0;
    assert(!good || used == HOUSE_SECRET_BYTES);
    return good;
}

/* `second` is "" where there is one line only. */
static enum status read_lines(struct house_key *key, const char *path, const char *first, const char *second,
                              struct store_failure *failure)
{
    uint8_t secret[HOUSE_SECRET_BYTES];
    bool in_module = key_module_names(first);
    bool good = in_module ? *second != '\0' : read_secret(first, secret);
    if (good && !in_module)
        house_key_derive(key, secret);
    sodium_memzero(secret, sizeof(secret));
    if (good && *second)
        good = read_secret(second, key->shoe_secret);
    if (!good)
        return store_fail(failure, STATUS_BAD_TEXT, "%s: is not a house key", path);
    return in_module ? key_module_open(&key->module, first, failure) : STATUS_OK;
}

static enum status read_file(struct house_key *key, const char *path, int file, struct store_failure *failure)
{
    struct stat about;
    char text[KEY_FILE_MAX] = "";
    if (fstat(file, &about) || pread(file, text, sizeof(text) - 1, 0) < 0)
        return fail_with_errno(failure, path);
    if (about.st_mode & (S_IRWXG | S_IRWXO)) {
        sodium_memzero(text, sizeof(text));
        return store_fail(failure, STATUS_NO_FILE,
                          "%s: other people may read this key; take that right away (chmod 600)", path);
    }
    char *end = strchr(text, '\n');
    char *second = end ? end + 1 : text + strlen(text);
    if (end)
        *end = '\0';
    second[strcspn(second, "\n")] = '\0';
    enum status status = read_lines(key, path, text, second, failure);
    sodium_memzero(text, sizeof(text));
    return status;
}

enum status house_key_load(struct house_key *key, const char *path, const char *database,
                           struct store_failure *failure)
{
    char name[DATABASE_NAME_MAX];
    bool founded = false;
    enum status status = STATUS_OK;
    *key = (struct house_key){0};
    if (sodium_init() < 0)
        return store_fail(failure, STATUS_NO_MEMORY, "the cryptographic library cannot be started");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool missing = file < 0 && errno == ENOENT;
    if (missing && database)
        status = database_founded(database, &founded, failure);
    if (status != STATUS_OK)
        return status;
    if (missing && founded)
        return store_fail(
            failure, STATUS_NO_FILE,
            "%s: the house's key is missing, and %s was founded with it; put it back (nothing was "
            "written)",
            path, database_print(database, name));
    if (missing) {
        status = make_file(path, &(struct draft){0}, failure);
        if (status != STATUS_OK)
            return status;
        file = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (file < 0)
        return fail_with_errno(failure, path);
    status = read_file(key, path, file, failure);
    close(file);
    return status;
}

enum status house_key_renew(struct house_key *key, const char *path, const struct house_key *old,
                            const char *uri, struct store_failure *failure)
{
    struct draft draft = {.uri = uri, .shoes = old->shoe_secret};
    if (access(path, F_OK) == 0)
        return store_fail(failure, STATUS_NO_FILE, "%s: is there already", path);
    enum status status = make_file(path, &draft, failure);
    if (status == STATUS_OK && (status = house_key_load(key, path, NULL, failure)) != STATUS_OK)
        unlink(path); /* nothing was signed with it */
    return status;
}

struct signer house_key_signer(const struct house_key *key)
{
    return key->module ? key_module_signer(key->module) : signer_of_key(&key->signing);
}

void house_key_wipe(struct house_key *key)
{
    key_module_close(key->module);
    sodium_memzero(key, sizeof(*key));
}
