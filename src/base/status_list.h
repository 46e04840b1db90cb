/* SPDX-License-Identifier: Apache-2.0 */
/* status_list.h - the list itself: X(identifier, pinned number, name, sentence). See status.h.
 *
 * Groups: -1.. failures; -40.. journal and store; -60.. server; -80.. several servers; 100.. betting; 200..
 * decisions of a player; 300.. staff; 400.. cards; 500.. irregularities; 600.. ledger; 650.. table; 660..
 * players' numbers for the shuffle; 670.. passwords and codes; 680.. the house's day; 700.. patrons; 720..
 * people who are erased. */
#ifndef CROUPIER_BASE_STATUS_LIST_H
#define CROUPIER_BASE_STATUS_LIST_H

#include "base/mark.h"

/* clang-format off */
#define STATUS_LIST(X) \
    X(STATUS_OK,             0, "ok",             N_("Done.")) \
    X(STATUS_NO_MEMORY,     -1, "no-memory",      N_("There is not enough memory.")) \
    X(STATUS_TOO_LONG,      -2, "too-long",       N_("The text or list is longer than its limit.")) \
    X(STATUS_BAD_TEXT,      -3, "bad-text",       N_("The text is not in the expected form.")) \
    X(STATUS_BAD_NUMBER,    -4, "bad-number",     N_("The number is not in the expected form.")) \
    X(STATUS_OVERFLOW,      -5, "overflow",       N_("The amount is too large to be counted exactly.")) \
    X(STATUS_NOT_FOUND,     -6, "not-found",      N_("There is nothing of that name.")) \
    X(STATUS_NO_FILE,       -7, "no-file",        N_("The file cannot be read.")) \
    X(STATUS_BAD_RULEBOOK,  -8, "bad-rulebook",   N_("The rulebook has faults.")) \
    X(STATUS_BAD_RECORD,    -9, "bad-record",     N_("The round record has faults.")) \
    X(STATUS_NO_RANDOM,    -10, "no-random",      N_("The system has no randomness to give.")) \
    X(STATUS_CARDS_GONE,   -11, "cards-gone",     N_("The shoe does not hold all these cards.")) \
    X(STATUS_FEW_CARDS,    -12, "few-cards",      N_("Too few cards are left in the shoe to compute this exactly.")) \
    X(STATUS_BAD_HAND,     -13, "bad-hand",       N_("There is no decision to be made on such a hand.")) \
    X(STATUS_CANCELLED,    -14, "cancelled",      N_("The work was stopped before its end.")) \
    X(STATUS_BAD_ENTRY,        -40, "bad-entry",         N_("The journal entry is not in the form it must have.")) \
    X(STATUS_BROKEN_CHAIN,     -41, "broken-chain",      N_("The journal entry does not follow the one before it.")) \
    X(STATUS_BAD_SIGNATURE,    -42, "bad-signature",     N_("The signature is not the house's.")) \
    X(STATUS_STORE_LOCKED,     -43, "store-locked",      N_("Another process is using the file.")) \
    X(STATUS_STORE_FULL,       -44, "store-full",        N_("The disk is full.")) \
    X(STATUS_STORE_READ_ONLY,  -45, "store-read-only",   N_("The file cannot be written.")) \
    X(STATUS_STORE_CORRUPT,    -46, "store-corrupt",     N_("The file is damaged.")) \
    X(STATUS_STORE_IO,         -47, "store-io",          N_("The disk reports an error.")) \
    X(STATUS_STORE_VERSION,    -48, "store-version",     N_("The file has a version this program cannot work with.")) \
    X(STATUS_STORE_STOPPED,    -49, "store-stopped",     N_("The books take nothing more until the server is started again. What was acknowledged is safe.")) \
    X(STATUS_NO_DATABASE,      -50, "no-database",       N_("The database cannot be reached.")) \
    X(STATUS_BAD_CONFIG,       -60, "bad-config",        N_("The configuration has faults.")) \
    X(STATUS_BAD_MESSAGE,      -61, "bad-message",       N_("The message is not in the expected form.")) \
    X(STATUS_NOT_LOGGED_IN,    -62, "not-logged-in",     N_("Log in first.")) \
    X(STATUS_FORBIDDEN,        -63, "forbidden",         N_("Your role may not do this.")) \
    X(STATUS_WRONG_PASSWORD,   -64, "wrong-password",    N_("The name, number, password or PIN is wrong.")) \
    X(STATUS_TOO_MANY,         -65, "too-many",          N_("Too many requests. Wait a moment and try again.")) \
    X(STATUS_BAD_PERSON_NAME,  -66, "bad-person-name",   N_("A name starts with a letter, goes on with letters, digits, . _ or -, and is no word of the games.")) \
    X(STATUS_BAD_ROLE,         -67, "bad-role",          N_("There is no such role.")) \
    X(STATUS_PERSON_EXISTS,    -68, "person-exists",     N_("Somebody has that name already.")) \
    X(STATUS_BAD_PASSWORD,     -69, "bad-password",      N_("A password has 8 to 128 characters, a PIN 4 to 12 digits.")) \
    X(STATUS_NO_TABLE,         -70, "no-table",          N_("There is no such table.")) \
    X(STATUS_NO_ROUND,         -71, "no-round",          N_("There is no such round at this table.")) \
    X(STATUS_ARCHIVED,         -78, "archived",          N_("This is in an archive of the journal, and not in the database any more.")) \
    X(STATUS_STOPPING,         -72, "stopping",          N_("The house is closing for a moment, so no new round begins. Try again soon.")) \
    X(STATUS_MUST_CHANGE,      -73, "must-change",       N_("This password was for one use. Choose a new one first.")) \
    X(STATUS_LAST_ADMINISTRATOR, -74, "last-administrator", N_("The last administrator cannot be revoked. Add another one first.")) \
    X(STATUS_UNKNOWN,          -75, "unknown",           N_("It is not known whether this was booked. Ask again with the same id.")) \
    X(STATUS_NOT_YOUR_ROUND,   -76, "not-your-round",    N_("You had no wager in this round.")) \
    X(STATUS_NOT_SEALED,       -77, "not-sealed",        N_("The round is not sealed yet. Ask again in a moment.")) \
    X(STATUS_MOVED,            -80, "moved",             N_("Another server of the house runs this now.")) \
    X(STATUS_OVERTAKEN,        -81, "overtaken",         N_("Something else was written first. Look again, and ask again.")) \
    X(STATUS_FENCED,           -82, "fenced",            N_("Another server has taken over from this one.")) \
    X(STATUS_STORE_BEHIND,     -83, "store-behind",      N_("The database has lost entries that were acknowledged.")) \
    X(STATUS_NOT_OPEN,         100, "not-open",          N_("Bets are not open.")) \
    X(STATUS_BETS_CLOSED,      101, "bets-closed",       N_("Bets are closed.")) \
    X(STATUS_PULL_TOO_LATE,    102, "pull-too-late",     N_("Bets are closed; no wager can be taken back.")) \
    X(STATUS_UNDER_MINIMUM,    103, "under-minimum",     N_("The wager is under the minimum.")) \
    X(STATUS_OVER_MAXIMUM,     104, "over-maximum",      N_("The wager is over the maximum.")) \
    X(STATUS_BAD_AMOUNT,       105, "bad-amount",        N_("This amount cannot be wagered.")) \
    X(STATUS_ONE_STACK,        106, "one-stack",         N_("You already have this wager there. Raise it instead.")) \
    X(STATUS_NO_WAGER,         107, "no-wager",          N_("There is no such wager.")) \
    X(STATUS_NO_CREDIT,        108, "no-credit",         N_("You do not have that much credit.")) \
    X(STATUS_LAYOUT_FULL,      109, "layout-full",       N_("No more wagers fit on the layout.")) \
    X(STATUS_WRONG_SPOT,       110, "wrong-spot",        N_("Such a wager does not lie there.")) \
    X(STATUS_TERMINAL_FAILED,  111, "terminal-failed",   N_("The terminal has failed; its wagers cannot be changed any more.")) \
    X(STATUS_NO_SUCH_AREA,      112, "no-such-area",      N_("There is no such area on the layout.")) \
    X(STATUS_AREA_FULL,         113, "area-full",         N_("This area takes no more wagers.")) \
    X(STATUS_AREAS_RESTRICTED,  114, "areas-restricted",  N_("You may not wager on another area.")) \
    X(STATUS_NEEDS_MAIN,        115, "needs-main",        N_("A side wager needs a main wager on its area.")) \
    X(STATUS_SIDES_FULL,        116, "sides-full",        N_("This spot takes no more side wagers.")) \
    X(STATUS_BETTER_CLAIM,      117, "better-claim",      N_("Somebody else has a better claim to this spot.")) \
    X(STATUS_CLAIM_TIE,         118, "claim-tie",         N_("Claims to this spot are equal and not agreed: nobody may wager there.")) \
    X(STATUS_CLAIMED_ALREADY,   119, "claimed-already",   N_("You have already claimed this spot.")) \
    X(STATUS_NOTHING_TO_CLAIM,  120, "nothing-to-claim",  N_("There is nothing to claim there.")) \
    X(STATUS_NOT_A_CLAIMANT,    121, "not-a-claimant",    N_("That person is not among those with equal claims.")) \
    X(STATUS_NO_OBJECTION,      122, "no-objection",      N_("Nobody may refuse the rest of an area to others.")) \
    X(STATUS_NO_SPLIT_SIDE,     123, "no-split-side",     N_("This wager can be placed only on split Aces, before their next card.")) \
    X(STATUS_NOTHING_TO_CLEAR,  124, "nothing-to-clear",  N_("Nothing is on record against that person.")) \
    X(STATUS_BOX_OVER_MAXIMUM,  125, "box-over-maximum",  N_("The box would be over its maximum.")) \
    X(STATUS_BOX_FULL,          126, "box-full",          N_("The bets of this box have reached its maximum.")) \
    X(STATUS_NOT_OFFERED,      200, "not-offered",       N_("This option is not on offer now.")) \
    X(STATUS_NO_SUCH_HAND,      201, "no-such-hand",      N_("There is no such hand.")) \
    X(STATUS_NOT_YOUR_HAND,     202, "not-your-hand",     N_("You have no wager on this hand.")) \
    X(STATUS_NOT_IN_CONTROL,    203, "not-in-control",    N_("Another person decides for this hand.")) \
    X(STATUS_OUT_OF_TURN,       204, "out-of-turn",       N_("Another hand is in turn.")) \
    X(STATUS_HAND_STANDS,       205, "hand-stands",       N_("This hand stands.")) \
    X(STATUS_HAND_HAS_21,       206, "hand-has-21",       N_("A hand of 21 takes no further card.")) \
    X(STATUS_HAND_BUST,         207, "hand-bust",         N_("This hand is over 21.")) \
    X(STATUS_HAND_DOUBLED,      208, "hand-doubled",      N_("A doubled hand gets one card only.")) \
    X(STATUS_SPLIT_ACE_ONE_CARD, 209, "split-ace-one-card", N_("A split Ace gets one card only.")) \
    X(STATUS_ACES_SPLIT_ONCE,   210, "aces-split-once",   N_("Aces are split once only.")) \
    X(STATUS_NO_DOUBLE_SPLIT_ACES, 211, "no-double-split-aces", N_("Split Aces may not be doubled.")) \
    X(STATUS_CARD_REFUSED,      212, "card-refused",      N_("You refused a card, so this hand gets no more.")) \
    X(STATUS_TOO_LATE_TO_ACT,   213, "too-late-to-act",   N_("It is too late: areas after yours have received cards.")) \
    X(STATUS_MUST_DRAW,         214, "must-draw",         N_("This hand must draw a card.")) \
    X(STATUS_CARD_OFFERED,      215, "card-offered",      N_("A card is offered: it must be accepted or refused first.")) \
    X(STATUS_WINDOW_CLOSED,     216, "window-closed",     N_("The time for this option is over.")) \
    X(STATUS_NO_SURRENDER,      217, "no-surrender",      N_("You cannot surrender against this card of the Dealer.")) \
    X(STATUS_SURRENDER_SPLIT,   218, "surrender-split",   N_("A split hand cannot be surrendered.")) \
    X(STATUS_NO_INSURANCE,      219, "no-insurance",      N_("There is no Insurance against this card of the Dealer.")) \
    X(STATUS_INSURANCE_TOO_HIGH, 220, "insurance-too-high", N_("The Insurance is over its ceiling.")) \
    X(STATUS_INSURED_ALREADY,   221, "insured-already",   N_("This wager is insured already.")) \
    X(STATUS_OWN_INSURANCE_ONLY, 222, "own-insurance-only", N_("You can insure only your own wager.")) \
    X(STATUS_NOT_DECLINED,      223, "not-declined",      N_("The owner of the wager has not declined this Insurance.")) \
    X(STATUS_NO_EVEN_MONEY,     224, "no-even-money",     N_("Even money is for a Blackjack against an Ace.")) \
    X(STATUS_NO_SPLIT,          225, "no-split",          N_("These cards cannot be split.")) \
    X(STATUS_HANDS_FULL,        226, "hands-full",        N_("This area cannot form another hand.")) \
    X(STATUS_NO_DOUBLE,         227, "no-double",         N_("This hand cannot be doubled.")) \
    X(STATUS_DOUBLE_TOO_LOW,    228, "double-too-low",    N_("The double is under its minimum.")) \
    X(STATUS_DOUBLE_TOO_HIGH,   229, "double-too-high",   N_("The double is over the original wager.")) \
    X(STATUS_DEALER_CARD_FIRST, 230, "dealer-card-first", N_("The Dealer's missing card comes first.")) \
    X(STATUS_ABSENT,            231, "absent",            N_("That player is not there.")) \
    X(STATUS_NOT_AWAY,          232, "not-away",          N_("That player is not away.")) \
    X(STATUS_SEAT_TAKEN,        233, "seat-taken",        N_("This seat is taken.")) \
    X(STATUS_SEATED_ELSEWHERE,  234, "seated-elsewhere",  N_("You already have a seat.")) \
    X(STATUS_NOT_SEATED,        235, "not-seated",        N_("You have no seat.")) \
    X(STATUS_NO_SQUEEZE,        236, "no-squeeze",        N_("Cards are not squeezed in this game.")) \
    X(STATUS_NO_WITHDRAWAL,     237, "no-withdrawal",     N_("No wager may be withdrawn now.")) \
    X(STATUS_WITHDRAW_ALL,      238, "withdraw-all",      N_("If you withdraw, you must withdraw all your wagers.")) \
    X(STATUS_PICK_COUNT,        239, "pick-count",        N_("So many cards cannot be chosen here.")) \
    X(STATUS_NOT_LYING_OUT,     240, "not-lying-out",     N_("This card is not among those lying out.")) \
    X(STATUS_SQUEEZE_ASKED,     241, "squeeze-asked",     N_("Somebody squeezes the cards of this area already, or has asked to.")) \
    X(STATUS_NOT_SQUEEZED,      242, "not-squeezed",      N_("No card of this hand lies face down.")) \
    X(STATUS_PICK_WORST,        243, "pick-worst",        N_("Choose the card that is worst for the Dealer's hand.")) \
    X(STATUS_DOUBLE_OVER_CAP,   244, "double-over-cap",   N_("Your wager counts up to the maximum only: you may double with no more than that.")) \
    X(STATUS_INSURANCE_OVER_CAP, 245, "insurance-over-cap", N_("The wager counts up to the maximum only: you may insure half of that at most.")) \
    X(STATUS_REFUSE_ALL,        246, "refuse-all",        N_("You may refuse all the cards on offer, not some of them.")) \
    X(STATUS_NOT_ENTITLED,     300, "not-entitled",      N_("Only somebody else may do this.")) \
    X(STATUS_NOT_NOW,          301, "not-now",           N_("This cannot be done at this point of the round.")) \
    X(STATUS_NOT_ASKED,        302, "not-asked",         N_("Nobody has asked for this.")) \
    X(STATUS_QUESTION_OPEN,    303, "question-open",     N_("Another question must be answered first.")) \
    X(STATUS_NOT_PLAYED,       304, "not-played",        N_("This does not exist in this game.")) \
    X(STATUS_NO_SUCH_PERSON,   305, "no-such-person",    N_("There is no such person at the table.")) \
    X(STATUS_EARLIER_STANDS,   306, "earlier-stands",    N_("Earlier rounds stand as they were settled.")) \
    X(STATUS_NOT_VOIDING,      307, "not-voiding",       N_("This clause does not make a round void.")) \
    X(STATUS_HAND_WAITS,        308, "hand-waits",        N_("A hand still waits for its decision.")) \
    X(STATUS_SETTLED_ALREADY,   309, "settled-already",   N_("The interim settlement has been made.")) \
    X(STATUS_SHUFFLE_FIRST,     310, "shuffle-first",     N_("The cards must be shuffled and cut first.")) \
    X(STATUS_PIT_FINDS_FIRST,   311, "pit-finds-first",   N_("This makes a round void once the pit has found that the cards cannot be put right.")) \
    X(STATUS_NO_CARD_DUE,      400, "no-card-due",       N_("No card is due.")) \
    X(STATUS_CARD_DUE,         401, "card-due",          N_("A card is due first.")) \
    X(STATUS_CARD_FOREIGN,     402, "card-foreign",      N_("This card does not belong to the decks in play.")) \
    X(STATUS_CARD_COPIES,      403, "card-copies",       N_("All copies of this card have left the device already.")) \
    X(STATUS_CARD_NOT_FRONT,   404, "card-not-front",    N_("Another card comes first.")) \
    X(STATUS_NO_SUCH_PLACE,    405, "no-such-place",     N_("No card can lie there.")) \
    X(STATUS_HAND_FULL,        406, "hand-full",         N_("No more cards fit on the hand.")) \
    X(STATUS_PLACE_NEEDED,      407, "place-needed",      N_("A card lies astray: it must be said where the next one lies.")) \
    X(STATUS_TOO_MANY_ASTRAY,   408, "too-many-astray",   N_("Too many cards lie astray to be kept track of.")) \
    X(STATUS_FACE_NEEDED,       409, "face-needed",       N_("The face of this card must be told.")) \
    X(STATUS_FACE_DOWN,         410, "face-down",         N_("Cards lie face down: they must be revealed first.")) \
    X(STATUS_NO_CARD_THERE,     411, "no-card-there",     N_("There is no such card to put right.")) \
    X(STATUS_SAME_CARD,         412, "same-card",         N_("That is the card that was entered.")) \
    X(STATUS_CARD_SETTLED,      413, "card-settled",      N_("A wager was settled on this card: the shift manager puts it right.")) \
    X(STATUS_CARD_WAS_SPLIT,    414, "card-was-split",    N_("The hand was split on this card and could not be with that one.")) \
    X(STATUS_NOT_APPLICABLE,   500, "not-applicable",    N_("This cannot go wrong in this game.")) \
    X(STATUS_NOT_SO,           501, "not-so",            N_("The table does not show what was reported.")) \
    X(STATUS_NOTHING_ASTRAY,   502, "nothing-astray",    N_("Every card lies where it belongs.")) \
    X(STATUS_ORDER_UNSAID,     503, "order-unsaid",      N_("It must be said whether the order of the cards is known.")) \
    X(STATUS_NO_POSTINGS,      600, "no-postings",       N_("A transaction needs at least two postings.")) \
    X(STATUS_MANY_POSTINGS,    601, "many-postings",     N_("The transaction has too many postings.")) \
    X(STATUS_UNBALANCED,       602, "unbalanced",        N_("The postings of a transaction must add up to nothing.")) \
    X(STATUS_NO_AMOUNT,        603, "no-amount",         N_("An amount of money must be more than nothing.")) \
    X(STATUS_SAME_ACCOUNT,     604, "same-account",      N_("An account stands only once in a transaction.")) \
    X(STATUS_NO_ACCOUNT,       605, "no-account",        N_("There is no such account.")) \
    X(STATUS_WRONG_ACCOUNT,    606, "wrong-account",     N_("This movement of money is not between accounts of these kinds.")) \
    X(STATUS_ACCOUNT_EXISTS,   607, "account-exists",    N_("There is an account of that name already.")) \
    X(STATUS_BAD_ACCOUNT_NAME, 608, "bad-account-name",  N_("An account's name is made of letters, digits and . _ - only.")) \
    X(STATUS_PLAYER_SHORT,     609, "player-short",      N_("You do not have that much money.")) \
    X(STATUS_BANK_SHORT,       615, "bank-short",        N_("The table's bank does not hold that much.")) \
    X(STATUS_ESCROW_SHORT,     610, "escrow-short",      N_("The table does not hold that much in wagers.")) \
    X(STATUS_REPEATED,         611, "repeated",          N_("This request was booked before and is not booked again.")) \
    X(STATUS_NOT_REVERSED,     612, "not-reversed",      N_("A correction moves back all that an entry of money moved, and nothing else.")) \
    X(STATUS_CORRECTED,        613, "corrected",         N_("That entry was put right before.")) \
    X(STATUS_ID_REUSED,        614, "id-reused",         N_("This id was used for another request before. Nothing was booked.")) \
    X(STATUS_TABLE_CLOSED,     650, "table-closed",      N_("The table is closed.")) \
    X(STATUS_TABLE_FULL,       651, "table-full",        N_("Nobody else can join this table before the next shoe.")) \
    X(STATUS_TABLE_BUSY,       652, "table-busy",        N_("The table has too much to do. Try again.")) \
    X(STATUS_ROUND_OPEN,       653, "round-open",        N_("Wait until the round has ended.")) \
    X(STATUS_CARDS_DRAWN,      654, "cards-drawn",       N_("The cards of this table are drawn from its virtual shoe.")) \
    X(STATUS_CARDS_ENTERED,    655, "cards-entered",     N_("The cards of this table are entered one by one.")) \
    X(STATUS_SHOE_EMPTY,       656, "shoe-empty",        N_("There is no card left in the shoe.")) \
    X(STATUS_LUCK_LATE,        660, "luck-late",         N_("Numbers for this shoe are not taken any more. Promise one for the next.")) \
    X(STATUS_LUCK_FULL,        661, "luck-full",         N_("This shoe has as many numbers of players as it takes.")) \
    X(STATUS_LUCK_UNKNOWN,     662, "luck-unknown",      N_("You promised no number for this shoe.")) \
    X(STATUS_LUCK_DIFFERS,     663, "luck-differs",      N_("This is not the number that was promised.")) \
    X(STATUS_CODE_NEEDED,      670, "code-needed",       N_("Give the code that your telephone shows now, too.")) \
    X(STATUS_CODE_WRONG,       671, "code-wrong",        N_("The code is wrong, or was used before. Wait for the next one.")) \
    X(STATUS_CODE_FIRST,       672, "code-first",        N_("This house asks its staff for a time code. Set one up first.")) \
    X(STATUS_PIN_FOR_PLAYERS,  673, "pin-for-players",   N_("A PIN is for players. Staff have a password.")) \
    X(STATUS_CAGE_SHORT,          680, "cage-short",         N_("The cage does not hold that much.")) \
    X(STATUS_CHIP_STEP,           681, "chip-step",          N_("An amount must be made of whole chips of this table.")) \
    X(STATUS_DAY_CLOSED,          682, "day-closed",         N_("No gaming day is open: the shift manager opens it.")) \
    X(STATUS_DAY_OPEN,            683, "day-open",           N_("A gaming day is open already.")) \
    X(STATUS_DAY_OVER,            684, "day-over",           N_("That gaming day was closed before.")) \
    X(STATUS_SHIFT_OPEN,          685, "shift-open",         N_("A shift is open: it is closed first.")) \
    X(STATUS_SHIFT_CLOSED,        686, "shift-closed",       N_("No shift is open.")) \
    X(STATUS_TABLES_OPEN,         687, "tables-open",        N_("A table is still open.")) \
    X(STATUS_NOT_COUNTED,         688, "not-counted",        N_("Something has not been counted yet.")) \
    X(STATUS_DROP_WAITS,          689, "drop-waits",          N_("A drop box has not been counted yet.")) \
    X(STATUS_SLIPS_OPEN,          690, "slips-open",         N_("A slip is neither confirmed nor turned down.")) \
    X(STATUS_NO_SLIP,             691, "no-slip",            N_("There is no such slip that waits.")) \
    X(STATUS_SAME_PERSON,         692, "same-person",        N_("This takes two people: somebody else must confirm it.")) \
    X(STATUS_COUNT_DIFFERS,       693, "count-differs",      N_("The count is not what the books say: give the reason.")) \
    X(STATUS_BAD_COUNT,           694, "bad-count",          N_("The pieces counted do not add up, or are none of this house.")) \
    X(STATUS_NOT_A_COUNTING_HOUSE,695, "no-chips",           N_("This house does not count its chips: its configuration has no \"chips\".")) \
    X(STATUS_TWO_PEOPLE,          696, "two-people",         N_("A count needs a second person of the house, with their own password.")) \
    X(STATUS_BANK_COVER,          697, "bank-cover",         N_("The table's bank could not pay this wager if it won.")) \
    X(STATUS_TABLE_RETIRED,       698, "table-retired",      N_("This table was taken off the floor.")) \
    X(STATUS_LOSS_LIMIT,          700, "loss-limit",         N_("This wager could take you over the loss that you allow yourself.")) \
    X(STATUS_STAKE_LIMIT,         701, "stake-limit",        N_("This is more than you allow yourself to stake at once.")) \
    X(STATUS_TIME_LIMIT,          702, "time-limit",         N_("The time that you allow yourself is over.")) \
    X(STATUS_TIME_OUT,            703, "time-out",           N_("You have taken a time-out that is not over.")) \
    X(STATUS_EXCLUDED,            704, "excluded",           N_("You are excluded from play.")) \
    X(STATUS_NOT_READMITTED,      705, "not-readmitted",     N_("An exclusion that somebody chose for themselves lasts until its end.")) \
    X(STATUS_NOTHING_TO_CHANGE,   706, "nothing-to-change",  N_("The configuration is what it was.")) \
    X(STATUS_NOT_A_PATRON,     720, "not-a-patron",      N_("Only players can be erased: the names of staff are part of what they did.")) \
    X(STATUS_STILL_HELD,       721, "still-held",        N_("This person still holds chips. Cash them out first.")) \
    X(STATUS_ERASED,           722, "erased",            N_("This person was erased. Add them anew."))
/* clang-format on */

#endif
