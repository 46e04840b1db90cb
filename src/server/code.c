/* SPDX-License-Identifier: Apache-2.0 */
#include "server/code.h"

#include <assert.h>
#include <liboath/oath.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

bool code_init(void)
{
    return oath_init() == OATH_OK;
}

void code_secret_make(char secret[CODE_SECRET_MAX])
{
    for (unsigned i = 0; i < CODE_SECRET_MAX - 1; i++)
        secret[i] = letters[randombytes_uniform(sizeof letters - 1)];
    secret[CODE_SECRET_MAX - 1] = 0;
}

bool code_secret_ok(const char *secret)
{
    return strlen(secret) == CODE_SECRET_MAX - 1 && strspn(secret, letters) == CODE_SECRET_MAX - 1;
}

/* The code of that step; false when the library cannot make one. */
static bool print_code(const char *secret, int64_t step, char code[CODE_DIGITS + 1])
{
    char *key;
    size_t size;
    if (step < 0 || oath_base32_decode(secret, strlen(secret), &key, &size) != OATH_OK)
        return false;
    bool made = oath_totp_generate(key, size, (time_t)(step * CODE_STEP_MS / 1000), CODE_STEP_MS / 1000, 0,
                                   CODE_DIGITS, code) == OATH_OK;
    sodium_memzero(key, size);
    free(key);
    return made;
}

int64_t code_step(const char *secret, const char *code, int64_t now_ms)
{
    char right[CODE_DIGITS + 1];
    int64_t found = -1;
    if (strlen(code) != CODE_DIGITS)
        return -1;
    for (int64_t step = now_ms / CODE_STEP_MS - 1; step <= now_ms / CODE_STEP_MS + 1; step++)
        if (print_code(secret, step, right) && sodium_memcmp(right, code, CODE_DIGITS) == 0)
            found = step; /* the later one, should two be the same */
    sodium_memzero(right, sizeof right);
    return found;
}

enum status code_use(struct code_memory *memory, const char *secret, const char *code, int64_t now_ms,
                     int64_t started_ms)
{
    assert(code_secret_ok(secret));
    if (!code || !code[0])
        return STATUS_CODE_NEEDED;
    if (now_ms - memory->wrong_since_ms > CODE_WRONG_MS || now_ms < memory->wrong_since_ms)
        memory->wrong = 0;
    if (memory->wrong >= CODE_WRONG_MAX)
        return STATUS_TOO_MANY;
    int64_t step = code_step(secret, code, now_ms);
    if (step > memory->last_step && step > started_ms / CODE_STEP_MS) {
        memory->last_step = step;
        memory->wrong = 0;
        return STATUS_OK;
    }
    if (memory->wrong++ == 0)
        memory->wrong_since_ms = now_ms;
    return STATUS_CODE_WRONG;
}

/* Names have letters of any language: as bytes, in the form of addresses. */
static void put_encoded(struct text *text, const char *name)
{
    for (; *name; name++) {
        bool plain = strchr("-._~", *name) || (*name >= '0' && *name <= '9') ||
                     ((*name | 32) >= 'a' && (*name | 32) <= 'z');
        text_format(text, plain ? "%c" : "%%%02X", (unsigned char)*name);
    }
}

void code_uri(const char *secret, const char *name, struct text *text)
{
    text_put(text, "otpauth://totp/Croupier:");
    put_encoded(text, name);
    text_format(text, "?secret=%s&issuer=Croupier&algorithm=SHA1&digits=%d&period=%d", secret, CODE_DIGITS,
                CODE_STEP_MS / 1000);
}
