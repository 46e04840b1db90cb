/* SPDX-License-Identifier: Apache-2.0 */
#include "speech/patterns.h"

#include <assert.h>

#include "base/mark.h"

/* clang-format off */
const char *const pattern_events[EVENT_COUNT] = {
    [EVENT_OPENED]         = N_("Place your bets."),
    [EVENT_CLOSED]         = N_("No more bets."),
    [EVENT_WAGERED]        = N_("{who} puts {amount} on {bet}."),
    [EVENT_CARD]           = N_("{card} to {place}{value}."),
    [EVENT_REVEALED]       = N_("{place} shows {lying}."),
    [EVENT_REREAD]         = N_("{card} lies at {place}: it was entered wrongly{value}."),
    [EVENT_PAID]           = N_("{who} is paid {amount} for {bet}."),
    [EVENT_TAKEN]          = N_("{who} loses {amount} on {bet}."),
    [EVENT_RETURNED]       = N_("{who} gets {amount} back from {bet}."),
    [EVENT_UNPAID]         = N_("The payment of {amount} to {who} for {bet} is reversed."),
    [EVENT_UNTAKEN]        = N_("{amount} collected from {who} goes back onto {bet}."),
    [EVENT_CLAIMED]        = N_("{who} claims {bet}."),
    [EVENT_EFFECTIVE]      = N_("{amount} counts for {who} on {bet}."),
    [EVENT_OFFERED]        = N_("{people} may {offer}."),
    [EVENT_SHUT]           = N_("{option} is closed."),
    [EVENT_ASKED]          = N_("{question}."),
    [EVENT_CONTROL]        = N_("{who} decides for {hand}."),
    [EVENT_TURN]           = N_("It is the turn of {hand}."),
    [EVENT_SPLIT]          = N_("A hand is split off: {hand}."),
    [EVENT_STANDS]         = N_("{place} stands{standing}."),
    [EVENT_NATURAL]        = N_("A Natural: no more cards."),
    [EVENT_DEALER_NO_CARD] = N_("The Dealer takes no card."),
    [EVENT_DEALER_STOPS]   = N_("The Dealer takes no further card."),
    [EVENT_REBUILT]        = N_("The cards of {place} are put right: {lying}."),
    [EVENT_NOT_REBUILT]    = N_("The cards stay as they are."),
    [EVENT_MOVED]          = N_("{card} goes from {from} to {place}."),
    [EVENT_BACK]           = N_("{card} goes from {from} back to the front of the shoe."),
    [EVENT_DROPPED]        = N_("{card} goes from {from} to the discard holder."),
    [EVENT_NEXT]           = N_("Next to be dealt: {card}."),
    [EVENT_PLAY_ON]        = N_("The round goes on."),
    [EVENT_EARLIER_STAND]  = N_("Earlier rounds stand."),
    [EVENT_REMEMBERED]     = N_("{who} has used the one settlement under the minimum."),
    [EVENT_IN]             = N_("{who} takes part in the round."),
    [EVENT_OUT]            = N_("{who} takes no part in the round."),
    [EVENT_SHUFFLE_DUE]    = N_("The cards will be shuffled after this round."),
    [EVENT_SHUFFLED]       = N_("The cards are shuffled."),
    [EVENT_NOTED]          = N_("Noted."),
    [EVENT_VOID]           = N_("The round is void."),
    [EVENT_RESULT]         = N_("{who}, {bet}: {reason}, {change}."),
    [EVENT_ENDED]          = N_("The round has ended."),
};

static const char *const acts[VERB_COUNT] = {
    [VERB_BET]          = N_("{actor} puts {amount} on {bet}."),
    [VERB_RAISE]        = N_("{actor} raises {bet} to {amount}."),
    [VERB_PULL]         = N_("{actor} takes {amount} off {bet}."),
    [VERB_CLAIM]        = N_("{actor} claims {bet}."),
    [VERB_AGREE]        = N_("{actor} agrees that {other} shall have it."),
    [VERB_DISAGREE]     = N_("{actor} does not agree."),
    [VERB_OBJECT]       = N_("{actor} does not want the wager of {other} on the area."),
    [VERB_SQUEEZE]      = N_("{actor} asks to squeeze the cards of {hand}."),
    [VERB_REVEAL]       = N_("{actor} turns up the cards of {hand}."),
    [VERB_SIT]          = N_("{actor} sits down at {hand}."),
    [VERB_RISE]         = N_("{actor} gives up the seat."),
    [VERB_LEAVE]        = N_("{actor} is not there to decide."),
    [VERB_BACK]         = N_("{actor} is back."),
    [VERB_SURRENDER]    = N_("{actor} surrenders on {hand}."),
    [VERB_INSURE]       = N_("{actor} takes Insurance of {amount} on {hand}."),
    [VERB_EVEN]         = N_("{actor} takes even money on {hand}."),
    [VERB_HIT]          = N_("{actor} asks for a card on {hand}."),
    [VERB_STAND]        = N_("{actor} stands on {hand}."),
    [VERB_SPLIT]        = N_("{actor} splits {hand}."),
    [VERB_DOUBLE]       = N_("{actor} doubles {hand} with {amount}."),
    [VERB_FOLLOW]       = N_("{actor} follows the split onto {hand}."),
    [VERB_DECLINE]      = N_("{actor} chooses not to {offer} on {hand}."),
    [VERB_PICK]         = N_("{actor} picks {cards}."),
    [VERB_ACCEPT]       = N_("{actor} accepts {cards}."),
    [VERB_REFUSE]       = N_("{actor} refuses {cards}."),
    [VERB_CONTINUE]     = N_("{actor} continues."),
    [VERB_FINISH]       = N_("{actor} finishes {hand} first."),
    [VERB_WITHDRAW]     = N_("{actor} withdraws."),
    [VERB_TAKEBACK]     = N_("{actor} takes the wager back."),
    [VERB_CUT]          = N_("{actor} cuts the cards."),
    [VERB_OPEN]         = N_("{actor} opens the bets."),
    [VERB_CLOSE]        = N_("{actor} closes the bets."),
    [VERB_PLACE]        = N_("{actor} puts {amount} on {bet} for {who}."),
    [VERB_CALL]         = N_("{actor} says that {who} decides for {hand}."),
    [VERB_SETTLE]       = N_("{actor} settles what the initial deal has decided."),
    [VERB_PROCEED]      = N_("{actor} goes on to {hand}."),
    [VERB_OFFER]        = N_("{actor} offers to {offer}."),
    [VERB_SHUT]         = N_("{actor} ends the time to {offer}."),
    [VERB_IRREGULARITY] = N_("{actor} reports: {irregularity}."),
    [VERB_SHUFFLE]      = N_("{actor} shuffles the cards."),
    [VERB_DECIDE]       = N_("{actor} decides: {decision}."),
    [VERB_VOID]         = N_("{actor} declares the round void under {note}."),
    [VERB_END]          = N_("{actor} announces the outcome."),
    [VERB_RESTRICT]     = N_("{actor} lets {hand} take wagers of no more than {number} people."),
    [VERB_CLEAR]        = N_("{actor} clears the breach of {who}."),
    [VERB_REREAD]       = N_("{actor} puts a card right: it is {cards}."),
    [VERB_CARD]         = N_("{cards} leaves the shoe."),
};

const char *const pattern_reasons[REASON_COUNT] = {
    [REASON_NONE] = "", [REASON_WIN] = N_("won"), [REASON_LOSE] = N_("lost"), [REASON_PUSH] = N_("stand-off"),
    [REASON_BUST] = N_("over 21"), [REASON_BJ] = N_("Blackjack"), [REASON_EVEN] = N_("even money"),
    [REASON_SURRENDER] = N_("surrendered"), [REASON_ORIGINAL_ONLY] = N_("the original wager only"),
    [REASON_PRORATA] = N_("pro rata"), [REASON_VOID] = N_("void"), [REASON_RETURNED] = N_("returned"),
    [REASON_WITHDRAWN] = N_("withdrawn")};

const char *const pattern_options[OPTION_COUNT] = {
    [OPTION_NONE] = "", [OPTION_SURRENDER] = N_("Surrender"), [OPTION_INSURANCE] = N_("Insurance"),
    [OPTION_EVEN] = N_("Even money"), [OPTION_FOLLOW] = N_("Following the split"), [OPTION_DOUBLE] = N_("Doubling"),
    [OPTION_SPLIT] = N_("Splitting"), [OPTION_CARD] = N_("The card on offer"), [OPTION_PICK] = N_("The choice of a card"),
    [OPTION_WITHDRAW] = N_("Withdrawal"), [OPTION_ERROR] = N_("The choice after the error"),
    [OPTION_ONE_CARD] = N_("The choice to play one card or withdraw"),
    [OPTION_RAISE_OR_WITHDRAW] = N_("The choice to raise or withdraw"),
    [OPTION_FINISH] = N_("The choice to complete the hand first")};

const char *const pattern_offers[OPTION_COUNT] = {
    [OPTION_NONE] = "", [OPTION_SURRENDER] = N_("surrender"), [OPTION_INSURANCE] = N_("take Insurance"),
    [OPTION_EVEN] = N_("take even money"), [OPTION_FOLLOW] = N_("follow the split"), [OPTION_DOUBLE] = N_("double"),
    [OPTION_SPLIT] = N_("split"), [OPTION_CARD] = N_("take the card on offer"), [OPTION_PICK] = N_("choose a card"),
    [OPTION_WITHDRAW] = N_("withdraw"), [OPTION_ERROR] = N_("go on or take the wager back"),
    [OPTION_ONE_CARD] = N_("play the one card or withdraw"),
    [OPTION_RAISE_OR_WITHDRAW] = N_("raise to the minimum or withdraw"),
    [OPTION_FINISH] = N_("complete the hand before the Dealer's card")};

const char *const pattern_questions[QUESTION_COUNT] = {
    [QUESTION_NONE] = "", [QUESTION_SHIFT] = N_("Waiting for the Shift Manager's decision"),
    [QUESTION_AGREEMENT] = N_("Waiting for the Players with equal claims to agree"),
    [QUESTION_RECONSTRUCTABLE] = N_("Waiting for staff to say whether the cards can be put right")};

static const char *const decided[DECISION_COUNT] = {
    [DECISION_SQUEEZE] = N_("the cards may be squeezed"),
    [DECISION_RECONSTRUCTABLE] = N_("the cards can be put right"),
    [DECISION_FULL_PATRONAGE] = N_("all equal tables are full"),
    [DECISION_WITHDRAW] = N_("the withdrawal is permitted"),
    [DECISION_REOPEN_PREVIOUS] = N_("an earlier settlement is reopened"),
    [DECISION_CONTINUE] = N_("the round goes on"),
    [DECISION_VOID] = N_("the round is void")};

static const char *const denied[DECISION_COUNT] = {
    [DECISION_SQUEEZE] = N_("the cards are not squeezed"),
    [DECISION_RECONSTRUCTABLE] = N_("the cards cannot be put right"),
    [DECISION_FULL_PATRONAGE] = N_("equal tables have room"),
    [DECISION_WITHDRAW] = N_("the withdrawal is not permitted")};

const char *const pattern_actors[] = {
    [ACTOR_PERSON] = "", [ACTOR_DEALER] = N_("The Dealer"), [ACTOR_PIT] = N_("The pit manager"),
    [ACTOR_SHIFT] = N_("The shift manager"), [ACTOR_TERMINAL] = N_("The terminal"), [ACTOR_SHOE] = N_("The shoe")};
/* clang-format on */

static const char *pattern_decline(const struct act *act)
{
    assert(act->verb == VERB_DECLINE);
    if (act->option == OPTION_SPLIT)
        return N_("{actor} does not follow the split onto {hand}.");
    return act->option == OPTION_DOUBLE ? N_("{actor} does not double on {hand}.") : acts[VERB_DECLINE];
}

const char *pattern_event(const struct event *event)
{
    assert(event->kind < EVENT_COUNT && pattern_events[event->kind]);
    if (event->kind == EVENT_REBUILT && event->number)
        return N_("The cards of {place} are right as they lie: {lying}.");
    if (event->kind == EVENT_SHUFFLED && event->number)
        return N_("{who} is to cut the cards.");
    if (event->kind == EVENT_PLAY_ON && event->number)
        return event->reason ? N_("The round goes on. Decided: {bet} ({who}), {reason}.")
                             : N_("The round goes on. Decided: {bet} ({who}).");
    return pattern_events[event->kind];
}

const char *pattern_act(const struct act *act)
{
    assert(act->verb < VERB_COUNT);
    switch (act->verb) {
    case VERB_ACCEPT:
        return act->actor == ACTOR_TERMINAL ? N_("{actor} accepts the wagers of {who}.") : acts[act->verb];
    case VERB_DECLINE:
        return pattern_decline(act);
    case VERB_PULL:
        return act->amount_cents ? acts[act->verb] : N_("{actor} takes back all of {bet}.");
    case VERB_PROCEED:
        return act->spot.area ? acts[act->verb] : N_("{actor} goes on to the subsequent deal.");
    case VERB_SHUFFLE:
        return act->flags & ACT_FULL ? acts[act->verb] : N_("{actor} riffles the discards.");
    case VERB_RESTRICT:
        return act->spot.area ? acts[act->verb]
                              : N_("{actor} lets {who} wager on no more than {number} areas.");
    default:
        return acts[act->verb];
    }
}

const char *pattern_decision(const struct act *act)
{
    assert(act->decision < DECISION_COUNT);
    bool no = !(act->flags & ACT_YES) && denied[act->decision];
    return no ? denied[act->decision] : decided[act->decision];
}
