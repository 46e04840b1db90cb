/* SPDX-License-Identifier: Apache-2.0 */
/* api_life.c - the configuration read again, for the administrator: first what would change, then doing it.
 */
#include <stdlib.h>

#include "server/api.h"
#include "server/life.h"

static void put_changes(struct out *out, enum status status, const struct life_changes *changes)
{
    out_reset(out);
    out_object(out);
    out_put_string(out, "status", status_name(status));
    out_key(out, "changes");
    out_array(out);
    for (unsigned i = 0; i < changes->count; i++) {
        out_object(out);
        out_put_string(out, "what", life_kind_name(changes->items[i].kind));
        out_put_string(out, "table", changes->items[i].table);
        out_put_string(out, "says", changes->items[i].says);
        out_object_end(out);
    }
    out_array_end(out);
    out_key(out, "faults");
    out_array(out);
    for (unsigned i = 0; i < changes->faults.count; i++) {
        out_object(out);
        out_put_integer(out, "line", changes->faults.items[i].line);
        out_put_integer(out, "column", changes->faults.items[i].column);
        out_put_string(out, "says", changes->faults.items[i].message);
        out_object_end(out);
    }
    out_array_end(out);
    out_object_end(out);
}

static void answer(struct call *call, bool apply)
{
    struct life_changes *changes = calloc(1, sizeof *changes);
    if (!changes) {
        respond_error(call->server, call->request->id, STATUS_NO_MEMORY, NULL);
        return;
    }
    enum status status =
        apply ? life_reload(call->server, call->user, changes) : life_preview(call->server, changes);
    put_changes(&call->server->out, status, changes);
    respond_send(call->server, call->request->id, 200);
    free(changes);
}

void api_configuration(struct call *call)
{
    answer(call, false);
}

void api_configure(struct call *call)
{
    static const struct field fields[] = {{"id", FIELD_STRING, true}, {NULL, 0, false}};
    if (api_keyed_body(call, fields))
        answer(call, true);
}
