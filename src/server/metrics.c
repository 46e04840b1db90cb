/* SPDX-License-Identifier: Apache-2.0 */
#include "server/metrics.h"

#include <inttypes.h>

static const unsigned bucket_us[DURATION_BUCKETS - 1] = {100,   200,   500,   1000,   2000,   5000,
                                                         10000, 20000, 50000, 100000, 250000, 1000000};

static const struct {
    const char *name;
    const char *type;
    const char *help;
} rows[METRIC_COUNT] = {
#define METRIC_ROW(id, name, type, help) [id] = {name, type, help},
    METRIC_LIST(METRIC_ROW)
#undef METRIC_ROW
};

static const struct {
    const char *name;
    const char *help;
} spans[DURATION_COUNT] = {
#define DURATION_ROW(id, name, help) [id] = {name, help},
    DURATION_LIST(DURATION_ROW)
#undef DURATION_ROW
};

void metrics_took(struct metrics *metrics, enum duration duration, uint64_t us)
{
    struct durations *all = &metrics->durations[duration];
    unsigned bucket = 0;
    while (bucket < DURATION_BUCKETS - 1 && us > bucket_us[bucket])
        bucket++;
    all->buckets[bucket]++;
    all->us_sum += us;
    all->count++;
}

static void print_durations(const struct durations *all, const char *name, const char *help,
                            struct text *text)
{
    uint64_t below = 0;
    text_format(text, "# HELP %s %s\n# TYPE %s histogram\n", name, help, name);
    for (unsigned i = 0; i < DURATION_BUCKETS - 1; i++) {
        below += all->buckets[i];
        text_format(text, "%s_bucket{le=\"%u.%04u\"} %" PRIu64 "\n", name, bucket_us[i] / 1000000,
                    bucket_us[i] % 1000000 / 100, below);
    }
    text_format(text, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, all->count);
    text_format(text, "%s_sum %" PRIu64 ".%06u\n", name, all->us_sum / 1000000,
                (unsigned)(all->us_sum % 1000000));
    text_format(text, "%s_count %" PRIu64 "\n", name, all->count);
}

void metrics_print(const struct metrics *metrics, struct text *text)
{
    for (unsigned i = 0; i < METRIC_COUNT; i++) {
        text_format(text, "# HELP %s %s\n# TYPE %s %s\n", rows[i].name, rows[i].help, rows[i].name,
                    rows[i].type);
        text_format(text, "%s %" PRIu64 "\n", rows[i].name, metrics->values[i]);
    }
    for (unsigned i = 0; i < DURATION_COUNT; i++)
        print_durations(&metrics->durations[i], spans[i].name, spans[i].help, text);
}
