/* SPDX-License-Identifier: Apache-2.0 */
/* commands.h - the commands, each defined in the file of its name. */
#ifndef CROUPIER_CLI_COMMANDS_H
#define CROUPIER_CLI_COMMANDS_H

#include "cli/command.h"

extern const struct command command_audit;
extern const struct command command_backup;
extern const struct command command_complete;
extern const struct command command_cost;
extern const struct command command_db_copy;
extern const struct command command_db_prepare;
extern const struct command command_drain;
extern const struct command command_edge;
extern const struct command command_feed;
extern const struct command command_games;
extern const struct command command_journal_archive;
extern const struct command command_journal_export;
extern const struct command command_journal_receipt;
extern const struct command command_journal_show;
extern const struct command command_journal_upgrade;
extern const struct command command_journal_verify;
extern const struct command command_key_show;
extern const struct command command_key_turn;
extern const struct command command_odds;
extern const struct command command_play;
extern const struct command command_replay;
extern const struct command command_report;
extern const struct command command_restore;
extern const struct command command_rng_test;
extern const struct command command_rule;
extern const struct command command_rulebook_check;
extern const struct command command_rulebook_export;
extern const struct command command_rulebook_show;
extern const struct command command_rules;
extern const struct command command_serve;
extern const struct command command_servers;
extern const struct command command_sign;
extern const struct command command_simulate;
extern const struct command command_strategy;
extern const struct command command_user_add;
extern const struct command command_user_list;
extern const struct command command_user_password;
extern const struct command command_user_code;
extern const struct command command_user_revoke;
extern const struct command command_user_erase;
extern const struct command command_user_role;
extern const struct command command_verify_receipt;
extern const struct command command_verify_shoe;
extern const struct command command_witness;

#endif
