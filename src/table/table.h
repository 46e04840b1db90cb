/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - one live table: from an act to a ruling, a journal entry and postings.
 *
 * Pure apart from the memory it is given. Time and cards come from outside: `now_ms` is a parameter, and the
 * order of a virtual shoe is given by the caller (fair_shoe.h). Nothing here writes to a store: an act is
 * proposed, the caller makes the proposal's entry durable, and only then accepts it, so that `state` is
 * always what is on disk and whoever looks at the table sees nothing else. One proposal at a time. */
#ifndef CROUPIER_TABLE_TABLE_H
#define CROUPIER_TABLE_TABLE_H

#include "cards/shoe.h"
#include "journal/entry.h"
#include "ledger/ledger.h"
#include "record/line.h"
#include "record/write.h"
#include "round/device.h"
#include "table/plan.h"

enum clock_kind { CLOCK_NONE = 0, CLOCK_BETTING, CLOCK_DECISION, CLOCK_PACE, CLOCK_RESULT };

/* What the table waits for, and until when. Restarted whenever that changes; lost in a power failure. */
struct table_clock {
    uint8_t kind; /* enum clock_kind */
    int64_t until_ms;
    uint64_t mark; /* stands for what is being waited for */
};

struct table {
    struct table_plan plan;
    struct book_mark mark; /* of the plan's rulebook */
    struct table_state state;
    struct table_clock clock;
    struct shoe shoe; /* virtual: the order of the shoe in use. Secret until its end */
    struct line_reader lines;
};

/* Room for what a count found with every card of a deck named: "missing 255 7wa, " each. */
enum { TABLE_REASON_MAX = DECK_CARDS_MAX * 18 };

/* What would follow from an act. Large (the events): keep one and reuse it. */
struct proposal {
    struct table_state next;
    struct act act;
    struct ruling ruling;
    struct events events;
    struct transaction transaction;
    enum entry_kind kind;
    struct text text; /* of the entry */
    char text_bytes[STATE_TEXT_MAX];
    char reason[TABLE_REASON_MAX]; /* STATUS_BAD_TEXT: what is wrong with the words; what a count found */
};

void table_set_up(struct table *table, const struct table_plan *plan);
void table_clear(struct table *table); /* the order of its shoe is overwritten */

/* Who acts, as the server knows him. `name` is a person's; NULL for staff and devices. */
struct performer {
    enum actor actor;
    const char *name;
};

/* The words of an act without its actor: "hit 1", "bet 1 main 100"; for staff also "card Th [> PLACE]" where
 * cards are entered and "deal [> PLACE]" where they are drawn. ruling.status tells what came of it: refused
 * by the rules, by the ledger (STATUS_PLAYER_SHORT), or STATUS_BAD_TEXT with a reason. */
enum status table_propose_text(struct table *table, const struct ledger *ledger, struct performer performer,
                               const char *words, struct proposal *proposal) MUST_CHECK;

enum status table_propose_act(const struct table *table, const struct ledger *ledger, const struct act *act,
                              struct proposal *proposal) MUST_CHECK;

/* The next card of the virtual shoe, to the place where it is wanted. */
enum status table_propose_card(const struct table *table, const struct ledger *ledger,
                               struct proposal *proposal) MUST_CHECK;

/* Between rounds. The people of `stay` (bit per person) keep their place in the roster. */
enum status table_propose_shoe(const struct table *table, const struct hash *commitment,
                               const struct hash *salt, uint32_t stay, struct proposal *proposal) MUST_CHECK;
enum status table_propose_close(const struct table *table, struct proposal *proposal) MUST_CHECK;
enum status table_propose_limits(struct table *table, unsigned wager, int64_t min_cents, int64_t max_cents,
                                 struct proposal *proposal) MUST_CHECK;

/* The proposal is durable: it is now the state. */
void table_accept(struct table *table, const struct proposal *proposal);

/* ---- Chores. ---- */

enum due_kind { DUE_NOTHING = 0, DUE_ACT, DUE_CARD, DUE_SHOE };

/* What the system has to do now, if anything. */
struct due {
    enum due_kind kind;
    struct act act;  /* DUE_ACT */
    int64_t wake_ms; /* DUE_NOTHING: look again then; 0: only after the next change */
};

/* Sets the clock, and says what is due at `now_ms`. `awake` tells whether anybody is there to play: a table
 * without people does not go on opening rounds. */
struct due table_due(struct table *table, int64_t now_ms, bool awake);

/* True when the cards are to be changed before the next round. */
bool table_shoe_due(const struct table *table);

/* At the end of a shoe: the cards that came out of it against those still in it and its decks. `inside` is
 * what staff found in the device, by card code; with NULL the virtual shoe's own rest. True if nothing is
 * missing or over, and for a shuffling machine, which has no end. */
bool table_reconcile(const struct table *table, const uint8_t *inside, struct reconciliation *found);

/* The virtual shoe's cards that lie face down at a hand, in the order in which they were dealt: at most
 * HAND_CARDS_MAX; returns how many. Secret until they are revealed: at a virtual table a `reveal` and a
 * report of a card seen face up have "?" for their cards, in words as in acts, and the shoe fills them in. */
unsigned table_faces(const struct table *table, const struct table_state *state, struct spot spot,
                     struct card *cards);

/* Does the act tell a card of the virtual shoe that nobody has seen yet? Then it may be done, but not tried
 * out.
 */
bool table_tells_hidden(const struct table *table, const struct act *act);

/* What a viewer may see of the table's round: round_view, and to him who squeezes the faces of his own cards.
 */
void table_view(const struct table *table, const struct table_state *state, struct viewer viewer,
                struct view *view);

/* The same as an entry of the journal (ENTRY_NOTE), between rounds: `cards` names what staff found in the
 * device, "As 2h*3"; it may be nothing. The proposal's reason says what is missing or over, and is empty if
 * nothing is. Staff say it as "count CARDS" too (table_propose_text). */
enum status table_propose_count(const struct table *table, const char *cards,
                                struct proposal *proposal) MUST_CHECK;

/* "missing 2 As, over 1 Th"; nothing if all cards are there. */
void reconciliation_print(const struct rulebook *book, const struct reconciliation *found, struct text *text);

/* The next card of the virtual shoe; false when it is empty. */
bool table_next_card(const struct table *table, struct card *card);

#endif
