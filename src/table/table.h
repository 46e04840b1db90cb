/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - one live table: from an act to a ruling, a journal entry and postings.
 *
 * Pure apart from the memory it is given and the draws for the salts of its shoes. Time comes from outside
 * (agenda_next). Nothing here writes to a store: the caller proposes an act or a step, writes the proposal's
 * entry to the store and accepts the proposal; then `state` moves on. If the caller does not wait for the
 * disk, `state` runs ahead of it and must not be shown to people (server/floor.h keeps the durable one). One
 * proposal at a time. */
#ifndef CROUPIER_TABLE_TABLE_H
#define CROUPIER_TABLE_TABLE_H

#include "cards/shoe.h"
#include "journal/entry.h"
#include "ledger/ledger.h"
#include "record/line.h"
#include "record/write.h"
#include "round/device.h"
#include "table/virtual_shoe.h"

enum clock_kind { CLOCK_NONE = 0, CLOCK_BETTING, CLOCK_DECISION, CLOCK_RESULT };

/* The wait in progress and its end. Restarted whenever the table waits for something else; not kept over a
 * restart. */
struct table_clock {
    uint8_t kind; /* enum clock_kind */
    int64_t until_ms;
    uint64_t mark; /* identifies what is being waited for */
};

struct table {
    struct table_plan plan;
    struct book_mark mark; /* of the plan's rulebook */
    struct shoe_source source;
    struct table_state state;
    struct table_clock clock;
    struct shoe shoe; /* virtual: the order of the shoe in use. Secret until its end */
    struct line_reader lines;
    unsigned shown_cards; /* of the last step: pages show them one by one, then the next clock begins */
    bool interrupted;     /* the present round was cut off, and nobody has decided yet what becomes of it */
    struct luck desk;     /* players' numbers: promised for the next shoe to be committed to, then revealed */
    bool luck_awaited;    /* more of them may come: set by the caller that runs the table (agenda.h) */
    uint32_t present;     /* bit per person of the roster: they stay in it when the shoe changes */
};

/* One thing that the system does at a table; agenda.h says which is next. */
enum step_kind {
    STEP_NONE = 0,
    STEP_RECOVER,
    STEP_REVEAL,
    STEP_OPEN,
    STEP_LUCK,
    STEP_COMMIT,
    STEP_MIX,
    STEP_SHUFFLE,
    STEP_CARD,
    STEP_ACT,
    STEP_WAIT, /* nothing to do: the table waits for players' numbers, and nobody may act before */
};

struct step {
    enum step_kind kind;
    struct act act;  /* STEP_RECOVER, STEP_SHUFFLE, STEP_ACT */
    int64_t wake_ms; /* STEP_NONE: ask again then; 0: after the next change */
};

/* Room for the result of a count that names every card of a deck: "missing 255 7wa, " each. */
enum { TABLE_REASON_MAX = DECK_CARDS_MAX * 18 };

/* The consequences of an act that is not accepted yet. Large (the events): keep one and reuse it. */
struct proposal {
    struct table_state *next; /* the caller's memory, for the next state */
    struct act act;
    struct ruling ruling;
    struct events events;
    const struct transaction *carried; /* the money of earlier acts in the same entry; NULL: there are none */
    struct transaction transaction;    /* the money of this act and of those */
    enum entry_kind kind;
    struct text text; /* of the entry */
    char text_bytes[STATE_TEXT_MAX];
    char reason[TABLE_REASON_MAX]; /* what is wrong with the words (STATUS_BAD_TEXT), or what a count found */
};

/* `source` may be empty where cards are entered. */
void table_set_up(struct table *table, const struct table_plan *plan, struct shoe_source source);
void table_clear(struct table *table); /* frees its memory and wipes the order of its shoe */

/* Between rounds: changes to the next rulebook of its plan. False: it cannot (state_change_book). */
bool table_turn_book(struct table *table);

/* Takes the state that the journal gives (restore.h). A round under way counts as interrupted. */
void table_restore(struct table *table, const struct table_state *state);

/* The author of an act, as the server knows them. `name` is a person's; NULL for staff and devices. */
struct performer {
    enum actor actor;
    const char *name;
};

/* Proposes an act by its words without the actor: "hit 1", "bet 1 main 100"; for staff also "card Th [>
 * PLACE]" where cards are entered, "deal [> PLACE]" where they are drawn, and "count CARDS". ruling.status is
 * the result: refused by the rules, by the ledger (STATUS_PLAYER_SHORT), or STATUS_BAD_TEXT with a reason. */
enum status table_propose_text(struct table *table, const struct ledger *ledger, struct performer performer,
                               const char *words, struct proposal *proposal) MUST_CHECK;

enum status table_propose_act(const struct table *table, const struct ledger *ledger, const struct act *act,
                              struct proposal *proposal) MUST_CHECK;

/* The next card of the virtual shoe, to the place where it is wanted. */
enum status table_propose_card(const struct table *table, const struct ledger *ledger,
                               struct proposal *proposal) MUST_CHECK;

/* A step of the agenda. */
enum status table_propose_step(const struct table *table, const struct ledger *ledger,
                               const struct step *step, struct proposal *proposal) MUST_CHECK;

/* Between rounds. table_propose_shoe begins the next shoe, with a commitment if it is a virtual one, and
 * opens a closed table. */
enum status table_propose_shoe(const struct table *table, struct proposal *proposal) MUST_CHECK;
enum status table_propose_close(const struct table *table, struct proposal *proposal) MUST_CHECK;
enum status table_propose_limits(struct table *table, unsigned wager, int64_t min_cents, int64_t max_cents,
                                 struct proposal *proposal) MUST_CHECK;

/* The round that its entry belongs to; 0: none. */
uint32_t proposal_round(const struct proposal *proposal);

/* The proposal counts: its next state is now the state. A new virtual shoe is put into its order, and
 * again when numbers of players are mixed in. */
void table_accept(struct table *table, const struct proposal *proposal);

/* At the end of a shoe: compares the cards that came out of it and those still in it with its decks. `inside`
 * is what staff found in the device, by card code; NULL takes what is left of the virtual shoe. True if
 * nothing is missing or over, and always for a shuffling machine, which has no end. */
bool table_reconcile(const struct table *table, const uint8_t *inside, struct reconciliation *found);

/* The virtual shoe's cards that lie face down at a hand, in the order in which they were dealt: at most
 * HAND_CARDS_MAX; returns how many. Secret until they are revealed. At a virtual table people give "?" for
 * the cards of a `reveal` and of a report of a card seen face up, and the shoe fills them in. */
unsigned table_faces(const struct table *table, const struct table_state *state, struct spot spot,
                     struct card *cards);

/* Whether the act tells a card of the virtual shoe that nobody has seen yet. Such an act may be done, but
 * must not be previewed. */
bool table_tells_hidden(const struct table *table, const struct act *act);

/* The table's round as a viewer may see it: round_view and, for a player who squeezes, the faces of their own
 * cards. */
void table_view(const struct table *table, const struct table_state *state, struct viewer viewer,
                struct view *view);

/* Proposes a reconciliation (table_reconcile) as an entry of the journal (ENTRY_NOTE), between rounds.
 * `cards` names what staff found in the device, "As 2h*3"; it may be empty. The proposal's reason says what
 * is missing or over, and is empty if nothing is. "count CARDS" is the same in words (table_propose_text). */
enum status table_propose_count(const struct table *table, const char *cards,
                                struct proposal *proposal) MUST_CHECK;

/* Writes "missing 2 As, over 1 Th", or nothing if all cards are there. */
void reconciliation_print(const struct rulebook *book, const struct reconciliation *found, struct text *text);

/* The next card of the virtual shoe; false when it is empty. */
bool table_next_card(const struct table *table, struct card *card);

#endif
