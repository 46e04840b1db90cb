/* SPDX-License-Identifier: Apache-2.0 */
/* log.h - the server's log: one JSON object per event, each on a line.
 *
 * Never given a password, a token, a seed or a card that lies face down. Safe from several threads: a line is
 * one write. */
#ifndef CROUPIER_SERVER_LOG_H
#define CROUPIER_SERVER_LOG_H

#include <stdio.h>

enum log_level { LOG_INFO = 1, LOG_WARNING, LOG_ERROR };

struct log {
    FILE *out; /* NULL: silent */
};

/* Keys and values in pairs, all strings, ended by NULL: log_event(log, LOG_INFO, "login", "user", "mei",
 * NULL) */
void log_event(struct log *log, enum log_level level, const char *event, ...) __attribute__((sentinel));

#endif
