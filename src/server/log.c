/* SPDX-License-Identifier: Apache-2.0 */
#include "server/log.h"

#include <stdarg.h>
#include <time.h>

#include "base/out.h"

static const char *const level_names[] = {
    [LOG_INFO] = "info", [LOG_WARNING] = "warning", [LOG_ERROR] = "error"};

void log_event(struct log *log, enum log_level level, const char *event, ...)
{
    if (!log->out)
        return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct out line;
    out_init(&line);
    out_object(&line);
    out_put_integer(&line, "time", (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
    out_put_string(&line, "level", level_names[level]);
    out_put_string(&line, "event", event);
    va_list pairs;
    va_start(pairs, event);
    for (const char *key = va_arg(pairs, const char *); key; key = va_arg(pairs, const char *))
        out_put_string(&line, key, va_arg(pairs, const char *));
    va_end(pairs);
    out_object_end(&line);
    if (!line.failed) {
        fprintf(log->out, "%s\n", line.bytes);
        fflush(log->out);
    }
    out_release(&line);
}
