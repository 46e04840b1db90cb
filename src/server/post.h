/* SPDX-License-Identifier: Apache-2.0 */
/* post.h - one POST over HTTP or HTTPS to somebody else, with a deadline of its own.
 *
 * Blocks the calling thread, which must be its own: never the one that runs tables. The only part besides the
 * transport that knows libwebsockets. */
#ifndef CROUPIER_SERVER_POST_H
#define CROUPIER_SERVER_POST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { POST_URL_MAX = 256, POST_ANSWER_MAX = 8192 };

struct post {
    const char *url; /* http://HOST[:PORT]/PATH or https://... */
    const char *body;
    size_t size;
    unsigned timeout_ms;
    atomic_bool *stop; /* ends it early; may be NULL */
};

/* "http://" or "https://", a host, and a name that fits. */
bool post_url_ok(const char *url);

/* The status of the answer, and its body; 0 if there was none in time. */
int post_send(const struct post *post, struct text *answer);

#endif
