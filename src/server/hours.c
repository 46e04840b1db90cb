/* SPDX-License-Identifier: Apache-2.0 */
#include "server/hours.h"

#include "base/mark.h"
#include "server/floor.h"
#include "server/house.h"

enum { SHIFT_LOOK_MS = 1000 };

void hours_look(struct server *server)
{
    int64_t since_ms = 0;
    int64_t now_ms = server_now();
    if (!server->config->calendar.has_hours || now_ms - server->shift_seen_ms < SHIFT_LOOK_MS)
        return;
    server->shift_seen_ms = now_ms;
    const char *due = house_shift_due(server, &since_ms);
    bool late = due && now_ms - since_ms >= (int64_t)server->config->calendar.late_minutes * 60000;
    if (!late || server->shift_told_ms == since_ms)
        return;
    server->shift_told_ms = since_ms;
    for (unsigned i = 0; i < server->table_count; i++)
        floor_alarm(server->tables[i], "warning", "shift-overdue",
                    N_("The shift {what} should be open by now, and is not."), due);
}
