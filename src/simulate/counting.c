/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/counting.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 200, WORDS_MAX = 16 };

static const char value_letters[] = "A23456789T";

struct line {
    unsigned number;
    unsigned count;
    char *words[WORDS_MAX];
};

static bool parse_int(const char *word, int low, int high, int *value)
{
    char *end;
    long read = strtol(word, &end, 10);
    if (end == word || *end || read < low || read > high)
        return false;
    *value = (int)read;
    return true;
}

static bool parse_value(const char *word, unsigned *value)
{
    const char *at = word[0] && !word[1] ? strchr(value_letters, word[0]) : NULL;
    if (!at)
        return false;
    *value = (unsigned)(at - value_letters);
    return true;
}

static const char *read_tags(struct counting *counting, const struct line *line)
{
    if (line->count != HAND_VALUES + 1)
        return "tags takes ten whole numbers, for A 2 3 4 5 6 7 8 9 T";
    for (unsigned i = 0; i < HAND_VALUES; i++) {
        int tag;
        if (!parse_int(line->words[i + 1], -9, 9, &tag))
            return "a tag is a whole number from -9 to 9";
        counting->tag[i] = (int8_t)tag;
    }
    return NULL;
}

static const char *read_bet(struct counting *counting, const struct line *line)
{
    int from;
    int units;
    if (line->count != 3 || !parse_int(line->words[1], -COUNT_TRUE_MAX, COUNT_TRUE_MAX, &from) ||
        !parse_int(line->words[2], 0, COUNT_UNITS_MAX, &units))
        return "bet takes a true count from -20 to 20 and units from 0 to 1000";
    for (int at = from; at <= COUNT_TRUE_MAX; at++)
        counting->units[at + COUNT_TRUE_MAX] = (uint16_t)units;
    return NULL;
}

static const char *read_insure(struct counting *counting, const struct line *line)
{
    int at;
    if (line->count != 2 || !parse_int(line->words[1], -COUNT_TRUE_MAX, COUNT_TRUE_MAX, &at))
        return "insure takes a true count from -20 to 20";
    counting->insures = true;
    counting->insures_at = (int8_t)at;
    return NULL;
}

/* "16", "s18" or "8,8". */
static bool parse_hand(const char *word, struct count_play *play)
{
    const char *comma = strchr(word, ',');
    int total;
    if (comma) {
        char first[2] = {word[0], '\0'};
        unsigned value;
        if (comma != word + 1 || strcmp(comma + 1, first) != 0 || !parse_value(first, &value))
            return false;
        play->pair = (uint8_t)(value + 1);
        return true;
    }
    play->soft = word[0] == 's';
    if (!parse_int(word + play->soft, 4, 21, &total))
        return false;
    play->total = (uint8_t)total;
    return true;
}

static bool parse_action(const char *word, uint8_t *action)
{
    static const char *const names[] = {"stand", "hit", "double", "split", "surrender", "even"};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(names[i], word) == 0) {
            *action = (uint8_t)i;
            return true;
        }
    }
    return false;
}

static const char *read_play(struct counting *counting, const struct line *line)
{
    struct count_play play = {0};
    unsigned dealer;
    int at;
    if (counting->play_count == COUNT_PLAYS_MAX)
        return "too many plays (64 at most)";
    if (line->count != 7 || strcmp(line->words[4], "at") != 0)
        return "play takes HAND DEALER ACTION at least|most TRUE";
    if (!parse_hand(line->words[1], &play))
        return "a hand is a total (16), a soft total (s18) or a pair (8,8)";
    if (!parse_value(line->words[2], &dealer))
        return "the Dealer's card is one of A 2-9 T";
    if (!parse_action(line->words[3], &play.action))
        return "an action is stand, hit, double, split, surrender or even";
    if (!parse_int(line->words[6], -COUNT_TRUE_MAX, COUNT_TRUE_MAX, &at))
        return "a true count is a whole number from -20 to 20";
    if (strcmp(line->words[5], "least") != 0 && strcmp(line->words[5], "most") != 0)
        return "play takes HAND DEALER ACTION at least|most TRUE";
    play.at_most = line->words[5][0] == 'm';
    play.at = (int8_t)at;
    play.dealer = (uint8_t)dealer;
    counting->plays[counting->play_count++] = play;
    return NULL;
}

struct line_kind {
    const char *word;
    const char *(*read)(struct counting *counting, const struct line *line);
};

static const struct line_kind kinds[] = {
    {"tags", read_tags}, {"bet", read_bet}, {"insure", read_insure}, {"play", read_play}};

/* The fault of the line, or NULL. Notes in `seen` which kinds there were. */
static const char *read_line(struct counting *counting, const struct line *line, unsigned *seen)
{
    for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (strcmp(kinds[i].word, line->words[0]) == 0) {
            *seen |= 1U << i;
            return kinds[i].read(counting, line);
        }
    }
    return "a line starts with tags, bet, insure or play";
}

static void split_words(char *text, struct line *line)
{
    line->count = 0;
    for (char *at = text; *at && *at != '#' && line->count < WORDS_MAX;) {
        if (isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        line->words[line->count++] = at;
        while (*at && !isspace((unsigned char)*at))
            at++;
        if (*at)
            *at++ = '\0';
    }
}

bool counting_parse(struct counting *counting, const char *bytes, size_t size, struct faults *faults)
{
    unsigned seen = 0;
    struct line line = {0};
    const char *end = bytes + size;
    memset(counting, 0, sizeof(*counting));
    for (const char *at = bytes; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        char text[LINE_MAX_BYTES + 1];
        const char *wrong = NULL;
        line.number++;
        if (length > LINE_MAX_BYTES || memchr(at, '\0', length)) {
            wrong = "the line is too long or holds a zero byte";
        } else {
            memcpy(text, at, length);
            text[length] = '\0';
            split_words(text, &line);
            wrong = line.count ? read_line(counting, &line, &seen) : NULL;
        }
        if (wrong)
            faults_add(faults, line.number, 1, "%s", wrong);
        at += length + 1;
    }
    if (!(seen & 1U))
        faults_add(faults, line.number, 1, "there is no line of tags");
    if (!(seen & 2U))
        faults_add(faults, line.number, 1, "there is no bet line");
    return faults->count == 0;
}

static int clamp(int true_count)
{
    if (true_count < -COUNT_TRUE_MAX)
        return -COUNT_TRUE_MAX;
    return true_count > COUNT_TRUE_MAX ? COUNT_TRUE_MAX : true_count;
}

/* Rounds down, also below zero. */
int counting_true(int running, unsigned left, unsigned per_deck)
{
    int numerator = running * (int)per_deck;
    int denominator = (int)left;
    if (denominator == 0)
        return clamp(running * COUNT_TRUE_MAX);
    int quotient = numerator / denominator;
    if (numerator % denominator && numerator < 0)
        quotient--;
    return clamp(quotient);
}

unsigned counting_units(const struct counting *counting, int true_count)
{
    return counting->units[clamp(true_count) + COUNT_TRUE_MAX];
}

static bool play_fits(const struct count_play *play, const struct hand_states *hands, unsigned state,
                      unsigned dealer, int true_count)
{
    if (play->dealer != dealer || (play->at_most ? true_count > play->at : true_count < play->at))
        return false;
    if (play->pair)
        return hands->cards[state] == 2 && hands->counts[state][play->pair - 1] == 2;
    return hands->total[state] == play->total && hands->soft[state] == play->soft;
}

unsigned counting_action(const struct counting *counting, const struct hand_states *hands, unsigned state,
                         unsigned dealer, int true_count, unsigned legal, unsigned action)
{
    for (unsigned i = 0; i < counting->play_count; i++)
        if (play_fits(&counting->plays[i], hands, state, dealer, true_count) &&
            legal >> counting->plays[i].action & 1U)
            return counting->plays[i].action;
    return action;
}
