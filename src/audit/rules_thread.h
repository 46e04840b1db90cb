/* SPDX-License-Identifier: Apache-2.0 */
/* rules_thread.h - the rules of an audit on a thread of their own, behind the one that reads.
 *
 * An audit has two halves of about the same weight: reading, hashing and comparing rows (store_verify), and
 * ruling on every act once more (audit.h). The reader hands over entries it has found right, in their order;
 * the rules follow with books of their own, so the two share nothing but the queue. What the reader has not
 * handed over comes later in the journal than all it has: a difference found here is the first one. */
#ifndef CROUPIER_AUDIT_RULES_THREAD_H
#define CROUPIER_AUDIT_RULES_THREAD_H

#include "audit/audit.h"

struct rules_thread;

/* `audit` has just begun and is the thread's until the end. NULL: there is no second thread to be had. */
struct rules_thread *rules_thread_new(struct audit *audit);

/* Hands over the next entry. Anything but STATUS_OK: a difference was found, and the reader may stop. */
enum status rules_thread_take(struct rules_thread *rules, uint64_t position, uint32_t chain,
                              struct span bytes) MUST_CHECK;

/* Waits for what was handed over, and frees the thread: STATUS_OK, or the difference in audit->fault. */
enum status rules_thread_end(struct rules_thread *rules) MUST_CHECK;

#endif
