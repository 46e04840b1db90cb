/* SPDX-License-Identifier: Apache-2.0 */
/* lease.h - how long a server may take its things for its own while the database says nothing
 * (docs/scale.md).
 *
 * Pure. The database counts a lease from the moment it hears of its renewal. The server counts it from before
 * it sent that, by its own steady clock: so it never takes a lease for longer than the database does. Its
 * own count serves the people it talks to; the fence of every commit is the database's. */
#ifndef CROUPIER_CLUSTER_LEASE_H
#define CROUPIER_CLUSTER_LEASE_H

#include <stdbool.h>
#include <stdint.h>

enum { LEASE_SECONDS = 3, LEASE_MS = 1000 * LEASE_SECONDS };

/* When a lease ends whose last renewal that was answered was sent at `sent_ms`. */
int64_t lease_end(int64_t sent_ms);

enum lease_stand {
    LEASE_HELD,  /* nobody else can have taken anything */
    LEASE_ALONE, /* it is over, and there was nobody who could take anything: whoever plays here waits here */
    LEASE_LOST,  /* it is over, and others run what was ours */
};

/* `end_ms` 0: there is no lease yet. `others`: whether another server was there, last we heard, that takes
 * over from one that is gone. */
enum lease_stand lease_stand(int64_t end_ms, int64_t now_ms, bool others);

#endif
