/* SPDX-License-Identifier: Apache-2.0 */
#include "server/metrics.h"

#include <inttypes.h>

static const unsigned bucket_ms[LATENCY_BUCKETS] = {1, 2, 5, 10, 20, 50, 100, 250, 1000};

static const struct {
    const char *name;
    const char *type;
    const char *help;
} rows[METRIC_COUNT] = {
#define METRIC_ROW(id, name, type, help) [id] = {name, type, help},
    METRIC_LIST(METRIC_ROW)
#undef METRIC_ROW
};

void metrics_latency(struct metrics *metrics, uint64_t ms)
{
    unsigned bucket = 0;
    while (bucket < LATENCY_BUCKETS && ms > bucket_ms[bucket])
        bucket++;
    metrics->latency[bucket]++;
    metrics->latency_ms_sum += ms;
    metrics->latency_count++;
}

static void print_latency(const struct metrics *metrics, struct text *text)
{
    static const char name[] = "croupier_answer_seconds";
    uint64_t below = 0;
    text_format(text, "# HELP %s From an order to its durable answer.\n# TYPE %s histogram\n", name, name);
    for (unsigned i = 0; i < LATENCY_BUCKETS; i++) {
        below += metrics->latency[i];
        text_format(text, "%s_bucket{le=\"%u.%03u\"} %" PRIu64 "\n", name, bucket_ms[i] / 1000,
                    bucket_ms[i] % 1000, below);
    }
    text_format(text, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, metrics->latency_count);
    text_format(text, "%s_sum %" PRIu64 ".%03u\n", name, metrics->latency_ms_sum / 1000,
                (unsigned)(metrics->latency_ms_sum % 1000));
    text_format(text, "%s_count %" PRIu64 "\n", name, metrics->latency_count);
}

void metrics_print(const struct metrics *metrics, struct text *text)
{
    for (unsigned i = 0; i < METRIC_COUNT; i++) {
        text_format(text, "# HELP %s %s\n# TYPE %s %s\n", rows[i].name, rows[i].help, rows[i].name,
                    rows[i].type);
        text_format(text, "%s %" PRIu64 "\n", rows[i].name, metrics->values[i]);
    }
    print_latency(metrics, text);
}
