/* SPDX-License-Identifier: Apache-2.0 */
/* floor_luck.c - numbers of players at a table on the floor: taken from terminals, waited for, told; see
 * floor.h.
 *
 * A terminal that takes part says so when it watches a table. It promises a number for the next shoe that is
 * not committed to yet, and tells it when the house's commitment is on disk (table/luck.h, docs/fairness.md).
 * Who does not take part is never waited for. A number that stays away stops nobody: after LUCK_WAIT_MS the
 * table goes on without it. A shoe is not committed to before somebody is there to play.
 *
 * A witness of the configuration takes part in the same way, through envoy.h. A place is kept for it, and it
 * is asked for its number last: from then on the others' are final. */
#include "server/floor.h"

#include <assert.h>
#include <string.h>

#include "server/client.h"
#include "server/envoy.h"

enum { LUCK_WAIT_MS = 2000 };

/* Behind LUCK_REVEAL: the terminals' numbers are final, and the witness's is waited for. */
enum { LUCK_SEALED = LUCK_DONE + 1, LUCK_STAGES };

/* ---- Waiting. ---- */

static bool takes_part(const struct floor_table *floor, const struct client *client)
{
    return client->luck && client->role == USER_PLAYER && floor_is_for(floor, client->name);
}

static const char *witness_name(const struct floor_table *floor)
{
    return envoy_name(floor->server->envoy);
}

static const struct luck_number *witness_number(const struct floor_table *floor)
{
    const char *name = witness_name(floor);
    return name ? luck_find(&floor->table.desk, name) : NULL;
}

/* So many may promise: a place is kept for the witness. */
static unsigned places(const struct floor_table *floor)
{
    return witness_name(floor) && !witness_number(floor) ? LUCK_MAX - 1 : LUCK_MAX;
}

/* Somebody who takes part has promised nothing yet. */
static bool lacks_promise(const struct floor_table *floor)
{
    for (unsigned i = 0; i < floor->watcher_count; i++)
        if (takes_part(floor, floor->watchers[i]) && !luck_find(&floor->table.desk, floor->watchers[i]->name))
            return floor->table.desk.count < places(floor);
    return false;
}

/* A terminal has not told its number yet. */
static bool lacks_number(const struct floor_table *floor)
{
    unsigned given = luck_given(&floor->table.desk);
    const struct luck_number *witness = witness_number(floor);
    return given + (witness && !witness->given) < floor->table.desk.count;
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

static uint64_t mark_of(const struct floor_table *floor, unsigned stage)
{
    return (uint64_t)floor->table.state.shoe_number * LUCK_STAGES + stage;
}

/* The wait for one stage of one shoe begins when somebody is there, and ends after LUCK_WAIT_MS. */
static bool in_time(struct floor_table *floor, unsigned stage, int64_t now_ms)
{
    uint64_t mark = mark_of(floor, stage);
    if (floor->luck_mark != mark)
        floor->luck_until_ms = now_ms + LUCK_WAIT_MS;
    floor->luck_mark = mark;
    return now_ms < floor->luck_until_ms;
}

static bool ask_witness(struct floor_table *floor, enum entry_kind kind)
{
    static const struct hash nothing;
    const struct table *table = &floor->table;
    struct luck_note note = {
        .kind = kind, .shoe = table->state.shoe_number, .commitment = table->state.commitment};
    memcpy(note.table, table->plan.id, sizeof note.table);
    if (kind == ENTRY_MIXED)
        note.luck = table->desk;
    else if (luck_promise(&note.luck, witness_name(floor), &nothing) != STATUS_OK)
        return false;
    return envoy_ask(floor->server->envoy, &note);
}

/* Whether something is still to come from the witness at this stage. It is asked once, for what is on disk.
 */
static bool witness_owes(struct floor_table *floor, unsigned stage)
{
    const struct luck_number *number = witness_number(floor);
    const struct table_state *shown = floor->shown;
    uint64_t mark = mark_of(floor, stage);
    if (!witness_name(floor) || floor->witness_failed == mark ||
        (stage == LUCK_GATHER ? number != NULL : !number || number->given))
        return false;
    if (floor->witness_asked == mark || shown->shoe_number != floor->table.state.shoe_number)
        return true;
    floor->witness_asked = mark;
    if (ask_witness(floor, stage == LUCK_GATHER ? ENTRY_LUCK : ENTRY_MIXED))
        return true;
    floor->witness_failed = mark;
    return false;
}

/* Terminals first; when nothing more comes from them, the witness. */
static bool awaits_numbers(struct floor_table *floor, int64_t now_ms)
{
    bool sealed = floor->luck_sealed == floor->table.state.shoe_number;
    if (!sealed && lacks_number(floor) && in_time(floor, LUCK_REVEAL, now_ms))
        return true;
    if (!witness_number(floor))
        return false;
    floor->luck_sealed = floor->table.state.shoe_number;
    return witness_owes(floor, LUCK_SEALED) && in_time(floor, LUCK_SEALED, now_ms);
}

void floor_luck_look(struct floor_table *floor, int64_t now_ms)
{
    struct table *table = &floor->table;
    enum luck_stage stage = state_luck_stage(&table->state);
    table->luck_awaited = false;
    if (stage != LUCK_GATHER && stage != LUCK_REVEAL)
        return;
    if (stage == LUCK_REVEAL && !floor->shown->committed)
        table->luck_awaited = true; /* nobody is asked for a number before the commitments are on disk */
    else if (!is_attended(floor))
        table->luck_awaited = stage == LUCK_GATHER || luck_given(&table->desk) < table->desk.count;
    else if (stage == LUCK_REVEAL)
        table->luck_awaited = awaits_numbers(floor, now_ms);
    else {
        bool owed = witness_owes(floor, LUCK_GATHER); /* both are asked at once */
        table->luck_awaited = (lacks_promise(floor) || owed) && in_time(floor, LUCK_GATHER, now_ms);
    }
}

void floor_luck_answer(struct floor_table *floor, const struct luck_note *note, bool answered)
{
    struct table *table = &floor->table;
    const char *name = witness_name(floor);
    bool promise = note->kind == ENTRY_LUCK;
    unsigned stage = promise ? LUCK_GATHER : LUCK_SEALED;
    const struct luck_number *number = luck_find(&note->luck, name);
    bool in_place = note->shoe == table->state.shoe_number &&
                    hash_equal(&note->commitment, &table->state.commitment) &&
                    state_luck_stage(&table->state) == (promise ? LUCK_GATHER : LUCK_REVEAL);
    if (!in_place)
        return;
    enum status status = STATUS_LUCK_UNKNOWN;
    if (answered && number && promise)
        status = luck_promise(&table->desk, name, &number->commitment);
    else if (answered && number)
        status = luck_reveal(&table->desk, table->plan.id, note->shoe, name, &number->value);
    if (status != STATUS_OK)
        floor->witness_failed = mark_of(floor, stage);
    floor_go_on(floor);
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
    if (floor->table.desk.count >= places(floor) && !luck_find(&floor->table.desk, client->name))
        return STATUS_LUCK_FULL;
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
        state_luck_stage(&table->state) != LUCK_REVEAL || floor->luck_sealed == table->state.shoe_number)
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
