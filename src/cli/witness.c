/* SPDX-License-Identifier: Apache-2.0 */
/* witness.c - croupier witness: cosigns the logs of houses, on a host they do not rule. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/print.h"
#include "server/config.h"
#include "server/notary.h"
#include "store/house_key.h"

enum { KEY_DB = 0x700, KEY_LISTEN, KEY_LOG, KEY_NAME, KEY_CERTIFICATE, KEY_CERTIFICATE_KEY };

struct witness_args {
    const char *database;
    const char *listen;
    const char *name;
    const char *certificate;
    const char *certificate_key;
    unsigned log_count;
    const char *logs[NOTARY_LOGS_MAX];
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct witness_args *args = state->input;
    switch (key) {
    case KEY_DB:
        args->database = file_database(state, arg);
        return 0;
    case KEY_LISTEN:
        args->listen = arg;
        return 0;
    case KEY_NAME:
        args->name = arg;
        return 0;
    case KEY_CERTIFICATE:
        args->certificate = arg;
        return 0;
    case KEY_CERTIFICATE_KEY:
        args->certificate_key = arg;
        return 0;
    case KEY_LOG:
        if (args->log_count == NOTARY_LOGS_MAX)
            argp_error(state, "--log can be given at most %d times", NOTARY_LOGS_MAX);
        args->logs[args->log_count++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"name", KEY_NAME, "NAME", 0, "The witness's name, like a web address: witness.example/w1", 0},
    {"log", KEY_LOG, "KEY", 0, "A log to cosign for, NAME+ID+KEY as croupier key show prints it", 0},
    {"db", KEY_DB, "FILE", 0,
     "The database of what it has seen (witness.db); its key is in FILE.key beside "
     "it",
     0},
    {"listen", KEY_LISTEN, "HOST:PORT", 0, "Where to listen (127.0.0.1:8090)", 0},
    {"certificate", KEY_CERTIFICATE, "FILE", 0, "For TLS: the certificate (PEM)", 0},
    {"certificate-key", KEY_CERTIFICATE_KEY, "FILE", 0, "... and its key", 0},
    {0},
};
static const struct argp_child children[] = {{&no_arguments_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .doc =
        "Witnesses the logs of houses: receives checkpoints, checks that a log has only grown, cosigns the "
        "checkpoints and keeps them. Run it on a host that the house does not control.\vThe protocol is "
        "C2SP tlog-witness: POST /add-checkpoint; GET /latest?log=ORIGIN gives auditors the last checkpoint "
        "it has cosigned. It prints its own public key when it starts. SIGTERM and SIGINT end it.",
};

static int read_logs(const struct witness_args *args, struct verifier *logs)
{
    for (unsigned i = 0; i < args->log_count; i++)
        if (!verifier_parse(args->logs[i], strlen(args->logs[i]), &logs[i]) || logs[i].type != NOTE_ED25519)
            return complain("--log takes NAME+ID+KEY of a log, not %s", args->logs[i]);
    return args->log_count ? EXIT_DONE
                           : complain("--log KEY is needed: without it the witness would cosign "
                                      "nothing");
}

static int witness(const struct witness_args *args, const struct verifier *logs, const struct config *address)
{
    char key_file[CONFIG_PATH_MAX + 8];
    struct store_failure failure;
    struct house_key key;
    snprintf(key_file, sizeof key_file, "%s.key", args->database);
    if (house_key_load(&key, key_file, args->database, &failure))
        return complain("%s", failure.message);
    struct notary_options notary = {.host = address->host,
                                    .port = address->port,
                                    .database = args->database,
                                    .certificate = args->certificate,
                                    .certificate_key = args->certificate_key,
                                    .signer = house_key_signer(&key),
                                    .log_count = args->log_count,
                                    .logs = logs};
    verifier_init(&notary.self, args->name, NOTE_COSIGNATURE, &notary.signer.key);
    int result = notary_run(&notary);
    house_key_wipe(&key);
    return result;
}

static int run(int argc, char **argv)
{
    struct witness_args args = {.database = "witness.db", .listen = "127.0.0.1:8090"};
    struct verifier logs[NOTARY_LOGS_MAX];
    struct config address;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (!args.name || !note_name_ok(args.name, strlen(args.name)))
        return complain("--name is needed: a word without blanks and +, such as witness.example/w1");
    if (!args.certificate != !args.certificate_key)
        return complain("--certificate and --certificate-key go together");
    if (strlen(args.database) >= CONFIG_PATH_MAX)
        return complain("--db: the name is longer than %d bytes", CONFIG_PATH_MAX - 1);
    int result = read_logs(&args, logs);
    if (result != EXIT_DONE)
        return result;
    config_init(&address);
    result = config_listen(&address, args.listen) ? witness(&args, logs, &address)
                                                  : complain("--listen needs HOST:PORT, not %s", args.listen);
    config_release(&address);
    return result;
}

const struct command command_witness = {
    .name = "witness",
    .summary = "cosign the log of a house, on another host",
    .run = run,
    .argp = &argp,
};
