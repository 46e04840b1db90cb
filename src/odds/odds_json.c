/* SPDX-License-Identifier: Apache-2.0 */
#include "odds/odds_json.h"

#include "rulebook/sign_json.h"

#include <assert.h>
#include <stdlib.h>

#define PLAY                                                                                                 \
    "best play by composition; split hands are played by the same composition-dependent, zero-memory "       \
    "strategy as unsplit ones (CDZ-), with exact resplits"

const char odds_method[] = "exact for one player and a fresh shoe; " PLAY;
const char hand_method[] = "exact for one player and a shoe that lacks the cards named; " PLAY;

static json_t *fraction_json(const mpq_t fraction)
{
    char *text = fraction_text(fraction);
    json_t *json = json_string(text);
    free(text);
    return json;
}

static json_t *pays_json(const struct outcome_odds *outcome)
{
    char text[RATIO_TEXT_MAX];
    if (outcome->sign <= 0)
        return json_string(outcome->sign < 0 ? "-1" : "0");
    ratio_print(outcome->pays, text, sizeof(text));
    return json_string(text);
}

/* The rulebook's own words, so that nobody need know the names. */
static void put_labels(json_t *json, const struct label *label)
{
    json_object_set_new(json, "label", json_string(label_say(label, LANGUAGE_ENGLISH)));
    json_object_set_new(json, "labels", label_json(label));
}

json_t *wager_odds_json(const struct wager_odds *odds)
{
    json_t *outcomes = json_array();
    for (unsigned i = 0; i < odds->outcome_count; i++) {
        const struct outcome_odds *outcome = &odds->outcomes[i];
        json_t *json = json_pack("{s:s, s:o, s:f, s:o}", "name", outcome->name, "pays", pays_json(outcome),
                                 "probability", mpq_get_d(outcome->probability), "probability_fraction",
                                 fraction_json(outcome->probability));
        if (i < odds->rule->line_count)
            put_labels(json, &odds->rule->lines[i].label);
        json_array_append_new(outcomes, json);
    }
    json_t *json = json_pack("{s:s, s:f, s:o, s:f, s:f, s:o}", "kind", odds->rule->name, "house_edge",
                             mpq_get_d(odds->house_edge), "house_edge_fraction",
                             fraction_json(odds->house_edge), "hit_frequency", mpq_get_d(odds->hit_frequency),
                             "standard_deviation", wager_odds_deviation(odds), "outcomes", outcomes);
    put_labels(json, &odds->rule->label);
    if (odds->condition)
        json_object_set_new(json, "condition", json_string(odds->condition));
    return json;
}

/* The net result of all hands of a split. */
static json_t *results_json(const struct game_odds *game)
{
    struct net_result results[NET_RESULTS_MAX];
    unsigned count = net_results(&game->split_net, game->terms.regular_ratio, results);
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:f, s:f}", "result", results[i].result, "probability",
                                              results[i].probability));
    return list;
}

static json_t *end_json(const struct game_odds *game, enum round_end end)
{
    assert(end < ROUND_ENDS);
    char pays[RATIO_TEXT_MAX];
    round_end_pays(game, end, pays, sizeof(pays));
    json_t *json = json_pack("{s:s, s:o, s:f, s:n}", "name", round_end_name(end), "pays",
                             *pays ? json_string(pays) : json_null(), "probability", game->ends[end],
                             "probability_fraction");
    if (end != END_SPLIT || game->ends[end] <= 0)
        return json;
    json_object_set_new(json, "mean", json_real(game->split_value / game->ends[end]));
    if (game->deviation > 0) {
        json_object_set_new(json, "results", results_json(game));
        json_object_set_new(json, "results_within", json_real(game->split_net.off));
    }
    return json;
}

json_t *game_odds_json(const struct game_odds *game, const char *kind)
{
    bool known = game->deviation > 0;
    json_t *outcomes = json_array();
    for (unsigned end = 0; end < ROUND_ENDS; end++)
        json_array_append_new(outcomes, end_json(game, (enum round_end)end));
    json_t *json = json_pack("{s:s, s:f, s:n, s:o, s:o, s:o}", "kind", kind, "house_edge",
                             -game->expected_value, "house_edge_fraction", "hit_frequency",
                             known ? json_real(game->hit_frequency) : json_null(), "standard_deviation",
                             known ? json_real(game->deviation) : json_null(), "outcomes", outcomes);
    json_object_set_new(json, "expected_value", json_real(game->expected_value));
    json_object_set_new(json, "method", json_string(odds_method));
    json_object_set_new(json, "total_dependent_expected_value", json_real(game->printed_expected_value));
    json_object_set_new(json, "cost_of_total_dependence",
                        json_real(game->expected_value - game->printed_expected_value));
    json_object_set_new(json, "mean_total_wager", json_real(game->staked));
    json_object_set_new(json, "element_of_risk", json_real(-game->expected_value / game->staked));
    return json;
}

json_t *hand_answer_json(const struct hand_answer *answer, const char *hand, const char *dealer)
{
    json_t *actions = json_array();
    for (unsigned i = 0; i < answer->action_count; i++)
        json_array_append_new(actions, json_pack("{s:s, s:f}", "action", play_name(answer->actions[i].play),
                                                 "expected_value", answer->actions[i].expected_value));
    json_t *json = json_pack("{s:s, s:s, s:o, s:s, s:s}", "hand", hand, "dealer", dealer, "actions", actions,
                             "best", play_name(answer->actions[0].play), "method", hand_method);
    if (answer->insurance)
        json_object_set_new(json, "insurance",
                            json_pack("{s:f, s:i, s:i}", "expected_value", answer->insurance_value,
                                      "winning_cards", (int)answer->insurance_wins, "cards_left",
                                      (int)answer->insurance_cards));
    return json;
}

json_t *chart_json(const struct strategy_chart *chart)
{
    json_t *sections = json_array();
    for (unsigned s = 0; s < CHART_SECTIONS; s++) {
        json_t *rows = json_object();
        for (unsigned r = 0; r < chart->sections[s].count; r++) {
            const struct chart_row *row = &chart->rows[chart->sections[s].first + r];
            json_t *cells = json_object();
            for (unsigned c = 0; c < CHART_COLUMNS; c++)
                json_object_set_new(cells, chart_upcard_label(c),
                                    json_string(mark_letters((enum chart_mark)row->marks[c])));
            json_object_set_new(rows, row->label, cells);
        }
        json_array_append_new(sections,
                              json_pack("{s:s, s:o}", "heading", chart->sections[s].heading, "rows", rows));
    }
    return sections;
}
