/* SPDX-License-Identifier: Apache-2.0 */
/* heads.h - what is known of a log from outside: --key, --checkpoint and --witness.
 *
 * A command lists heads_argp as a child, with a struct head_args as its input. A checkpoint is believed only
 * by a signature: the house's, if its key was given, or one by a witness that was named. */
#ifndef CROUPIER_CLI_HEADS_H
#define CROUPIER_CLI_HEADS_H

#include <argp.h>

#include "log/guard.h"

enum { HEADS_WITNESSES_MAX = 16 };

struct head_args {
    const char *key;
    unsigned file_count;
    const char *files[GUARD_HEADS_MAX];
    unsigned witness_count;
    const char *witnesses[HEADS_WITNESSES_MAX];
};

struct heads {
    bool has_key;
    struct public_key key; /* the house's */
    unsigned witness_count;
    struct verifier witnesses[HEADS_WITNESSES_MAX];
    unsigned count;
    struct checkpoint items[GUARD_HEADS_MAX];
};

extern const struct argp heads_argp;      /* --key, --checkpoint, --witness */
extern const struct argp heads_keys_argp; /* --key, --witness */

/* Which of the keys that are known have signed a checkpoint of this origin: STATUS_OK, one has;
 * STATUS_NOT_FOUND, none; STATUS_BAD_SIGNATURE, a line that claims so is wrong. */
enum status heads_check(const struct heads *heads, const struct note *note, const char *origin) MUST_CHECK;

/* EXIT_DONE, or EXIT_USAGE after complaining. */
int heads_read(const struct head_args *args, struct heads *heads);

#endif
