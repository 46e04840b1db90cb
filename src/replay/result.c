/* SPDX-License-Identifier: Apache-2.0 */
#include "replay/result.h"

struct pen {
    const struct replay *replay;
    struct text *text;
};

static void write_result(void *context, const struct event *event)
{
    const struct pen *pen = context;
    const struct writer *writer = &pen->replay->writer;
    struct text *text = pen->text;
    text_format(text, "= result %s ", write_name(writer, event->person));
    write_wager(writer, event->spot, event->wager, text);
    text_put_char(text, ' ');
    write_delta(event->amount_cents, text);
    if (event->reason)
        text_format(text, " %s", reason_name((enum reason)event->reason));
    text_put_char(text, ' ');
    size_t before = text->used;
    event_clauses(&pen->replay->book, event, text);
    if (text->used == before && !text->full)
        text->bytes[--text->used] = '\0'; /* no clause: no blank */
    text_put_char(text, '\n');
}

void write_results(const struct replay *replay, struct text *text)
{
    struct pen pen = {replay, text};
    int64_t net_cents;
    replay_each_result(replay, write_result, &pen);
    for (unsigned i = 0; i < replay->record->roster.count; i++) {
        if (!replay_net(replay, i, &net_cents))
            continue;
        text_format(text, "= net %s ", write_name(&replay->writer, i));
        write_delta(net_cents, text);
        text_put_char(text, '\n');
    }
}
