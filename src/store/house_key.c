/* SPDX-License-Identifier: Apache-2.0 */
#include "store/house_key.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium/core.h>
#include <sodium/crypto_kdf.h>
#include <sodium/randombytes.h>
#include <sodium/utils.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/backend.h"

#define CONTEXT "croupier" /* of the key derivation: eight bytes, by its definition */

enum { SUBKEY_SIGNING = 1, SUBKEY_SHOES = 2, HEX_BYTES = 2 * HOUSE_SECRET_BYTES };

void house_key_derive(struct house_key *key, const uint8_t secret[HOUSE_SECRET_BYTES])
{
    uint8_t seed[32];
    crypto_kdf_derive_from_key(seed, sizeof(seed), SUBKEY_SIGNING, CONTEXT, secret);
    signing_key_derive(&key->signing, seed);
    crypto_kdf_derive_from_key(key->shoe_secret, sizeof(key->shoe_secret), SUBKEY_SHOES, CONTEXT, secret);
    sodium_memzero(seed, sizeof(seed));
}

static enum status fail_with_errno(struct store_failure *failure, const char *path)
{
    return store_fail(failure, STATUS_NO_FILE, "%s: %s", path, strerror(errno));
}

/* Durable before it is used: what is signed or shuffled with it must be checkable after a crash. */
static enum status make_file(const char *path, int file, struct store_failure *failure)
{
    uint8_t secret[HOUSE_SECRET_BYTES];
    char hex[HEX_BYTES + 1];
    randombytes_buf(secret, sizeof(secret));
    sodium_bin2hex(hex, sizeof(hex), secret, sizeof(secret));
    sodium_memzero(secret, sizeof(secret));
    hex[HEX_BYTES] = '\n';
    bool written = write(file, hex, sizeof(hex)) == (ssize_t)sizeof(hex) && fsync(file) == 0;
    sodium_memzero(hex, sizeof(hex));
    return written ? STATUS_OK : fail_with_errno(failure, path);
}

static enum status read_file(struct house_key *key, const char *path, int file, struct store_failure *failure)
{
    struct stat about;
    uint8_t secret[HOUSE_SECRET_BYTES];
    char hex[HEX_BYTES];
    size_t used;
    if (fstat(file, &about))
        return fail_with_errno(failure, path);
    if (about.st_mode & (S_IRWXG | S_IRWXO))
        return store_fail(failure, STATUS_NO_FILE,
                          "%s: other people may read this key; take that right away (chmod 600)", path);
    bool good = pread(file, hex, sizeof(hex), 0) == (ssize_t)sizeof(hex) &&
                sodium_hex2bin(secret, sizeof(secret), hex, sizeof(hex), NULL, &used, NULL) == 0 &&
                used == sizeof(secret);
    if (good)
        house_key_derive(key, secret);
    sodium_memzero(secret, sizeof(secret));
    sodium_memzero(hex, sizeof(hex));
    return good ? STATUS_OK : store_fail(failure, STATUS_BAD_TEXT, "%s: is not a house key", path);
}

enum status house_key_load(struct house_key *key, const char *path, struct store_failure *failure)
{
    enum status status = STATUS_OK;
    if (sodium_init() < 0)
        return store_fail(failure, STATUS_NO_MEMORY, "the cryptographic library cannot be started");
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        status = make_file(path, file, failure);
    else if (errno == EEXIST)
        file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail_with_errno(failure, path);
    if (status == STATUS_OK)
        status = read_file(key, path, file, failure);
    close(file);
    return status;
}

void house_key_wipe(struct house_key *key)
{
    sodium_memzero(key, sizeof(*key));
}
