/* SPDX-License-Identifier: Apache-2.0 */
/* round.c - croupier.h: rounds. Lines go through the reader of round records, so the library speaks the one
 * notation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "record/form.h"
#include "record/record.h"
#include "speech/tell.h"

enum { PREFIX_MAX = 4096, LEGAL_TEXT_MAX = 64 * 1024, CLAUSES_TEXT_MAX = 1024, DONE_TEXT_MAX = 4096 };

static struct writer writer_of(const struct croupier_round *round)
{
    return (struct writer){&round->book, &round->roster, round->round.setting.areas};
}

/* ---- What is kept of the last line. ---- */

static int rule(struct croupier_round *round, int status, const char *sentence, const char *clauses)
{
    free(round->sentence);
    free(round->clauses);
    round->sentence = strdup(sentence);
    round->clauses = strdup(clauses);
    round->status = status;
    return status;
}

static struct speaker speaker_of(const struct croupier_round *handle, const struct round *round)
{
    return (struct speaker){.book = &handle->book, .roster = &handle->roster, .round = round};
}

static void forget_events(struct croupier_round *round)
{
    out_reset(&round->events);
    out_array(&round->events);
    out_array_end(&round->events);
}

static void keep_events(struct out *out, const struct speaker *speaker, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        out_object(out);
        tell_event(out, speaker, &events->items[i]);
        out_object_end(out);
    }
}

static bool keep_text(struct croupier_round *round, const char *text, size_t length)
{
    if (round->record_room - round->record_used < length + 2) {
        size_t room = 2 * (round->record_used + length + 2);
        char *record = realloc(round->record, room);
        if (!record)
            return false;
        round->record = record;
        round->record_room = room;
    }
    memcpy(round->record + round->record_used, text, length);
    round->record_used += length;
    round->record[round->record_used++] = '\n';
    round->record[round->record_used] = '\0';
    return true;
}

/* ---- Reading. ---- */

static const struct rulebook *the_book(void *context, const char *id)
{
    const struct rulebook *book = context;
    return strcmp(id, book->id) == 0 ? book : NULL;
}

/* Reads `text` after `prefix`, which is known to be sound. */
static enum status read_after(struct rulebook *book, const char *prefix, const char *text,
                              struct record *record)
{
    const struct record_books books = {the_book, book};
    size_t size = strlen(prefix) + strlen(text) + 2;
    char *whole = malloc(size);
    record_init(record);
    if (!whole)
        return STATUS_NO_MEMORY;
    snprintf(whole, size, "%s%s\n", prefix, text);
    enum status status = record_read(record, &books, whole, strlen(whole));
    free(whole);
    return status;
}

/* "NAME: reason" lines; the prefix of `skip` lines is not the caller's. */
static char *faults_text(const struct record *record, unsigned skip)
{
    enum { ROOM = FAULTS_MAX * (FAULT_TEXT_MAX + 32) };
    struct text text;
    char *bytes = malloc(ROOM);
    if (!bytes)
        return NULL;
    text_init(&text, bytes, ROOM);
    for (unsigned i = 0; i < record->faults.count; i++) {
        const struct fault *fault = &record->faults.items[i];
        text_format(&text, "%u: %s\n", fault->line > skip ? fault->line - skip : 0, fault->message);
    }
    return bytes;
}

/* ---- Life. ---- */

static struct croupier_round *start(const struct rulebook *book, const struct record *record,
                                    const char *headers)
{
    struct croupier_round *round = calloc(1, sizeof(*round));
    struct setting setting;
    if (!round)
        return NULL;
    round->book = *book;
    round->roster = record->roster;
    setting_init(&setting, book, record->decks, record->areas);
    for (size_t i = 0; i < record->item_count; i++)
        header_apply(&record->items[i].header, &round->book, &setting, &round->own_limits);
    round_init(&round->round, &round->book, &setting);
    round->round.person_count = round->roster.count;
    forget_events(round);
    char game[RULEBOOK_ID_MAX + 8];
    snprintf(game, sizeof(game), "game %s", book->id);
    size_t length = strlen(headers);
    while (length && headers[length - 1] == '\n')
        length--;
    rule(round, 0, "The table is ready.", "");
    if (keep_text(round, game, strlen(game)) && keep_text(round, headers, length))
        return round;
    croupier_round_free(round);
    return NULL;
}

struct croupier_round *croupier_round_new(const struct croupier_rulebook *book, const char *headers,
                                          char **faults)
{
    char prefix[RULEBOOK_ID_MAX + 8];
    struct record record;
    struct rulebook copy = book->book;
    struct croupier_round *round = NULL;
    if (faults)
        *faults = NULL;
    snprintf(prefix, sizeof(prefix), "game %s\n", copy.id);
    enum status status = read_after(&copy, prefix, headers, &record);
    for (size_t i = 0; status == STATUS_OK && i < record.item_count; i++)
        if (record.items[i].kind != ITEM_HEADER) {
            faults_add(&record.faults, record.items[i].line, 0, "only headers may stand here");
            status = STATUS_BAD_RECORD;
        }
    if (status == STATUS_OK)
        round = start(&copy, &record, headers);
    else if (faults)
        *faults = faults_text(&record, 1);
    record_release(&record);
    return round;
}

struct croupier_round *croupier_round_clone(const struct croupier_round *round)
{
    struct croupier_round *clone = malloc(sizeof(*clone));
    if (!clone)
        return NULL;
    *clone = *round;
    clone->record = strdup(round->record);
    clone->record_room = round->record_used + 1;
    out_init(&clone->events);
    out_raw_text(&clone->events, round->events.bytes, round->events.used);
    clone->sentence = strdup(round->sentence);
    clone->clauses = strdup(round->clauses);
    if (clone->record && !clone->events.failed && clone->sentence && clone->clauses)
        return clone;
    croupier_round_free(clone);
    return NULL;
}

void croupier_round_free(struct croupier_round *round)
{
    if (!round)
        return;
    out_release(&round->events);
    free(round->record);
    free(round->sentence);
    free(round->clauses);
    free(round);
}

/* ---- Acts. ---- */

/* Everything a line needs to be read by itself: the game, its table, and the people in their places. */
static void line_prefix(const struct croupier_round *round, struct text *text)
{
    text_format(text, "game %s\ndecks %u\n", round->book.id, round->round.setting.decks);
    if (round->round.setting.areas)
        text_format(text, "areas %u\n", round->round.setting.areas);
    for (unsigned i = 0; i < round->roster.count; i++)
        text_format(text, "player %s\n", round->roster.names[i]);
}

static bool is_one_line_of_acts(const struct record *record)
{
    for (size_t i = 0; i < record->item_count; i++) {
        const struct record_item *item = &record->items[i];
        if (item->kind != ITEM_ACT && item->kind != ITEM_HEADER)
            return false;
        if (i > 0 && item->kind == ITEM_ACT && record->items[i - 1].kind == ITEM_ACT &&
            !record->items[i - 1].goes_on)
            return false;
    }
    return record->item_count > 0 && record->items[record->item_count - 1].kind == ITEM_ACT;
}

/* The acts of a line that was accepted, in words. */
static int accept_line(struct croupier_round *round, const struct record *record, const char *clauses)
{
    char bytes[DONE_TEXT_MAX];
    struct text text;
    const struct speaker speaker = speaker_of(round, &round->round);
    text_init(&text, bytes, sizeof(bytes));
    for (size_t i = 0; i < record->item_count; i++) {
        if (record->items[i].kind != ITEM_ACT)
            continue;
        if (bytes[0])
            text_format(&text, " ");
        sentence_act(&speaker, &record->items[i].act, &text);
    }
    return rule(round, STATUS_OK, bytes, clauses);
}

/* Applies the acts of one line, all or none. */
static int apply_acts(struct croupier_round *round, const struct record *record, const char *line)
{
    struct round next = round->round;
    struct roster before = round->roster;
    struct events *events = malloc(sizeof(*events));
    char clauses[CLAUSES_TEXT_MAX];
    struct text cited;
    struct ruling ruling = {0};
    const struct act *refused = NULL;
    const struct speaker speaker = speaker_of(round, &next);
    text_init(&cited, clauses, sizeof(clauses));
    if (!events)
        return rule(round, STATUS_NO_MEMORY, status_sentence(STATUS_NO_MEMORY), "");
    out_reset(&round->events);
    out_array(&round->events);
    round->roster = record->roster;
    next.person_count = record->roster.count;
    for (size_t i = 0; i < record->item_count && ruling.status == STATUS_OK; i++) {
        if (record->items[i].kind != ITEM_ACT)
            continue;
        refused = &record->items[i].act;
        ruling = round_apply(&round->book, &next, refused, events);
        if (ruling.status == STATUS_OK)
            keep_events(&round->events, &speaker, events);
    }
    out_array_end(&round->events);
    free(events);
    ruling_clauses(&round->book, &ruling, &cited);
    if (ruling.status == STATUS_OK && !keep_text(round, line, strcspn(line, "\n")))
        ruling.status = STATUS_NO_MEMORY;
    if (ruling.status == STATUS_OK) {
        round->round = next;
    } else {
        round->roster = before;
        forget_events(round);
    }
    if (ruling.status == STATUS_OK)
        return accept_line(round, record, clauses);
    if (ruling.status < STATUS_OK)
        return rule(round, (int)ruling.status, status_sentence(ruling.status), clauses);
    char bytes[REFUSAL_TEXT_MAX];
    struct text sentence;
    const struct speaker before_it = speaker_of(round, &round->round);
    text_init(&sentence, bytes, sizeof(bytes));
    sentence_refusal(&before_it, refused, ruling.status, &sentence);
    return rule(round, (int)ruling.status, bytes, clauses);
}

int croupier_round_apply(struct croupier_round *round, const char *line)
{
    char bytes[PREFIX_MAX];
    struct text prefix;
    struct record record;
    int status;
    text_init(&prefix, bytes, sizeof(bytes));
    line_prefix(round, &prefix);
    forget_events(round);
    enum status read = read_after(&round->book, bytes, line, &record);
    if (read != STATUS_OK)
        status = rule(round, (int)read,
                      record.faults.count ? record.faults.items[0].message : status_sentence(read), "");
    else if (!is_one_line_of_acts(&record))
        status = rule(round, STATUS_BAD_RECORD, "This is not one line with an act.", "");
    else
        status = apply_acts(round, &record, line);
    record_release(&record);
    return status;
}

int croupier_round_next(struct croupier_round *round)
{
    if (round->round.phase != PHASE_IDLE && round->round.phase != PHASE_ENDED) {
        int status = croupier_round_apply(round, "dealer: end");
        if (status)
            return status;
    }
    round_next(&round->round, &round->book);
    forget_events(round);
    if (!keep_text(round, "---", 3))
        return rule(round, STATUS_NO_MEMORY, status_sentence(STATUS_NO_MEMORY), "");
    return rule(round, 0, "The next round of the table can begin.", "");
}

/* ---- The last line. ---- */

const char *croupier_round_sentence(const struct croupier_round *round)
{
    return round->sentence;
}

const char *croupier_round_clauses(const struct croupier_round *round)
{
    return round->clauses;
}

char *croupier_round_events(const struct croupier_round *round)
{
    return round->events.failed ? NULL : strdup(round->events.bytes);
}

/* ---- The round. ---- */

char *croupier_round_record(const struct croupier_round *round)
{
    return strdup(round->record);
}

/* The viewer that a word names: a role, or a person of the roster. */
static bool find_actor(const struct croupier_round *round, const char *who, enum actor *actor,
                       unsigned *person)
{
    struct word word = {who, strlen(who)};
    int found = roster_find(&round->roster, who, strlen(who));
    *actor = form_actor(word);
    *person = found < 0 ? 0 : (unsigned)found;
    return *actor != ACTOR_PERSON || found >= 0;
}

char *croupier_round_legal(const struct croupier_round *round, const char *who)
{
    enum actor actor;
    unsigned person;
    struct text text;
    struct writer writer = writer_of(round);
    if (!find_actor(round, who, &actor, &person))
        return NULL;
    struct act *acts = malloc(LEGAL_ACTS_MAX * sizeof(*acts));
    char *bytes = malloc(LEGAL_TEXT_MAX);
    if (acts && bytes) {
        text_init(&text, bytes, LEGAL_TEXT_MAX);
        unsigned count = round_legal_acts(&round->book, &round->round, actor, person, acts);
        for (unsigned i = 0; i < count; i++)
            write_act(&writer, &acts[i], &text);
    } else {
        free(bytes);
        bytes = NULL;
    }
    free(acts);
    return bytes;
}

static bool find_viewer(const struct croupier_round *round, const char *who, struct viewer *viewer)
{
    enum actor actor;
    unsigned person;
    *viewer = (struct viewer){.role = VIEWER_DISPLAY};
    if (strcmp(who, "display") == 0)
        return true;
    if (!find_actor(round, who, &actor, &person))
        return false;
    viewer->person = (uint8_t)person;
    viewer->role = actor == ACTOR_PERSON ? VIEWER_PLAYER : actor == ACTOR_DEALER ? VIEWER_DEALER : VIEWER_PIT;
    return actor <= ACTOR_SHIFT;
}

static void put_view(struct out *out, const struct croupier_round *round, const struct view *view)
{
    const struct speaker speaker = speaker_of(round, &round->round);
    struct wants wants = round_wants(&round->book, &round->round);
    out_object(out);
    tell_view(out, &speaker, view);
    if (view->credit_cents >= 0)
        out_put_integer(out, "credit", view->credit_cents);
    out_key(out, "wants");
    out_object(out);
    tell_wants(out, &speaker, &wants);
    out_object_end(out);
    out_object_end(out);
}

char *croupier_round_view(const struct croupier_round *round, const char *who)
{
    struct viewer viewer;
    struct out out;
    if (!find_viewer(round, who, &viewer))
        return NULL;
    struct view *view = malloc(sizeof(*view));
    if (!view)
        return NULL;
    round_view(&round->book, &round->round, viewer, view);
    out_init(&out);
    put_view(&out, round, view);
    free(view);
    if (out.failed)
        out_release(&out);
    return out.bytes;
}
