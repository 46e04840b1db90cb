/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - see state.h. The text of a shoe's beginning is that of a round record's headers
 * (docs/notation.md, section 3), one a line, and of what records do not tell as comments that start with "#:
 * ":
 *
 *   game ID                  decks N              areas N             shuffle machine
 *   round NUMBER             player NAME          seat NAME AREA      limits KIND MIN MAX
 *   #: rulebook READING      #: document DOCUMENT KEYS (book_mark.h)
 *   #: device virtual|entered                                         #: shoe NUMBER [COMMITMENT SALT]
 *   #: under-minimum NAME    #: areas-max NAME N  #: wagers-max AREA N  #: full-patronage
 *
 * People stand in the order of the roster. */
#include "table/state.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "record/form.h"
#include "record/word.h"

void state_init(struct table_state *state, const struct rulebook *book, const struct setting *setting,
                enum device device)
{
    memset(state, 0, sizeof *state);
    assert(device == DEVICE_VIRTUAL || device == DEVICE_ENTERED);
    state->device = (uint8_t)device;
    state->mark.reading = book->hash;
    round_init(&state->round, book, setting);
}

bool state_change_book(struct table_state *state, const struct rulebook *from, const struct rulebook *to,
                       const struct book_mark *mark)
{
    assert(state_between_rounds(state));
    struct setting setting = state->round.setting;
    uint32_t under_minimum = state->round.memory.under_minimum;
    if (from->family != to->family || from->deck != to->deck || setting.decks < to->decks_min ||
        setting.decks > to->decks_max || setting.areas < to->areas_min || setting.areas > to->areas_max)
        return false;
    for (unsigned i = 0; i < WAGERS_MAX; i++) {
        int old = i < to->wager_count ? rulebook_wager(from, to->wagers[i].name) : -1;
        setting.limit_min_cents[i] = old < 0 ? 0 : state->round.setting.limit_min_cents[old];
        setting.limit_max_cents[i] = old < 0 ? 0 : state->round.setting.limit_max_cents[old];
    }
    round_init(&state->round, to, &setting);
    state->round.memory.under_minimum = under_minimum;
    state->round.person_count = state->roster.count;
    state->begun = false;
    state->down_count = 0;
    state->mark = *mark;
    return true;
}

bool state_between_rounds(const struct table_state *state)
{
    return state->round.phase == PHASE_IDLE || state->round.phase == PHASE_ENDED;
}

bool state_begins_round(const struct table_state *state, enum verb verb)
{
    assert(verb && verb < VERB_COUNT);
    bool over = state->round.phase == PHASE_ENDED;
    return !state->begun || (over && (verb == VERB_OPEN || verb == VERB_SHUFFLE));
}

static void begin_round(struct table_state *state, const struct rulebook *book)
{
    assert(state->round.phase == PHASE_IDLE || state->round.phase == PHASE_ENDED);
    if (state->begun)
        round_next(&state->round, book);
    state->begun = true;
    state->round_number++;
    state->down_count = 0;
    assert(state->begun && state->round.phase == PHASE_IDLE);
}

/* [rws 3.12] where the cards lie whose faces nobody has seen, and which of the shoe they are. */
static void follow_down(struct table_state *state, const struct act *act, const struct events *events)
{
    unsigned kept = 0;
    unsigned revealed = 0;
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        if (event->kind != EVENT_CARD || !card_is_none(event->card) || state->down_count == DOWN_CARDS_MAX)
            continue;
        struct down_card *down =
            &state->down[state->down_count++]; /* a compound literal would copy padding of its own */
        down->place = event->place;
        down->drawn = state->drawn;
    }
    for (unsigned i = 0; act->verb == VERB_REVEAL && i < state->down_count; i++) {
        struct place place = state->down[i].place;
        bool there = place.area == act->spot.area && place.hand == act->spot.hand;
        if (!there || revealed == act->card_count)
            state->down[kept++] = state->down[i];
        else
            revealed++;
    }
    assert(revealed <= state->down_count && state->down_count <= DOWN_CARDS_MAX);
    state->down_count = (uint8_t)(state->down_count - revealed);
}

/* Cards that are out, or were and lie at the front again: what has been taken from the order of the shoe,
 * cards seen in it and cards thrown away unseen included. */
static unsigned cards_gone(const struct round *round)
{
    assert(round->memory.front_count <= FRONT_CARDS_MAX);
    return round->memory.out_count + (unsigned)round->memory.front_count;
}

struct ruling state_repeat(struct table_state *state, const struct rulebook *book, const struct act *act,
                           struct events *events)
{
    if (state_begins_round(state, act->verb))
        begin_round(state, book);
    state->round.person_count = state->roster.count;
    assert(state->begun && state->roster.count <= PERSONS_MAX);
    unsigned gone = cards_gone(&state->round);
    struct ruling ruling = round_apply(book, &state->round, act, events);
    if (ruling.status)
        return ruling;
    follow_down(state, act, events);
    if (cards_gone(&state->round) > gone)
        state->drawn = (uint16_t)(state->drawn + cards_gone(&state->round) - gone);
    return ruling;
}

/* Kept apart: to begin a round changes the state before the act is ruled on, so the way back is a copy. */
static struct ruling first_act(struct table_state *state, const struct rulebook *book, const struct act *act,
                               struct events *events)
{
    struct table_state before = *state;
    struct ruling ruling = state_repeat(state, book, act, events);
    if (ruling.status)
        *state = before;
    return ruling;
}

struct ruling state_act(struct table_state *state, const struct rulebook *book, const struct act *act,
                        struct events *events)
{
    if (state_begins_round(state, act->verb))
        return first_act(state, book, act, events);
    uint8_t person_count = state->round.person_count;
    struct ruling ruling = state_repeat(state, book, act, events);
    if (ruling.status)
        state->round.person_count = person_count;
    return ruling;
}

/* ---- The next shoe. ---- */

static bool is_seated(const struct setting *setting, unsigned person)
{
    assert(person < PERSONS_MAX);
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        if (setting->seated[area] == person + 1)
            return true;
    return false;
}

/* Moves one person's marks from the old setting and memory to their new place in the roster. */
static void keep_person(const struct table_state *old, struct setting *setting, struct table_state *state,
                        uint32_t *under_minimum, unsigned person)
{
    assert(person < old->roster.count);
    const char *name = old->roster.names[person];
    int place = roster_add(&state->roster, name, strlen(name));
    assert(place >= 0);
    for (unsigned area = 1; area <= AREAS_MAX; area++)
        if (old->round.setting.seated[area] == person + 1)
            setting->seated[area] = (uint8_t)(place + 1);
    setting->areas_max[place] = old->round.setting.areas_max[person];
    if (old->round.memory.under_minimum >> person & 1U)
        *under_minimum |= 1U << place;
}

void state_next_shoe(struct table_state *state, const struct rulebook *book, const struct hash *commitment,
                     const struct hash *salt, uint32_t stay)
{
    assert(state_between_rounds(state));
    struct table_state old = *state;
    struct setting setting = old.round.setting;
    uint32_t under_minimum = 0;
    memset(&state->roster, 0, sizeof state->roster);
    memset(setting.seated, 0, sizeof setting.seated);
    memset(setting.areas_max, 0, sizeof setting.areas_max);
    for (unsigned i = 0; i < old.roster.count; i++) {
        bool remembered = old.round.memory.under_minimum >> i & 1U;
        if (is_seated(&old.round.setting, i) || remembered || (stay >> i & 1U))
            keep_person(&old, &setting, state, &under_minimum, i);
    }
    round_init(&state->round, book, &setting);
    state->round.memory.under_minimum = under_minimum;
    state->round.person_count = state->roster.count;
    state->begun = false;
    state->committed = false;
    state->revealed = false;
    state->shoe_number++;
    state->drawn = 0;
    state->down_count = 0;
    assert(state->device != DEVICE_VIRTUAL || (commitment && salt));
    state->commitment = commitment ? *commitment : (struct hash){{0}};
    state->salt = salt ? *salt : (struct hash){{0}};
    state->luck = (struct luck){.count = 0};
    assert(state->shoe_number && !state->drawn && !state->begun && state->roster.count <= old.roster.count);
}

enum luck_stage state_luck_stage(const struct table_state *state)
{
    if (state->device != DEVICE_VIRTUAL || state->revealed || state->drawn)
        return LUCK_DONE;
    if (!state->committed)
        return state->luck.count ? LUCK_CLOSED : LUCK_GATHER;
    return state->luck.count && !state->luck.mixed ? LUCK_REVEAL : LUCK_DONE;
}

/* ---- Text. ---- */

static const char *const device_names[] = {[DEVICE_VIRTUAL] = "virtual", [DEVICE_ENTERED] = "entered"};

const char *device_name(unsigned device)
{
    assert(device == DEVICE_VIRTUAL || device == DEVICE_ENTERED);
    return device_names[device];
}

static void print_people(const struct table_state *state, struct text *text)
{
    assert(state->roster.count <= PERSONS_MAX);
    const struct setting *setting = &state->round.setting;
    for (unsigned i = 0; i < state->roster.count; i++) {
        const char *name = state->roster.names[i];
        text_format(text, "player %s\n", name);
        if (setting->areas_max[i])
            text_format(text, "#: areas-max %s %u\n", name, setting->areas_max[i]);
        if (state->round.memory.under_minimum >> i & 1U)
            text_format(text, "#: under-minimum %s\n", name);
    }
    for (unsigned area = 1; area <= AREAS_MAX; area++) {
        if (setting->seated[area])
            text_format(text, "seat %s %u\n", state->roster.names[setting->seated[area] - 1], area);
        if (setting->wagers_max[area])
            text_format(text, "#: wagers-max %u %u\n", area, setting->wagers_max[area]);
    }
}

static void print_limits(const struct setting *setting, const struct rulebook *book, struct text *text)
{
    assert(book->wager_count <= WAGERS_MAX);
    for (unsigned i = 0; i < book->wager_count; i++) {
        char min[MONEY_TEXT_MAX];
        char max[MONEY_TEXT_MAX];
        money_print(setting->limit_min_cents[i], min, sizeof min);
        money_print(setting->limit_max_cents[i], max, sizeof max);
        if (setting->limit_min_cents[i] || setting->limit_max_cents[i])
            text_format(text, "limits %s %s %s\n", book->wagers[i].name, min, max);
    }
}

void state_print(const struct table_state *state, const struct rulebook *book, struct text *text)
{
    const struct setting *setting = &state->round.setting;
    char hash[HASH_TEXT_MAX];
    assert(state->shoe_number && !state->drawn && !state->begun); /* the beginning of a shoe */
    text_format(text, "game %s\n", book->id);
    book_mark_print(&state->mark, text);
    text_format(text, "decks %u\n", setting->decks);
    if (setting->areas)
        text_format(text, "areas %u\n", setting->areas);
    if (setting->shuffle_machine)
        text_put(text, "shuffle machine\n");
    text_format(text, "round %u\n#: device %s\n", state->round_number, device_names[state->device]);
    text_format(text, "#: shoe %u", state->shoe_number);
    if (state->device == DEVICE_VIRTUAL) {
        hash_print(&state->commitment, hash, sizeof hash);
        text_format(text, " %s", hash);
        hash_print(&state->salt, hash, sizeof hash);
        text_format(text, " %s", hash);
    }
    text_put_char(text, '\n');
    if (setting->full_patronage)
        text_put(text, "#: full-patronage\n");
    print_people(state, text);
    print_limits(setting, book, text);
}

/* One line of the text while it is read. */
struct state_reader {
    struct table_state *state;
    const struct rulebook *book;
    struct setting setting;
    uint32_t under_minimum;
    struct words words;
    uint32_t said; /* lines that came, a bit each */
};

static bool next_number(struct state_reader *reader, unsigned max, unsigned *number)
{
    struct word word;
    return words_next(&reader->words, &word) && word_number(word, max, number);
}

static bool next_person(struct state_reader *reader, unsigned *person)
{
    struct word word;
    if (!words_next(&reader->words, &word))
        return false;
    int found = roster_find(&reader->state->roster, word.bytes, word.length);
    *person = (unsigned)found;
    return found >= 0;
}

static bool next_choice(struct state_reader *reader, const char *no, const char *yes, bool *value)
{
    assert(no[0] && yes[0]);
    struct word word;
    if (!words_next(&reader->words, &word))
        return false;
    *value = word_is(word, yes);
    return *value || word_is(word, no);
}

static bool next_amount(struct state_reader *reader, int64_t *cents)
{
    struct word word;
    return words_next(&reader->words, &word) && money_parse(word.bytes, word.length, cents) == STATUS_OK;
}

static bool read_shoe(struct state_reader *reader)
{
    struct word commitment;
    struct word salt;
    unsigned number;
    if (!next_number(reader, UINT32_MAX, &number))
        return false;
    reader->state->shoe_number = number;
    if (!words_next(&reader->words, &commitment))
        return true;
    return words_next(&reader->words, &salt) &&
           hash_parse(commitment.bytes, commitment.length, &reader->state->commitment) &&
           hash_parse(salt.bytes, salt.length, &reader->state->salt);
}

static bool read_game(struct state_reader *reader)
{
    struct word word;
    return words_next(&reader->words, &word) && word_is(word, reader->book->id);
}

static bool next_hash(struct state_reader *reader, struct hash *hash)
{
    struct word word;
    return words_next(&reader->words, &word) && hash_parse(word.bytes, word.length, hash);
}

static bool read_rulebook(struct state_reader *reader)
{
    return next_hash(reader, &reader->state->mark.reading);
}

static bool read_document(struct state_reader *reader)
{
    assert(reader->book);
    return next_hash(reader, &reader->state->mark.document) && next_hash(reader, &reader->state->mark.keys);
}

static bool read_device(struct state_reader *reader)
{
    bool entered;
    if (!next_choice(reader, device_names[DEVICE_VIRTUAL], device_names[DEVICE_ENTERED], &entered))
        return false;
    reader->state->device = entered ? DEVICE_ENTERED : DEVICE_VIRTUAL;
    return true;
}

static bool read_round(struct state_reader *reader)
{
    unsigned number;
    bool read = next_number(reader, UINT32_MAX, &number);
    reader->state->round_number = read ? number : 0;
    return read;
}

static bool read_decks(struct state_reader *reader)
{
    unsigned decks;
    if (!next_number(reader, SHOE_DECKS_MAX, &decks) || decks == 0)
        return false;
    reader->setting.decks = (uint8_t)decks;
    return true;
}

static bool read_areas(struct state_reader *reader)
{
    unsigned areas;
    if (!next_number(reader, AREAS_MAX, &areas))
        return false;
    reader->setting.areas = (uint8_t)areas;
    return true;
}

static bool read_shuffle(struct state_reader *reader)
{
    return next_choice(reader, "manual", "machine", &reader->setting.shuffle_machine);
}

static bool read_full_patronage(struct state_reader *reader)
{
    reader->setting.full_patronage = true;
    return true;
}

/* Reading acts relies on it that everybody on the roster has a valid name (reader_name). */
static bool read_player(struct state_reader *reader)
{
    struct word word;
    return words_next(&reader->words, &word) && word_is_name(word) && !form_is_reserved(word) &&
           roster_add(&reader->state->roster, word.bytes, word.length) >= 0;
}

static bool read_seat(struct state_reader *reader)
{
    unsigned person;
    unsigned area;
    if (!next_person(reader, &person) || !next_number(reader, AREAS_MAX, &area) || area == 0)
        return false;
    reader->setting.seated[area] = (uint8_t)(person + 1);
    return true;
}

static bool read_under_minimum(struct state_reader *reader)
{
    unsigned person;
    if (!next_person(reader, &person))
        return false;
    reader->under_minimum |= 1U << person;
    return true;
}

static bool read_areas_max(struct state_reader *reader)
{
    unsigned person;
    unsigned count;
    if (!next_person(reader, &person) || !next_number(reader, UINT8_MAX, &count))
        return false;
    reader->setting.areas_max[person] = (uint8_t)count;
    return true;
}

static bool read_wagers_max(struct state_reader *reader)
{
    unsigned area;
    unsigned count;
    if (!next_number(reader, AREAS_MAX, &area) || area == 0 || !next_number(reader, UINT8_MAX, &count))
        return false;
    reader->setting.wagers_max[area] = (uint8_t)count;
    return true;
}

static bool read_limits(struct state_reader *reader)
{
    struct word word;
    if (!words_next(&reader->words, &word))
        return false;
    for (unsigned i = 0; i < reader->book->wager_count; i++)
        if (word_is(word, reader->book->wagers[i].name))
            return next_amount(reader, &reader->setting.limit_min_cents[i]) &&
                   next_amount(reader, &reader->setting.limit_max_cents[i]);
    return false;
}

static const struct {
    const char *word;
    bool (*read)(struct state_reader *reader);
    bool once; /* said twice it would be the last one that counts, with what the first one brought */
} lines[] = {
    {"shoe", read_shoe, true},
    {"game", read_game, true},
    {"rulebook", read_rulebook, true},
    {"document", read_document, true},
    {"device", read_device, true},
    {"round", read_round, true},
    {"decks", read_decks, true},
    {"areas", read_areas, true},
    {"shuffle", read_shuffle, true},
    {"full-patronage", read_full_patronage, true},
    {"player", read_player, false},
    {"seat", read_seat, false},
    {"under-minimum", read_under_minimum, false},
    {"areas-max", read_areas_max, false},
    {"wagers-max", read_wagers_max, false},
    {"limits", read_limits, false},
};

/* False: it has been said before. */
static bool say_once(struct state_reader *reader, size_t line)
{
    bool before = reader->said >> line & 1;
    reader->said |= UINT32_C(1) << line;
    return !before || !lines[line].once;
}

static bool read_line(struct state_reader *reader, const char *line, size_t length)
{
    static const char mark[] = "#: ";
    struct word word;
    if (length > 3 && memcmp(line, mark, 3) == 0) {
        line += 3;
        length -= 3;
    }
    words_init(&reader->words, line, length);
    if (!words_next(&reader->words, &word))
        return true;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (word_is(word, lines[i].word))
            return say_once(reader, i) && lines[i].read(reader) && !words_next(&reader->words, &word);
    return false;
}

enum status state_parse(struct table_state *state, const struct rulebook *book, const char *text)
{
    assert(book && text);
    struct state_reader reader = {.state = state, .book = book};
    memset(state, 0, sizeof *state);
    setting_init(&reader.setting, book, book->decks_min, 0);
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (!read_line(&reader, text, length))
            return STATUS_BAD_ENTRY;
        text += length + (text[length] == '\n');
    }
    static const struct hash none;
    bool promised = !hash_equal(&state->commitment, &none) || !hash_equal(&state->salt, &none);
    if (!state->device || !state->shoe_number || (promised && state->device != DEVICE_VIRTUAL))
        return STATUS_BAD_ENTRY;
    state->open = true;
    round_init(&state->round, book, &reader.setting);
    state->round.memory.under_minimum = reader.under_minimum;
    state->round.person_count = state->roster.count;
    return STATUS_OK;
}
