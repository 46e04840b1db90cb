/* SPDX-License-Identifier: Apache-2.0 */
/* api.h - HTTP: the table of routes, who may take them, and answers in JSON. */
#ifndef CROUPIER_SERVER_API_H
#define CROUPIER_SERVER_API_H

#include "server/floor.h"
#include "server/message.h"
#include "server/respond.h"

enum { API_NAME_MAX = 64 };

/* A request on its way through a handler. */
struct call {
    struct server *server;
    const struct request *request;
    const struct user *user;   /* NULL: not logged in */
    bool unsure;               /* ... or in a session that could not be looked up */
    struct floor_table *floor; /* of a route with a table */
    char table[API_NAME_MAX];  /* its name, even if this server has no such table */
    char name[API_NAME_MAX];   /* the last variable part of the path */
    const char *second;        /* the second person, who has proved their identity (second.h); "": nobody */
    struct message body;
};

void api_request(void *server, const struct request *request);

/* The same request once more, now that a second person has proved who they are. */
void api_again(struct server *server, const struct request *request, const char *second);

/* The decoded value of a field of the query; false if it is not there or does not fit. */
bool api_query(const struct request *request, const char *field, char *value, size_t size);

/* The body, checked; false when the error has been sent. */
bool api_body(struct call *call, const struct field *fields);

/* The same for a body that must have an "id": nothing else may serve as the key, or two requests could be
 * taken for one. */
bool api_keyed_body(struct call *call, const struct field *fields);

/* The handlers, by what they are about. */
void api_session_open(struct call *call);
void api_session_close(struct call *call);
void api_me(struct call *call);
void api_users(struct call *call);
void api_user_add(struct call *call);
void api_user_password(struct call *call);
void api_user_code(struct call *call);
void api_user_revoke(struct call *call);
void api_user_erase(struct call *call);
void api_players(struct call *call);

void api_games(struct call *call);
void api_tables(struct call *call);
void api_sign(struct call *call);
void api_clauses(struct call *call);
void api_rounds(struct call *call);
void api_find(struct call *call);
void api_round(struct call *call);
void api_record(struct call *call);
void api_receipt(struct call *call);
void api_shoes(struct call *call);
void api_shoe(struct call *call);
void api_numbers(struct call *call);
void api_all_numbers(struct call *call);
void api_open(struct call *call);
void api_close(struct call *call);
void api_limits(struct call *call);

void api_fill(struct call *call);
void api_credit(struct call *call);
void api_buy_in(struct call *call);
void api_cash_out(struct call *call);
void api_my_ledger(struct call *call);
void api_player_ledger(struct call *call);
void api_export_ledger(struct call *call);
void api_export_rounds(struct call *call);
void api_audit(struct call *call);
void api_feed(struct call *call);

void api_my_protection(struct call *call);
void api_my_limit(struct call *call);
void api_my_time_out(struct call *call);
void api_my_exclusion(struct call *call);
void api_my_statement(struct call *call);
void api_player_protection(struct call *call);
void api_player_exclude(struct call *call);
void api_player_readmit(struct call *call);
void api_player_statement(struct call *call);

void api_trials(struct call *call);
void api_trial(struct call *call);
void api_configuration(struct call *call);
void api_configure(struct call *call);
void api_reports(struct call *call);
void api_report(struct call *call);
void api_house(struct call *call);
void api_day_open(struct call *call);
void api_day_close(struct call *call);
void api_shift_open(struct call *call);
void api_shift_close(struct call *call);
void api_table_count(struct call *call);
void api_cage_count(struct call *call);
void api_slip_confirm(struct call *call);
void api_slip_refuse(struct call *call);
void api_purchase(struct call *call);
void api_tray(struct call *call);
void api_cage_order(struct call *call);

/* In a house that counts its chips, a fill or a credit is first asked for by a slip. The body is checked. */
void api_ask_slip(struct call *call, bool credit);

void api_odds(struct call *call);
void api_odds_hand(struct call *call);
void api_strategy(struct call *call);
void api_simulate(struct call *call);

void api_metrics(struct call *call);
void api_health(struct call *call);

#endif
