/* SPDX-License-Identifier: Apache-2.0 */
#include "server/reader.h"

struct store *reader_store(struct server *server, struct store_failure *failure)
{
    struct store_options options = {.path = server->config->database, .read_only = true, .unchecked = true};
    if (!server->reader_store)
        (void)!store_open(&server->reader_store, &options, failure);
    return server->reader_store;
}
