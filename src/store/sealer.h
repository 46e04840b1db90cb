/* SPDX-License-Identifier: Apache-2.0 */
/* sealer.h - signs the log behind the acts.
 *
 * A thread of its own: it reads the entries on disk in their order, grows the tree, and signs every
 * checkpoint that is due (log/seal.h) and, within SEAL_WITHIN_MS of the last act, the tree as it is then. The
 * store's writer keeps the results. No act waits for it: if it cannot sign, the unsealed tail grows and the
 * state says so. */
#ifndef CROUPIER_STORE_SEALER_H
#define CROUPIER_STORE_SEALER_H

#include "store/store.h"

struct sealer;

/* How the log stands. */
struct sealer_state {
    uint64_t sealed;    /* leaves under the last checkpoint */
    enum status status; /* of the last attempt */
    int64_t failing_ms; /* for so long attempts have failed; 0: the last one did not */
};

/* Loads the tree as of the last checkpoint, and checks that this is the tree that was signed, by this
 * signer's key. `origin` and what the signer points to must outlive the sealer. */
enum status sealer_new(struct sealer **sealer, struct store *store, const char *origin,
                       const struct signer *signer, struct store_failure *failure) MUST_CHECK;

/* Signs what is left, and frees; what was submitted is on disk already. NULL is nothing. */
void sealer_free(struct sealer *sealer);

/* Something was committed. Any thread. */
void sealer_wake(struct sealer *sealer);

/* Seals everything that is on disk, now, on the calling thread. */
enum status sealer_run(struct sealer *sealer) MUST_CHECK;

/* Keeps the signature line of a witness under a checkpoint of this size. */
enum status sealer_cosign(struct sealer *sealer, uint64_t size, const char *line) MUST_CHECK;

struct sealer_state sealer_state(struct sealer *sealer);

#endif
