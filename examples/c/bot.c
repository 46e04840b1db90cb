/* SPDX-License-Identifier: Apache-2.0 */
/* bot.c - plays blackjack over WebSocket (docs/protocol.md), each decision by its exact value.
 *
 *     cc bot.c $(pkg-config --cflags --libs croupier libwebsockets jansson) -o bot
 *     croupier serve --demo &
 *     curl -s -d '{"demo": "player"}' http://127.0.0.1:8080/api/session        tells a TOKEN
 *     ./bot 8080 TOKEN mbs-blackjack-v6-3 10
 *
 * The server says what may be done (offers) and what is asked; the library says what each action is worth.
 * The bot knows no rule. */
#include <croupier/croupier.h>

#include <jansson.h>
#include <libwebsockets.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGES_MAX = 16, MESSAGE_BYTES = 512 };

struct bot {
    const char *token;
    const char *table;
    long rounds_left;
    long long round; /* the last one that was bet on */
    int betting;     /* the bet is on its way */
    long long result_cents;
    unsigned acts;
    struct croupier_rulebook *book;
    struct lws *wire;
    char *heard; /* the message that is coming in, owned */
    size_t heard_size;
    unsigned say_count;
    char say[MESSAGES_MAX][LWS_PRE + MESSAGE_BYTES];
    int failed;
};

static const char *text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

/* Takes the message; it goes out when the wire is ready. */
static void send_message(struct bot *bot, json_t *message)
{
    if (bot->say_count < MESSAGES_MAX) {
        char *line = bot->say[bot->say_count++] + LWS_PRE;
        size_t size = json_dumpb(message, line, MESSAGE_BYTES - 1, JSON_COMPACT);
        line[size < MESSAGE_BYTES ? size : 0] = '\0';
        lws_callback_on_writable(bot->wire);
    }
    json_decref(message);
}

static void do_act(struct bot *bot, const char *act)
{
    char id[64];
    snprintf(id, sizeof id, "%.20s-%lld-%u", bot->token, bot->round, bot->acts++);
    send_message(bot,
                 json_pack("{s:s, s:s, s:s, s:s}", "type", "act", "id", id, "table", bot->table, "act", act));
}

/* ---- What to do. ---- */

/* "Ah 7d" of the hand at a place. */
static int cards_at(const json_t *state, const char *place, char *cards, size_t room)
{
    const json_t *hand;
    const json_t *card;
    size_t i;
    size_t j;
    cards[0] = '\0';
    json_array_foreach(json_object_get(state, "hands"), i, hand)
    {
        if (strcmp(text(hand, "place"), place) != 0)
            continue;
        json_array_foreach(json_object_get(hand, "cards"), j, card)
        {
            size_t used = strlen(cards);
            snprintf(cards + used, room - used, "%s%s", used ? " " : "", json_string_value(card));
        }
    }
    return cards[0] != '\0';
}

/* The act that answers the question best: the library names its actions as the acts are named. Beside the
 * turn, as with surrender, an option is taken only if nothing is better than it. */
static const char *best_act(const struct bot *bot, const json_t *state, const json_t *asked)
{
    char hand[128];
    char dealer[16];
    char *answer = NULL;
    const char *found = NULL;
    const json_t *action;
    size_t i;
    bool turn = strcmp(text(asked, "topic"), "turn") == 0;
    unsigned decks = (unsigned)json_integer_value(json_object_get(state, "decks"));
    if (!cards_at(state, text(asked, "spot"), hand, sizeof hand) ||
        !cards_at(state, "dealer", dealer, sizeof dealer) ||
        croupier_hand_odds(bot->book, decks, hand, dealer, NULL, &answer) != 0)
        return NULL;
    json_t *odds = json_loads(answer, 0, NULL);
    croupier_text_free(answer);
    json_array_foreach(json_object_get(odds, "actions"), i, action)
    {
        const char *name = text(action, "action");
        const json_t *act;
        if (i > 0 && !turn)
            break;
        size_t j;
        json_array_foreach(json_object_get(asked, "acts"), j, act)
        {
            const char *line = json_string_value(act);
            if (!found && strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ' ')
                found = line;
        }
    }
    json_decref(odds);
    return found;
}

/* The first offer with this verb, and this wager if one is named. */
static const char *offer(const json_t *state, const char *verb, const char *wager)
{
    const json_t *one;
    size_t i;
    json_array_foreach(json_object_get(state, "offers"), i, one)
    {
        const char *act = text(one, "act");
        if (strcmp(text(one, "verb"), verb) == 0 && (!wager || strstr(act, wager)))
            return act;
    }
    return NULL;
}

static void bet(struct bot *bot, const json_t *state, long long round)
{
    const char *act = offer(state, "bet", " main ");
    if (!act || bot->round == round)
        return;
    bot->round = round;
    bot->betting = 1;
    do_act(bot, act);
}

/* The bet lies on the table: no need to wait for the clock. */
static void get_ready(struct bot *bot)
{
    if (bot->betting)
        send_message(bot, json_pack("{s:s, s:s}", "type", "ready", "table", bot->table));
    bot->betting = 0;
}

/* An offer has its smallest amount; a double is for as much as it may be. */
static void do_whole(struct bot *bot, const json_t *state, const char *act)
{
    char line[MESSAGE_BYTES];
    const json_t *one;
    size_t i;
    snprintf(line, sizeof line, "%s", act);
    json_array_foreach(json_object_get(state, "offers"), i, one)
    {
        long long most = json_integer_value(json_object_get(one, "max"));
        char *amount = strrchr(line, ' ');
        if (most && amount && strcmp(text(one, "act"), act) == 0)
            snprintf(amount, sizeof line - (size_t)(amount - line), " %lld.%02lld", most / 100, most % 100);
    }
    do_act(bot, line);
}

/* Saying no. */
static const char *decline(const json_t *acts)
{
    const json_t *act;
    size_t i;
    json_array_foreach(acts, i, act)
    {
        if (strncmp(json_string_value(act), "decline", 7) == 0)
            return json_string_value(act);
    }
    return json_string_value(json_array_get(acts, 0));
}

static void decide(struct bot *bot, const json_t *state)
{
    const json_t *asked;
    size_t i;
    json_array_foreach(json_object_get(state, "asked"), i, asked)
    {
        const json_t *acts = json_object_get(asked, "acts");
        if (!json_array_size(acts))
            continue;
        const char *act = best_act(bot, state, asked);
        do_whole(bot, state, act ? act : decline(acts));
        return;
    }
}

/* ---- What the server says. ---- */

static void count_results(struct bot *bot, const json_t *message)
{
    const json_t *event;
    size_t i;
    json_array_foreach(json_object_get(message, "events"), i, event)
    {
        const char *kind = text(event, "kind");
        if (strcmp(kind, "result") == 0)
            bot->result_cents += json_integer_value(json_object_get(event, "amount"));
        if (strcmp(kind, "ended") == 0 && bot->round) {
            printf("round %lld: %+.2f so far\n", bot->round, (double)bot->result_cents / 100);
            bot->rounds_left--;
        }
    }
}

static void hear(struct bot *bot, const json_t *message)
{
    const char *type = text(message, "type");
    const json_t *state = json_object_get(message, "state");
    if (strcmp(type, "welcome") == 0) {
        send_message(bot, json_pack("{s:s, s:s}", "type", "watch", "table", bot->table));
        send_message(bot, json_pack("{s:s, s:s, s:s, s:i}", "type", "arrange", "table", bot->table, "speed",
                                    "fast", "company", 0));
    }
    bool refused = strcmp(type, "answer") == 0 && !json_is_true(json_object_get(message, "ok"));
    if (strcmp(type, "error") == 0 || refused)
        fprintf(stderr, "%s\n", text(message, "sentence"));
    else if (strcmp(type, "answer") == 0)
        get_ready(bot);
    if (!state)
        return;
    if (!bot->book)
        bot->book = croupier_rulebook_new(text(state, "game"));
    count_results(bot, message);
    bet(bot, state, json_integer_value(json_object_get(state, "round")));
    decide(bot, state);
}

static void hear_bytes(struct bot *bot, struct lws *wire, const void *bytes, size_t size)
{
    char *more = realloc(bot->heard, bot->heard_size + size);
    if (!more) {
        bot->failed = 1;
        return;
    }
    bot->heard = more;
    memcpy(bot->heard + bot->heard_size, bytes, size);
    bot->heard_size += size;
    if (!lws_is_final_fragment(wire))
        return;
    json_t *message = json_loadb(bot->heard, bot->heard_size, 0, NULL);
    bot->heard_size = 0;
    if (message)
        hear(bot, message);
    json_decref(message);
}

static int on_wire(struct lws *wire, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    struct bot *bot = lws_context_user(lws_get_context(wire));
    (void)user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        bot->wire = wire;
        send_message(bot, json_pack("{s:s, s:i, s:s}", "type", "hello", "protocol", 1, "token", bot->token));
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        hear_bytes(bot, wire, in, size);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        if (bot->say_count) {
            char *line = bot->say[0] + LWS_PRE;
            lws_write(wire, (unsigned char *)line, strlen(line), LWS_WRITE_TEXT);
            memmove(bot->say[0], bot->say[1], --bot->say_count * sizeof bot->say[0]);
            if (bot->say_count)
                lws_callback_on_writable(wire);
        }
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        fprintf(stderr, "no connection: %s\n", in ? (const char *)in : "");
        bot->failed = 1;
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
        bot->failed = 1;
        return 0;
    default:
        return 0;
    }
}

int main(int argc, char **argv)
{
    static struct bot bot;
    static const struct lws_protocols protocols[] = {{.name = "croupier.1", .callback = on_wire}, {0}};
    if (argc != 5) {
        fprintf(stderr, "usage: bot PORT TOKEN TABLE ROUNDS\n");
        return 2;
    }
    bot.token = argv[2];
    bot.table = argv[3];
    bot.rounds_left = atol(argv[4]);
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN, .protocols = protocols, .user = &bot};
    struct lws_context *context = lws_create_context(&info);
    struct lws_client_connect_info to = {.context = context,
                                         .address = "127.0.0.1",
                                         .port = atoi(argv[1]),
                                         .path = "/ws",
                                         .host = "127.0.0.1",
                                         .protocol = "croupier.1"};
    if (!context || !lws_client_connect_via_info(&to))
        return 1;
    while (!bot.failed && bot.rounds_left > 0)
        lws_service(context, 0);
    int failed = bot.failed;
    lws_context_destroy(context);
    croupier_rulebook_free(bot.book);
    free(bot.heard);
    return failed;
}
