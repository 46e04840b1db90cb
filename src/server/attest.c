/* SPDX-License-Identifier: Apache-2.0 */
#include "server/attest.h"

#include <stdio.h>

#include "server/courier.h"
#include "server/floor.h"
#include "store/sealer.h"

static bool fail(const char *message)
{
    fprintf(stderr, "croupier: %s\n", message);
    return false;
}

static bool check_head(struct server *server, const struct checkpoint *head)
{
    struct store_failure failure;
    const char *who = server->config->accept_loss;
    if (books_check_head(server->books, head, &failure) == STATUS_OK)
        return true;
    if (failure.status != STATUS_BROKEN_CHAIN || !who) {
        fail(failure.message);
        return fail("put back the database that has them, or go on without them with --accept-loss NAME");
    }
    log_event(&server->log, LOG_WARNING, "loss-accepted", "by", who, "message", failure.message, NULL);
    return books_accept_loss(server->books, head, who) == STATUS_OK || fail("the loss cannot be journalled");
}

bool attest_heads(struct server *server)
{
    for (unsigned i = 0; i < server->config->head_count; i++)
        if (!check_head(server, &server->config->heads[i]))
            return false;
    return true;
}

/* ---- Witnesses. ---- */

bool attest_ask(struct server *server)
{
    const struct config *config = server->config;
    for (unsigned i = 0; i < config->witness_count; i++) {
        enum courier_trouble trouble = courier_ask(server->books, &config->witnesses[i]);
        if (trouble)
            log_event(&server->log, LOG_WARNING, courier_code(trouble), "url", config->witnesses[i].url,
                      NULL);
        if ((trouble != COURIER_AHEAD && trouble != COURIER_FORKED) || config->accept_loss)
            continue;
        fprintf(stderr, "croupier: %s: %s\n", config->witnesses[i].url, courier_sentence(trouble));
        return fail("to go on all the same, give its last checkpoint (--checkpoint) and --accept-loss NAME");
    }
    return true;
}

void attest_start(struct server *server)
{
    const struct config *config = server->config;
    for (unsigned i = 0; i < config->witness_count; i++)
        server->couriers[i] = courier_new(server->books, &config->witnesses[i]);
}

void attest_stop(struct server *server)
{
    for (unsigned i = 0; i < WITNESSES_MAX; i++) {
        courier_free(server->couriers[i]);
        server->couriers[i] = NULL;
    }
}

static bool is_grave(enum courier_trouble trouble)
{
    return trouble == COURIER_AHEAD || trouble == COURIER_FORKED;
}

static void tell_pit(struct server *server, const char *level, const char *code, const char *sentence)
{
    for (unsigned i = 0; i < server->table_count; i++)
        floor_alarm(server->tables[i], level, code, sentence, "");
}

/* Alarms for the pit: disagreement at once, anything else once it lasts. */
static enum courier_trouble trouble_of(const struct courier_state *state)
{
    if (!is_grave(state->trouble) && state->behind_ms <= COURIER_LATE_MS)
        return COURIER_WELL;
    return state->trouble ? state->trouble : COURIER_AWAY;
}

static void look_at(struct server *server, unsigned at, const struct courier_state *state)
{
    enum courier_trouble now = trouble_of(state);
    if (now == (enum courier_trouble)server->told_trouble[at] ||
        (now == COURIER_WELL && state->behind_ms > 0))
        return;
    server->told_trouble[at] = (uint8_t)now;
    tell_pit(server,
             is_grave(now) ? "error"
             : now         ? "warning"
                           : "info",
             courier_code(now), courier_sentence(now));
}

/* If the key cannot sign any more, tables go on: acts are on disk, though no checkpoint covers them. Another
 * server may be the one that signs. */
static void look_at_seals(struct server *server)
{
    struct sealer *sealer = books_sealer(server->books);
    struct sealer_state state = sealer ? sealer_state(sealer) : (struct sealer_state){.status = STATUS_OK};
    bool unsealed = state.failing_ms > SEAL_LATE_MS_MAX;
    server->metrics.values[METRIC_LOG_UNSEALED] = unsealed;
    if (unsealed == server->told_unsealed || (!unsealed && state.status != STATUS_OK))
        return;
    server->told_unsealed = unsealed;
    log_event(&server->log, unsealed ? LOG_ERROR : LOG_INFO, unsealed ? "log-unsealed" : "log-sealed",
              "status", status_name(state.status), NULL);
    if (unsealed)
        tell_pit(server, "error", "log-unsealed",
                 N_("The log is not sealed any more: is the house's key there? Tables go on; nothing vouches "
                    "for what they do."));
    else
        tell_pit(server, "info", "log-sealed", N_("The log is sealed again, with everything that was done."));
}

void attest_look(struct server *server)
{
    uint64_t behind = 0;
    look_at_seals(server);
    for (unsigned i = 0; i < server->config->witness_count; i++) {
        if (!server->couriers[i])
            continue;
        struct courier_state state = courier_state(server->couriers[i]);
        look_at(server, i, &state);
        behind += trouble_of(&state) != COURIER_WELL;
    }
    server->metrics.values[METRIC_WITNESSES_BEHIND] = behind;
}
