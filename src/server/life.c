/* SPDX-License-Identifier: Apache-2.0 */
#include "server/life.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "server/cage.h"
#include "server/house.h"
#include "server/protect.h"
#include "server/rota.h"

/* Plans borrow their rulebooks from the configuration they came in: it stays as long as the server. */
struct kept_config {
    struct kept_config *next;
    struct config config;
};

/* Books of tables that are in no configuration. */
struct kept_book {
    struct kept_book *next;
    struct shoe_book *book;
};

static const char *const names[] = {
#define LIFE_NAME(id, name) [id] = (name),
    LIFE_LIST(LIFE_NAME)
#undef LIFE_NAME
};

const char *life_kind_name(enum life_kind kind)
{
    return names[kind];
}

void life_release(struct server *server)
{
    while (server->kept_configs) {
        struct kept_config *kept = server->kept_configs;
        server->kept_configs = kept->next;
        config_release(&kept->config);
        free(kept);
    }
    while (server->kept_books) {
        struct kept_book *kept = server->kept_books;
        server->kept_books = kept->next;
        shoe_book_free(kept->book);
        free(kept);
    }
}

/* ---- Tables. ---- */

static enum status note(struct server *server, const struct user *by, const char *verb, const char *table,
                        const char *more, const struct reply *reply)
{
    char text[LIFE_TEXT_MAX + TABLE_ID_MAX + 32];
    snprintf(text, sizeof text, "table %s %s%s%s\n", verb, table, more[0] ? " " : "", more);
    struct line line = {.kind = ENTRY_CHANGE, .text = span_of(text)};
    enum status status = cage_write(server, CHAIN_NUMBER_HOUSE, &line, by, reply, 0);
    if (status)
        log_event(&server->log, LOG_ERROR, "change-not-written", "line", text, NULL);
    return status;
}

enum status life_keep_book(struct server *server, struct shoe_book *book)
{
    struct kept_book *kept = calloc(1, sizeof *kept);
    if (!kept)
        return STATUS_NO_MEMORY;
    *kept = (struct kept_book){server->kept_books, book};
    server->kept_books = kept;
    return STATUS_OK;
}

void life_retire(struct floor_table *floor)
{
    struct task task = {.kind = TASK_CLOSE, .role = USER_PIT_MANAGER};
    floor->retired = true;
    floor->table.plan.system_chores = CHORES_ALL;
    if (floor->table.state.open && floor_at_rest(floor))
        floor_ask(floor, &task);
}

static enum status revive(struct server *server, uint32_t number, const char *name,
                          struct store_failure *failure)
{
    struct table_plan plan;
    struct shoe_book *book;
    enum status status = shoe_book_last(books_store(server->books), number, &book);
    if (status)
        return STATUS_OK; /* nothing was dealt there, or it is too old to say by which rules */
    status = life_keep_book(server, book);
    if (status) {
        shoe_book_free(book);
        return status;
    }
    table_plan_init(&plan, name, &book->book);
    plan.book_text = (struct span){book->words, book->size};
    struct floor_table *floor = floor_new(server, &plan, failure);
    status = floor ? rota_add(server, floor) : failure->status;
    if (status != STATUS_OK)
        return status;
    assert(floor);
    floor->retired_noted = footing_is_retired(&server->footing, name);
    life_retire(floor);
    return STATUS_OK;
}

enum status life_revive(struct server *server, struct store_failure *failure)
{
    struct store *store = books_store(server->books);
    uint32_t count = store_chain_count(store);
    for (uint32_t number = CHAIN_NUMBER_HOUSE + 1; number <= count; number++) {
        struct chain chain;
        enum status status = store_chain(store, number, &chain);
        if (status == STATUS_OK && !rota_find(server, chain.name))
            status = revive(server, number, chain.name, failure);
        if (status)
            return status;
    }
    return STATUS_OK;
}

/* ---- Comparing. ---- */

static void add(struct life_changes *changes, enum life_kind kind, const char *table, const char *says)
{
    if (changes->count == LIFE_CHANGES_MAX)
        return;
    struct life_change *item = &changes->items[changes->count++];
    item->kind = kind;
    snprintf(item->table, sizeof item->table, "%s", table);
    snprintf(item->says, sizeof item->says, "%s", says);
}

static const struct table_plan *plan_of(const struct config *config, const char *id)
{
    for (unsigned i = 0; i < config->table_count; i++)
        if (strcmp(config->tables[i].id, id) == 0)
            return &config->tables[i];
    return NULL;
}

/* Compared with the configuration that was read last, so that what managers have changed since then stays. */
static void compare_limits(struct life_changes *changes, const struct table_plan *old,
                           const struct table_plan *new)
{
    for (unsigned i = 0; i < new->book->wager_count; i++) {
        char amounts[2][MONEY_TEXT_MAX];
        char says[LIFE_TEXT_MAX];
        if (old->limit_min_cents[i] == new->limit_min_cents[i] &&
            old->limit_max_cents[i] == new->limit_max_cents[i])
            continue;
        money_print(new->limit_min_cents[i], amounts[0], MONEY_TEXT_MAX);
        money_print(new->limit_max_cents[i], amounts[1], MONEY_TEXT_MAX);
        snprintf(says, sizeof says, "%s %s %s", new->book->wagers[i].name, amounts[0], amounts[1]);
        add(changes, LIFE_LIMITS, new->id, says);
    }
}

static void compare_table(struct life_changes *changes, const struct floor_table *floor,
                          const struct table_plan *new)
{
    const struct table_plan *old = &floor->table.plan;
    const struct setting *setting = &floor->table.state.round.setting;
    /* It may have turned to the next book already. */
    bool turned = new->next_book &&hash_equal(&old->book->hash, &new->next_book->hash);
    if (strcmp(old->title, new->title) != 0)
        add(changes, LIFE_RENAMED, new->id, new->title);
    if ((!turned && !hash_equal(&old->book->hash, &new->book->hash)) || setting->decks != new->decks ||
        setting->areas != new->areas || floor->table.state.device != new->device)
        add(changes, LIFE_KEPT, new->id, "");
    else if (!turned)
        compare_limits(changes, old, new);
    bool other =
        new->next_book && (!old->next_book || !hash_equal(&old->next_book->hash, &new->next_book->hash) ||
                           strcmp(old->next_from, new->next_from) != 0);
    if (other && !turned) {
        char says[LIFE_TEXT_MAX];
        snprintf(says, sizeof says, "%s from %s", new->next_book->id, new->next_from);
        add(changes, LIFE_RULEBOOK, new->id, says);
    }
}

static void compare(const struct server *server, const struct config *config, struct life_changes *changes)
{
    for (unsigned i = 0; i < config->table_count; i++) {
        const struct floor_table *floor = rota_find(server, config->tables[i].id);
        if (!floor && server->fleet)
            continue; /* the fleet decides who brings it */
        if (!floor || floor->retired)
            add(changes, LIFE_ADDED, config->tables[i].id, config->tables[i].book->id);
        else
            compare_table(changes, floor, &config->tables[i]);
    }
    for (unsigned i = 0; i < server->table_count; i++) {
        const struct floor_table *floor = server->tables[i];
        if (!floor->retired && !floor->table.plan.trial && !plan_of(config, floor->table.plan.id))
            add(changes, LIFE_RETIRED, floor->table.plan.id, "");
    }
}

/* The file once more, into a configuration of its own. */
static enum status read_again(const struct server *server, struct config *config, struct faults *faults)
{
    char folder[CONFIG_PATH_MAX];
    const char *file = server->config->file;
    faults_init(faults);
    config_init(config);
    FILE *in = file[0] ? fopen(file, "rb") : NULL;
    char *bytes = in ? malloc(CONFIG_BYTES_MAX + 1) : NULL;
    size_t size = bytes ? fread(bytes, 1, CONFIG_BYTES_MAX + 1, in) : 0;
    if (!bytes)
        faults_add(faults, 1, 1, "%s: %s", file[0] ? file : "the configuration",
                   file[0] ? strerror(errno) : "there is no file");
    if (in)
        fclose(in);
    snprintf(folder, sizeof folder, "%s", file);
    enum status status =
        bytes ? config_read(config, dirname(folder), bytes, size, faults) : STATUS_BAD_CONFIG;
    free(bytes);
    return status;
}

enum status life_preview(struct server *server, struct life_changes *changes)
{
    struct config *config = calloc(1, sizeof *config);
    changes->count = 0;
    if (!config)
        return STATUS_NO_MEMORY;
    enum status status = read_again(server, config, &changes->faults);
    if (status == STATUS_OK)
        compare(server, config, changes);
    config_release(config);
    free(config);
    return status == STATUS_OK && !changes->count ? STATUS_NOTHING_TO_CHANGE : status;
}

/* ---- One server of several. ---- */

/* The configuration that was read last. */
static const struct config *config_now(const struct server *server)
{
    return server->kept_configs ? &server->kept_configs->config : server->config;
}

bool life_name(const struct server *server, unsigned at, char *name)
{
    const struct config *config = config_now(server);
    struct store *store = books_store(server->books);
    struct chain chain;
    if (at < config->table_count) {
        snprintf(name, SHARE_NAME_MAX, "%s", config->tables[at].id);
        return true;
    }
    unsigned left = at - config->table_count;
    for (uint32_t i = CHAIN_NUMBER_HOUSE + 1; store_chain(store, i, &chain) == STATUS_OK; i++)
        if (!plan_of(config, chain.name) && left-- == 0) {
            snprintf(name, SHARE_NAME_MAX, "%s", chain.name);
            return true;
        }
    return false;
}

enum status life_open(struct server *server, const char *name, struct store_failure *failure)
{
    const struct table_plan *plan = plan_of(config_now(server), name);
    uint32_t number;
    if (!plan) {
        enum status status = store_chain_find(books_store(server->books), name, &number);
        return status ? status : revive(server, number, name, failure);
    }
    struct floor_table *floor = floor_new(server, plan, failure);
    return floor ? rota_add(server, floor) : failure->status;
}

/* ---- Doing it. ---- */

static void change_limits(struct floor_table *floor, const struct table_plan *new)
{
    assert(new);
    memcpy(floor->table.plan.limit_min_cents, new->limit_min_cents, sizeof new->limit_min_cents);
    memcpy(floor->table.plan.limit_max_cents, new->limit_max_cents, sizeof new->limit_max_cents);
    floor->limits_wait = true;
}

/* It was retired, and comes back with the rulebook and the shoe it had. */
static void come_back(struct floor_table *floor, const struct table_plan *plan)
{
    struct table_plan *own = &floor->table.plan;
    assert(plan);
    floor->retired = floor->retired_noted = false;
    memcpy(own->title, plan->title, sizeof own->title);
    own->system_chores = plan->system_chores;
    own->cover = plan->cover;
    own->chip_cents = plan->chip_cents;
    own->solo = plan->solo;
    own->trial = plan->trial;
    own->betting_ms = plan->betting_ms;
    own->decision_ms = plan->decision_ms;
    floor->pace_ms = own->pace_ms = plan->pace_ms;
    floor->result_ms = own->result_ms = plan->result_ms;
    if (hash_equal(&own->book->hash, &plan->book->hash))
        change_limits(floor, plan);
}

enum status life_bring(struct server *server, const struct table_plan *plan, const struct user *by,
                       const struct reply *reply, struct floor_table **brought)
{
    assert(plan);
    struct store_failure failure = {0};
    struct floor_table *floor = rota_find(server, plan->id);
    enum status status = STATUS_OK;
    if (floor)
        come_back(floor, plan);
    else if ((floor = floor_new(server, plan, &failure)))
        status = rota_add(server, floor);
    else
        status = failure.status;
    *brought = floor;
    return status ? status : note(server, by, "added", plan->id, plan->book->id, reply);
}

static void apply(struct server *server, const struct config *config, const struct user *by,
                  const struct life_change *change)
{
    const struct table_plan *plan = plan_of(config, change->table);
    struct floor_table *floor = rota_find(server, change->table);
    enum status status = STATUS_OK;
    assert(plan || change->kind == LIFE_RETIRED);
    switch (change->kind) {
    case LIFE_ADDED:
        status = life_bring(server, plan, by, NULL, &floor);
        break;
    case LIFE_RETIRED:
        life_retire(floor);
        break;
    case LIFE_RENAMED:
        memcpy(floor->table.plan.title, plan->title, sizeof plan->title);
        status = note(server, by, "renamed", change->table, plan->title, NULL);
        break;
    case LIFE_LIMITS:
        change_limits(floor, plan);
        break;
    case LIFE_RULEBOOK:
        floor->table.plan.next_book = plan->next_book;
        floor->table.plan.next_text = plan->next_text;
        memcpy(floor->table.plan.next_from, plan->next_from, sizeof plan->next_from);
        break;
    case LIFE_KEPT:
        break;
    }
    log_event(&server->log, status ? LOG_ERROR : LOG_INFO, "table-changed", "what",
              life_kind_name(change->kind), "table", change->table, "says", change->says, "status",
              status_name(status), NULL);
}

enum status life_reload(struct server *server, const struct user *by, struct life_changes *changes)
{
    struct kept_config *kept = calloc(1, sizeof *kept);
    changes->count = 0;
    if (!kept)
        return STATUS_NO_MEMORY;
    enum status status = read_again(server, &kept->config, &changes->faults);
    if (status == STATUS_OK)
        compare(server, &kept->config, changes);
    if (status == STATUS_OK && !changes->count)
        status = STATUS_NOTHING_TO_CHANGE;
    if (status) {
        config_release(&kept->config);
        free(kept);
        return status;
    }
    kept->next = server->kept_configs;
    server->kept_configs = kept;
    for (unsigned i = 0; i < changes->count; i++)
        apply(server, &kept->config, by, &changes->items[i]);
    life_look(server);
    return STATUS_OK;
}

/* ---- What waits. ---- */

static void look_limits(struct floor_table *floor)
{
    const struct table_plan *plan = &floor->table.plan;
    const struct setting *setting = &floor->table.state.round.setting;
    if (!state_between_rounds(&floor->table.state))
        return;
    floor->limits_wait = false;
    for (unsigned i = 0; i < plan->book->wager_count; i++) {
        struct task task = {.kind = TASK_LIMITS,
                            .role = USER_PIT_MANAGER,
                            .wager = i,
                            .min_cents = plan->limit_min_cents[i],
                            .max_cents = plan->limit_max_cents[i]};
        if (setting->limit_min_cents[i] != task.min_cents || setting->limit_max_cents[i] != task.max_cents)
            floor_ask(floor, &task);
    }
}

/* A house that counts hands a bank back by a slip, with two people. */
static void look_retired(struct floor_table *floor)
{
    struct server *server = floor->server;
    const char *id = floor->table.plan.id;
    struct reply nobody = {.request = 0};
    const struct account *bank = ledger_find(books_ledger(server->books), ACCOUNT_BANK, id);
    if (!floor_at_rest(floor))
        return;
    if (floor_owes_seed(floor) && server_ticks() >= floor->due->wake_ms) {
        floor_go_on(floor);
        return;
    }
    if (floor->retired_noted)
        return;
    if (floor->table.state.open) {
        life_retire(floor);
        return;
    }
    if (bank && bank->balance_cents > 0 && !config_counts(server->config) &&
        cage_move(server, floor->chain, MOVEMENT_CREDIT, id, bank->balance_cents, NULL, &nobody) != STATUS_OK)
        return;
    if (bank && bank->balance_cents > 0)
        return;
    floor->retired_noted = true;
    note(server, NULL, "retired", id, "", NULL);
}

void life_look(struct server *server)
{
    for (unsigned i = 0; i < server->table_count && !server->halted && !server->stop_by_ms; i++) {
        struct floor_table *floor = server->tables[i];
        if (floor->limits_wait)
            look_limits(floor);
        if (floor->retired)
            look_retired(floor);
    }
}
