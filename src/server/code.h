/* SPDX-License-Identifier: Apache-2.0 */
/* code.h - time codes: six digits that follow from a secret and the clock (RFC 6238), by liboath.
 *
 * A member of staff sets one up with a program on their telephone, which shares the secret with the house;
 * from then on a log-in takes a code as well as the password. A code works once: neither it nor an older one
 * is taken again, and none from before the server started. A person who knows the password has few tries at
 * the code. Uses wall time, since telephones have no other. */
#ifndef CROUPIER_SERVER_CODE_H
#define CROUPIER_SERVER_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum {
    CODE_DIGITS = 6,
    CODE_STEP_MS = 30000,
    CODE_SECRET_MAX = 33,   /* 160 bits in Base32, with the zero byte */
    CODE_WRONG_MAX = 10,    /* wrong codes ... */
    CODE_WRONG_MS = 600000, /* ... within this time: no code is taken for the rest of it */
};

/* The server's memory of somebody's codes, while it runs. */
struct code_memory {
    char offered[CODE_SECRET_MAX]; /* a secret that was shown and is not confirmed yet; "": none */
    int64_t last_step;             /* of the last code that was taken */
    unsigned wrong;
    int64_t wrong_since_ms;
};

/* Call it before anything else. */
bool code_init(void);

/* Makes a new random secret. */
void code_secret_make(char secret[CODE_SECRET_MAX]);

/* Whether the text has the form of a secret: 32 letters and digits of Base32. */
bool code_secret_ok(const char *secret);

/* The time step whose code this is: that of `now_ms` or, since clocks differ, a neighbour; -1: none of them.
 */
int64_t code_step(const char *secret, const char *code, int64_t now_ms);

/* Checks the code of a log-in: STATUS_OK, and the code is used up; STATUS_CODE_NEEDED if there is none;
 * STATUS_CODE_WRONG; or STATUS_TOO_MANY. */
enum status code_use(struct code_memory *memory, const char *secret, const char *code, int64_t now_ms,
                     int64_t started_ms) MUST_CHECK;

/* The text that a telephone reads from the picture: otpauth://totp/... */
void code_uri(const char *secret, const char *name, struct text *text);

#endif
