/* SPDX-License-Identifier: Apache-2.0 */
/* metrics.h - counters of the running server, in the text form of Prometheus. Pure. */
#ifndef CROUPIER_SERVER_METRICS_H
#define CROUPIER_SERVER_METRICS_H

#include <stdint.h>

#include "base/text.h"

/* clang-format off */
#define METRIC_LIST(X) \
    X(METRIC_ACTS,        "croupier_acts_total",              "counter", "Acts accepted and made durable.") \
    X(METRIC_REFUSALS,    "croupier_refusals_total",          "counter", "Acts refused by a rule.") \
    X(METRIC_ROUNDS,      "croupier_rounds_total",            "counter", "Rounds ended.") \
    X(METRIC_VOID_ROUNDS, "croupier_void_rounds_total",       "counter", "Rounds declared void.") \
    X(METRIC_COMMITS,     "croupier_commit_waits_total",      "counter", "Times the server was told of a commit.") \
    X(METRIC_MESSAGES,    "croupier_messages_total",          "counter", "WebSocket messages received.") \
    X(METRIC_BAD,         "croupier_bad_messages_total",      "counter", "WebSocket messages that could not be read.") \
    X(METRIC_REQUESTS,    "croupier_http_requests_total",     "counter", "HTTP requests.") \
    X(METRIC_LOGINS,      "croupier_logins_total",            "counter", "Log-ins.") \
    X(METRIC_BAD_LOGINS,  "croupier_failed_logins_total",     "counter", "Log-ins with a wrong name, password or PIN.") \
    X(METRIC_DROPPED,     "croupier_dropped_readers_total",   "counter", "Clients dropped because they read too slowly or sent abuse.") \
    X(METRIC_SENT,        "croupier_sent_bytes_total",        "counter", "Bytes queued for WebSocket clients.") \
    X(METRIC_MADE,        "croupier_updates_made_total",      "counter", "Updates written; one serves all who see the same.") \
    X(METRIC_ALARMS,      "croupier_alarms_total",            "counter", "Alarms raised.") \
    X(METRIC_CLIENTS,     "croupier_clients",                 "gauge",   "WebSocket clients connected.") \
    X(METRIC_TABLES,      "croupier_tables",                  "gauge",   "Tables.") \
    X(METRIC_WITNESSES_BEHIND, "croupier_witnesses_behind",   "gauge",   "Witnesses that have not seen the log for a while.") \
    X(METRIC_LOG_UNSEALED,     "croupier_log_unsealed",       "gauge",   "1 when the log has not been sealed for a while.") \
    X(METRIC_OVERTAKEN,        "croupier_overtaken_total",    "counter", "Entries that another server's have overtaken.") \
    X(METRIC_HALTED,      "croupier_store_halted",            "gauge",   "1 when the store has stopped.")
/* clang-format on */

enum metric {
#define METRIC_ENUM(id, name, type, help) id,
    METRIC_LIST(METRIC_ENUM)
#undef METRIC_ENUM
        METRIC_COUNT
};

/* How long things take, each as a histogram. */
/* clang-format off */
#define DURATION_LIST(X) \
    X(DURATION_ANSWER, "croupier_answer_seconds", "From an order to its durable answer.") \
    X(DURATION_TURN,   "croupier_turn_seconds",   "One turn of the server's loop: for so long nobody else was heard.")
/* clang-format on */

enum duration {
#define DURATION_ENUM(id, name, help) id,
    DURATION_LIST(DURATION_ENUM)
#undef DURATION_ENUM
        DURATION_COUNT
};

/* Of buckets whose upper ends metrics.c has; the last one has no end. */
enum { DURATION_BUCKETS = 13 };

struct durations {
    uint64_t buckets[DURATION_BUCKETS];
    uint64_t us_sum;
    uint64_t count;
};

struct metrics {
    uint64_t values[METRIC_COUNT];
    struct durations durations[DURATION_COUNT];
};

void metrics_took(struct metrics *metrics, enum duration duration, uint64_t us);
void metrics_print(const struct metrics *metrics, struct text *text);

#endif
