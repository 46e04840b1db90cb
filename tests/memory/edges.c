/* SPDX-License-Identifier: Apache-2.0 */
/* edges.c - where the pure core meets libraries that are not built with MemorySanitizer (tools/san-memory).
 *
 * What such a library writes is not known to be set, so each function that writes says so here; what it reads
 * is looked at before, so that a byte nobody has set is found on its way into a hash, a signature or a file.
 * The linker puts these in the way (--wrap, edges_list of meson.build); nothing of src/ knows of them. */
#include <libfyaml.h>
#include <nettle/sha2.h>
#include <sanitizer/msan_interface.h>
#include <sodium.h>
#include <string.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): the names are the linker's. */
#define REAL(name) __real_##name
#define EDGE(result, name, ...)                                                                              \
    result __real_##name(__VA_ARGS__);                                                                       \
    result __wrap_##name(__VA_ARGS__);                                                                       \
    result __wrap_##name(__VA_ARGS__)

static void must_be_set(const void *bytes, size_t size)
{
    if (bytes && size > 0)
        __msan_check_mem_is_initialized(bytes, size);
}

static void is_set(const void *bytes, size_t size)
{
    if (bytes && size > 0)
        __msan_unpoison(bytes, size);
}

/* ---- Hashes. ---- */

EDGE(int, crypto_generichash, unsigned char *out, size_t size, const unsigned char *in,
     unsigned long long count, const unsigned char *key, size_t key_size)
{
    must_be_set(in, count);
    must_be_set(key, key_size);
    int result = REAL(crypto_generichash)(out, size, in, count, key, key_size);
    is_set(out, size);
    return result;
}

EDGE(int, crypto_generichash_init, crypto_generichash_state *state, const unsigned char *key, size_t key_size,
     size_t size)
{
    must_be_set(key, key_size);
    int result = REAL(crypto_generichash_init)(state, key, key_size, size);
    is_set(state, sizeof *state);
    return result;
}

EDGE(int, crypto_generichash_update, crypto_generichash_state *state, const unsigned char *in,
     unsigned long long count)
{
    must_be_set(in, count);
    return REAL(crypto_generichash_update)(state, in, count);
}

EDGE(int, crypto_generichash_final, crypto_generichash_state *state, unsigned char *out, size_t size)
{
    int result = REAL(crypto_generichash_final)(state, out, size);
    is_set(out, size);
    return result;
}

EDGE(int, crypto_hash_sha256, unsigned char *out, const unsigned char *in, unsigned long long count)
{
    must_be_set(in, count);
    int result = REAL(crypto_hash_sha256)(out, in, count);
    is_set(out, crypto_hash_sha256_BYTES);
    return result;
}

EDGE(int, crypto_hash_sha256_init, crypto_hash_sha256_state *state)
{
    int result = REAL(crypto_hash_sha256_init)(state);
    is_set(state, sizeof *state);
    return result;
}

EDGE(int, crypto_hash_sha256_update, crypto_hash_sha256_state *state, const unsigned char *in,
     unsigned long long count)
{
    must_be_set(in, count);
    return REAL(crypto_hash_sha256_update)(state, in, count);
}

EDGE(int, crypto_hash_sha256_final, crypto_hash_sha256_state *state, unsigned char *out)
{
    int result = REAL(crypto_hash_sha256_final)(state, out);
    is_set(out, crypto_hash_sha256_BYTES);
    return result;
}

EDGE(void, nettle_sha256_init, struct sha256_ctx *state)
{
    REAL(nettle_sha256_init)(state);
    is_set(state, sizeof *state);
}

EDGE(void, nettle_sha256_update, struct sha256_ctx *state, size_t count, const uint8_t *in)
{
    must_be_set(in, count);
    REAL(nettle_sha256_update)(state, count, in);
}

EDGE(void, nettle_sha256_digest, struct sha256_ctx *state, size_t size, uint8_t *out)
{
    REAL(nettle_sha256_digest)(state, size, out);
    is_set(out, size);
}

/* ---- Keys, signatures and streams. ---- */

EDGE(int, crypto_kdf_derive_from_key, unsigned char *out, size_t size, uint64_t number,
     const char context[crypto_kdf_CONTEXTBYTES], const unsigned char key[crypto_kdf_KEYBYTES])
{
    must_be_set(context, crypto_kdf_CONTEXTBYTES);
    must_be_set(key, crypto_kdf_KEYBYTES);
    int result = REAL(crypto_kdf_derive_from_key)(out, size, number, context, key);
    is_set(out, size);
    return result;
}

EDGE(int, crypto_sign_ed25519_seed_keypair, unsigned char *pk, unsigned char *sk, const unsigned char *seed)
{
    must_be_set(seed, crypto_sign_ed25519_SEEDBYTES);
    int result = REAL(crypto_sign_ed25519_seed_keypair)(pk, sk, seed);
    is_set(pk, crypto_sign_ed25519_PUBLICKEYBYTES);
    is_set(sk, crypto_sign_ed25519_SECRETKEYBYTES);
    return result;
}

EDGE(int, crypto_sign_ed25519_sk_to_pk, unsigned char *pk, const unsigned char *sk)
{
    must_be_set(sk, crypto_sign_ed25519_SECRETKEYBYTES);
    int result = REAL(crypto_sign_ed25519_sk_to_pk)(pk, sk);
    is_set(pk, crypto_sign_ed25519_PUBLICKEYBYTES);
    return result;
}

EDGE(int, crypto_sign_ed25519_detached, unsigned char *signature, unsigned long long *size,
     const unsigned char *in, unsigned long long count, const unsigned char *sk)
{
    must_be_set(in, count);
    must_be_set(sk, crypto_sign_ed25519_SECRETKEYBYTES);
    int result = REAL(crypto_sign_ed25519_detached)(signature, size, in, count, sk);
    is_set(signature, crypto_sign_ed25519_BYTES);
    is_set(size, sizeof *size);
    return result;
}

EDGE(int, crypto_sign_ed25519_verify_detached, const unsigned char *signature, const unsigned char *in,
     unsigned long long count, const unsigned char *pk)
{
    must_be_set(signature, crypto_sign_ed25519_BYTES);
    must_be_set(in, count);
    must_be_set(pk, crypto_sign_ed25519_PUBLICKEYBYTES);
    return REAL(crypto_sign_ed25519_verify_detached)(signature, in, count, pk);
}

EDGE(int, crypto_stream_chacha20_ietf_xor_ic, unsigned char *out, const unsigned char *in,
     unsigned long long count, const unsigned char *nonce, uint32_t block, const unsigned char *key)
{
    must_be_set(in, count);
    must_be_set(nonce, crypto_stream_chacha20_ietf_NONCEBYTES);
    must_be_set(key, crypto_stream_chacha20_ietf_KEYBYTES);
    int result = REAL(crypto_stream_chacha20_ietf_xor_ic)(out, in, count, nonce, block, key);
    is_set(out, count);
    return result;
}

EDGE(void, randombytes_buf, void *out, size_t size)
{
    REAL(randombytes_buf)(out, size);
    is_set(out, size);
}

EDGE(void, randombytes_buf_deterministic, void *out, size_t size, const unsigned char *seed)
{
    must_be_set(seed, randombytes_SEEDBYTES);
    REAL(randombytes_buf_deterministic)(out, size, seed);
    is_set(out, size);
}

/* ---- Bytes and letters. ---- */

EDGE(void, sodium_memzero, void *bytes, size_t size)
{
    REAL(sodium_memzero)(bytes, size);
    is_set(bytes, size);
}

EDGE(char *, sodium_bin2hex, char *text, size_t max, const unsigned char *in, size_t count)
{
    must_be_set(in, count);
    char *result = REAL(sodium_bin2hex)(text, max, in, count);
    is_set(text, 2 * count + 1);
    return result;
}

EDGE(char *, sodium_bin2base64, char *text, size_t max, const unsigned char *in, size_t count, int variant)
{
    must_be_set(in, count);
    char *result = REAL(sodium_bin2base64)(text, max, in, count, variant);
    is_set(text, max); /* it fills the rest with zeros */
    return result;
}

EDGE(int, sodium_hex2bin, unsigned char *out, size_t max, const char *text, size_t size, const char *ignored,
     size_t *count, const char **end)
{
    size_t written = 0;
    must_be_set(text, size);
    int result = REAL(sodium_hex2bin)(out, max, text, size, ignored, &written, end);
    is_set(&written, sizeof written);
    is_set(out, written);
    is_set(end, sizeof *end);
    if (count)
        *count = written;
    return result;
}

EDGE(int, sodium_base642bin, unsigned char *out, size_t max, const char *text, size_t size,
     const char *ignored, size_t *count, const char **end, int variant)
{
    size_t written = 0;
    must_be_set(text, size);
    int result = REAL(sodium_base642bin)(out, max, text, size, ignored, &written, end, variant);
    is_set(&written, sizeof written);
    is_set(out, written);
    is_set(end, sizeof *end);
    if (count)
        *count = written;
    return result;
}

/* ---- The parser of YAML. ---- */

EDGE(void, fy_diag_cfg_default, struct fy_diag_cfg *cfg)
{
    REAL(fy_diag_cfg_default)(cfg);
    is_set(cfg, sizeof *cfg);
}

EDGE(int, fy_parser_set_string, struct fy_parser *parser, const char *text, size_t size)
{
    must_be_set(text, size);
    return REAL(fy_parser_set_string)(parser, text, size);
}

EDGE(struct fy_event *, fy_parser_parse, struct fy_parser *parser)
{
    struct fy_event *event = REAL(fy_parser_parse)(parser);
    is_set(event, sizeof *event);
    return event;
}

EDGE(const struct fy_mark *, fy_event_start_mark, struct fy_event *event)
{
    const struct fy_mark *mark = REAL(fy_event_start_mark)(event);
    is_set(mark, sizeof *mark);
    return mark;
}

EDGE(const char *, fy_token_get_text, struct fy_token *token, size_t *size)
{
    const char *text = REAL(fy_token_get_text)(token, size);
    is_set(size, sizeof *size);
    is_set(text, *size);
    return text;
}

EDGE(struct fy_diag_error *, fy_diag_errors_iterate, struct fy_diag *diag, void **at)
{
    struct fy_diag_error *error = REAL(fy_diag_errors_iterate)(diag, at);
    is_set(at, sizeof *at);
    is_set(error, sizeof *error);
    if (error && error->msg)
        __msan_unpoison_string(error->msg);
    return error;
}
/* NOLINTEND(bugprone-reserved-identifier) */
