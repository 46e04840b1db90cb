/* SPDX-License-Identifier: Apache-2.0 */
/* config_read.c - a configuration from its YAML: one row a key, and every fault with its place. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "journal/chain.h"
#include "ledger/account.h"
#include "rulebook/builtin.h"
#include "rulebook/limits.h"
#include "rulebook/load.h"
#include "server/config_reading.h"
#include "store/database.h"

bool reading_fault(struct reading *reading, const struct node *node, const char *says)
{
    faults_add(reading->faults, node->line, node->column, "%s", says);
    return false;
}

bool reading_text(struct reading *reading, const struct node *node, char *text, size_t size)
{
    if (node->kind != NODE_WORD || !node->text[0] || strlen(node->text) >= size) {
        faults_add(reading->faults, node->line, node->column, "\"%s\" must be one value of at most %zu bytes",
                   node->key, size - 1);
        return false;
    }
    snprintf(text, size, "%s", node->text);
    return true;
}

bool reading_number(struct reading *reading, const struct node *node, unsigned long min, unsigned long max,
                    unsigned long *number)
{
    char *end = NULL;
    *number = node->kind == NODE_WORD ? strtoul(node->text, &end, 10) : 0;
    if (!end || end == node->text || *end || *number < min || *number > max) {
        faults_add(reading->faults, node->line, node->column, "\"%s\" must be a number from %lu to %lu",
                   node->key, min, max);
        return false;
    }
    return true;
}

/* The name of a file: from the folder the configuration lies in, like everything it names. */
static bool path_of(struct reading *reading, const struct node *node, char path[CONFIG_PATH_MAX])
{
    char name[CONFIG_PATH_MAX];
    if (!reading_text(reading, node, name, sizeof name))
        return false;
    bool whole = name[0] == '/' || strcmp(reading->folder, ".") == 0;
    if (snprintf(path, CONFIG_PATH_MAX, "%s%s%s", whole ? "" : reading->folder, whole ? "" : "/", name) >=
        CONFIG_PATH_MAX)
        return reading_fault(reading, node, "the name is too long");
    return true;
}

static bool read_listen(struct reading *reading, const struct node *node)
{
    if (node->kind == NODE_WORD && config_listen(reading->config, node->text))
        return true;
    return reading_fault(reading, node, "\"listen\" must be HOST:PORT");
}

static bool read_database(struct reading *reading, const struct node *node)
{
    char *database = reading->config->database;
    bool address = node->kind == NODE_WORD && database_is_address(node->text);
    return address ? reading_text(reading, node, database, CONFIG_PATH_MAX)
                   : path_of(reading, node, database);
}

static bool read_pages(struct reading *reading, const struct node *node)
{
    return path_of(reading, node, reading->config->pages);
}

static bool read_certificate(struct reading *reading, const struct node *node)
{
    return path_of(reading, node, reading->config->certificate);
}

static bool read_key(struct reading *reading, const struct node *node)
{
    return path_of(reading, node, reading->config->key);
}

static bool read_session_hours(struct reading *reading, const struct node *node)
{
    unsigned long hours;
    if (!reading_number(reading, node, 1, 168, &hours))
        return false;
    reading->config->session_hours = (unsigned)hours;
    return true;
}

static bool read_staff_codes(struct reading *reading, const struct node *node)
{
    if (node->kind != NODE_WORD || (strcmp(node->text, "true") != 0 && strcmp(node->text, "false") != 0))
        return reading_fault(reading, node, "\"staff_codes\" must be true or false");
    reading->config->staff_codes = strcmp(node->text, "true") == 0;
    return true;
}

static bool read_stop(struct reading *reading, const struct node *node)
{
    unsigned long seconds;
    if (!reading_number(reading, node, 0, 3600, &seconds))
        return false;
    reading->config->stop_seconds = (unsigned)seconds;
    return true;
}

static bool read_idle(struct reading *reading, const struct node *node)
{
    unsigned long seconds;
    if (!reading_number(reading, node, 0, 86400, &seconds))
        return false;
    reading->config->idle_seconds = (unsigned)seconds;
    return true;
}

static bool read_reminder(struct reading *reading, const struct node *node)
{
    unsigned long seconds;
    if (!reading_number(reading, node, 0, 86400, &seconds))
        return false;
    reading->config->reminder_seconds = (unsigned)seconds;
    return true;
}

static bool read_exclusions(struct reading *reading, const struct node *node)
{
    return path_of(reading, node, reading->config->exclusions);
}

static bool read_connections(struct reading *reading, const struct node *node)
{
    unsigned long count;
    if (!reading_number(reading, node, 8, 65536, &count))
        return false;
    reading->config->connections_max = (unsigned)count;
    return true;
}

static bool read_guests(struct reading *reading, const struct node *node)
{
    unsigned long count;
    if (!reading_number(reading, node, 1, 10000, &count))
        return false;
    reading->config->guests = (unsigned)count;
    return true;
}

static bool read_bots(struct reading *reading, const struct node *node)
{
    unsigned long count;
    if (!reading_number(reading, node, 0, AREAS_MAX, &count))
        return false;
    reading->config->bots = (unsigned)count;
    return true;
}

static bool read_trials(struct reading *reading, const struct node *node)
{
    unsigned long count;
    if (!reading_number(reading, node, 0, CONFIG_TRIALS_MAX, &count))
        return false;
    reading->config->trials = (unsigned)count;
    return true;
}

static bool read_trial_seconds(struct reading *reading, const struct node *node)
{
    unsigned long count;
    if (!reading_number(reading, node, 1, 86400, &count))
        return false;
    reading->config->trial_seconds = (unsigned)count;
    return true;
}

bool reading_bool(struct reading *reading, const struct node *node, bool *value)
{
    bool yes = node->kind == NODE_WORD && strcmp(node->text, "true") == 0;
    bool no = node->kind == NODE_WORD && strcmp(node->text, "false") == 0;
    if (yes || no)
        *value = yes;
    else
        faults_add(reading->faults, node->line, node->column, "\"%s\" must be true or false", node->key);
    return yes || no;
}

static bool read_demo(struct reading *reading, const struct node *node)
{
    return reading_bool(reading, node, &reading->config->demo);
}

/* ---- One table. The game comes first: everything else is checked against it. ---- */

/* The words of a rulebook file; NULL with errno. Returns owned. */
static char *read_file(const char *name, size_t *size)
{
    FILE *in = fopen(name, "rb");
    char *text = in ? malloc(TREE_BYTES_MAX + 1) : NULL;
    *size = text ? fread(text, 1, TREE_BYTES_MAX + 1, in) : 0; /* one more than may be: the loader says so */
    int reason = in && ferror(in) ? errno : 0;
    if (in)
        fclose(in);
    if (!reason)
        return text;
    free(text);
    errno = reason;
    return NULL;
}

static const struct config_book *load_file(struct reading *reading, const struct node *node, const char *name)
{
    struct faults faults;
    struct config_book *added = config_new_book(reading->config);
    if (!added) {
        reading_fault(reading, node, "there are too many rulebooks");
        return NULL;
    }
    added->text = read_file(name, &added->size);
    if (!added->text) {
        faults_add(reading->faults, node->line, node->column, "cannot read rulebook \"%s\": %s", name,
                   strerror(errno));
        return NULL;
    }
    enum status status = rulebook_load(added->text, added->size, added->book, &faults);
    if (status == STATUS_BAD_RULEBOOK) {
        faults_add(reading->faults, node->line, node->column, "%s:%u:%u: %s", node->text,
                   faults.items[0].line, faults.items[0].column, faults.items[0].message);
        return NULL;
    }
    added->file = status == STATUS_OK ? strdup(name) : NULL;
    if (!added->file)
        reading_fault(reading, node, status_sentence(STATUS_NO_MEMORY));
    return added->file ? added : NULL;
}

/* Tables of one file share one rulebook. */
static const struct rulebook *file_book(struct reading *reading, const struct node *node)
{
    char name[2 * CONFIG_PATH_MAX];
    const struct config_book *found = NULL;
    const struct config *config = reading->config;
    if (node->text[0] == '/')
        snprintf(name, sizeof name, "%s", node->text);
    else
        snprintf(name, sizeof name, "%s/%s", reading->folder, node->text);
    for (unsigned i = 0; i < config->book_count && !found; i++)
        if (config->books[i].file && strcmp(config->books[i].file, name) == 0)
            found = &config->books[i];
    if (!found)
        found = load_file(reading, node, name);
    if (!found)
        return NULL;
    reading->book_text = (struct span){(const uint8_t *)found->text, found->size};
    return found->book;
}

const struct rulebook *reading_book(struct reading *reading, const struct node *table)
{
    const struct node *game = node_entry(table, "game", 4);
    const struct node *file = node_entry(table, "rulebook", 8);
    if (!game == !file || (game ? game : file)->kind != NODE_WORD) {
        reading_fault(reading, table, "a table needs either \"game\" or \"rulebook\"");
        return NULL;
    }
    if (file)
        return file_book(reading, file);
    const struct rulebook *book = config_book(reading->config, game->text);
    if (book)
        return book;
    struct nearest nearest;
    nearest_init(&nearest, game->text);
    for (unsigned i = 0; builtin_id(i); i++)
        nearest_try(&nearest, builtin_id(i));
    faults_add(reading->faults, game->line, game->column, "there is no game \"%s\"%s%s%s", game->text,
               nearest.word ? " (did you mean \"" : " (croupier games lists them)",
               nearest.word ? nearest.word : "", nearest.word ? "\"?)" : "");
    return NULL;
}

static bool read_nothing(struct reading *reading, const struct node *node)
{
    (void)reading;
    (void)node;
    return true;
}

static bool read_id(struct reading *reading, const struct node *node)
{
    char id[TABLE_ID_MAX];
    if (!reading_text(reading, node, id, sizeof id))
        return false;
    if (!account_name_ok(id))
        return reading_fault(reading, node, "an id must consist of letters, digits, . _ and -");
    if (strspn(id, ".") == strlen(id)) /* an address ends there */
        return reading_fault(reading, node, "an id must not consist of dots only");
    if (strcmp(id, CHAIN_HOUSE) == 0)
        return reading_fault(reading, node, "\"" CHAIN_HOUSE "\" is the name of the house's own books");
    for (unsigned i = 0; i + 1 < reading->config->table_count; i++)
        if (strcmp(reading->config->tables[i].id, id) == 0)
            return reading_fault(reading, node, "there is a table of that id already");
    memcpy(reading->plan->id, id, sizeof id);
    return true;
}

static bool read_title(struct reading *reading, const struct node *node)
{
    return reading_text(reading, node, reading->plan->title, TABLE_TITLE_MAX);
}

static bool read_decks(struct reading *reading, const struct node *node)
{
    unsigned long decks;
    const struct rulebook *book = reading->plan->book;
    if (!reading_number(reading, node, book->decks_min, book->decks_max, &decks))
        return false;
    reading->plan->decks = (uint8_t)decks;
    return true;
}

static bool read_areas(struct reading *reading, const struct node *node)
{
    unsigned long areas;
    const struct rulebook *book = reading->plan->book;
    if (!reading_number(reading, node, book->areas_min, book->areas_max, &areas))
        return false;
    reading->plan->areas = (uint8_t)areas;
    return true;
}

static bool read_device(struct reading *reading, const struct node *node)
{
    bool entered = node->kind == NODE_WORD && strcmp(node->text, "entered") == 0;
    if (!entered && (node->kind != NODE_WORD || strcmp(node->text, "virtual") != 0))
        return reading_fault(reading, node, "\"device\" must be virtual or entered");
    reading->plan->device = entered ? DEVICE_ENTERED : DEVICE_VIRTUAL;
    return true;
}

static bool read_shuffle(struct reading *reading, const struct node *node)
{
    bool machine = node->kind == NODE_WORD && strcmp(node->text, "machine") == 0;
    if (!machine && (node->kind != NODE_WORD || strcmp(node->text, "manual") != 0))
        return reading_fault(reading, node, "\"shuffle\" must be manual or machine");
    reading->plan->shuffle_machine = machine;
    return true;
}

static bool read_cut(struct reading *reading, const struct node *node)
{
    unsigned long cards;
    if (!reading_number(reading, node, 0, SHOE_CARDS_MAX, &cards))
        return false;
    reading->plan->cut_cards = (uint16_t)cards;
    return true;
}

static unsigned shoe_cards(const struct table_plan *plan)
{
    return plan->decks * deck_card_count(deck_of((enum deck_id)plan->book->deck));
}

/* The cutting card lies within the shoe, whose size is known once all of the table is read. */
static void finish_cut(struct reading *reading, const struct node *table)
{
    struct table_plan *plan = reading->plan;
    unsigned cards = shoe_cards(plan);
    const struct node *cut = node_entry(table, "cut", 3);
    if (!cut)
        plan->cut_cards = (uint16_t)(cards / 4);
    else if (plan->cut_cards >= cards)
        faults_add(reading->faults, cut->line, cut->column,
                   "\"cut\" must be less than the %u cards of the shoe", cards);
}

static bool read_ms(struct reading *reading, const struct node *node, unsigned long scale, uint32_t *ms)
{
    unsigned long number;
    if (!reading_number(reading, node, 0, 3600000 / scale, &number))
        return false;
    *ms = (uint32_t)(number * scale);
    return true;
}

static bool read_betting(struct reading *reading, const struct node *node)
{
    return read_ms(reading, node, 1000, &reading->plan->betting_ms);
}

static bool read_decision(struct reading *reading, const struct node *node)
{
    return read_ms(reading, node, 1000, &reading->plan->decision_ms);
}

static bool read_pace(struct reading *reading, const struct node *node)
{
    return read_ms(reading, node, 1, &reading->plan->pace_ms);
}

static bool read_result(struct reading *reading, const struct node *node)
{
    return read_ms(reading, node, 1, &reading->plan->result_ms);
}

/* A table for one person at a time. */
static bool read_solo(struct reading *reading, const struct node *node)
{
    return reading_bool(reading, node, &reading->plan->solo);
}

bool reading_amount(const struct node *node, int64_t *cents)
{
    return node && node->kind == NODE_WORD && money_parse(node->text, strlen(node->text), cents) == STATUS_OK;
}

/* A wager of which nothing is said could be placed without any limit: that must be said. */
static bool check_limits(struct reading *reading, const struct node *node, const struct limits *limits)
{
    const struct rulebook *book = reading->plan->book;
    int missing = limits_missing(limits, book);
    if (missing >= 0)
        faults_add(reading->faults, node->line, node->column,
                   "\"limits\" does not cover \"%s\": write [MIN, MAX] or none for it, for side, or for all",
                   book->wagers[missing].name);
    return missing < 0;
}

/* [MIN, MAX], or none. */
static bool read_range(const struct node *line, int64_t *min, int64_t *max)
{
    *min = *max = 0;
    if (line->kind == NODE_WORD)
        return strcmp(line->text, "none") == 0;
    return line->kind == NODE_LIST && line->child_count == 2 && reading_amount(line->first, min) &&
           reading_amount(line->last, max) && *min <= *max && *max > 0;
}

static void read_limit(struct reading *reading, const struct node *line, struct limits *limits)
{
    char reason[LIMIT_REASON_MAX];
    struct text text;
    int64_t min;
    int64_t max;
    text_init(&text, reason, sizeof reason);
    if (!read_range(line, &min, &max)) {
        reading_fault(reading, line, "a limit must be [MIN, MAX], two amounts, the smaller first, or none");
    } else if (!limits_put(limits, reading->plan->book, line->key, min, max)) {
        limits_explain(reading->plan->book, line->key, &text);
        faults_add(reading->faults, line->key_line, line->key_column, "%s", reason);
    }
}

static bool read_limits(struct reading *reading, const struct node *node)
{
    struct limits limits = {0};
    if (node->kind != NODE_MAPPING)
        return reading_fault(reading, node, "\"limits\" must be a section: WAGER: [MIN, MAX]");
    for (const struct node *line = node->first; line; line = line->next)
        read_limit(reading, line, &limits);
    memcpy(reading->plan->limit_min_cents, limits.min_cents, sizeof limits.min_cents);
    memcpy(reading->plan->limit_max_cents, limits.max_cents, sizeof limits.max_cents);
    return check_limits(reading, node, &limits);
}

static bool read_people(struct reading *reading, const struct node *node)
{
    if (node->kind != NODE_LIST)
        return reading_fault(reading, node, "\"people\" must be a list of chores");
    for (const struct node *item = node->first; item; item = item->next) {
        enum chore chore;
        if (item->kind != NODE_WORD || !chore_find(item->text, &chore))
            return reading_fault(reading, item, "a chore must be open, close, deal, settle or absent");
        reading->plan->system_chores &= ~(unsigned)chore;
    }
    return true;
}

static const struct row table_rows[] = {{"id", read_id},
                                        {"title", read_title},
                                        {"game", read_nothing},
                                        {"rulebook", read_nothing},
                                        {"decks", read_decks},
                                        {"areas", read_areas},
                                        {"device", read_device},
                                        {"shuffle", read_shuffle},
                                        {"cut", read_cut},
                                        {"limits", read_limits},
                                        {"people", read_people},
                                        {"solo", read_solo},
                                        {"chip", config_read_chip},
                                        {"cover", config_read_cover},
                                        {"next", config_read_next},
                                        {"open", config_read_open},
                                        {"betting_seconds", read_betting},
                                        {"decision_seconds", read_decision},
                                        {"pace_ms", read_pace},
                                        {"result_ms", read_result},
                                        {NULL, NULL}};

/* The key that was meant by a misspelt one; NULL: none is near. */
static const char *key_meant(const struct row *rows, const char *key)
{
    struct nearest nearest;
    nearest_init(&nearest, key);
    for (; rows->key; rows++)
        nearest_try(&nearest, rows->key);
    return nearest.word;
}

void reading_section(struct reading *reading, const struct node *section, const struct row *rows)
{
    if (section->kind != NODE_MAPPING) {
        reading_fault(reading, section, "keys and values are expected here");
        return;
    }
    for (const struct node *node = section->first; node; node = node->next) {
        const struct row *row = rows;
        while (row->key && strcmp(row->key, node->key) != 0)
            row++;
        if (row->key) {
            row->read(reading, node);
            continue;
        }
        const char *meant = key_meant(rows, node->key);
        faults_add(reading->faults, node->key_line, node->key_column, "unknown key \"%s\"%s%s%s", node->key,
                   meant ? " (did you mean \"" : "", meant ? meant : "", meant ? "\"?)" : "");
    }
}

static bool read_tables(struct reading *reading, const struct node *node)
{
    if (node->kind != NODE_LIST)
        return reading_fault(reading, node, "\"tables\" must be a list");
    for (const struct node *item = node->first; item; item = item->next) {
        reading->book_text = (struct span){0};
        const struct rulebook *book = item->kind == NODE_MAPPING ? reading_book(reading, item) : NULL;
        if (item->kind != NODE_MAPPING)
            reading_fault(reading, item, "a table must be keys and values");
        if (!book)
            continue;
        reading->plan = config_add_table(reading->config);
        if (!reading->plan)
            return reading_fault(reading, item, "there are too many tables");
        table_plan_init(reading->plan, "", book);
        if (reading->book_text.size)
            reading->plan->book_text = reading->book_text;
        reading_section(reading, item, table_rows);
        finish_cut(reading, item);
        if (!node_entry(item, "id", 2))
            reading_fault(reading, item, "a table needs an \"id\"");
        if (!node_entry(item, "limits", 6))
            check_limits(reading, item, &(struct limits){0});
        if (!reading->plan->title[0])
            memcpy(reading->plan->title, reading->plan->id, sizeof reading->plan->id);
    }
    return true;
}

static bool read_hosts(struct reading *reading, const struct node *node)
{
    if (node->kind != NODE_LIST)
        return reading_fault(reading, node, "\"hosts\" must be a list of names");
    for (const struct node *item = node->first; item; item = item->next)
        if (item->kind != NODE_WORD || !door_add(&reading->config->door, item->text))
            return reading_fault(reading, item,
                                 "\"hosts\" takes up to 16 names, such as casino.example, without a port");
    return true;
}

static bool read_outside(struct reading *reading, const struct node *node)
{
    struct config *config = reading->config;
    if (node->kind != NODE_LIST)
        return reading_fault(reading, node, "\"outside\" must be a list: demo, clear-text");
    for (const struct node *item = node->first; item; item = item->next) {
        bool demo = item->kind == NODE_WORD && strcmp(item->text, "demo") == 0;
        bool clear = item->kind == NODE_WORD && strcmp(item->text, "clear-text") == 0;
        if (!demo && !clear)
            return reading_fault(reading, item, "\"outside\" takes demo and clear-text");
        config->demo_outside |= demo;
        config->clear_text_outside |= clear;
    }
    return true;
}

static const struct row top_rows[] = {{"listen", read_listen},
                                      {"database", read_database},
                                      {"server", config_read_server},
                                      {"pages", read_pages},
                                      {"certificate", read_certificate},
                                      {"key", read_key},
                                      {"hosts", read_hosts},
                                      {"outside", read_outside},
                                      {"session_hours", read_session_hours},
                                      {"staff_codes", read_staff_codes},
                                      {"connections", read_connections},
                                      {"stop_seconds", read_stop},
                                      {"idle_seconds", read_idle},
                                      {"reminder_seconds", read_reminder},
                                      {"exclusions", read_exclusions},
                                      {"demo", read_demo},
                                      {"guests", read_guests},
                                      {"bots", read_bots},
                                      {"trials", read_trials},
                                      {"trial_seconds", read_trial_seconds},
                                      {"witnesses", config_read_witnesses},
                                      {"chips", config_read_chips},
                                      {"cages", config_read_cages},
                                      {"day", config_read_day},
                                      {"currency", config_read_currency},
                                      {"sign_odds", config_read_sign_odds},
                                      {"tables", read_tables},
                                      {NULL, NULL}};

/* Half of what TLS needs would leave a door that nobody can open. */
static void check_pair(struct reading *reading, const struct node *top)
{
    const struct node *certificate = node_entry(top, "certificate", 11);
    const struct node *key = node_entry(top, "key", 3);
    if (!certificate != !key)
        reading_fault(reading, certificate ? certificate : key, "\"certificate\" and \"key\" go together");
}

enum status config_read(struct config *config, const char *folder, const char *bytes, size_t size,
                        struct faults *faults)
{
    struct reading reading = {.config = config, .folder = folder, .faults = faults};
    struct tree tree;
    faults_init(faults);
    tree_init(&tree);
    tree.nodes_max = CONFIG_NODES_MAX;
    tree.bytes_max = CONFIG_BYTES_MAX;
    enum status status = tree_read(&tree, bytes, size, faults);
    const struct node *top = tree_top(&tree);
    if (status == STATUS_OK && top) {
        reading_section(&reading, top, top_rows);
        check_pair(&reading, top);
        config_finish_house(&reading);
    }
    if (status != STATUS_NO_MEMORY && faults->count) {
        faults_sort(faults);
        status = STATUS_BAD_CONFIG;
    }
    tree_release(&tree);
    return status;
}
