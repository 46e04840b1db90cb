/* SPDX-License-Identifier: Apache-2.0 */
/* lease.h - how long a server may treat its things as its own while the database does not answer
 * (docs/scale.md).
 *
 * Pure. The database counts a lease from the moment it receives the renewal. The server counts it from the
 * moment before it sent the renewal, by its own steady clock, so it never takes a lease for longer than the
 * database does. The server's count decides what it tells people; every commit is fenced by the database. */
#ifndef CROUPIER_CLUSTER_LEASE_H
#define CROUPIER_CLUSTER_LEASE_H

#include <stdbool.h>
#include <stdint.h>

enum { LEASE_SECONDS = 3, LEASE_MS = 1000 * LEASE_SECONDS, LEASE_RENEW_MS = 200, LEASE_RENEW_LATE_MS = 1000 };

/* The end of a lease whose last answered renewal was sent at `sent_ms`. */
int64_t lease_end(int64_t sent_ms);

/* How long a server waits until it renews again, after a renewal that took `took_ms`: LEASE_RENEW_MS, and
 * twice as long as that took where the database is far away, LEASE_RENEW_LATE_MS at the most. Every commit
 * renews as well, and most of a slow line is theirs. */
int64_t lease_pause(int64_t took_ms);

enum lease_stand {
    LEASE_HELD,  /* nobody else can have taken anything */
    LEASE_ALONE, /* it is over, but no other server could take anything: people who play here wait here */
    LEASE_LOST,  /* it is over, and other servers run what was ours */
};

/* `end_ms` 0: there is no lease yet. `others`: whether, by the last answer, there was another server that
 * could take over. */
enum lease_stand lease_stand(int64_t end_ms, int64_t now_ms, bool others);

#endif
