/* SPDX-License-Identifier: Apache-2.0 */
#include "server/trial.h"

#include <stdio.h>
#include <string.h>

#include "base/mark.h"
#include "server/demo.h"
#include "server/house.h"
#include "server/life.h"
#include "server/rota.h"

enum { ID_DIGITS = 12 };

static bool is_live(const struct floor_table *floor)
{
    return floor->table.plan.trial && !floor->retired;
}

static bool is_taken(const struct floor_table *floor)
{
    return !floor_is_for(floor, "");
}

unsigned trial_most(const struct server *server)
{
    return server->demo && !server->fleet ? server->config->trials : 0;
}

unsigned trial_count(const struct server *server)
{
    unsigned count = 0;
    for (unsigned i = 0; i < server->table_count; i++)
        count += is_live(server->tables[i]);
    return count;
}

/* ---- Which table. ---- */

static bool runs(const struct floor_table *floor, const struct shoe_book *book, unsigned decks)
{
    return hash_equal(&floor->table.mark.document, &book->document) &&
           floor->table.state.round.setting.decks == decks;
}

/* The first table by this book that this player could have: one on the floor, a retired one, or none yet. */
static struct floor_table *find(const struct server *server, const struct shoe_book *book, unsigned decks,
                                const char *player, char id[TABLE_ID_MAX])
{
    char digits[HASH_TEXT_MAX];
    hash_print(&book->document, digits, sizeof digits);
    for (unsigned n = 1;; n++) {
        snprintf(id, TABLE_ID_MAX, "trial-%.*s-%u", ID_DIGITS, digits, n);
        struct floor_table *floor = rota_find(server, id);
        if (!floor)
            return NULL;
        bool ours = floor->retired || (floor->table.plan.trial && floor_is_for(floor, player));
        if (ours && runs(floor, book, decks))
            return floor;
    }
}

/* ---- Room. ---- */

static struct floor_table *longest_empty(const struct server *server)
{
    struct floor_table *longest = NULL;
    for (unsigned i = 0; i < server->table_count; i++) {
        struct floor_table *floor = server->tables[i];
        if (is_live(floor) && !is_taken(floor) && (!longest || floor->played_ms < longest->played_ms))
            longest = floor;
    }
    return longest;
}

/* Room for one more on the floor; `is_new`: in memory, too. */
static enum status make_room(struct server *server, bool is_new, struct text *sentence)
{
    const struct config *config = server->config;
    if (is_new && server->table_count >= config->table_count + TRIAL_KEPT_MAX) {
        text_put(sentence,
                 N_("This demo has had all the rulebooks that it keeps. Begin one with a new database."));
        return STATUS_TOO_MANY;
    }
    if (is_new && server_ticks() < server->trial_ms)
        return STATUS_TOO_MANY;
    struct floor_table *empty = trial_count(server) < config->trials ? NULL : longest_empty(server);
    if (empty)
        life_retire(empty);
    if (trial_count(server) < config->trials)
        return STATUS_OK;
    text_put(sentence,
             N_("Every table for rulebooks of visitors is taken. Try again when somebody has left."));
    return STATUS_TOO_MANY;
}

/* ---- Beginning. ---- */

static void plan_trial(struct table_plan *plan, const char *id, const struct shoe_book *book, unsigned decks)
{
    const struct rulebook *rules = &book->book;
    table_plan_init(plan, id, rules);
    plan->book_text = (struct span){book->words, book->size};
    plan->decks = (uint8_t)decks;
    plan->cut_cards = (uint16_t)(decks * deck_card_count(deck_of((enum deck_id)rules->deck)) / 4);
    snprintf(plan->title, sizeof plan->title, "%.48s, own rules", label_say(&rules->name, LANGUAGE_ENGLISH));
    plan->trial = true;
    demo_solo(plan);
}

/* One that was closed when it was retired is opened again, with a new shoe. */
static void open_again(struct floor_table *floor)
{
    struct task task = {.kind = TASK_OPEN, .role = USER_PIT_MANAGER};
    floor->played_ms = server_ticks();
    if (!floor->table.state.open)
        floor_ask(floor, &task);
}

/* Takes the book where the table is new. */
static enum status bring(struct server *server, const struct trial_wish *wish, struct shoe_book **book,
                         struct floor_table *known, const struct table_plan *plan)
{
    struct floor_table *floor = known;
    enum status status = known ? STATUS_OK : life_keep_book(server, *book);
    if (status)
        return status;
    if (!known) {
        *book = NULL;
        server->trial_ms = server_ticks() + TRIAL_PAUSE_MS;
    }
    status = life_bring(server, plan, wish->by, &wish->reply, &floor);
    if (status == STATUS_OK)
        open_again(floor);
    return status;
}

static enum status begin(struct server *server, struct trial_wish *wish, struct shoe_book **book,
                         struct text *sentence)
{
    struct table_plan plan;
    char id[TABLE_ID_MAX];
    const struct rulebook *rules = &(*book)->book;
    unsigned usual = rules->decks_max < 8 ? rules->decks_max : 8;
    unsigned decks = wish->decks ? wish->decks : usual;
    if (decks < rules->decks_min || decks > rules->decks_max)
        return STATUS_BAD_NUMBER;
    struct floor_table *floor = find(server, *book, decks, wish->by->name, id);
    snprintf(wish->reply.table, sizeof wish->reply.table, "%s", id);
    if (server_answer_again(server, &wish->reply))
        return STATUS_OK;
    if (floor && is_live(floor)) { /* on the floor already, and free for this player */
        open_again(floor);
        server_answer(server, &wish->reply, &(struct answer){.status = STATUS_OK});
        return STATUS_OK;
    }
    enum status status = make_room(server, !floor, sentence);
    if (status)
        return status;
    plan_trial(&plan, id, *book, decks);
    return bring(server, wish, book, floor, &plan);
}

enum status trial_begin(struct server *server, struct trial_wish *wish, struct text *sentence)
{
    struct faults faults;
    struct shoe_book *book;
    if (!trial_most(server)) {
        text_put(sentence,
                 N_("This house has no tables for rulebooks of visitors. Only a demo may have them."));
        return STATUS_FORBIDDEN;
    }
    enum status status = house_may_play(server);
    if (status)
        return status;
    faults_init(&faults);
    status = shoe_book_new(wish->words, &book, &faults);
    if (status == STATUS_BAD_RULEBOOK)
        text_format(sentence, "Line %u, column %u: %s", faults.items[0].line, faults.items[0].column,
                    faults.items[0].message);
    if (status)
        return status;
    status = begin(server, wish, &book, sentence);
    shoe_book_free(book);
    return status;
}

void trial_look(struct server *server, int64_t now_ms)
{
    int64_t patience_ms = (int64_t)server->config->trial_seconds * 1000;
    for (unsigned i = 0; i < server->table_count; i++) {
        struct floor_table *floor = server->tables[i];
        if (!is_live(floor))
            continue;
        if (is_taken(floor))
            floor->played_ms = now_ms;
        else if (now_ms - floor->played_ms > patience_ms)
            life_retire(floor);
    }
}
