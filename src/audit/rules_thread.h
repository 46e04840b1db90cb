/* SPDX-License-Identifier: Apache-2.0 */
/* rules_thread.h - a thread that applies the rules for an audit, behind the thread that reads.
 *
 * An audit reads, hashes and compares rows (store_verify), and rules on every act again (audit.h). The reader
 * hands over entries it has found right, in their order: those of the house, and those of some tables. The
 * thread follows with books of its own, so that threads share nothing but the queue. Everything the reader
 * has not handed over comes later in the journal than everything it has; so a difference found here comes
 * before any that the reader may find. */
#ifndef CROUPIER_AUDIT_RULES_THREAD_H
#define CROUPIER_AUDIT_RULES_THREAD_H

#include "audit/audit.h"
#include "store/row.h"

enum { RULES_THREADS_MIN = 2, RULES_THREADS_MAX = 8 };

struct rules_thread;

/* NULL: no thread could be started. */
struct rules_thread *rules_thread_new(void);

/* The thread's own audit, to be brought to a mark before anything is handed over. */
struct audit *rules_thread_audit(struct rules_thread *rules);

/* Hands over the next entry, as it was read from the row, and its rulebook if it holds one. The rulebook must
 * outlive the thread. Anything but STATUS_OK: a difference was found, and the reader may stop. */
enum status rules_thread_take(struct rules_thread *rules, const struct store_row *row,
                              const struct entry *entry, const struct audit_book *book) MUST_CHECK;

/* Hands over a checkpoint; the thread checks whether the key has signed it. */
void rules_thread_judge(struct rules_thread *rules, const struct checkpoint *checkpoint,
                        const struct public_key *key, const struct signature *signature);

/* Waits until everything handed over is checked, adds to `counts`, and frees the thread. STATUS_OK, or the
 * difference and its position. */
enum status rules_thread_end(struct rules_thread *rules, struct audit_counts *counts, uint64_t *position,
                             struct audit_fault *fault) MUST_CHECK;

#endif
