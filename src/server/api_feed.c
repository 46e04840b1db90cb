/* SPDX-License-Identifier: Apache-2.0 */
/* api_feed.c - the log for other systems, a page at a time (docs/protocol.md, Feed). */
#include <stdlib.h>

#include "log/merkle.h"
#include "report/entry_json.h"
#include "server/inquiry.h"
#include "store/entries.h"

enum { FEED_COUNT = 1000, FEED_COUNT_MAX = 10000 };

struct page {
    struct inquiry *inquiry;
    int64_t after;
    int64_t left;
};

static enum status take(void *context, const struct store_row *row, const struct entry *entry)
{
    struct page *page = context;
    struct entry hashed = *entry;
    if (page->left == 0)
        return STATUS_NOT_FOUND;
    if ((int64_t)row->position <= page->after)
        return STATUS_OK;
    page->left--;
    if (entry->format != ENTRY_FORMAT_OLD)
        hashed.hash = merkle_leaf(row->entry);
    json_t *object = entry_feed_json(row->position, row->chain, &hashed);
    bool good = object && json_dumpf(object, page->inquiry->file, JSON_COMPACT) == 0 &&
                fputc('\n', page->inquiry->file) != EOF;
    json_decref(object);
    return good ? STATUS_OK : STATUS_NO_MEMORY;
}

static enum status read_feed(struct inquiry *inquiry)
{
    struct page page = {.inquiry = inquiry};
    struct store_failure failure = {0};
    if (!inquiry_number(inquiry, "after", 0, &page.after) ||
        !inquiry_number(inquiry, "count", FEED_COUNT, &page.left) || page.after < 0 || page.left < 1 ||
        page.left > FEED_COUNT_MAX)
        return STATUS_BAD_NUMBER;
    enum status status = inquiry_open_file(inquiry);
    if (status)
        return status;
    inquiry->type = "application/x-ndjson";
    if ((int64_t)store_last(inquiry->store) <= page.after)
        return STATUS_OK;
    return store_entries(inquiry->store, 0, STORE_FORWARD, (uint64_t)page.after + 1, take, &page, &failure);
}

void api_feed(struct call *call)
{
    inquiry_submit(call, NULL, read_feed);
}
