/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: events, views and what the table waits for read the same in JSON as in a record; an event has the
 * members its kind speaks of, a view has all of them. */
#include "check.h"

#include <jansson.h>
#include <stdlib.h>

#include "game/game.h"
#include "record/line.h"
#include "rulebook/builtin.h"
#include "speech/tell.h"

static struct rulebook book;
static struct round played;
static struct events events;
static struct roster roster;
static struct line_reader reader;

static void start(const char *game)
{
    struct setting setting;
    assert_int_equal(builtin_load(game, &book), STATUS_OK);
    setting_init(&setting, &book, book.decks_max, book.areas_max);
    setting.credit_known = 1;
    setting.credit_cents[0] = 100000;
    round_init(&played, &book, &setting);
    memset(&roster, 0, sizeof roster);
    line_reader_init(&reader, &book);
    reader.areas = setting.areas;
}

/* Applies every act of the line; the events of its last one stay. */
static enum status say(const char *line)
{
    const struct record_item *items;
    size_t count;
    enum status status = line_read(&reader, &roster, line, strlen(line), &items, &count);
    played.person_count = roster.count;
    for (size_t i = 0; status == STATUS_OK && i < count; i++)
        status = round_apply(&book, &played, &items[i].act, &events).status;
    return status;
}

/* Everything but the sentence, which must be there. */
static void must_be(json_t *json, const char *expected)
{
    const char *sentence = json_string_value(json_object_get(json, "sentence"));
    if (json_object_get(json, "kind") || json_object_get(json, "mayEnd"))
        assert_true(sentence && sentence[0]);
    json_object_del(json, "sentence");
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    json_decref(json);
}

static struct speaker english(void)
{
    return (struct speaker){.book = &book, .roster = &roster, .round = &played};
}

static void begin(struct out *out)
{
    out_init(out);
    out_object(out);
}

static json_t *end(struct out *out)
{
    out_object_end(out);
    assert_false(out->failed);
    json_t *json = json_loads(out->bytes, 0, NULL);
    assert_non_null(json);
    out_release(out);
    return json;
}

static json_t *view_of(unsigned role, unsigned person)
{
    static struct view view;
    struct speaker speaker = english();
    struct out out;
    round_view(&book, &played, (struct viewer){(uint8_t)role, (uint8_t)person}, &view);
    begin(&out);
    tell_view(&out, &speaker, &view);
    return end(&out);
}

static json_t *wants_now(void)
{
    struct speaker speaker = english();
    struct wants wants = round_wants(&book, &played);
    struct out out;
    begin(&out);
    tell_wants(&out, &speaker, &wants);
    return end(&out);
}

static json_t *event_of(enum event_kind kind)
{
    struct speaker speaker = english();
    struct out out;
    for (unsigned i = 0; i < events.count; i++)
        if (events.items[i].kind == kind) {
            begin(&out);
            tell_event(&out, &speaker, &events.items[i]);
            return end(&out);
        }
    return NULL;
}

static void test_a_round_with_a_squeeze(void **state)
{
    (void)state;
    start("rws-blackjack");
    must_be(view_of(VIEWER_DISPLAY, 0), "{\"hands\":[],\"phase\":\"idle\",\"stakes\":[],\"voided\":false}");
    assert_int_equal(say("dealer: open"), STATUS_OK);
    assert_int_equal(say("A: bet 1 main 100"), STATUS_OK);
    must_be(event_of(EVENT_WAGERED), "{\"amount\":10000,\"clauses\":[],\"kind\":\"wagered\",\"spot\":\"1\","
                                     "\"wager\":\"main\",\"who\":\"A\"}");
    assert_int_equal(say("A: squeeze 1"), STATUS_OK);
    assert_int_equal(say("dealer: decide squeeze yes"), STATUS_OK);
    assert_int_equal(say("dealer: close"), STATUS_OK);
    must_be(
        wants_now(),
        "{\"card\":\"1\",\"faceDown\":true,\"from\":[],\"mayEnd\":false,\"question\":\"\",\"turn\":\"\"}");
    assert_int_equal(say("shoe: ? 6c ?"), STATUS_OK);
    must_be(event_of(EVENT_CARD),
            "{\"card\":\"?\",\"clauses\":[\"1.16\",\"3.11\",\"2.2.1\",\"3.12\"],"
            "\"kind\":\"card\",\"place\":\"1\",\"total\":\"\"}"); /* of a hidden hand none */
    must_be(
        wants_now(),
        "{\"card\":\"\",\"faces\":\"1\",\"from\":[\"A\"],\"mayEnd\":false,\"question\":\"\",\"turn\":\"\"}");
    must_be(
        view_of(VIEWER_PLAYER, 0),
        "{\"hands\":[{\"cards\":[\"?\",\"?\"],\"closed\":false,\"control\":\"A\",\"place\":\"1\","
        "\"squeezer\":\"A\",\"total\":\"\",\"turn\":false},{\"cards\":[\"6c\"],\"closed\":false,\"control\":\"\",\"place\":\"dealer\","
        "\"total\":\"6\",\"turn\":false}],\"phase\":\"dealing\",\"stakes\":[{\"effective\":10000,\"placed\":10000,"
        "\"reason\":\"\",\"result\":0,\"settled\":false,\"spot\":\"1\",\"wager\":\"main\",\"who\":\"A\"}],\"voided\":false}");
    assert_int_equal(say("A: reveal 1 Ah 7h"), STATUS_OK);
    must_be(event_of(EVENT_REVEALED),
            "{\"card\":\"Ah\",\"clauses\":[\"3.12\"],\"kind\":\"revealed\",\"place\":\"1\"}");
    assert_int_equal(say("dealer: settle"), STATUS_OK);
    must_be(wants_now(),
            "{\"card\":\"\",\"from\":[\"A\"],\"mayEnd\":false,\"question\":\"\",\"turn\":\"1\"}");
    assert_int_equal(say("dealer: irregularity other"), STATUS_OK);
    must_be(event_of(EVENT_ASKED), "{\"clauses\":[\"5.19\"],\"kind\":\"asked\",\"question\":\"shift\"}");
    must_be(wants_now(),
            "{\"card\":\"\",\"from\":[\"A\"],\"mayEnd\":false,\"question\":\"shift\",\"turn\":\"1\"}");
    assert_int_equal(say("shift: decide continue"), STATUS_OK);
    assert_int_equal(say("A: stand 1"), STATUS_OK);
    assert_int_equal(say("shoe: Kd 9d"), STATUS_OK);
    assert_int_equal(say("dealer: end"), STATUS_OK);
    json_t *result = event_of(EVENT_RESULT);
    assert_string_equal(json_string_value(json_object_get(result, "reason")), "win");
    json_decref(result);
    json_t *view = view_of(VIEWER_PIT, 0);
    json_t *stake = json_array_get(json_object_get(view, "stakes"), 0);
    assert_int_equal(json_integer_value(json_object_get(stake, "result")), 10000);
    assert_string_equal(json_string_value(json_object_get(stake, "reason")), "win");
    json_t *dealer = json_array_get(json_object_get(view, "hands"), 1);
    assert_string_equal(json_string_value(json_object_get(dealer, "total")), "bust25");
    json_decref(view);
    line_reader_release(&reader);
}

static void test_moves_and_offers(void **state)
{
    (void)state;
    start("mbs-blackjack-v6");
    assert_int_equal(say("dealer: open"), STATUS_OK);
    assert_int_equal(say("A: bet 1 main 100"), STATUS_OK);
    assert_int_equal(say("B: bet 2 main 100"), STATUS_OK);
    assert_int_equal(say("dealer: close"), STATUS_OK);
    assert_int_equal(say("shoe: 8h 9h 6c 8d 9s"), STATUS_OK);
    json_t *offered = event_of(EVENT_OFFERED);
    assert_string_equal(json_string_value(json_object_get(offered, "option")), "surrender");
    json_decref(offered);
    assert_int_equal(say("A: split 1"), STATUS_OK);
    must_be(event_of(EVENT_SPLIT),
            "{\"clauses\":[\"3.21\",\"1.1.13\"],\"kind\":\"split\",\"number\":1,\"spot\":\"1.2\"}");
    assert_int_equal(say("shoe: 3h"), STATUS_OK);
    json_t *card = event_of(EVENT_CARD);
    assert_string_equal(json_string_value(json_object_get(card, "total")), "11");
    json_decref(card);
    assert_int_equal(say("A: hit 1.1"), STATUS_OK);
    assert_int_equal(say("shoe: 4h > 2"), STATUS_OK);
    assert_int_equal(say("dealer: irregularity wrong-hand"), STATUS_OK);
    must_be(event_of(EVENT_MOVED),
            "{\"card\":\"4h\",\"clauses\":[\"5.6\",\"5.6.2\"],\"from\":\"2\",\"kind\":\"moved\","
            "\"place\":\"1.1\"}");
    line_reader_release(&reader);
}

/* [bac] totals without a spot, a void round, a question in the view. */
static void test_a_table_without_areas(void **state)
{
    (void)state;
    start("mbs-7up-baccarat");
    assert_int_equal(say("terminal: open"), STATUS_OK);
    assert_int_equal(say("A: bet tie 10"), STATUS_OK);
    must_be(event_of(EVENT_WAGERED),
            "{\"amount\":1000,\"clauses\":[],\"kind\":\"wagered\",\"wager\":\"tie\",\"who\":\"A\"}");
    assert_int_equal(say("terminal: close"), STATUS_OK);
    assert_int_equal(say("shoe: 2h 9c"), STATUS_OK);
    assert_int_equal(say("dealer: irregularity other"), STATUS_OK);
    json_t *view = view_of(VIEWER_DISPLAY, 0);
    assert_string_equal(json_string_value(json_object_get(view, "question")), "shift");
    json_decref(view);
    assert_int_equal(say("shift: decide void"), STATUS_OK);
    view = view_of(VIEWER_DISPLAY, 0);
    assert_true(json_is_true(json_object_get(view, "voided")));
    json_decref(view);
    line_reader_release(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_round_with_a_squeeze),
        cmocka_unit_test(test_moves_and_offers),
        cmocka_unit_test(test_a_table_without_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
