/* SPDX-License-Identifier: Apache-2.0 */
#include "server/floor_luck.h"

#include <assert.h>
#include <string.h>

#include "server/client.h"

/* ---- Waiting. ---- */

static bool takes_part(const struct floor_table *floor, const struct client *client)
{
    return client->luck && client->role == USER_PLAYER && floor_is_for(floor, client->name);
}

/* Somebody who takes part has promised nothing yet. */
static bool lacks_promise(const struct floor_table *floor)
{
    for (unsigned i = 0; i < floor->watcher_count; i++)
        if (takes_part(floor, floor->watchers[i]) && !luck_find(&floor->table.desk, floor->watchers[i]->name))
            return floor->table.desk.count < LUCK_MAX;
    return false;
}

/* Whether anybody is there to go on with: a player, a dealer, somebody whom the demo plays, a task. */
static bool is_attended(const struct floor_table *floor)
{
    unsigned bots = floor->table.plan.solo ? floor->company : floor->bot_count;
    for (unsigned i = 0; i < floor->watcher_count; i++)
        if (floor->watchers[i]->role == USER_PLAYER || floor->watchers[i]->role == USER_DEALER)
            return true;
    return floor->first || bots;
}

bool floor_luck_rests(const struct floor_table *floor)
{
    return floor->table.luck_awaited && !is_attended(floor);
}

/* The wait for one stage of one shoe begins when somebody is there, and ends after LUCK_WAIT_MS. */
static bool in_time(struct floor_table *floor, enum luck_stage stage, int64_t now_ms)
{
    uint64_t mark = (uint64_t)floor->table.state.shoe_number * LUCK_DONE + stage;
    if (floor->luck_mark != mark)
        floor->luck_until_ms = now_ms + LUCK_WAIT_MS;
    floor->luck_mark = mark;
    return now_ms < floor->luck_until_ms;
}

void floor_luck_look(struct floor_table *floor, int64_t now_ms)
{
    struct table *table = &floor->table;
    enum luck_stage stage = state_luck_stage(&table->state);
    bool wanted = (stage == LUCK_GATHER && lacks_promise(floor)) ||
                  (stage == LUCK_REVEAL && luck_given(&table->desk) < table->desk.count);
    table->luck_awaited = false;
    if (stage != LUCK_GATHER && stage != LUCK_REVEAL)
        return;
    if (stage == LUCK_REVEAL && !floor->shown->committed)
        table->luck_awaited = true; /* nobody is asked for a number before the commitments are on disk */
    else if (!is_attended(floor))
        table->luck_awaited = stage == LUCK_GATHER || wanted;
    else
        table->luck_awaited = wanted && in_time(floor, stage, now_ms);
}

void floor_luck_come(struct floor_table *floor, const struct client *client)
{
    static const struct task steps[] = {{.kind = TASK_CLOSE}, {.kind = TASK_OPEN}};
    const struct table_state *state = &floor->table.state;
    bool staked = !state_between_rounds(state) && state->round.stake_count;
    if (!floor->table.plan.solo || !takes_part(floor, client) || !state->open || staked ||
        state->device != DEVICE_VIRTUAL || state_luck_stage(state) != LUCK_DONE ||
        luck_find(&state->luck, client->name))
        return;
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
        floor_ask(floor, &steps[i]); /* by the system: a round that nobody bets in is ended first */
}

/* ---- Numbers. ---- */

enum status floor_luck_promise(struct floor_table *floor, const struct client *client, int64_t shoe,
                               const char *commitment)
{
    const struct table_state *state = &floor->table.state;
    enum luck_stage stage = state_luck_stage(state);
    struct hash hash;
    if (state->device != DEVICE_VIRTUAL)
        return STATUS_CARDS_ENTERED;
    if (!floor_is_for(floor, client->name))
        return STATUS_SEAT_TAKEN;
    if (!hash_parse(commitment, strlen(commitment), &hash))
        return STATUS_BAD_MESSAGE;
    int64_t next = (int64_t)state->shoe_number + (stage == LUCK_DONE);
    if ((stage != LUCK_GATHER && stage != LUCK_DONE) || shoe != next)
        return STATUS_LUCK_LATE;
    return luck_promise(&floor->table.desk, client->name, &hash);
}

enum status floor_luck_reveal(struct floor_table *floor, const struct client *client, int64_t shoe,
                              const char *value)
{
    struct table *table = &floor->table;
    struct fair_seed number;
    if (!fair_seed_parse(value, strlen(value), &number))
        return STATUS_BAD_MESSAGE;
    if (shoe != table->state.shoe_number || state_luck_stage(floor->shown) != LUCK_REVEAL ||
        state_luck_stage(&table->state) != LUCK_REVEAL)
        return STATUS_LUCK_LATE;
    return luck_reveal(&table->desk, table->plan.id, table->state.shoe_number, client->name, &number);
}

void floor_luck_leave(struct floor_table *floor, const struct client *client)
{
    enum luck_stage stage = state_luck_stage(&floor->table.state);
    if (client->role != USER_PLAYER || (stage != LUCK_GATHER && stage != LUCK_DONE))
        return;
    for (unsigned i = 0; i < floor->watcher_count; i++)
        if (floor->watchers[i]->luck && strcmp(floor->watchers[i]->name, client->name) == 0)
            return; /* another terminal of the same person is there */
    luck_forget(&floor->table.desk, client->name);
}

/* ---- Telling. ---- */

static const char *const stage_names[] = {
    [LUCK_GATHER] = "gather", [LUCK_CLOSED] = "closed", [LUCK_REVEAL] = "reveal", [LUCK_DONE] = "done"};

static void make_message(const struct floor_table *floor)
{
    struct out *out = &floor->server->out;
    const struct table_state *state = floor->shown;
    char hex[HASH_TEXT_MAX];
    out_reset(out);
    out_object(out);
    out_put_string(out, "type", "luck");
    out_put_string(out, "table", floor->table.plan.id);
    out_put_integer(out, "shoe", (int64_t)state->shoe_number);
    out_put_string(out, "stage", stage_names[state_luck_stage(state)]);
    hash_print(&state->commitment, hex, sizeof hex);
    out_put_string(out, "commitment", hex);
    out_key(out, "numbers");
    out_array(out);
    for (unsigned i = 0; i < state->luck.count; i++)
        show_luck_number(out, &state->luck.numbers[i], state->luck.mixed);
    out_array_end(out);
    out_object_end(out);
}

void floor_luck_send(struct floor_table *floor, struct client *client)
{
    if (!client->luck || floor->shown->device != DEVICE_VIRTUAL || !floor->shown->shoe_number)
        return;
    make_message(floor);
    client_send(client);
}

void floor_luck_tell(struct floor_table *floor)
{
    for (unsigned i = 0; i < floor->watcher_count; i++)
        floor_luck_send(floor, floor->watchers[i]);
}
