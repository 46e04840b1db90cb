/* SPDX-License-Identifier: Apache-2.0 */
/* key.c - croupier key show, croupier key turn: the key the house signs its log with. */
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/journal.h"
#include "cli/print.h"
#include "journal/declaration.h"
#include "store/books.h"
#include "store/database.h"
#include "store/founding.h"

enum { KEY_BY = 0x600, KEY_MODULE, KEY_PATH_MAX = 512 };

struct key_args {
    struct journal_args journal;
    const char *by;
    const char *module;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct key_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->journal;
        return 0;
    case KEY_BY:
        args->by = arg;
        return 0;
    case KEY_MODULE:
        if (!key_module_names(arg))
            argp_error(state, "--module takes a PKCS#11 URI (pkcs11:...), not %s", arg);
        args->module = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The key beside the database, and the books it belongs to. */
static int open_house(const struct key_args *args, struct house_key *key, struct books **books)
{
    char path[KEY_PATH_MAX];
    struct store_failure failure;
    struct books_options options = {.store = {.path = args->journal.database}, .key = key};
    if (!database_is_address(args->journal.database) && access(args->journal.database, R_OK))
        return complain("%s: there is no such database", args->journal.database);
    if (!database_beside(args->journal.database, ".key", path, sizeof path))
        return complain("the name of the database is too long");
    if (house_key_load(key, path, args->journal.database, &failure) || books_open(books, &options, &failure))
        return complain("%s", failure.message);
    return EXIT_DONE;
}

/* ---- show ---- */

static const struct argp_child show_children[] = {{&journal_json_argp, 0, NULL, 0}, {0}};
static const struct argp show_argp = {
    .parser = parse,
    .children = show_children,
    .doc =
        "Prints the public key that the house signs its log with, so that it can be noted where the house "
        "cannot change it, and the same key in the form that a witness takes.\vThe secret half stays in the "
        "file beside the database (FILE.key).",
};

/* The origin is named after the founding key; another one may sign by now. */
static int find_key(const struct key_args *args, char origin[NOTE_NAME_MAX], struct public_key *key)
{
    struct store *store;
    struct store_failure failure = {0};
    char name[DATABASE_NAME_MAX];
    int result = journal_open(&args->journal, &store);
    if (result != EXIT_DONE)
        return result;
    enum status status = founding_read(store, key, &failure);
    if (status == STATUS_OK) {
        origin_print(key, origin);
        status = founding_key_now(store, key, &failure);
    }
    store_close(store);
    if (status != STATUS_OK)
        return complain("%s: the keys of the house: %s", database_print(args->journal.database, name),
                        status_sentence(status));
    return EXIT_DONE;
}

static int run_show(int argc, char **argv)
{
    struct key_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct public_key key;
    struct verifier verifier;
    char origin[NOTE_NAME_MAX];
    char hex[PUBLIC_KEY_TEXT_MAX];
    char bytes[VERIFIER_TEXT_MAX];
    struct text text;
    argp_parse(&show_argp, argc, argv, 0, NULL, &args);
    int result = find_key(&args, origin, &key);
    if (result != EXIT_DONE)
        return result;
    public_key_print(&key, hex, sizeof hex);
    verifier_init(&verifier, origin, NOTE_ED25519, &key);
    text_init(&text, bytes, sizeof bytes);
    verifier_print(&verifier, &text);
    if (args.journal.json)
        print_json(json_pack("{s:s, s:s, s:s}", "key", hex, "verifier", bytes, "origin", origin));
    else
        printf("%s\n%s\n", hex, bytes);
    return EXIT_DONE;
}

const struct command command_key_show = {
    .name = "show", .summary = "the public key of a house", .run = run_show, .argp = &show_argp};

/* ---- turn ---- */

static const struct argp_option turn_options[] = {
    {"by", KEY_BY, "NAME", 0, "The name of the person who does this", 0},
    {"module", KEY_MODULE, "URI", 0, "Use this key of a module that never gives it away (PKCS#11, RFC 7512)",
     0},
    {0},
};
static const struct argp_child turn_children[] = {{&journal_argp, 0, NULL, 0}, {0}};
static const struct argp turn_argp = {
    .options = turn_options,
    .parser = parse,
    .children = turn_children,
    .doc =
        "Makes a new key with which the house signs from now on. An entry signed with the old and the new "
        "key records it; then the new key replaces FILE.key, and the old one is kept as FILE.key.old.\vThe "
        "server must not be running. Either public key will do for an audit. Shoes in use go on, since the "
        "secret of their seeds is kept. With --module FILE.key holds the URI of a key instead of a key; the "
        "URI names the file with the PIN (pin-source=FILE).",
};

/* `next` becomes the key the books sign with: it must outlive them. */
static int turn(const struct key_args *args, const struct house_key *key, struct books *books,
                struct house_key *next)
{
    struct store_failure failure;
    char path[KEY_PATH_MAX];
    char old_path[KEY_PATH_MAX + 8];
    char next_path[KEY_PATH_MAX + 8];
    if (!database_beside(args->journal.database, ".key", path, sizeof path))
        return complain("the name of the database is too long");
    snprintf(old_path, sizeof old_path, "%s.old", path);
    snprintf(next_path, sizeof next_path, "%s.next", path);
    if (house_key_renew(next, next_path, key, args->module, &failure))
        return complain("%s", failure.message);
    enum status status = books_turn_key(books, next, args->by);
    if (status != STATUS_OK)
        return complain(
            "%s The new key stays in %s: croupier journal show tells whether the house has turned to it.",
            status_sentence(status), next_path);
    if (rename(path, old_path) || rename(next_path, path))
        return complain("the key was turned; now put %s in place of %s", next_path, path);
    return EXIT_DONE;
}

static int run_turn(int argc, char **argv)
{
    struct key_args args = {.journal = {.database = JOURNAL_DATABASE}};
    struct house_key key;
    struct house_key next = {0};
    struct books *books = NULL;
    argp_parse(&turn_argp, argc, argv, 0, NULL, &args);
    if (!args.by)
        return complain("--by NAME is needed: the journal records who turned the key");
    int result = open_house(&args, &key, &books);
    if (result != EXIT_DONE)
        return result;
    result = turn(&args, &key, books, &next);
    books_close(books);
    house_key_wipe(&next);
    house_key_wipe(&key);
    return result;
}

const struct command command_key_turn = {
    .name = "turn", .summary = "sign with another key from now on", .run = run_turn, .argp = &turn_argp};
