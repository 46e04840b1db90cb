/* SPDX-License-Identifier: Apache-2.0 */
/* guard.h - walks along a log from its first leaf and judges the checkpoints kept with it.
 *
 * Pure. Every checkpoint that is due (seal.h) must be there, every one that is there must have the root of
 * the leaves before it and a signature by the house, and the log must pass through every head that is known
 * from outside. Signatures are checked against the key the log was founded with and those it turned to; one
 * of them must be the key the caller knows from outside. Without such a key the guard shows that the log is
 * whole, but not who wrote it.
 *
 * The first fault ends the walk, and `fault` describes it. Borrows what it is given. */
#ifndef CROUPIER_LOG_GUARD_H
#define CROUPIER_LOG_GUARD_H

#include "log/checkpoint.h"
#include "log/seal.h"

enum { GUARD_FAULT_MAX = 256, GUARD_HEADS_MAX = 64, GUARD_NAME_MAX = 65 };

/* A checkpoint as it is kept with a log. */
struct kept_seal {
    uint64_t size;
    struct hash root;
    struct signature signature;
};

/* Gives what is kept, by rising size: STATUS_NOT_FOUND behind the last. */
struct guard_source {
    enum status (*next)(void *context, struct kept_seal *kept);
    void *context;
};

/* The message about an unsigned checkpoint; its argument is the checkpoint's size. */
#define GUARD_UNSIGNED "the checkpoint of %" PRIu64 " entries is not signed by the house's key"

/* Checks whether a key has signed a checkpoint: the slowest part of judging one. */
struct guard_judge {
    bool (*holds)(void *context, const struct checkpoint *checkpoint, const struct public_key *key,
                  const struct signature *signature);
    void *context;
};

/* A head known from outside, and whether an entry of the log admits that the log has lost it. */
struct guard_head {
    struct checkpoint checkpoint;
    bool seen;                    /* the log has passed through it, with this root */
    char lost_by[GUARD_NAME_MAX]; /* guard_loss: who has accepted that it is lost; "": nobody */
    uint64_t lost_entry;          /* the entry that says so */
};

struct guard {
    struct guard_source source;
    struct guard_judge judge;   /* asked about signatures; no function: they are checked here */
    char origin[NOTE_NAME_MAX]; /* "": not known yet */
    bool founded;
    struct public_key key;              /* that signs from here on */
    const struct public_key *known_key; /* from outside; NULL: none */
    bool known_key_seen;
    struct merkle tree;
    const struct merkle_sink *sink; /* told of subtrees that become perfect; NULL: nobody */
    struct seal seal;
    struct kept_seal next; /* not passed yet; size 0: there are no more */
    uint64_t sealed;       /* leaves under a checkpoint */
    uint64_t checkpoints;
    int64_t tail_from_ms; /* time of the first leaf behind the last checkpoint */
    bool tail_due;        /* one would be due behind it */
    unsigned head_count;
    struct guard_head heads[GUARD_HEADS_MAX];
    char fault[GUARD_FAULT_MAX];
};

/* `known_key` may be NULL, and is borrowed otherwise. Until guard_start the guard knows no kept checkpoints.
 */
void guard_init(struct guard *guard, const struct public_key *known_key);

/* Before the first leaf; GUARD_HEADS_MAX at most. */
void guard_add_head(struct guard *guard, const struct checkpoint *head);

/* Reads the first of what is kept with the log. Call it before the first leaf. */
enum status guard_start(struct guard *guard, const struct guard_source *source) MUST_CHECK;

/* Instead of the first leaves: somebody the caller believes has judged the log up to here. It has a
 * checkpoint of that size, which is judged again. `key` signs from here on. Call it before guard_start. */
void guard_resume(struct guard *guard, const char *origin, const struct public_key *key,
                  const struct merkle *tree, int64_t latest_ms);

/* The log tells the key it was founded with. Heads of another log are refused. */
enum status guard_found(struct guard *guard, const struct public_key *key) MUST_CHECK;

/* From here on another key signs: the entry that says so has just been taken and was right. */
void guard_turn_key(struct guard *guard, const struct public_key *key);

/* The entry just taken, number `entry` of the house's chain, accepts in the name of `who` that a head is
 * lost. The very house that is being judged may have written it; the caller decides what that is worth. */
void guard_loss(struct guard *guard, uint64_t size, const struct hash *root, uint64_t entry, struct span who);

/* Takes the next leaf. */
enum status guard_take(struct guard *guard, const struct hash *leaf, int64_t time_ms, bool old) MUST_CHECK;

/* Behind the last leaf. */
enum status guard_finish(struct guard *guard) MUST_CHECK;

/* Leaves behind the last checkpoint, and the time they span. */
uint64_t guard_tail(const struct guard *guard);
int64_t guard_tail_ms(const struct guard *guard);

#endif
