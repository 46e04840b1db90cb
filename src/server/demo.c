/* SPDX-License-Identifier: Apache-2.0 */
#include "server/demo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "odds/game.h"
#include "random/crypto.h"
#include "rulebook/builtin.h"
#include "server/bot.h"
#include "server/cage.h"
#include "server/client.h"
#include "server/offers.h"
#include "server/register.h"

enum {
    BOT_MONEY_CENTS = 500000,
    BOT_MONEY_LOW_CENTS = 50000,
    BOT_PAUSE_MS = 700,
    DEMO_CARDS_MAX = 32,
    DEMO_TABLES = 2,      /* of each game, with bots */
    DEMO_SOLO_TABLES = 3, /* of each game, for visitors who want to be dealt in at once */
};

/* One bot at one table. */
struct bot {
    struct floor_table *floor;
    char name[PERSON_NAME_MAX];
    unsigned number; /* from 0, of its table: at a table for one, as many play as are asked for */
    int64_t next_ms;
};

/* The printed card of one game with so many decks, worked out once. */
struct demo_card {
    struct job job; /* first */
    struct demo *demo;
    const struct rulebook *book;
    unsigned decks;
    struct strategy strategy;
    bool ready;
};

struct demo {
    struct server *server;
    struct demo_card cards[DEMO_CARDS_MAX];
    unsigned card_count;
    uint64_t cards_ready; /* bit per card: the worker has finished it */
    struct crypto_source source;
    struct bot *bots;
    unsigned bot_count;
    unsigned next_guest;
    unsigned topped; /* a number for each buy-in, so that its key is new */
};

static const char *const bot_names[] = {"Mei",  "Tan",  "Ana",  "Raj", "Lim",  "Siti",  "Omar",  "Ivy",
                                        "Kai",  "Noor", "Leo",  "Zoe", "Wei",  "Aisha", "Ben",   "Hua",
                                        "Devi", "Max",  "Lin",  "Sam", "Rosa", "Jun",   "Farid", "Elle",
                                        "Bo",   "Nina", "Arif", "Yan", "Tom",  "Uma",   "Vik",   "Ling",
                                        "Gus",  "Fay",  "Hana", "Eko", "Dee",  "Cleo",  "Amir",  "Quan"};

static const struct {
    const char *name;
    enum user_role role;
} staff[] = {{"Dana", USER_DEALER},        {"Priya", USER_PIT_SUPERVISOR}, {"Petra", USER_PIT_MANAGER},
             {"Shah", USER_SHIFT_MANAGER}, {"Cai", USER_CASHIER},          {"Aude", USER_AUDITOR},
             {"Ada", USER_ADMINISTRATOR}};

/* ---- The floor. ---- */

static void demo_limits(struct table_plan *plan)
{
    for (unsigned i = 0; i < plan->book->wager_count; i++) {
        const struct wager_rule *wager = &plan->book->wagers[i];
        if (wager->limit_group == LIMIT_NONE)
            continue;
        bool main = wager->limit_group == LIMIT_MAIN;
        plan->limit_min_cents[i] = main ? 2500 : 500;
        plan->limit_max_cents[i] = main ? 100000 : 20000;
    }
}

void demo_solo(struct table_plan *plan)
{
    plan->solo = true;
    plan->betting_ms = 60000;
    plan->decision_ms = 60000;
    plan->pace_ms = 300;
    plan->result_ms = 2000;
    demo_limits(plan);
}

enum status demo_configure(struct config *config)
{
    if (config->table_count)
        return STATUS_OK; /* the demo plays at the tables it is given */
    for (unsigned i = 0; builtin_id(i); i++) {
        const char *id = builtin_id(i);
        const struct rulebook *book = config_book(config, id);
        for (unsigned n = 1; book && n <= DEMO_TABLES + DEMO_SOLO_TABLES; n++) {
            char name[TABLE_ID_MAX];
            struct table_plan *plan = config_add_table(config);
            if (!plan)
                return STATUS_NO_MEMORY;
            snprintf(name, sizeof name, "%.28s-%u", id, n);
            table_plan_init(plan, name, book);
            snprintf(plan->title, sizeof plan->title, "%.56s %u", label_say(&book->name, LANGUAGE_ENGLISH),
                     n);
            plan->betting_ms = 12000;
            plan->decision_ms = 15000;
            demo_limits(plan);
            if (n > DEMO_TABLES)
                demo_solo(plan);
        }
    }
    return STATUS_OK;
}

struct demo *demo_new(struct server *server)
{
    struct demo *demo = calloc(1, sizeof *demo);
    if (!demo)
        return NULL;
    demo->server = server;
    demo->bots = calloc((size_t)server->config->table_count * server->config->bots + 1, sizeof *demo->bots);
    if (!demo->bots || crypto_source_init(&demo->source) != STATUS_OK) {
        demo_free(demo);
        return NULL;
    }
    return demo;
}

void demo_free(struct demo *demo)
{
    if (!demo)
        return;
    crypto_source_release(&demo->source);
    free(demo->bots);
    free(demo);
}

/* ---- People. ---- */

static enum status put_person(struct people *people, const char *name, enum user_role role)
{
    struct user user = {.role = (uint8_t)role};
    if (people_find(people, name))
        return STATUS_OK;
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.title, sizeof user.title, "%s", name);
    return people_put(people, &user);
}

static enum status put_everybody(struct people *people, void *context)
{
    const struct demo *demo = context;
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < sizeof staff / sizeof staff[0]; i++)
        status = put_person(people, staff[i].name, staff[i].role);
    for (size_t i = 0; status == STATUS_OK && i < sizeof bot_names / sizeof bot_names[0]; i++)
        status = put_person(people, bot_names[i], USER_PLAYER);
    for (unsigned i = 1; status == STATUS_OK && i <= demo->server->config->guests; i++) {
        char name[16];
        snprintf(name, sizeof name, "Guest%u", i);
        status = put_person(people, name, USER_PLAYER);
    }
    return status;
}

static enum status give_money(struct demo *demo, uint32_t chain, enum movement movement, const char *name,
                              int64_t cents)
{
    struct reply reply = {0};
    char id[48];
    snprintf(id, sizeof id, "demo-%lld-%u", (long long)demo->server->started_ms, ++demo->topped);
    reply_key(&reply, name, id, "%s %s %lld", movement_name(movement), name, (long long)cents);
    return cage_move(demo->server, chain, movement, name, cents, NULL, &reply);
}

static enum status top_up(struct demo *demo, const char *name)
{
    const struct account *account;
    enum status status = server_account(demo->server, name, &account);
    if (status != STATUS_OK || account->balance_cents >= BOT_MONEY_LOW_CENTS)
        return status;
    return give_money(demo, CHAIN_NUMBER_HOUSE, MOVEMENT_BUY_IN, name, BOT_MONEY_CENTS);
}

/* Refused: in a house that counts its chips the cage has none to sell before somebody opens the day. */
static enum status start_with(struct demo *demo, const char *name)
{
    enum status status = top_up(demo, name);
    return status > 0 && demo->server->config->has_days ? STATUS_OK : status;
}

enum status demo_populate(struct demo *demo)
{
    struct server *server = demo->server;
    enum status status = register_change(server, put_everybody, demo, NULL);
    for (size_t i = 0; status == STATUS_OK && i < sizeof bot_names / sizeof bot_names[0]; i++)
        status = start_with(demo, bot_names[i]);
    for (unsigned i = 1; status == STATUS_OK && i <= server->config->guests; i++) {
        char name[16];
        snprintf(name, sizeof name, "Guest%u", i);
        status = start_with(demo, name);
    }
    return status;
}

const char *demo_person(struct demo *demo, enum user_role role)
{
    static char guest[16];
    if (role == USER_PLAYER) {
        snprintf(guest, sizeof guest, "Guest%u", demo->next_guest++ % demo->server->config->guests + 1);
        return guest;
    }
    for (size_t i = 0; i < sizeof staff / sizeof staff[0]; i++)
        if (staff[i].role == role)
            return staff[i].name;
    return NULL;
}

/* ---- Cards: computed by the worker, bots play on meanwhile. ---- */

static void card_work(struct job *job)
{
    struct demo_card *card = (struct demo_card *)job;
    struct game_odds *game = game_odds_new(card->book, card->decks);
    card->ready = game != NULL;
    if (game)
        card->strategy = game->printed;
    game_odds_free(game);
}

static void card_done(struct job *job)
{
    struct demo_card *card = (struct demo_card *)job;
    if (card->ready)
        card->demo->cards_ready |= 1ULL << (card - card->demo->cards);
}

static const struct strategy *card_of(struct demo *demo, const struct floor_table *floor)
{
    const struct table_plan *plan = &floor->table.plan;
    unsigned i = 0;
    while (i < demo->card_count && (demo->cards[i].book != plan->book || demo->cards[i].decks != plan->decks))
        i++;
    if (i == demo->card_count && i < DEMO_CARDS_MAX && plan->book->family == FAMILY_BLACKJACK) {
        demo->cards[i] = (struct demo_card){.job = {.work = card_work, .done = card_done},
                                            .demo = demo,
                                            .book = plan->book,
                                            .decks = plan->decks};
        demo->card_count += worker_submit(demo->server->sums, &demo->cards[i].job);
    }
    return i < demo->card_count && demo->cards_ready >> i & 1U ? &demo->cards[i].strategy : NULL;
}

/* ---- Bots. ---- */

/* Names follow from the table, so that those who sit at one which comes from another server go on there. */
static unsigned first_name(const struct config *config, const char *table)
{
    for (unsigned i = 0; i < config->table_count; i++)
        if (strcmp(config->tables[i].id, table) == 0)
            return i * config->bots;
    return 0;
}

/* Bots of a table that has none yet: a table may come from another server. */
static void seat_bots(struct demo *demo, struct floor_table *floor)
{
    const struct server *server = demo->server;
    unsigned names = sizeof bot_names / sizeof bot_names[0];
    unsigned room = server->config->table_count * server->config->bots;
    unsigned first = first_name(server->config, floor->table.plan.id);
    for (unsigned i = 0; i < server->config->bots && demo->bot_count < room; i++) {
        struct bot *bot = &demo->bots[demo->bot_count++];
        bot->floor = floor;
        bot->number = i;
        bot->next_ms = server_ticks() + 200 * (int64_t)i;
        snprintf(bot->name, sizeof bot->name, "%s", bot_names[(first + i) % names]);
        floor_add_bot(bot->floor, bot->name);
    }
}

void demo_forget(struct demo *demo, const struct floor_table *floor)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < demo->bot_count; i++)
        if (demo->bots[i].floor != floor)
            demo->bots[kept++] = demo->bots[i];
    demo->bot_count = kept;
}

static void bot_says(struct bot *bot, const char *words)
{
    static uint64_t number;
    char id[48];
    struct task task = {.kind = TASK_WORDS, .role = USER_PLAYER};
    snprintf(task.by, sizeof task.by, "%s", bot->name);
    snprintf(task.words, sizeof task.words, "%s", words);
    snprintf(id, sizeof id, "bot-%lld-%llu", (long long)bot->floor->server->started_ms,
             (unsigned long long)++number);
    reply_key(&task.reply, bot->name, id, "act %s %s", bot->floor->table.plan.id, words);
    floor_ask(bot->floor, &task);
}

/* Takes a seat when there is one; area 1 stays free for visitors. */
static void bot_sits(struct bot *bot, int person)
{
    const struct setting *setting = &bot->floor->shown->round.setting;
    unsigned empty = 0;
    for (unsigned area = setting->areas; area >= 1; area--) {
        if (person >= 0 && setting->seated[area] == person + 1)
            return;
        if (!setting->seated[area] && area > 1)
            empty = area;
    }
    char words[16];
    snprintf(words, sizeof words, "sit %u", empty);
    if (empty)
        bot_says(bot, words);
}

/* Nobody asked for this one any more. */
static void bot_rises(struct bot *bot, int person)
{
    const struct setting *setting = &bot->floor->shown->round.setting;
    for (unsigned area = 1; area <= setting->areas; area++)
        if (setting->seated[area] == person + 1)
            bot_says(bot, "rise");
}

static int64_t pause_ms(struct demo *demo)
{
    struct draws draws = crypto_source_draws(&demo->source);
    return BOT_PAUSE_MS + draws_below(&draws, 2 * BOT_PAUSE_MS);
}

static void bot_tick(struct demo *demo, struct bot *bot, int64_t now_ms)
{
    static struct table_state copy; /* with the bot in its roster, as if it had joined */
    struct floor_table *floor = bot->floor;
    const struct table_state *state = floor->shown;
    struct draws draws = crypto_source_draws(&demo->source);
    int person = roster_find(&state->roster, bot->name, strlen(bot->name));
    struct act act;
    bot->next_ms = now_ms + floor_paced(floor, (uint32_t)pause_ms(demo));
    if (floor->first_pending || !state->open || now_ms < floor->shown_ms)
        return;
    bool asked_for = !floor->table.plan.solo || bot->number < floor->company;
    if (!asked_for && (person < 0 || state_between_rounds(state) || state->round.phase == PHASE_BETTING)) {
        if (person >= 0 && state_between_rounds(state))
            bot_rises(bot, person);
        return;
    }
    if (state_between_rounds(state)) {
        if (state->round.setting.areas)
            bot_sits(bot, person);
        if (top_up(demo, bot->name) != STATUS_OK)
            return;
    }
    copy = *state;
    person = roster_add(&copy.roster, bot->name, strlen(bot->name));
    copy.round.person_count = copy.roster.count;
    if (person >= 0 &&
        bot_act(&floor->table.plan, &copy, (unsigned)person, card_of(demo, floor), &draws, &act)) {
        char bytes[TASK_WORDS_MAX];
        struct text words;
        text_init(&words, bytes, sizeof bytes);
        offers_act_words(floor->table.plan.book, &copy, &act, &words);
        bot_says(bot, bytes);
    }
}

/* The second table of each game is dealt by a person as soon as one of the staff stands there. */
static void lend_dealer(struct floor_table *floor)
{
    bool staffed = false;
    size_t length = strlen(floor->table.plan.id);
    if (length < 2 || strcmp(floor->table.plan.id + length - 2, "-2") != 0)
        return;
    for (unsigned i = 0; i < floor->watcher_count; i++)
        staffed |= floor->watchers[i]->role == USER_DEALER;
    floor->table.plan.system_chores = staffed ? CHORE_ABSENT : CHORES_ALL;
}

void demo_look(struct demo *demo)
{
    for (unsigned i = 0; i < demo->server->table_count; i++) {
        struct floor_table *floor = demo->server->tables[i];
        if (demo->server->config->bots && floor->bot_count == 0 && !floor->retired &&
            !floor->table.plan.trial)
            seat_bots(demo, floor);
        lend_dealer(floor);
    }
}

int64_t demo_tick(struct demo *demo, int64_t now_ms)
{
    int64_t next_ms = now_ms + 1000;
    for (unsigned i = 0; i < demo->bot_count; i++) {
        struct bot *bot = &demo->bots[i];
        if (bot->next_ms <= now_ms)
            bot_tick(demo, bot, now_ms);
        next_ms = bot->next_ms < next_ms ? bot->next_ms : next_ms;
    }
    return next_ms;
}
