/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every value of the five shipped rulebooks is what the documents say. The tables below were written
 * from the documents, not from the files; a value in a file that no row expects fails as well. Names and
 * clause numbers are checked elsewhere (test_builtin, test_register). */
#include "check.h"

#include <stdio.h>

#include "rulebook/builtin.h"
#include "rulebook/freeze.h"

enum { BOOKS = 5, LINES_MAX = 1024 };
static const char *const ids[BOOKS] = {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements",
                                       "rws-blackjack", "mbs-7up-baccarat"};

struct row {
    const char *path;
    const char *values[BOOKS]; /* NULL: the book does not say */
};

/* clang-format off */
#define EACH(v6, ar, se, rws, bac) {v6, ar, se, rws, bac}
#define BJ(mbs, rws)               {mbs, mbs, mbs, rws, NULL}
#define ALL_BJ(value)              {value, value, value, value, NULL}
#define ALL(value)                 {value, value, value, value, value}
#define V6(value)                  {value, NULL, NULL, NULL, NULL}
#define AR(value)                  {NULL, value, NULL, NULL, NULL}
#define SE(value)                  {NULL, NULL, value, NULL, NULL}
#define MBS(value)                 {value, value, value, NULL, NULL}
#define RWS(value)                 {NULL, NULL, NULL, value, NULL}
#define BAC(value)                 {NULL, NULL, NULL, NULL, value}

static const struct row identity[] = {
    {"id", {"mbs-blackjack-v6", "mbs-ace-race-v4", "mbs-star-elements", "rws-blackjack", "mbs-7up-baccarat"}},
    {"operator", EACH("Marina Bay Sands", "Marina Bay Sands", "Marina Bay Sands", "Resorts World Sentosa", "Marina Bay Sands")},
    {"version", EACH("6", "4", "1", "1", "1")},
    {"effective", EACH("2019-09-27", "2019-09-27", "2020-03-17", "2024-01-10T08:00", "2023-05-08T00:00")},
    {"family", EACH("blackjack", "blackjack", "blackjack", "blackjack", "baccarat")},
};

static const struct row equipment[] = {
    {"cards.deck", EACH("french", "french", "elements", "french", "french")}, /* [mbs 2.1; rws 2.2.1; bac 2.1; se 1.1.3] */
    {"cards.decks.min", EACH("1", "2", "4", "4", "4")},                       /* [mbs 2.1; rws 2.2.1; bac 2.1] */
    {"cards.decks.max", EACH("8", "8", "6", "8", "10")},
    {"areas.min", EACH("5", "5", "1", "1", NULL)},                            /* [mbs App.A; ar App.B; se App.B; rws 2.1.1] */
    {"areas.max", ALL_BJ("7")},
    {"areas.balance_open", BJ("false", "true")},                              /* [rws 3.6] */
    {"burn.count", EACH("1", "1", "1", "0", "0")},                            /* [mbs 5.21] AMB-73 */
    {"burn.when", ALL("after_shuffle")},
    {"money.unit", ALL("0.01")},
    {"money.rounding", ALL("down")},
    {"outage.undecided", EACH("offer_withdrawal", "offer_withdrawal", "offer_withdrawal", "void", "void")}, /* [mbs 5.29.1; rws 5.4.2; bac 5.9.1] */
    {"outage.outcome_basis", EACH("placed", "placed", "placed", "placed", "offered")}, /* AMB-74 */
    {"outage.conclusive", ALL("computed")},                                   /* AMB-75 */
    {"faceup.before_first_card", EACH("refer", "refer", "refer", "play", "refer")}, /* [mbs 5.5; rws 5.11; bac 5.6] AMB-81 */
};

static const struct row blackjack[] = {
    {"dealer.soft17", EACH("stand", "hit", "stand", "stand", NULL)},          /* [mbs 3.34; rws 3.24] */
    {"dealer.draw", BJ("unless_no_effect", "when_any_bet_open")},             /* [mbs 3.35; rws 3.26.1] */
    {"dealer.blackjack_takes", EACH("original_and_busted", "all", "all", "original_and_busted", NULL)}, /* [v6 4.4, 3.24.3; ar 3.24.3, 3.26.8; se 4.5.3; rws 3.22.3, 3.23.2] */
    {"dealer.blackjack_vs_21", ALL_BJ("lose")},                               /* [v6 4.3.3; ar 4.4.3; se 4.5.3] AMB-18 */
    {"stand.min_total", BJ("0", "12")},                                       /* [mbs 3.28; rws 3.20] */
    {"hit.hard_21", ALL_BJ("refuse")},                                        /* [mbs 3.30; rws 3.18] AMB-21 */
    {"ace.choice", ALL_BJ("best_total")},                                     /* [mbs 3.4.1; rws 3.2.1] AMB-15 */
    {"surrender.offered", ALL_BJ("true")},                                    /* [mbs 3.25; rws 3.17] */
    {"surrender.not_against", ALL_BJ("[A]")},
    {"surrender.on_blackjack", ALL_BJ("refuse")},                             /* AMB-48 */
    {"surrender.scope", ALL_BJ("per_player")},                                /* [mbs 3.25.1.2; rws 1.34] */
    {"window.stand_closes", BJ("true", "false")},                             /* [mbs 3.25.1, 3.27.1; rws 3.17, 3.15.2.a] */
    {"insurance.offered", ALL_BJ("true")},                                    /* [mbs 3.27; rws 3.15.2] */
    {"insurance.against", ALL_BJ("[A]")},
    {"insurance.max", ALL_BJ("1:2")},                                         /* [mbs 3.27; rws 3.15.2.a] */
    {"insurance.by_others", BJ("true", "false")},                             /* [mbs 3.27.3; rws 3.15.2] */
    {"insurance.remainder", ALL_BJ("not_offered")},                           /* AMB-55 */
    {"insurance.of_absent", ALL_BJ("keeps")},                                 /* [mbs 3.27.3] AMB-105 */
    {"even_money.offered", ALL_BJ("true")},                                   /* [mbs 3.20; rws 3.15.1] */
    {"even_money.insurance", ALL_BJ("return")},                               /* [mbs 3.20] AMB-51 */
    {"even_money.insurance_of_others", ALL_BJ("keep")},                       /* AMB-52 */
    {"split.offered", ALL_BJ("true")},                                        /* [mbs 3.21; rws 3.22] */
    {"split.hands_max", ALL_BJ("4")},                                         /* [mbs 3.22; rws 3.22.2] */
    {"split.aces_hands_max", ALL_BJ("2")},                                    /* [mbs 3.22.1; rws 3.22.2] */
    {"split.aces_one_card", ALL_BJ("true")},                                  /* [mbs 3.23.1; rws 3.22.2] */
    {"split.resplit_order", ALL_BJ("adjacent")},                              /* AMB-30 */
    {"double.on", EACH("any", "hard", "any", "any", NULL)},                   /* [mbs 3.26.1; rws 3.23] */
    {"double.totals", EACH("[]", "[10, 11]", "[]", "[]", NULL)},              /* [ar 1.1.3, 3.26.1] */
    {"double.after_split", ALL_BJ("true")},                                   /* [mbs 3.26.2; rws 1.7] */
    {"double.min", BJ("table_min", "chip_unit")},                             /* [v6 1.1.2; ar 1.1.3; se 1.1.2; rws 1.7] */
    {"double.ace_is_one", EACH("false", "true", "false", "false", NULL)},     /* [ar 3.4.2] */
    {"double.ace_nine", EACH("refuse", "allow", "refuse", "refuse", NULL)},   /* AMB-23 */
    {"control.unseated", BJ("nearest", "highest")},                           /* [mbs 3.12; rws 1.26] */
    {"control.call", ALL_BJ("allow")},                                        /* [mbs 3.13] AMB-104 */
    {"limits.scope", BJ("per_wager", "per_area")},                            /* [mbs 3.6, 5.27; rws 5.1] */
    {"limits.minimum_scope", BJ("per_player", "box_total")},                  /* [mbs 5.26; rws 5.2] */
    {"limits.over_maximum", BJ("cap", "prorata")},                            /* [mbs 5.27; rws 5.1.1] */
    {"limits.under_minimum", BJ("once", "plays")},                            /* [mbs 5.26; rws 5.2.1] */
    {"limits.under_memory", ALL_BJ("table_session")},                         /* AMB-09 */
    {"limits.under_standoff", ALL_BJ("not_settled")},                         /* [mbs 5.26] AMB-106 */
    {"limits.unseated_priority", ALL_BJ("highest")},                          /* [rws 1.26, 5.1] AMB-89 */
    {"limits.prorata_floor", ALL_BJ("lift_and_reapportion")},                 /* AMB-04 */
    {"limits.prorata_pool", ALL_BJ("max_minus_exempt")},                      /* AMB-05 */
    {"limits.late_pull", BJ("counts", "refused")},                            /* [mbs 5.4; rws 5.8] */
    {"sides.claims", BJ("true", "false")},                                    /* [mbs 3.17.2; rws 3.9] */
    {"settle.blackjack_early", ALL_BJ("true")},                               /* [mbs 3.19; rws 3.16] */
    {"settle.sides_early", ALL_BJ("true")},                                   /* [rws 3.13] AMB-46 */
    {"split_side.by", ALL_BJ("followers")},                                   /* [ar 3.21.1] AMB-39 */
    {"split_side.on_dealer_blackjack", ALL_BJ("settled")},                    /* AMB-37 */
    {"squeeze.allowed", BJ("false", "true")},                                 /* [rws 3.12] */
    {"absent.hard_min", ALL_BJ("12")},                                        /* [mbs 5.22; rws 5.3] */
    {"absent.soft_min", BJ("17", "12")},                                      /* [mbs 5.22; rws 5.3] AMB-63 */
    {"repairs.misdeal_late", BJ("settled_or_played", "settled")},             /* [mbs 5.6.1, 5.6.2; rws 5.10.1] */
    {"repairs.beyond_repair", BJ("void", "continue")},                        /* [mbs 5.2; rws 5.7.1] */
    {"repairs.earlier_stand_at_once", BJ("true", "false")},                   /* [mbs 5.28; rws 5.6] */
    {"repairs.skipped_cards", ALL_BJ("back_to_front")},                       /* [mbs 5.17] AMB-66 */
    {"repairs.one_card_blackjack", ALL_BJ("counts")},                         /* AMB-70 */
    {"repairs.subsequent_deal", ALL_BJ("request")},                           /* [v6 1.1.15; ar 1.1.16; se 1.1.16; rws 1.33] AMB-107 */
    {"repairs.late_card_withdraw", ALL_BJ("around")},                         /* [mbs 5.12, 5.25] AMB-71 */
    {"repairs.detrimental", ALL_BJ("enforced")},                              /* [mbs 5.23.4.5] AMB-87 */
    {"repairs.options_for_sides", ALL_BJ("true")},                            /* [rws 1.21, 5.7] AMB-108 */
    {"repairs.decline_disclosed", ALL_BJ("stand")},                           /* [mbs 5.24] AMB-94 */
    {"repairs.options_on_overdraw", ALL_BJ("false")},                         /* [rws 5.10.2] AMB-83 */
};

static const struct row baccarat[] = {
    {"permanent.player", BAC("7")},                                           /* [bac 1.1.4] */
    {"together.unneeded", BAC("void")},                               /* [bac 5.8.1] AMB-109 */
    {"permanent.banker", BAC("none")},
    {"deal.order", BAC("[banker, player, banker]")},                          /* [bac 3.6, 3.6.1, 3.6.2] */
    {"natural.totals", BAC("[8, 9]")},                                        /* [bac 1.1.3, 3.7/natural] */
    {"player.draws", BAC("[0, 1, 2, 3, 4, 5]")},                              /* [bac 3.7/player] */
    {"banker.when_player_stands", BAC("[0, 1, 2, 3, 4, 5]")},                 /* [bac 3.7/player-stands] */
    {"banker.total_0", BAC("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")},                /* [bac 3.7/banker-0-2] */
    {"banker.total_1", BAC("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")},
    {"banker.total_2", BAC("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")},
    {"banker.total_3", BAC("[0, 1, 2, 3, 4, 5, 6, 7, 9]")},                   /* [bac 3.7/banker-3] */
    {"banker.total_4", BAC("[2, 3, 4, 5, 6, 7]")},                            /* [bac 3.7/banker-4] */
    {"banker.total_5", BAC("[4, 5, 6, 7]")},                                  /* [bac 3.7/banker-5] */
    {"banker.total_6", BAC("[6, 7]")},                                        /* [bac 3.7/banker-6] */
    {"banker.total_7", BAC("[]")},                                            /* [bac 3.7/banker-7] */
    {"banker.total_8", BAC("[]")},
    {"banker.total_9", BAC("[]")},
};

/* Wagers as "place judge limits per_spot push_on_tie". */
static const struct row wagers[] = {
    {"main", BJ("area hand main 3 false", "area hand main 0 false")},         /* [mbs 2.2.1, 3.10; rws 1.15] */
    {"pair", MBS("area_side first_two side 3 false")},                        /* [mbs 2.2.3, 3.17.1] */
    {"ace-race", AR("area_side first_two side 3 false")},                     /* [ar 2.2.4, 3.17.1] */
    {"ace-race-split", AR("split_side split_two side 3 false")},              /* [ar 3.21.1] */
    {"super-star-sevens", SE("area_side first_two_dealer side 3 false")},     /* [se 2.2.4, 1.1.17] */
    {"three-stars", SE("area_side first_two_dealer side 3 false")},           /* [se 2.2.5, 1.1.19] */
    {"rws-pairs", RWS("area_side first_two side 0 false")},                   /* [rws 3.9, 1.25] */
    {"boom-busted", RWS("table dealer_bust side 0 false")},                   /* [rws 3.9.1, 1.3] */
    {"insurance", ALL_BJ("insurance_line dealer_second none 0 false")},       /* [mbs 2.2.2; rws 1.17] */
    {"player", BAC("table outcome main 0 true")},                             /* [bac 3.5.1, 3.8.1] */
    {"banker", BAC("table outcome main 0 true")},
    {"tie", BAC("table outcome side 0 false")},                               /* [bac 1.1.9] */
    {"super-sevens", BAC("table all_cards side 0 false")},                    /* [bac 1.1.7] */
};

/* Pay lines in their order: "N odds" and what they match. */
static const struct row lines[] = {
    {"main.blackjack", EACH("0 3:2 blackjack", "0 6:5 blackjack", "0 3:2 blackjack", "0 6:5 blackjack", NULL)}, /* [mbs 4.1; rws 4.1.1] */
    {"main.regular", ALL_BJ("1 1:1 regular")},
    {"pair.pair", MBS("0 11:1 alike any")},                                   /* [mbs 4.1; v6 1.1.8; ar 1.1.9; se 1.1.9] */
    {"insurance.insurance", EACH("0 2:1 any [T, J, Q, K] 1", "0 2:1 any [T, J, Q, K] 1", "0 2:1 any [T, F, L, S] 1", "0 2:1 any [T, J, Q, K] 1", NULL)}, /* [mbs 3.27, 4.1; rws 3.15.2.b] */
    {"ace-race.pair-of-aces", AR("0 50:1 any [A] 2")},                        /* [ar 4.2, 1.1.1.3] */
    {"ace-race.suited-pair", AR("1 15:1 alike same")},                        /* [ar 1.1.1.4] */
    {"ace-race.coloured-pair", AR("2 8:1 alike same_colour")},                /* [ar 1.1.1.1] */
    {"ace-race.mixed-pair", AR("3 5:1 alike any")},                           /* [ar 1.1.1.2] */
    {"ace-race-split.aces-after-split", AR("0 10:1 any [A] 2")},              /* [ar 4.2] */
    {"super-star-sevens.three-sevens-same", SE("0 4000:1 same [7] 3")},       /* [se 4.2] */
    {"super-star-sevens.three-sevens-mixed", SE("1 400:1 any [7] 3")},
    {"super-star-sevens.two-sevens", SE("2 40:1 any [7] 2")},
    {"three-stars.three-stars-same", SE("0 500:1 same [F, L, S] 3")},         /* [se 4.3] */
    {"three-stars.three-stars-mixed", SE("1 50:1 any [F, L, S] 3")},
    {"rws-pairs.ace-pair-suited", RWS("0 50:1 same [A] 2")},                  /* [rws 4.1.2, 3.14.1] */
    {"rws-pairs.suited-pair", RWS("1 20:1 alike same")},                      /* [rws 3.14.2] */
    {"rws-pairs.coloured-pair", RWS("2 12:1 alike same_colour")},             /* [rws 3.14.3] */
    {"rws-pairs.mixed-pair", RWS("3 6:1 alike any")},                         /* [rws 3.14.4] */
    {"boom-busted.eight-or-more", RWS("0 200:1 8+")},                         /* [rws 4.1.3] */
    {"boom-busted.seven", RWS("1 50:1 7")},
    {"boom-busted.six", RWS("2 12:1 6")},
    {"boom-busted.five", RWS("3 4:1 5")},
    {"boom-busted.three-or-four", RWS("4 2:1 3-4")},
    {"player.player-seven", BAC("0 1:2 player [7]")},                         /* [bac 4.1] */
    {"player.player", BAC("1 1:1 player [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")},
    {"banker.banker-seven", BAC("0 9:5 banker [7]")},
    {"banker.banker", BAC("1 1:1 banker [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")},
    {"tie.tie-seven", BAC("0 9:1 tie [7]")},
    {"tie.tie", BAC("1 7:1 tie [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")},
    {"super-sevens.two-sevens", BAC("0 2:1 any [7] 2")},                          /* [bac 4.2] */
    {"super-sevens.three-sevens", BAC("1 5:1 any [7] 3")},
    {"super-sevens.four-sevens", BAC("2 17:1 any [7] 4")},
    {"super-sevens.five-sevens", BAC("3 70:1 any [7] 5")},
    {"super-sevens.six-sevens", BAC("4 700:1 any [7] 6")},
};

/* Remedies: "early late", a choice after a slash. */
static const struct row remedies[] = {
    {"foreign-card", ALL("void void")},                                       /* [mbs 5.1; rws 5.5.1; bac 5.1] */
    {"extra-card", ALL("void void")},                                         /* [rws 5.5.2] */
    {"missing-card", ALL("void void")},
    {"unshuffled", ALL("void void")},                                         /* [rws 5.5.4] */
    {"insufficient-cards", EACH("riffle riffle", "riffle riffle", "riffle riffle", "void void", "void void")}, /* [mbs 5.19; rws 5.5.3; bac 5.3] */
    {"cards-mixed", EACH("judge judge", "judge judge", "judge judge", "judge/take_back stays/take_back", "judge judge")}, /* [mbs 5.2; bac 5.2] */
    {"shoe-order", EACH("refer refer", "refer refer", "refer refer", "refer refer", "judge judge")}, /* [mbs 6.1; rws 5.19; bac 5.2] */
    {"wrong-order", EACH("rebuild rebuild", "rebuild rebuild", "rebuild rebuild", "rebuild/take_back stays/take_back", "rebuild rebuild")}, /* [mbs 5.6; rws 5.9; bac 5.7] */
    {"wrong-hand", EACH("move move", "move move", "move move", "rebuild/take_back stays/take_back", "rebuild rebuild")}, /* [mbs 5.6.2] */
    {"card-not-wanted", EACH("next-card next-card", "next-card next-card", "next-card next-card", "back/take_back stays/take_back", "back back")}, /* [mbs 5.8, 5.9, 5.10; rws 5.9] */
    {"extra-dealer-card", EACH("discard discard", "discard discard", "discard discard", "discard discard", "back back")}, /* [mbs 5.7; rws 5.10.2] */
    {"dealer-no-card", EACH("rebuild late-card/withdraw", "rebuild late-card/withdraw", "rebuild late-card/withdraw", "rebuild/take_back stays/take_back", "rebuild rebuild")}, /* [mbs 5.11, 5.12, 5.25] */
    {"player-short", EACH("rebuild rebuild", "rebuild rebuild", "rebuild rebuild", "rebuild/take_back stays/take_back", "rebuild rebuild")}, /* [mbs 5.13] */
    {"no-cards", EACH("rebuild return", "rebuild return", "rebuild return", "rebuild/take_back stays/take_back", NULL)}, /* [mbs 5.14] */
    {"one-card", EACH("rebuild one-card/withdraw", "rebuild one-card/withdraw", "rebuild one-card/withdraw", "rebuild/take_back stays/take_back", NULL)}, /* [mbs 5.16, 5.25] */
    {"cards-on-empty-area", EACH("rebuild discard/withdraw", "rebuild discard/withdraw", "rebuild discard/withdraw", "rebuild/take_back discard/take_back", NULL)}, /* [mbs 5.15; rws 5.10.3] */
    {"skipped", EACH("undisclosed too-late", "undisclosed too-late", "undisclosed too-late", "undisclosed/take_back stays/take_back", NULL)}, /* [mbs 5.17, 5.18; rws 5.7, 5.9, 5.10.1] */
    {"simultaneous", EACH("pick/withdraw pick/withdraw", "pick/withdraw pick/withdraw", "pick/withdraw pick/withdraw", "pick-order/take_back pick-order/take_back", "order-or-void order-or-void")}, /* [mbs 5.23, 5.25; rws 5.12, 5.12.2; bac 5.8, 5.8.1] */
    {"faceup-card", ALL("play play")},                                        /* [mbs 5.5; rws 5.11; bac 5.6] */
    {"no-burn", MBS("burn play")},                                            /* [mbs 5.21.1, 5.21.2] */
    {"cut-card", EACH("shuffle-after shuffle-after", "shuffle-after shuffle-after", "shuffle-after shuffle-after", "note note", "remove remove")}, /* [bac 3.9] */
    {"cut-card-missed", EACH("shuffle-after shuffle-after", "shuffle-after shuffle-after", "shuffle-after shuffle-after", "note note", "note note")}, /* [mbs 5.20] */
    {"over-maximum", EACH("hand-back note", "hand-back note", "hand-back note", "trim note", "refer refer")}, /* [mbs 3.6, 5.27; rws 5.1, 5.1.1; bac 6.1] */
    {"below-minimum", EACH("hand-back note", "hand-back note", "hand-back note", "raise-or-withdraw note", "refer refer")}, /* [mbs 3.6, 5.26; rws 5.2, 5.2.1] */
    {"pairs-without-bet", RWS("return return")},                              /* [rws 5.15] */
    {"pairs-unsettled", ALL_BJ("settle-now settle-now")},                     /* [rws 5.16] */
    {"previous-round-error", ALL("stands stands")},                           /* [mbs 5.1.2, 5.28; rws 5.6, 5.13; bac 5.1.2] */
    {"power-failure", ALL("outage outage")},                                  /* [mbs 5.29; rws 5.4; bac 5.9] */
    {"terminal-failure", BAC("terminal terminal")},                           /* [bac 5.10] */
    {"wrong-total", EACH("note note", "note note", "note note", "refer refer", "note note")}, /* [mbs 3.5; bac 6.3] */
    {"squeeze-faceup", RWS("play play")},                                     /* [rws 3.12] */
    {"other", ALL("refer refer")},                                            /* [mbs 6.1; rws 5.19; bac 6.1] */
};
/* clang-format on */

struct line {
    char path[96];
    char value[256];
    bool expected;
};

struct walked {
    struct line lines[LINES_MAX];
    unsigned count;
};

static bool is_checked_elsewhere(const char *path, const struct rulebook_key *key)
{
    return !key || key->type == KEY_CLAUSES || strstr(path, "label.") || strstr(path, "name.");
}

static void keep_line(void *context, const char *path, const char *value, const struct rulebook_key *key)
{
    struct walked *walked = context;
    if (is_checked_elsewhere(path, key))
        return;
    assert_true(walked->count < LINES_MAX);
    struct line *line = &walked->lines[walked->count++];
    snprintf(line->path, sizeof(line->path), "%s", path);
    snprintf(line->value, sizeof(line->value), "%s", value);
    line->expected = false;
}

static void walk(unsigned book, struct walked *walked)
{
    struct rulebook rulebook;
    assert_int_equal(builtin_load(ids[book], &rulebook), STATUS_OK);
    walked->count = 0;
    rulebook_walk(&rulebook, keep_line, walked);
}

static struct line *find(struct walked *walked, const char *path)
{
    for (unsigned i = 0; i < walked->count; i++)
        if (strcmp(walked->lines[i].path, path) == 0)
            return &walked->lines[i];
    return NULL;
}

/* The value at `prefix` + `key`, which is then taken as expected; "" where the book does not say. */
static const char *take(struct walked *walked, const char *prefix, const char *key)
{
    char path[128];
    snprintf(path, sizeof(path), "%s%s", prefix, key);
    struct line *line = find(walked, path);
    if (!line)
        return "";
    line->expected = true;
    return line->value;
}

static void same(unsigned book, const char *path, const char *wanted, const char *got)
{
    if (strcmp(wanted, got) != 0)
        fail_msg("%s: %s is \"%s\", the document says \"%s\"", ids[book], path, got, wanted);
}

static void plain_rows(unsigned book, struct walked *walked, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        same(book, rows[i].path, rows[i].values[book] ? rows[i].values[book] : "",
             take(walked, "", rows[i].path));
}

static void append(struct text *text, const char *word)
{
    if (text->used > 0 && word[0])
        text_put_char(text, ' ');
    text_put(text, word);
}

static void wager_rows(unsigned book, struct walked *walked)
{
    static const char *const keys[] = {"place", "judge", "limits", "per_spot", "push_on_tie"};
    for (size_t i = 0; i < COUNT_OF(wagers); i++) {
        char prefix[64], got[256];
        struct text text;
        text_init(&text, got, sizeof(got));
        snprintf(prefix, sizeof(prefix), "wagers.%s.", wagers[i].path);
        for (size_t k = 0; k < COUNT_OF(keys); k++)
            append(&text, take(walked, prefix, keys[k]));
        same(book, prefix, wagers[i].values[book] ? wagers[i].values[book] : "", got);
        take(walked, prefix, "kind");
    }
}

static void line_rows(unsigned book, const struct rulebook *rulebook, struct walked *walked)
{
    static const char *const keys[] = {"odds", "hand", "alike", "suit", "winner", "totals", "ranks", "count"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char kind[32], prefix[96], got[256];
        struct text text;
        text_init(&text, got, sizeof(got));
        size_t dot = strcspn(lines[i].path, ".");
        snprintf(kind, sizeof(kind), "%.*s", (int)dot, lines[i].path);
        snprintf(prefix, sizeof(prefix), "wagers.%s.pays.%s.", kind, lines[i].path + dot + 1);
        int wager = rulebook_wager(rulebook, kind);
        for (unsigned k = 0; wager >= 0 && k < rulebook->wagers[wager].line_count; k++)
            if (strcmp(rulebook->wagers[wager].lines[k].name, lines[i].path + dot + 1) == 0)
                text_format(&text, "%u", k);
        for (size_t k = 0; k < COUNT_OF(keys); k++) {
            const char *value = take(walked, prefix, keys[k]);
            bool flag = strcmp(keys[k], "alike") == 0;
            append(&text, !flag ? value : strcmp(value, "true") == 0 ? "alike" : "");
        }
        same(book, prefix, lines[i].values[book] ? lines[i].values[book] : "", got);
        take(walked, prefix, "line");
    }
}

static void append_choice(struct text *text, const char *choice)
{
    if (choice[0] && strcmp(choice, "none") != 0)
        text_format(text, "/%s", choice);
}

static void remedy_rows(unsigned book, struct walked *walked)
{
    for (size_t i = 0; i < COUNT_OF(remedies); i++) {
        char prefix[64], got[256];
        struct text text;
        text_init(&text, got, sizeof(got));
        snprintf(prefix, sizeof(prefix), "irregularities.%s.", remedies[i].path);
        append(&text, take(walked, prefix, "remedy"));
        append_choice(&text, take(walked, prefix, "choice"));
        append(&text, take(walked, prefix, "late"));
        append_choice(&text, take(walked, prefix, "late_choice"));
        same(book, prefix, remedies[i].values[book] ? remedies[i].values[book] : "", got);
    }
}

static void test_every_value_is_the_documents(void **state)
{
    (void)state;
    static struct walked walked;
    for (unsigned book = 0; book < BOOKS; book++) {
        struct rulebook rulebook;
        assert_int_equal(builtin_load(ids[book], &rulebook), STATUS_OK);
        walk(book, &walked);
        plain_rows(book, &walked, identity, COUNT_OF(identity));
        plain_rows(book, &walked, equipment, COUNT_OF(equipment));
        plain_rows(book, &walked, blackjack, COUNT_OF(blackjack));
        plain_rows(book, &walked, baccarat, COUNT_OF(baccarat));
        wager_rows(book, &walked);
        line_rows(book, &rulebook, &walked);
        remedy_rows(book, &walked);
        for (unsigned i = 0; i < walked.count; i++)
            if (!walked.lines[i].expected)
                fail_msg("%s says %s: %s, which no row expects", ids[book], walked.lines[i].path,
                         walked.lines[i].value);
    }
}

/* English is required; the five books have Chinese, too. */
static bool label_in(const struct label *label)
{
    unsigned chinese;
    return language_find("zh", &chinese) && label->in[LANGUAGE_ENGLISH][0] && label->in[chinese][0];
}

/* Every irregularity is decided by every document it can occur in, and ranks are in pay-table order. */
static void test_nothing_is_left_unsaid(void **state)
{
    (void)state;
    for (unsigned book = 0; book < BOOKS; book++) {
        struct rulebook rulebook;
        assert_int_equal(builtin_load(ids[book], &rulebook), STATUS_OK);
        for (unsigned i = 0; i < rulebook.wager_count; i++) {
            assert_true(rulebook.wagers[i].clauses[0] && rulebook.wagers[i].losing[0]);
            assert_true(label_in(&rulebook.wagers[i].label));
            for (unsigned k = 0; k < rulebook.wagers[i].line_count; k++) {
                assert_true(rulebook.wagers[i].lines[k].clauses[0]);
                assert_true(label_in(&rulebook.wagers[i].lines[k].label));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_value_is_the_documents),
        cmocka_unit_test(test_nothing_is_left_unsaid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
