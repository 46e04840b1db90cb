/* SPDX-License-Identifier: Apache-2.0 */
#include "server/viewpoint.h"

#include <string.h>

int viewpoint_person(const struct viewpoint *viewpoint, const struct table_state *state)
{
    if (viewpoint->role != USER_PLAYER)
        return -1;
    return roster_find(&state->roster, viewpoint->name, strlen(viewpoint->name));
}

struct viewer viewpoint_viewer(const struct viewpoint *viewpoint, const struct table_state *state)
{
    int person = viewpoint_person(viewpoint, state);
    if (person >= 0)
        return (struct viewer){.role = VIEWER_PLAYER, .person = (uint8_t)person};
    if (viewpoint->role == USER_DEALER)
        return (struct viewer){.role = VIEWER_DEALER};
    if (user_role_in(viewpoint->role, USERS_PIT))
        return (struct viewer){.role = VIEWER_PIT};
    return (struct viewer){.role = VIEWER_DISPLAY};
}

struct speaker viewpoint_speaker(unsigned language, const struct rulebook *book,
                                 const struct table_state *state)
{
    return (struct speaker){
        .book = book, .roster = &state->roster, .language = language, .round = &state->round};
}
