/* SPDX-License-Identifier: Apache-2.0 */
#include "store/news.h"

#include <stdlib.h>
#include <string.h>

struct news *news_entry(uint32_t chain, uint64_t position, struct span bytes)
{
    struct news *news = calloc(1, sizeof(*news) + bytes.size);
    if (!news)
        return NULL;
    news->kind = NEWS_ENTRY;
    news->chain = chain;
    news->position = position;
    news->size = bytes.size;
    memcpy(news->bytes, bytes.bytes, bytes.size);
    return news;
}

struct news *news_refused(uint32_t chain, uint64_t ticket, enum status status)
{
    struct news *news = calloc(1, sizeof(*news));
    if (!news)
        return NULL;
    news->kind = NEWS_REFUSED;
    news->chain = chain;
    news->ticket = ticket;
    news->status = status;
    return news;
}

void news_free(struct news *list)
{
    while (list) {
        struct news *next = list->next;
        free(list);
        list = next;
    }
}
