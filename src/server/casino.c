/* SPDX-License-Identifier: Apache-2.0 */
#include "server/casino.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "report/edges.h"
#include "server/api.h"
#include "server/attest.h"
#include "server/cage.h"
#include "server/conversation.h"
#include "server/demo.h"
#include "server/envoy.h"
#include "server/fleet.h"
#include "server/hours.h"
#include "server/house.h"
#include "server/life.h"
#include "server/numbers.h"
#include "server/protect.h"
#include "server/register.h"
#include "server/rota.h"
#include "server/telling.h"
#include "server/trial.h"
#include "store/database.h"

enum {
    STOP_WAIT_MS = 3000,
    TICK_MAX_MS = 1000,
    HOUSE_LOOK_MS = 50,
    CLIENTS_LOOK_MS = 1000,
    CLIENTS_SLICE = 500,
    SILENT_MAX = 16384 /* connections that have not sent anything yet */
};

/* Everything comes from this server; WebAssembly is the engine in the browser; styles may stand in elements
 * because pages move cards by them. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/* ---- The loop. ---- */

/* A disk that reports an error may have kept what it was given: whether it did is known after a restart, to
 * whoever asks again under the same id. A full or locked one has kept nothing. */
static enum status outcome_of(const struct store_failure *failure)
{
    return failure->status == STATUS_STORE_IO ? STATUS_UNKNOWN : failure->status;
}

/* The store has stopped for good: everything that waits is told why, and nothing more is taken. */
static void halt(struct server *server, const struct store_failure *failure)
{
    server->halted = true;
    server->again = failure->status == STATUS_FENCED;
    server->metrics.values[METRIC_HALTED] = 1;
    log_event(&server->log, LOG_ERROR, "store-stopped", "status", status_name(failure->status), "message",
              failure->message, NULL);
    for (unsigned i = 0; i < server->table_count; i++) {
        struct floor_table *floor = server->tables[i];
        floor_alarm(floor, "error", status_name(failure->status), status_sentence(failure->status), "");
        for (const struct pending *pending = floor->first_pending; pending; pending = pending->next) {
            struct answer answer = {.status = outcome_of(failure)};
            if (pending->task)
                server_answer(server, &pending->task->reply, &answer);
        }
    }
    cage_fail(server, outcome_of(failure));
}

/* ---- Stopping. ---- */

static bool at_rest(const struct server *server)
{
    for (unsigned i = 0; i < server->table_count; i++)
        if (!floor_at_rest(server->tables[i]))
            return false;
    return true;
}

static void look_at_stop(struct server *server)
{
    unsigned stops = atomic_load(&server->stops);
    int64_t now_ms = server_ticks();
    if (server->again)
        transport_stop(server->transport);
    if (stops == 0)
        return;
    if (!server->stop_by_ms) {
        server->stop_by_ms = now_ms + (int64_t)server->config->stop_seconds * 1000;
        log_event(&server->log, LOG_INFO, "stopping", NULL);
    }
    if (stops > 1 || now_ms >= server->stop_by_ms || server->halted || at_rest(server))
        transport_stop(server->transport);
}

/* SIGHUP: what changes, and what is wrong with the file, goes to standard error, where the operator looks. */
static void look_at_hangup(struct server *server)
{
    unsigned hangups = atomic_load(&server->hangups);
    if (hangups == server->hangups_seen)
        return;
    server->hangups_seen = hangups;
    protect_read_list(server);
    struct life_changes *changes = calloc(1, sizeof *changes);
    enum status status = changes ? life_reload(server, NULL, changes) : STATUS_NO_MEMORY;
    if (status)
        fprintf(stderr, "croupier: %s: %s\n", server->config->file, status_sentence(status));
    for (unsigned i = 0; changes && i < changes->faults.count; i++)
        fprintf(stderr, "%s:%u:%u: %s\n", server->config->file, changes->faults.items[i].line,
                changes->faults.items[i].column, changes->faults.items[i].message);
    for (unsigned i = 0; changes && status == STATUS_OK && i < changes->count; i++)
        fprintf(stderr, "croupier: table %s: %s%s%s\n", changes->items[i].table,
                life_kind_name(changes->items[i].kind), changes->items[i].says[0] ? ", " : "",
                changes->items[i].says);
    free(changes);
}

static void set_timer(struct server *server)
{
    int64_t now_ms = server_ticks();
    int64_t next_ms = now_ms + (server->unfinished ? 0 : TICK_MAX_MS);
    int64_t lease_ms = fleet_wake_ms(server);
    next_ms = lease_ms && lease_ms < next_ms ? lease_ms : next_ms;
    if (server->next_checked && server->kept_ms + HOUSE_LOOK_MS < next_ms)
        next_ms = server->kept_ms + HOUSE_LOOK_MS;
    next_ms = rota_next_ms(server, next_ms);
    if (server->demo) {
        int64_t bots_ms = demo_tick(server->demo, now_ms);
        next_ms = bots_ms < next_ms ? bots_ms : next_ms;
    }
    transport_timer(server->transport, next_ms > now_ms ? (uint64_t)(next_ms - now_ms) : 0);
}

/* Players are reminded, and nobody is told anything after their session is over. A few are looked at per
 * turn, all of them within two seconds. */
static void look_at_clients(struct server *server, int64_t now_ms)
{
    if (!server->next_checked && now_ms - server->clients_seen_ms >= CLIENTS_LOOK_MS) {
        server->clients_seen_ms = now_ms;
        server->next_checked = server->clients;
    }
    for (unsigned i = 0; i < CLIENTS_SLICE && server->next_checked; i++) {
        struct client *client = server->next_checked;
        server->next_checked = client->next;
        protect_remind(server, client, now_ms);
        conversation_check_session(client);
    }
}

/* The checks that are made now and then, not at every turn. */
static void keep_house(struct server *server, int64_t now_ms)
{
    if (now_ms - server->kept_ms < HOUSE_LOOK_MS)
        return;
    server->kept_ms = now_ms;
    attest_look(server);
    register_look(server, now_ms);
    look_at_clients(server, now_ms);
    numbers_look(server);
    hours_look(server);
    trial_look(server, now_ms);
    life_look(server);
    if (server->demo)
        demo_look(server->demo);
}

static void on_turned(void *context, uint64_t us)
{
    struct server *server = context;
    server->turn++;
    metrics_took(&server->metrics, DURATION_TURN, us);
}

static void on_timer(void *context)
{
    struct server *server = context;
    int64_t now_ms = server_ticks();
    uint64_t durable = store_durable(books_store(server->books));
    server->unfinished = false;
    keep_house(server, now_ms);
    fleet_look(server);
    rota_go(server, durable);
    look_at_hangup(server);
    look_at_stop(server);
    set_timer(server);
}

static void on_woken(void *context)
{
    struct server *server = context;
    struct store_failure failure;
    uint64_t durable = store_durable(books_store(server->books));
    server->unfinished = false;
    server->metrics.values[METRIC_COMMITS]++;
    worker_collect(server->worker);
    worker_collect(server->sums);
    worker_collect(server->reader);
    envoy_collect(server->envoy);
    fleet_look(server); /* refusals up to that ticket are among the news */
    cage_durable(server, durable);
    rota_go(server, durable);
    if (!server->halted && store_state(books_store(server->books), &failure) != STATUS_OK)
        halt(server, &failure);
    look_at_hangup(server);
    look_at_stop(server);
    set_timer(server);
}

/* ---- Life. ---- */

static enum status put_user(struct people *people, void *context)
{
    return people_put(people, context);
}

/* The first start makes an administrator whose password is printed once and must be changed. A demo has one
 * who needs none. */
static enum status first_administrator(struct server *server)
{
    char password[24];
    struct user user = {.role = USER_ADMINISTRATOR, .must_change = true};
    for (unsigned i = 0; i < server->people.count; i++)
        if (server->people.users[i].role == USER_ADMINISTRATOR)
            return STATUS_OK;
    snprintf(user.name, sizeof user.name, "admin");
    snprintf(user.title, sizeof user.title, "Administrator");
    password_random(password, sizeof password);
    if (!password_make(password, user.password))
        return STATUS_NO_MEMORY;
    enum status status = register_change(server, put_user, &user, NULL);
    if (status == STATUS_OK)
        fprintf(stderr, "croupier: first start: log in as \"admin\" with the one-time password %s\n",
                password);
    sodium_memzero(password, sizeof password);
    return status;
}

static struct server *running;  /* for the signal handler */
static atomic_bool stop_wanted; /* while none runs: one that starts anew waits for its database */

static void on_signal(int number)
{
    (void)number;
    if (!running) {
        atomic_store(&stop_wanted, true);
        return;
    }
    atomic_fetch_add(&running->stops, 1);
    server_wake(running);
}

static void on_hangup(int number)
{
    (void)number;
    if (!running)
        return;
    atomic_fetch_add(&running->hangups, 1);
    server_wake(running);
}

static void catch_signals(struct server *server)
{
    struct sigaction action = {.sa_handler = on_signal};
    struct sigaction hangup = {.sa_handler = on_hangup, .sa_flags = SA_RESTART};
    running = server;
    if (atomic_load(&stop_wanted)) /* while it started anew */
        on_signal(SIGTERM);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &hangup, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on the size of files is trouble with the disk, not the end */
}

/* libwebsockets finds a connection at once in a table of this size; with a limit of its own it searches. */
static void set_file_limit(unsigned wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool fail(const char *message)
{
    fprintf(stderr, "croupier: %s\n", message);
    return false;
}

static bool open_books(struct server *server)
{
    struct store_failure failure = {0};
    const struct config *config = server->config;
    char key_file[CONFIG_PATH_MAX + 8];
    const struct store_member member = {config->server_name, config->server_address};
    struct books_options options = {.store = {.path = config->database,
                                              .member = config->server_name[0] ? &member : NULL,
                                              .patient = true,
                                              .durable = server_wake,
                                              .context = server},
                                    .key = &server->key};
    if (config->server_name[0] && !database_is_address(config->database))
        return fail("a server with a name shares its database, which must be PostgreSQL");
    if (!database_beside(config->database, ".key", key_file, sizeof key_file))
        return fail("the database's name is too long");
    if (house_key_load(&server->key, key_file, config->database, &failure) ||
        books_open(&server->books, &options, &failure)) {
        server->database_away = failure.status == STATUS_NO_DATABASE;
        fail(failure.message);
        return failure.status == STATUS_BAD_SIGNATURE ? fail("put back the key it was signed with") : false;
    }
    if (!fleet_open(server)) {
        server->database_away = true;
        return fail("the state of the other servers cannot be read");
    }
    if ((!server->fleet && !attest_heads(server)) || !attest_ask(server))
        return false;
    /* Sessions belong to the mode they were made in: a demo gives them to anybody. */
    if (sessions_load(&server->sessions, books_store(server->books), config->demo ? "demo" : "house",
                      server_steady(server), &failure) != STATUS_OK)
        log_event(&server->log, LOG_WARNING, "sessions-not-kept", "message", failure.message, NULL);
    enum status status = register_load(server, &failure);
    if (status == STATUS_OK)
        status = house_load(server, &failure);
    if (status == STATUS_OK)
        status = protect_load(server, &failure);
    server->database_away = status == STATUS_NO_DATABASE;
    if (status != STATUS_OK)
        return fail(failure.message[0] ? failure.message : status_sentence(status));
    if (!config->demo && first_administrator(server) != STATUS_OK)
        return fail("the first administrator cannot be stored");
    return true;
}

/* A table keeps what it was begun with; a later change of the configuration is reported. */
static void tell_kept(const struct table *table)
{
    const struct table_plan *plan = &table->plan;
    const struct setting *setting = &table->state.round.setting;
    if (plan->decks == setting->decks && plan->areas == setting->areas &&
        plan->device == table->state.device && plan->shuffle_machine == setting->shuffle_machine)
        return;
    fprintf(stderr,
            "croupier: table %s goes on as it was begun, not as configured: decks %u, areas %u, device %s, "
            "shuffle %s; for another table use another id\n",
            plan->id, setting->decks, setting->areas,
            table->state.device == DEVICE_ENTERED ? "entered" : "virtual",
            setting->shuffle_machine ? "machine" : "manual");
}

static bool open_tables(struct server *server)
{
    const struct config *config = server->config;
    struct store_failure failure = {0};
    if (server->fleet)
        return true; /* they come one by one */
    for (unsigned i = 0; i < config->table_count; i++) {
        struct floor_table *floor = floor_new(server, &config->tables[i], &failure);
        if (!floor) {
            fprintf(stderr, "croupier: table %s: %s\n", config->tables[i].id,
                    failure.message[0] ? failure.message : status_sentence(failure.status));
            return false;
        }
        tell_kept(&floor->table);
        if (rota_add(server, floor) != STATUS_OK)
            return fail(status_sentence(STATUS_NO_MEMORY));
    }
    return true;
}

static bool open_door(struct server *server)
{
    const struct config *config = server->config;
    struct transport_options options = {.host = config->host,
                                        .port = config->port,
                                        .certificate = config->certificate[0] ? config->certificate : NULL,
                                        .key = config->key[0] ? config->key : NULL,
                                        .connections_max = config->connections_max,
                                        .policy = policy,
                                        .door = &config->door};
    struct transport_handlers handlers = {.context = server,
                                          .request = api_request,
                                          .opened = conversation_opened,
                                          .message = conversation_message,
                                          .malformed = conversation_malformed,
                                          .closed = conversation_closed,
                                          .woken = on_woken,
                                          .timer = on_timer,
                                          .turned = on_turned};
    set_file_limit(config->connections_max + SILENT_MAX);
    server->transport = transport_new(&options, &handlers);
    if (server->transport)
        return true;
    const char *reason = transport_refusal(&options);
    if (!reason && config->certificate[0])
        fprintf(stderr, "croupier: %s and %s are not a certificate and its key\n", config->certificate,
                config->key);
    else
        fprintf(stderr, "croupier: cannot listen on %s:%u%s%s\n", config->host, config->port,
                reason ? ": " : "", reason ? reason : "");
    return false;
}

static bool server_open(struct server *server)
{
    const struct config *config = server->config;
    struct store_failure failure = {0};
    cage_init(server);
    server->turn = 1;
    server->started_ms = server_now();
    server->steady_ahead_ms = server->started_ms - server_ticks();
    server->sequel = calloc(1, sizeof *server->sequel);
    server->proposal = calloc(1, sizeof *server->proposal);
    if (server->proposal)
        server->proposal->next = malloc(sizeof *server->proposal->next);
    server->worker = worker_new(server_wake, server);
    server->sums = worker_new(server_wake, server);
    server->reader = worker_new(server_wake, server);
    server->telling = telling_new();
    if (!answers_init(server) || !server->telling || !server->sequel || !server->proposal ||
        !server->proposal->next || !server->worker || !server->sums || !server->reader ||
        !sessions_init(&server->sessions))
        return fail(status_sentence(STATUS_NO_MEMORY));
    if (!code_init())
        return fail("the library of time codes cannot be used");
    if (crypto_source_init(&server->salt_source) != STATUS_OK)
        return fail(status_sentence(STATUS_NO_RANDOM));
    server->salts = crypto_source_draws(&server->salt_source);
    if (!config->pages[0])
        fprintf(stderr, "croupier: there are no pages (--pages FOLDER); only the protocol is served\n");
    else if (site_load(&server->site, config->pages) != STATUS_OK)
        fprintf(stderr, "croupier: %s: there are no pages here; only the protocol is served\n",
                config->pages);
    if (!open_books(server))
        return false;
    if (config->demo && (!(server->demo = demo_new(server)) || demo_populate(server->demo) != STATUS_OK))
        return fail("the demo cannot be set up");
    server->envoy = envoy_new(server);
    if (!open_door(server) || !open_tables(server))
        return false;
    enum status status = server->fleet ? STATUS_OK : life_revive(server, &failure);
    if (status != STATUS_OK)
        return fail(failure.message[0] ? failure.message : status_sentence(status));
    /* Decisions about interrupted rounds are on disk before anybody asks. */
    if (books_wait(server->books) != STATUS_OK)
        return fail("the books cannot be written");
    numbers_load(server);
    if (!server->fleet)
        attest_start(server);
    return true;
}

/* Entries that are on their way are finished and answered; rounds that have not ended stay parked in the
 * journal. */
static void server_finish(struct server *server)
{
    int64_t until_ms = server_ticks() + STOP_WAIT_MS;
    server->stopped = true;
    atomic_store(&server->finishing, true);
    for (unsigned i = 0; i < server->table_count && server_ticks() < until_ms; i++) {
        struct floor_table *floor = server->tables[i];
        uint64_t ticket = 0;
        for (const struct pending *pending = floor->first_pending; pending; pending = pending->next)
            ticket = pending->ticket;
        if (ticket && store_wait(books_store(server->books), ticket) == STATUS_OK)
            floor_durable(floor, ticket);
    }
    for (struct client *client = server->clients; client; client = client->next)
        peer_close(client->peer, CLOSE_AWAY);
    transport_drain(server->transport, (unsigned)(until_ms > server_ticks() ? until_ms - server_ticks() : 0));
}

static void server_close(struct server *server)
{
    running = NULL;
    attest_stop(server);
    envoy_free(server->envoy);
    server->envoy = NULL;
    worker_free(server->worker); /* first: what is dropped is still answered */
    worker_free(server->sums);
    worker_free(server->reader);
    store_close(server->reader_store);
    if (server->edges)
        edges_release(server->edges);
    free(server->edges);
    books_close(server->books); /* then no thread is left that wakes the transport */
    server->books = NULL;
    transport_free(server->transport);
    server->transport = NULL;
    house_key_wipe(&server->key);
    demo_free(server->demo);
    rota_release(server);
    life_release(server);
    fleet_release(server);
    gaming_day_release(&server->day);
    protect_release(server);
    people_release(&server->people);
    sessions_release(&server->sessions);
    site_release(&server->site);
    cage_release(server);
    answers_release(server);
    if (server->proposal)
        free(server->proposal->next);
    free(server->proposal);
    free(server->sequel);
    telling_free(server->telling);
    crypto_source_release(&server->salt_source);
    out_release(&server->out);
}

static void announce(const struct server *server)
{
    const struct config *config = server->config;
    char port[16];
    char tables[16];
    snprintf(port, sizeof port, "%u", transport_port(server->transport));
    snprintf(tables, sizeof tables, "%u", server->table_count);
    log_event((struct log *)&server->log, LOG_INFO, "started", "host", config->host, "port", port, "tables",
              tables, NULL);
    if (!config->table_count)
        fprintf(stderr, "croupier: there are no tables: name them in --config FILE, or try --demo\n");
    printf("croupier: %u table%s at %s://%s:%s/%s\n", config->table_count,
           config->table_count == 1 ? "" : "s", config->certificate[0] ? "https" : "http",
           strchr(config->host, ':') ? "localhost" : config->host, port,
           server->demo ? "   (demo; Ctrl-C ends it)" : "");
    fflush(stdout);
}

enum life_end {
    LIFE_OVER,
    LIFE_ANEW, /* the other servers took this one for dead */
    LIFE_AWAY, /* it did not begin: the database cannot be reached */
    LIFE_NONE, /* it did not begin: this computer or the configuration does not allow it */
};

static enum life_end end_of(const struct server *server, bool open)
{
    if (!open)
        return server->database_away ? LIFE_AWAY : LIFE_NONE;
    return server->again && !atomic_load(&server->stops) ? LIFE_ANEW : LIFE_OVER;
}

static enum life_end run_once(struct config *config, struct log log)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server) {
        fail(status_sentence(STATUS_NO_MEMORY));
        return LIFE_NONE;
    }
    server->config = config;
    server->log = log;
    bool open = server_open(server);
    if (open) {
        catch_signals(server);
        announce(server);
        on_timer(server);
        transport_run(server->transport);
        server_finish(server);
        log_event(&server->log, LOG_INFO, "stopped", NULL);
    }
    enum life_end end = end_of(server, open);
    server_close(server);
    free(server);
    return end;
}

/* A server that has run waits for its database, as it does while it runs. */
int casino_run(struct config *config, struct log log)
{
    enum { AGAIN_SECONDS = 1 };
    bool has_run = false;
    if (sodium_init() < 0)
        return 2;
    for (;;) {
        enum life_end end = run_once(config, log);
        if (end == LIFE_AWAY && has_run && !atomic_load(&stop_wanted))
            nanosleep(&(struct timespec){.tv_sec = AGAIN_SECONDS}, NULL);
        else if (end != LIFE_ANEW)
            return end == LIFE_OVER || (has_run && end == LIFE_AWAY) ? 0 : 2;
        has_run = true;
    }
}
