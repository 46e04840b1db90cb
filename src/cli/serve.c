/* SPDX-License-Identifier: Apache-2.0 */
/* serve.c - croupier serve: the casino, floor. */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/heads.h"
#include "cli/print.h"
#include "server/casino.h"
#include "server/demo.h"

enum { KEY_DB = 0x100, KEY_LISTEN, KEY_CONFIG, KEY_DEMO, KEY_PAGES, KEY_LOG, KEY_EXAMPLE, KEY_LOSS };

struct serve_args {
    const char *database;
    const char *listen;
    const char *config;
    const char *pages;
    const char *log;
    const char *accept_loss;
    struct head_args heads;
    bool demo;
    bool example;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct serve_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[1] = &args->heads;
        return 0;
    case KEY_LOSS:
        args->accept_loss = arg;
        return 0;
    case KEY_DB:
        args->database = file_database(state, arg);
        return 0;
    case KEY_LISTEN:
        args->listen = arg;
        return 0;
    case KEY_CONFIG:
        args->config = arg;
        return 0;
    case KEY_PAGES:
        args->pages = arg;
        return 0;
    case KEY_LOG:
        args->log = arg;
        return 0;
    case KEY_DEMO:
        args->demo = true;
        return 0;
    case KEY_EXAMPLE:
        args->example = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"db", KEY_DB, "FILE", 0,
     "The database (croupier.db): a file, or postgresql://USER@HOST/NAME; a demo without it keeps nothing",
     0},
    {"listen", KEY_LISTEN, "HOST:PORT", 0, "Where to listen (127.0.0.1:8080)", 0},
    {"config", KEY_CONFIG, "FILE", 0, "The configuration, in YAML", 0},
    {"demo", KEY_DEMO, NULL, 0, "Run two tables of every game, with people of every role and bots that play",
     0},
    {"pages", KEY_PAGES, "FOLDER", 0, "The built pages (those installed)", 0},
    {"log", KEY_LOG, "FILE", 0, "Write one line of JSON per event (-: to standard error)", 0},
    {"accept-loss", KEY_LOSS, "NAME", 0,
     "Go on although the log does not include a checkpoint; the journal tells who decided so", 0},
    {"example-config", KEY_EXAMPLE, NULL, 0, "Print a configuration with every key", 0},
    {0}};

static const struct argp_child children[] = {
    {&no_arguments_argp, 0, NULL, 0}, {&heads_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Runs live tables over HTTP and WebSocket.\vThe protocol is described in docs/protocol.md. SIGTERM "
        "and SIGINT stop the server: it begins no more rounds and gives those in progress some seconds to "
        "end (a second signal does not wait); rounds that are still open continue at the next start. SIGHUP "
        "reads the configuration again: tables are added, retired and renamed, and limits changed.",
};

static int read_config(struct config *config, const char *name)
{
    struct faults faults;
    char folder[CONFIG_PATH_MAX];
    size_t size;
    char *bytes = file_read(name, CONFIG_BYTES_MAX, &size);
    if (!bytes)
        return complain("%s: %s", name, strerror(errno));
    snprintf(folder, sizeof folder, "%s", name);
    enum status status = config_read(config, dirname(folder), bytes, size, &faults);
    free(bytes);
    if (strlen(name) < sizeof config->file)
        memcpy(config->file, name, strlen(name) + 1);
    for (unsigned i = 0; i < faults.count; i++)
        fprintf(stderr, "%s:%u:%u: %s\n", name, faults.items[i].line, faults.items[i].column,
                faults.items[i].message);
    if (status != STATUS_OK && !faults.count)
        return complain("%s: %s", name, status_sentence(status));
    return status == STATUS_OK ? EXIT_DONE : EXIT_USAGE;
}

/* A demo without a database plays in a folder of its own, which goes away with it. */
static bool make_folder(struct config *config, char *folder, size_t size)
{
    if (!folder_make(folder, size, "croupier-demo")) {
        perror("croupier: a folder for the demo");
        return false;
    }
    snprintf(config->database, sizeof config->database, "%.400s/casino.db", folder);
    return true;
}

static bool take_path(char path[CONFIG_PATH_MAX], const char *given)
{
    bool fits = strlen(given) < CONFIG_PATH_MAX;
    if (fits)
        memcpy(path, given, strlen(given) + 1);
    return fits;
}

/* The pages that came with this command: installed, or built beside it. */
static void find_pages(struct config *config)
{
    static const char *const places[] = {"../share/croupier/pages", "../web/dist"};
    char here[CONFIG_PATH_MAX];
    char pages[2 * CONFIG_PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
    if (length < 0)
        return;
    here[length] = '\0';
    const char *folder = dirname(here);
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !config->pages[0]; i++) {
        snprintf(pages, sizeof pages, "%s/%s/index.html", folder, places[i]);
        bool found = access(pages, R_OK) == 0 && strlen(pages) < sizeof config->pages;
        if (found)
            snprintf(config->pages, sizeof config->pages, "%s", dirname(pages));
    }
}

static int serve(struct config *config, const struct serve_args *args, const struct heads *heads)
{
    char folder[CONFIG_PATH_MAX] = "";
    struct log log = {.out = NULL};
    if (args->listen && !config_listen(config, args->listen))
        return complain("--listen needs HOST:PORT, not %s", args->listen);
    config->heads = heads->items;
    config->head_count = heads->count;
    config->accept_loss = args->accept_loss;
    config->demo |= args->demo;
    if (args->database && !take_path(config->database, args->database))
        return complain("--db: the name is longer than %d bytes", CONFIG_PATH_MAX - 1);
    if (!args->database && config->demo && !args->config && !make_folder(config, folder, sizeof folder))
        return EXIT_USAGE;
    if (folder[0])
        config->stop_seconds = 0; /* nothing of it is kept */
    if (args->pages && !take_path(config->pages, args->pages))
        return complain("--pages: the name is longer than %d bytes", CONFIG_PATH_MAX - 1);
    if (!config->pages[0])
        find_pages(config);
    if (config->demo && demo_configure(config) != STATUS_OK)
        return EXIT_USAGE;
    const char *danger = config_danger(config);
    if (danger)
        return complain("%s:%u: %s", config->host, config->port, danger);
    if (args->log)
        log.out = strcmp(args->log, "-") == 0 ? stderr : fopen(args->log, "a");
    if (args->log && !log.out)
        return complain("%s: %s", args->log, strerror(errno));
    int result = casino_run(config, log);
    if (log.out && log.out != stderr)
        fclose(log.out);
    if (folder[0])
        folder_remove(folder);
    return result;
}

static int run(int argc, char **argv)
{
    struct serve_args args = {0};
    struct config config;
    struct heads heads;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (args.example) {
        fputs(config_example, stdout);
        return EXIT_DONE;
    }
    config_init(&config);
    int result = args.config ? read_config(&config, args.config) : EXIT_DONE;
    if (result == EXIT_DONE)
        result = heads_read(&args.heads, &heads);
    if (result == EXIT_DONE)
        result = serve(&config, &args, &heads);
    config_release(&config);
    return result;
}

const struct command command_serve = {
    .name = "serve",
    .summary = "live tables over HTTP and WebSocket",
    .run = run,
    .argp = &argp,
};
