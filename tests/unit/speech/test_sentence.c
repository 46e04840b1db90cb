/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: everything that can happen is said in every language, in whole sentences and without the engine's own
 * names. */
#include "check.h"

#include "rulebook/builtin.h"
#include "speech/sentence.h"

static struct rulebook book;
static struct roster roster;

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(builtin_load("mbs-blackjack-v6", &book), STATUS_OK);
    roster_add(&roster, "Mei", 3);
    return 0;
}

static const char *say(const struct event *event, unsigned language)
{
    static char bytes[512];
    struct text text;
    struct speaker speaker = {.book = &book, .roster = &roster, .language = language};
    text_init(&text, bytes, sizeof(bytes));
    sentence_event(&speaker, event, &text);
    return bytes;
}

/* A sentence, closed, every word filled in, nothing said twice. */
static void check_sentence(const char *said, unsigned language)
{
    static const char *const bad[] = {"{",        "}",   "  ",    "(null)", " of on ",
                                      " for on ", ": .", "-only", "：。"};
    const char *stop = strcmp(language_code(language), "zh") == 0 ? "。" : ".";
    size_t length = strlen(said);
    assert_true(length > strlen(stop));
    assert_string_equal(said + length - strlen(stop), stop);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_null(strstr(said, bad[i]));
}

static void test_every_event_is_a_sentence(void **state)
{
    (void)state;
    for (unsigned kind = 1; kind < EVENT_COUNT; kind++)
        for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
            struct event event = {.kind = (uint8_t)kind,
                                  .spot = {.area = 1, .hand = 2},
                                  .place = {PLACE_HAND, 1, 2},
                                  .from_place = {.kind = PLACE_DEALER},
                                  .reason = REASON_WIN,
                                  .option = OPTION_INSURANCE,
                                  .question = QUESTION_SHIFT,
                                  .amount_cents = 2500};
            check_sentence(say(&event, language), language);
        }
}

static void test_every_reason_option_and_question_has_words(void **state)
{
    (void)state;
    for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
        for (unsigned reason = 1; reason < REASON_COUNT; reason++)
            check_sentence(say(&(struct event){.kind = EVENT_RESULT, .reason = (uint8_t)reason}, language),
                           language);
        for (unsigned option = 1; option < OPTION_COUNT; option++)
            check_sentence(say(&(struct event){.kind = EVENT_OFFERED, .option = (uint8_t)option}, language),
                           language);
        for (unsigned question = 1; question < QUESTION_COUNT; question++)
            check_sentence(say(&(struct event){.kind = EVENT_ASKED, .question = (uint8_t)question}, language),
                           language);
    }
}

static unsigned chinese(void)
{
    unsigned language;
    assert_true(language_find("zh", &language));
    return language;
}

static void test_sentences_read_well(void **state)
{
    (void)state;
    struct event turn = {.kind = EVENT_TURN, .spot = {.area = 1}};
    struct event control = {.kind = EVENT_CONTROL, .spot = {.area = 1}};
    struct event result = {
        .kind = EVENT_RESULT, .spot = {.area = 1}, .reason = REASON_ORIGINAL_ONLY, .amount_cents = -2500};
    assert_string_equal(say(&turn, LANGUAGE_ENGLISH), "It is the turn of area 1.");
    assert_string_equal(say(&control, LANGUAGE_ENGLISH), "Mei decides for area 1.");
    assert_string_equal(say(&result, LANGUAGE_ENGLISH),
                        "Mei, the Main wager of area 1: the original wager only, -$25.");
    assert_string_equal(say(&turn, chinese()), "轮到1号位。");
    struct event card = {
        .kind = EVENT_CARD, .place = {.kind = PLACE_DEALER}, .card = card_make(RANK_KING, 2)};
    assert_string_equal(say(&card, LANGUAGE_ENGLISH), "King of Diamonds to the Dealer.");
    assert_string_equal(say(&card, chinese()), "庄家得方块K。");
}

/* Every act, with and without what may stand with it. */
static void test_every_act_is_a_sentence(void **state)
{
    (void)state;
    for (unsigned verb = 1; verb < VERB_COUNT; verb++)
        for (unsigned actor = ACTOR_PERSON; actor <= ACTOR_SHOE; actor++)
            for (unsigned i = 0; i < 2 * LANGUAGE_COUNT; i++) {
                char bytes[512];
                struct text text;
                struct act act = {.verb = (uint8_t)verb,
                                  .actor = (uint8_t)actor,
                                  .option = OPTION_SURRENDER,
                                  .decision = DECISION_CONTINUE,
                                  .spot = {.area = i % 2},
                                  .flags = i % 2 ? ACT_YES | ACT_FULL : 0,
                                  .amount_cents = i % 2 ? 500 : 0,
                                  .card_count = 1,
                                  .cards = {card_make(RANK_ACE, 0)},
                                  .note = "a note"};
                struct speaker speaker = {.book = &book, .roster = &roster, .language = i / 2};
                text_init(&text, bytes, sizeof(bytes));
                sentence_act(&speaker, &act, &text);
                check_sentence(bytes, i / 2);
            }
}

/* A refusal says what would go: the card that comes first, the room that is left, what is waited for. */
static void test_a_refusal_names_what_would_go(void **state)
{
    (void)state;
    static struct round round;
    struct setting setting;
    setting_init(&setting, &book, 6, 7);
    setting.limit_max_cents[0] = 100000;
    round_init(&round, &book, &setting);
    round.phase = PHASE_BETTING;
    round.stakes[round.stake_count++] =
        (struct stake){.person = 0, .spot = {.area = 1}, .placed_cents = 90000, .state = STAKE_OPEN};
    round.memory.front[round.memory.front_count++] = card_make(RANK_ACE, 0);
    const struct act act = {.actor = ACTOR_PERSON, .person = 1, .spot = {.area = 1}};
    const struct {
        enum status status;
        const char *ends;
    } rows[] = {
        {STATUS_CARD_NOT_FRONT, " The next one is As."},
        {STATUS_BOX_OVER_MAXIMUM, " At most $100 fits in."},
        {STATUS_NOT_NOW, " Place your bets."},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned language = 0; language < LANGUAGE_COUNT; language++) {
            char bytes[REFUSAL_TEXT_MAX];
            struct text text;
            struct speaker speaker = {
                .book = &book, .roster = &roster, .language = language, .round = &round, .coded = true};
            text_init(&text, bytes, sizeof(bytes));
            sentence_refusal(&speaker, &act, rows[i].status, &text);
            check_sentence(bytes, language);
            assert_true(language != LANGUAGE_ENGLISH || strstr(bytes, rows[i].ends));
        }
}

/* A card that lies out comes before those of the device, too. */
static void test_a_card_that_lies_out_is_named(void **state)
{
    (void)state;
    static struct round round;
    struct setting setting;
    setting_init(&setting, &book, 6, 7);
    round_init(&round, &book, &setting);
    round.person_count = 1;
    round.phase = PHASE_DEALING;
    round.blackjack.phase = DEAL_INITIAL;
    round.stakes[round.stake_count++] =
        (struct stake){.person = 0, .spot = {.area = 1}, .placed_cents = 5000, .state = STAKE_OPEN};
    round.blackjack.together.cards[0] = card_make(RANK_ACE, 0);
    round.blackjack.together.count = round.blackjack.together.ordered = 1;
    const struct act act = {.actor = ACTOR_SHOE, .verb = VERB_CARD};
    char bytes[REFUSAL_TEXT_MAX];
    struct text text;
    struct speaker speaker = {.book = &book, .roster = &roster, .round = &round, .coded = true};
    text_init(&text, bytes, sizeof(bytes));
    sentence_refusal(&speaker, &act, STATUS_CARD_NOT_FRONT, &text);
    assert_string_equal(bytes, "Another card comes first. The next one is As.");
}

/* A hand that did not change was not put right. */
static void test_a_hand_found_right_is_not_put_right(void **state)
{
    (void)state;
    struct event event = {.kind = EVENT_REBUILT, .place = {PLACE_HAND, 1, 0}, .number = 1};
    assert_non_null(strstr(say(&event, LANGUAGE_ENGLISH), "right as they lie"));
    event.number = 0;
    assert_non_null(strstr(say(&event, LANGUAGE_ENGLISH), "put right"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_event_is_a_sentence),
        cmocka_unit_test(test_every_reason_option_and_question_has_words),
        cmocka_unit_test(test_every_act_is_a_sentence),
        cmocka_unit_test(test_sentences_read_well),
        cmocka_unit_test(test_a_refusal_names_what_would_go),
        cmocka_unit_test(test_a_card_that_lies_out_is_named),
        cmocka_unit_test(test_a_hand_found_right_is_not_put_right),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
