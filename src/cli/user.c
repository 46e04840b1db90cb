/* SPDX-License-Identifier: Apache-2.0 */
/* user.c - croupier user add|list|role|password|code|revoke|erase: the people of the house, from the shell.
 *
 * Works on the house's database, also while the server runs: it is asked to take the change up. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/grid.h"
#include "cli/people_desk.h"
#include "cli/print.h"
#include "store/database.h"

enum { KEY_DB = 0x100, KEY_TITLE, KEY_PIN, KEY_JSON, ARGS_MAX = 2 };

struct user_args {
    const char *database;
    const char *title;
    bool pin;
    bool json;
    const char *words[ARGS_MAX];
    unsigned count;
    unsigned wanted;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct user_args *args = state->input;
    switch (key) {
    case KEY_DB:
        args->database = file_database(state, arg);
        return 0;
    case KEY_TITLE:
        args->title = arg;
        return 0;
    case KEY_PIN:
        args->pin = true;
        return 0;
    case KEY_JSON:
        args->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->count == args->wanted)
            argp_error(state, "too many arguments: %s", arg);
        args->words[args->count++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (args->count < args->wanted)
            argp_error(state, "an argument is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

#define PSEUDONYM "-"
#define DB_OPTION                                                                                            \
    {                                                                                                        \
        "db", KEY_DB, "FILE", 0, "The database of the house (croupier.db)", 0                                \
    }

static int begin(const struct argp *argp, int argc, char **argv, unsigned wanted, struct user_args *args)
{
    *args = (struct user_args){.database = "croupier.db", .wanted = wanted};
    argp_parse(argp, argc, argv, 0, NULL, args);
    if (sodium_init() < 0)
        return complain("the cryptographic library cannot be used");
    return EXIT_DONE;
}

static int report(enum status status)
{
    return status == STATUS_OK ? EXIT_DONE : complain("%s", status_sentence(status));
}

static int report_change(const struct store_failure *failure, enum status status)
{
    if (status == STATUS_OK)
        return EXIT_DONE;
    return complain("%s", failure->message[0] ? failure->message : status_sentence(status));
}

static int unknown_role(const char *word)
{
    fprintf(stderr, "croupier: there is no role \"%s\"; there are", word);
    for (int role = USER_PLAYER; role < USER_COUNT; role++)
        fprintf(stderr, "%s %s", role > USER_PLAYER ? "," : "", user_role_name((enum user_role)role));
    fputc('\n', stderr);
    return EXIT_USAGE;
}

/* From the terminal without echo, or the first line of standard input. */
static bool ask_secret(const char *what, char *secret, size_t size)
{
    struct termios shown;
    bool terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &shown) == 0;
    if (terminal) {
        struct termios hidden = shown;
        hidden.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
        fprintf(stderr, "%s: ", what);
    }
    bool read = fgets(secret, (int)size, stdin) != NULL;
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
        fputc('\n', stderr);
    }
    secret[strcspn(secret, "\r\n")] = 0;
    return read;
}

/* ---- add ---- */

/* "-": the house gives a name that says nothing. */
static enum status add_person(struct people *people, void *context)
{
    struct user *user = context;
    if (strcmp(user->name, PSEUDONYM) == 0)
        people_pseudonym(people, user->name, sizeof user->name);
    return people_find(people, user->name) ? STATUS_PERSON_EXISTS : people_put(people, user);
}

static const struct argp_option add_options[] = {
    DB_OPTION, {"name", KEY_TITLE, "TEXT", 0, "The name shown to others", 0}, {0}};
static const struct argp add_argp = {
    .options = add_options,
    .parser = parse,
    .args_doc = "USER ROLE",
    .doc = "Adds a person and prints a password that works once.\vThe journal keeps USER for good. With USER "
           "\"-\" a patron gets a pseudonym, which is printed before the password: once the person is erased "
           "(croupier user erase), nobody can tell who it was.\n\nRoles: player, dealer, pit-supervisor, "
           "pit-manager, shift-manager, cashier, auditor, administrator.",
};

static int run_add(int argc, char **argv)
{
    struct user_args args;
    struct user user = {.must_change = true};
    char password[24];
    enum user_role role = USER_DISPLAY;
    int result = begin(&add_argp, argc, argv, 2, &args);
    if (result != EXIT_DONE)
        return result;
    const char *title = args.title ? args.title : args.words[0];
    if (strlen(args.words[0]) >= sizeof user.name || strlen(title) >= sizeof user.title)
        return report(STATUS_TOO_LONG);
    if (!user_role_find(args.words[1], &role))
        return unknown_role(args.words[1]);
    snprintf(user.name, sizeof user.name, "%s", args.words[0]);
    snprintf(user.title, sizeof user.title, "%s", title);
    user.role = (uint8_t)role;
    if (role == USER_PLAYER)
        veil_make(&user.veil);
    password_random(password, sizeof password);
    if (!password_make(password, user.password))
        return report(STATUS_NO_MEMORY);
    struct store_failure failure = {0};
    result = report_change(&failure, people_desk_change(args.database, true, add_person, &user, &failure));
    if (result == EXIT_DONE && strcmp(args.words[0], PSEUDONYM) == 0)
        printf("%s\n", user.name);
    if (result == EXIT_DONE)
        printf("%s\n", password);
    return result;
}

const struct command command_user_add = {
    .name = "add", .summary = "add a person, with a one-time password", .run = run_add, .argp = &add_argp};

/* ---- list ---- */

static const struct argp_option list_options[] = {
    DB_OPTION, {"json", KEY_JSON, NULL, 0, "Print the result as JSON", 0}, {0}};
static const struct argp list_argp = {
    .options = list_options, .parser = parse, .doc = "Lists the people of the house."};

static int list_json(const struct people *people)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < people->count; i++) {
        const struct user *user = &people->users[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:i, s:b}", "user", user->name, "name",
                                              user->title, "role", user_role_name(user->role), "number",
                                              (int)user->number, "revoked", user->revoked));
    }
    return print_json(list);
}

static int run_list(int argc, char **argv)
{
    static const char *const headings[] = {"USER", "NAME", "ROLE", "NUMBER", "STATE"};
    struct user_args args;
    struct people people;
    struct grid table;
    int result = begin(&list_argp, argc, argv, 0, &args);
    people_init(&people);
    struct store_failure failure = {0};
    if (result == EXIT_DONE)
        result = report_change(&failure, people_desk_read(args.database, &people, &failure));
    if (result == EXIT_DONE && args.json)
        result = list_json(&people);
    if (result != EXIT_DONE || args.json) {
        people_release(&people);
        return result;
    }
    grid_init(&table, sizeof headings / sizeof headings[0], headings);
    for (unsigned i = 0; i < people.count; i++) {
        const struct user *user = &people.users[i];
        char number[12];
        snprintf(number, sizeof number, "%u", user->number);
        grid_add(&table, (const char *[]){user->name, user->title, user_role_name(user->role), number,
                                          user->revoked ? "revoked" : "active"});
    }
    grid_print(&table, 0, stdout);
    grid_release(&table);
    people_release(&people);
    return EXIT_DONE;
}

const struct command command_user_list = {
    .name = "list", .summary = "list the people", .run = run_list, .argp = &list_argp};

/* ---- role, password, revoke: one person is changed. ---- */

struct change {
    const char *name;
    int64_t now_ms; /* sessions opened before it end */
    enum user_role role;
    bool set_role;
    bool revoke;
    bool erase;
    const char *password; /* an Argon2id text, or NULL */
    const char *pin;
    bool drop_code;
};

static enum status change_person(struct people *people, void *context)
{
    const struct change *change = context;
    struct user *found = people_find(people, change->name);
    if (!found)
        return STATUS_NOT_FOUND;
    if (change->erase)
        return people_erase(people, change->name, change->now_ms);
    struct user user = *found;
    user.since_ms = change->now_ms;
    if (change->set_role)
        user.role = (uint8_t)change->role;
    if (change->revoke)
        user.revoked = true;
    if (change->password) {
        snprintf(user.password, sizeof user.password, "%s", change->password);
        user.must_change = false;
        user.revoked = false;
    }
    if (change->pin && user.role != USER_PLAYER)
        return STATUS_PIN_FOR_PLAYERS;
    if (change->pin)
        snprintf(user.pin, sizeof user.pin, "%s", change->pin);
    if (change->drop_code)
        user.code[0] = 0;
    return people_put(people, &user);
}

/* Nobody of that name: most likely in another house. */
static int change_one(const char *database, struct change *change)
{
    struct timespec now;
    struct store_failure failure = {0};
    char name[DATABASE_NAME_MAX];
    clock_gettime(CLOCK_REALTIME, &now);
    change->now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    enum status status = people_desk_change(database, false, change_person, change, &failure);
    return status == STATUS_NOT_FOUND && !failure.message[0]
               ? complain("there is no \"%s\" in %s", change->name, database_print(database, name))
               : report_change(&failure, status);
}

static const struct argp_option role_options[] = {DB_OPTION, {0}};
static const struct argp role_argp = {.options = role_options,
                                      .parser = parse,
                                      .args_doc = "USER ROLE",
                                      .doc = "Gives a person another role; they must log in again."};

static int run_role(int argc, char **argv)
{
    struct user_args args;
    struct change change = {.set_role = true};
    int result = begin(&role_argp, argc, argv, 2, &args);
    if (result != EXIT_DONE)
        return result;
    change.name = args.words[0];
    if (!user_role_find(args.words[1], &change.role))
        return unknown_role(args.words[1]);
    return change_one(args.database, &change);
}

const struct command command_user_role = {
    .name = "role", .summary = "give a person another role", .run = run_role, .argp = &role_argp};

static const struct argp_option password_options[] = {
    DB_OPTION, {"pin", KEY_PIN, NULL, 0, "Set the PIN for terminals instead of the password", 0}, {0}};
static const struct argp password_argp = {
    .options = password_options,
    .parser = parse,
    .args_doc = "USER",
    .doc = "Sets a person's password, which is asked for on the terminal or read from standard input.",
};

static bool secret_ok(const char *secret, bool pin)
{
    size_t length = strlen(secret);
    return pin ? length >= PIN_MIN && length <= PIN_MAX && strspn(secret, "0123456789") == length
               : length >= PASSWORD_MIN && length <= PASSWORD_MAX;
}

static int run_password(int argc, char **argv)
{
    struct user_args args;
    char secret[PASSWORD_MAX + 2];
    char text[SECRET_TEXT_MAX];
    int result = begin(&password_argp, argc, argv, 1, &args);
    if (result != EXIT_DONE)
        return result;
    if (!ask_secret(args.pin ? "PIN" : "Password", secret, sizeof secret) || !secret_ok(secret, args.pin))
        return report(STATUS_BAD_PASSWORD);
    bool made = password_make(secret, text);
    sodium_memzero(secret, sizeof secret);
    if (!made)
        return report(STATUS_NO_MEMORY);
    struct change change = {
        .name = args.words[0], .password = args.pin ? NULL : text, .pin = args.pin ? text : NULL};
    return change_one(args.database, &change);
}

const struct command command_user_password = {
    .name = "password", .summary = "set a password or a PIN", .run = run_password, .argp = &password_argp};

static const struct argp code_argp = {
    .options = role_options,
    .parser = parse,
    .args_doc = "USER",
    .doc = "Removes a person's time code, when their telephone is lost; they must log in again, and can set "
           "up another.",
};

static int run_code(int argc, char **argv)
{
    struct user_args args;
    struct change change = {.drop_code = true};
    int result = begin(&code_argp, argc, argv, 1, &args);
    if (result != EXIT_DONE)
        return result;
    change.name = args.words[0];
    return change_one(args.database, &change);
}

const struct command command_user_code = {
    .name = "code", .summary = "remove a time code", .run = run_code, .argp = &code_argp};

static const struct argp revoke_argp = {
    .options = role_options, .parser = parse, .args_doc = "USER", .doc = "Ends a person's access at once."};

static int run_revoke(int argc, char **argv)
{
    struct user_args args;
    struct change change = {.revoke = true};
    int result = begin(&revoke_argp, argc, argv, 1, &args);
    if (result != EXIT_DONE)
        return result;
    change.name = args.words[0];
    return change_one(args.database, &change);
}

const struct command command_user_revoke = {
    .name = "revoke", .summary = "end a person's access", .run = run_revoke, .argp = &revoke_argp};

static const struct argp erase_argp = {
    .options = role_options,
    .parser = parse,
    .args_doc = "USER",
    .doc = "Forgets for good who a player was: removes the name as shown, password, PIN, and the key to what "
           "the journal says of them. USER itself, the rounds and the money stay, and can still be "
           "proved.\vOlder backups still have the person's data: keep them no longer than you must. A player "
           "who holds chips must cash out first.",
};

static int run_erase(int argc, char **argv)
{
    struct user_args args;
    struct change change = {.erase = true};
    int result = begin(&erase_argp, argc, argv, 1, &args);
    if (result != EXIT_DONE)
        return result;
    change.name = args.words[0];
    return change_one(args.database, &change);
}

const struct command command_user_erase = {
    .name = "erase", .summary = "forget who a player was", .run = run_erase, .argp = &erase_argp};
