/* SPDX-License-Identifier: Apache-2.0 */
/* main.c - the croupier command: the table of subcommands. */
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/print.h"

static const struct command *const rulebook_commands[] = {
    &command_rulebook_check,
    &command_rulebook_show,
    &command_rulebook_export,
    NULL,
};

static const struct command command_rulebook = {
    .name = "rulebook",
    .summary = "check, show and export rulebooks",
    .children = rulebook_commands,
};

static const struct command *const journal_commands[] = {
    &command_journal_show,
    &command_journal_verify,
    &command_journal_export,
    &command_journal_receipt,
    &command_journal_upgrade,
    &command_journal_archive,
    NULL,
};

static const struct command command_journal = {
    .name = "journal",
    .summary = "show, verify and export the journal",
    .children = journal_commands,
};

static const struct command *const key_commands[] = {&command_key_show, &command_key_turn, NULL};

static const struct command command_key = {
    .name = "key",
    .summary = "the key that the house signs its log with",
    .children = key_commands,
};

static const struct command *const db_commands[] = {&command_db_copy, &command_db_prepare, NULL};

static const struct command command_db = {
    .name = "db",
    .summary = "databases: copy a house, prepare PostgreSQL",
    .children = db_commands,
};

static const struct command *const user_commands[] = {
    &command_user_add,  &command_user_list,   &command_user_role,  &command_user_password,
    &command_user_code, &command_user_revoke, &command_user_erase, NULL,
};

static const struct command command_user = {
    .name = "user",
    .summary = "people and their roles",
    .children = user_commands,
};

/* clang-format off */
const struct command *const commands[] = {
    &command_games,
    &command_rules,
    &command_sign,
    &command_rulebook,
    &command_play,
    &command_replay,
    &command_rule,
    &command_odds,
    &command_strategy,
    &command_edge,
    &command_verify_shoe,
    &command_verify_receipt,
    &command_rng_test,
    &command_simulate,
    &command_cost,
    &command_serve,
    &command_servers,
    &command_drain,
    &command_user,
    &command_journal,
    &command_audit,
    &command_report,
    &command_backup,
    &command_restore,
    &command_feed,
    &command_db,
    &command_key,
    &command_witness,
    &command_complete,
    NULL,
};
/* clang-format on */

int main(int argc, char **argv)
{
    argp_err_exit_status = EXIT_USAGE;
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        puts("croupier " CROUPIER_VERSION);
        return EXIT_DONE;
    }
    int result = command_run(commands, "croupier", argc - 1, argv + 1);
    /* A result that did not arrive, on a full disk say, is none. */
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    return lost ? complain("the result cannot be written: %s", strerror(errno)) : result;
}
