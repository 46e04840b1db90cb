/* SPDX-License-Identifier: Apache-2.0 */
/* gaming_day.h - the gaming day of a house: whether it is open, its shift, waiting slips, counts, and the
 * figures of each table.
 *
 * Pure. It follows the entries of a journal in their order, together with a ledger. The server asks it before
 * it writes an entry (gaming_day_verify) and gives it the entry afterwards (gaming_day_take); an audit calls
 * the same two for every entry. So an audit finds exactly what a server would have refused. Owns its memory
 * (gaming_day_release).
 *
 * If the beginning of the journal was not seen, nothing is judged until a day begins (`known`). An audit that
 * goes on behind a mark restores the day from it (day_state.h). */
#ifndef CROUPIER_HOUSE_GAMING_DAY_H
#define CROUPIER_HOUSE_GAMING_DAY_H

#include "house/count.h"
#include "journal/chain.h"

enum {
    DAY_SLIPS_MAX = 256,
    DATE_TEXT_MAX = 11, /* 2026-11-18 */
    SHIFT_NAME_MAX = 24,
    ZONE_NAME_MAX = 48,
};

/* One account since the day began, and whether somebody has to count it. */
struct day_account {
    uint32_t account;
    bool touched; /* moved since it was counted last */
    int64_t opening_cents;
    int64_t fills_cents; /* of a bank */
    int64_t credits_cents;
    int64_t drop_cents; /* of a bank: what went into its table's box */
};

struct gaming_day {
    bool known;
    bool open;
    char date[DATE_TEXT_MAX];   /* of the day that is open, or of the last one; "": none yet */
    char shift[SHIFT_NAME_MAX]; /* "": none is open */
    uint64_t slips;             /* the last number given out */
    unsigned slip_count;
    struct slip waiting[DAY_SLIPS_MAX];
    bool variance;         /* a count of this day was not what the books said */
    uint32_t owed_account; /* the movement that must follow the last count, at once in its chain; 0: none */
    int64_t owed_cents;    /* more than 0: over */
    uint32_t owed_chain;
    struct day_account *accounts; /* banks and cages, in the order of their first movement */
    unsigned account_count;
    unsigned account_room;
    uint32_t *places; /* by account number: place in `accounts` + 1 */
    uint32_t place_count;
    unsigned open_tables;
    bool *table_open; /* by chain */
    uint32_t chain_count;
};

void gaming_day_init(struct gaming_day *day, bool known);
void gaming_day_release(struct gaming_day *day);

/* Judges an entry of the kinds *day*, *count* and *money*: STATUS_OK, or why it must not be written now. The
 * ledger tells whether each account holds what it gives. */
enum status gaming_day_verify(const struct gaming_day *day, const struct ledger *ledger, uint32_t chain,
                              const struct entry *entry) MUST_CHECK;

/* Follows an entry that was verified; `ledger` holds the balances behind it. */
enum status gaming_day_take(struct gaming_day *day, const struct ledger *ledger, uint32_t chain,
                            const struct entry *entry) MUST_CHECK;

/* ---- Texts of entries *day*. ---- */

enum day_verb { DAY_OPEN, DAY_CLOSE, SHIFT_OPEN, SHIFT_CLOSE };

struct day_words {
    enum day_verb verb;
    char name[SHIFT_NAME_MAX]; /* the date, or the shift */
    char zone[ZONE_NAME_MAX];  /* DAY_OPEN */
    char turns[8];             /* DAY_OPEN: 06:00 */
    uint64_t slips;            /* DAY_OPEN */
    char with[ENTRY_WHO_MAX];  /* of a closing */
    char reason[REASON_MAX];   /* DAY_CLOSE; "": none */
};

/* The whole text; a closing has the figures of every table and cage that has any. */
void gaming_day_print(const struct gaming_day *day, const struct ledger *ledger,
                      const struct day_words *words, struct text *text);
bool day_words_parse(struct span span, struct day_words *words);

/* ---- Questions. ---- */

/* The slip of that number that waits; NULL: there is none. */
const struct slip *gaming_day_slip(const struct gaming_day *day, uint64_t number);

/* Why the day cannot be closed yet, and `what` is in the way: a table, an account, a slip. */
enum status gaming_day_closable(const struct gaming_day *day, const struct ledger *ledger,
                                struct text *what) MUST_CHECK;

/* NULL: the account has not moved since the day was opened. */
const struct day_account *gaming_day_account(const struct gaming_day *day, uint32_t account);

/* closing float + credits + drop - opening float - fills. */
int64_t day_account_win(const struct day_account *account, int64_t closing_cents);

#endif
