/* SPDX-License-Identifier: Apache-2.0 */
/* sentence.c - see sentence.h. In a pattern {who} {spot} {hand} {wager} {amount} {card} {place} {from}
 * {reason} {option} {question} and {number} stand for members of the event; everything else is said as it is.
 */
#include "server/sentence.h"

#include <stdlib.h>
#include <string.h>

struct pattern {
    const char *says[LANGUAGE_COUNT];
};

/* clang-format off */
static const struct pattern patterns[EVENT_COUNT] = {
    [EVENT_OPENED]         = {{"Place your bets.", "请下注。"}},
    [EVENT_CLOSED]         = {{"No more bets.", "停止下注。"}},
    [EVENT_WAGERED]        = {{"{who} puts {amount} on {wager}{spot}.", "{who}在{spot}{wager}下注{amount}。"}},
    [EVENT_CARD]           = {{"{card} to {place}.", "{place}得{card}。"}},
    [EVENT_REVEALED]       = {{"{place} shows {card}.", "{place}翻开{card}。"}},
    [EVENT_PAID]           = {{"{who} is paid {amount} for {wager}{spot}.", "{who}的{spot}{wager}获派彩{amount}。"}},
    [EVENT_TAKEN]          = {{"{who} loses {amount} on {wager}{spot}.", "{who}的{spot}{wager}输{amount}。"}},
    [EVENT_RETURNED]       = {{"{amount} of {wager}{spot} goes back to {who}.", "{who}的{spot}{wager}退还{amount}。"}},
    [EVENT_UNPAID]         = {{"The payment of {amount} to {who} for {wager}{spot} is reversed.", "{who}的{spot}{wager}派彩{amount}已撤销。"}},
    [EVENT_UNTAKEN]        = {{"{amount} of {who} is put back on {wager}{spot}.", "{who}的{spot}{wager}已收{amount}放回。"}},
    [EVENT_CLAIMED]        = {{"{who} claims {wager}{spot}.", "{who}要求{spot}{wager}。"}},
    [EVENT_EFFECTIVE]      = {{"{amount} counts for {who} on {wager}{spot}.", "{who}的{spot}{wager}以{amount}计算。"}},
    [EVENT_OFFERED]        = {{"{who} may choose: {option}.", "{who}可选择：{option}。"}},
    [EVENT_SHUT]           = {{"Closed: {option}.", "{option}已截止。"}},
    [EVENT_ASKED]          = {{"The table waits for an answer: {question}.", "等待答复：{question}。"}},
    [EVENT_CONTROL]        = {{"{who} decides for {hand}.", "{spot}由{who}决定。"}},
    [EVENT_TURN]           = {{"It is the turn of {hand}.", "轮到{spot}。"}},
    [EVENT_SPLIT]          = {{"A hand is split off: {hand}.", "分牌：{spot}。"}},
    [EVENT_STANDS]         = {{"{place} takes no further card.", "{place}不再补牌。"}},
    [EVENT_NATURAL]        = {{"A Natural: no more cards.", "例牌，不再补牌。"}},
    [EVENT_DEALER_NO_CARD] = {{"The Dealer takes no card.", "庄家不取牌。"}},
    [EVENT_DEALER_STOPS]   = {{"The Dealer takes no further card.", "庄家不再取牌。"}},
    [EVENT_REBUILT]        = {{"The cards of {place} are put right.", "{place}的牌已更正。"}},
    [EVENT_NOT_REBUILT]    = {{"The cards stay as they are.", "牌面维持不变。"}},
    [EVENT_MOVED]          = {{"{card} goes from {from} to {place}.", "{card}由{from}移到{place}。"}},
    [EVENT_BACK]           = {{"{card} goes from {from} back to the front of the shoe.", "{card}由{from}放回牌靴最前。"}},
    [EVENT_DROPPED]        = {{"{card} goes from {from} to the discard holder.", "{card}由{from}放入弃牌架。"}},
    [EVENT_NEXT]           = {{"Next to be dealt: {card}.", "下一张：{card}。"}},
    [EVENT_PLAY_ON]        = {{"The round goes on.", "本局继续。"}},
    [EVENT_EARLIER_STAND]  = {{"Earlier rounds stand.", "先前各局结果不变。"}},
    [EVENT_REMEMBERED]     = {{"{who} has used the one settlement under the minimum.", "{who}已用去一次低于下限的结算。"}},
    [EVENT_IN]             = {{"{who} takes part.", "{who}参与本局。"}},
    [EVENT_OUT]            = {{"{who} does not take part.", "{who}不参与本局。"}},
    [EVENT_SHUFFLE_DUE]    = {{"The cards will be shuffled after this round.", "本局后洗牌。"}},
    [EVENT_SHUFFLED]       = {{"The cards are shuffled.", "已洗牌。"}},
    [EVENT_NOTED]          = {{"Noted.", "已记录。"}},
    [EVENT_VOID]           = {{"The round is void; every wager goes back.", "本局作废，所有注码退还。"}},
    [EVENT_RESULT]         = {{"{who}, {wager}{spot}: {reason}, {amount}.", "{who}，{spot}{wager}：{reason}，{amount}。"}},
    [EVENT_ENDED]          = {{"The round has ended.", "本局结束。"}},
};

static const char *const reasons[REASON_COUNT][LANGUAGE_COUNT] = {
    [REASON_NONE] = {"", ""}, [REASON_WIN] = {"won", "赢"}, [REASON_LOSE] = {"lost", "输"}, [REASON_PUSH] = {"stand-off", "平手"},
    [REASON_BUST] = {"over 21", "爆牌"}, [REASON_BJ] = {"Blackjack", "黑杰克"}, [REASON_EVEN] = {"even money", "等额赔付"},
    [REASON_SURRENDER] = {"surrendered", "投降"}, [REASON_ORIGINAL_ONLY] = {"the original wager only", "只输原注"},
    [REASON_PRORATA] = {"pro rata", "按比例"}, [REASON_VOID] = {"void", "作废"}, [REASON_RETURNED] = {"returned", "退还"},
    [REASON_WITHDRAWN] = {"withdrawn", "撤回"}};

static const char *const options[OPTION_COUNT][LANGUAGE_COUNT] = {
    [OPTION_NONE] = {"", ""}, [OPTION_SURRENDER] = {"surrender", "投降"}, [OPTION_INSURANCE] = {"Insurance", "保险"},
    [OPTION_EVEN] = {"even money", "等额赔付"}, [OPTION_FOLLOW] = {"to follow the split", "跟分牌"}, [OPTION_DOUBLE] = {"to double", "加倍"},
    [OPTION_SPLIT] = {"to split", "分牌"}, [OPTION_CARD] = {"this card or not", "这张牌"}, [OPTION_PICK] = {"one of the cards", "选牌"},
    [OPTION_WITHDRAW] = {"to withdraw", "撤回"}, [OPTION_ERROR] = {"how to go on after the error", "误牌后的选择"},
    [OPTION_ONE_CARD] = {"to go on with one card or to withdraw", "以一张牌继续或撤回"},
    [OPTION_RAISE_OR_WITHDRAW] = {"to raise or to withdraw", "加注或撤回"}};

static const char *const questions[QUESTION_COUNT][LANGUAGE_COUNT] = {
    [QUESTION_NONE] = {"", ""}, [QUESTION_SHIFT] = {"the Shift Manager decides", "值班经理裁定"},
    [QUESTION_AGREEMENT] = {"do the Players agree", "玩家是否同意"},
    [QUESTION_RECONSTRUCTABLE] = {"can the cards be put right", "能否还原"}};

static const char *const suits_zh[DECK_ELEMENTS + 1][SUIT_COUNT_MAX] = {
    [DECK_FRENCH] = {"黑桃", "红心", "方块", "梅花"}, [DECK_ELEMENTS] = {"火", "金", "土", "木", "水"}};
/* Where a rank is not its number. */
static const char *const ranks_zh[DECK_ELEMENTS + 1][RANK_COUNT + 1] = {
    [DECK_FRENCH] = {[RANK_ACE] = "A", [RANK_JACK] = "J", [RANK_QUEEN] = "Q", [RANK_KING] = "K"},
    [DECK_ELEMENTS] = {[RANK_ACE] = "A", [RANK_JACK] = "福", [RANK_QUEEN] = "禄", [RANK_KING] = "寿"}};
/* clang-format on */

bool language_find(const char *name, enum language *language)
{
    if (strcmp(name, "en") != 0 && strcmp(name, "zh") != 0)
        return false;
    *language = name[0] == 'z' ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    return true;
}

static bool is_chinese(const struct speaker *speaker)
{
    return speaker->language == LANGUAGE_CHINESE;
}

static const char *name_of(const struct speaker *speaker, unsigned person)
{
    return person < speaker->roster->count ? speaker->roster->names[person] : "?";
}

void sentence_amount(int64_t cents, struct text *text)
{
    char amount[MONEY_TEXT_MAX];
    money_print(cents < 0 ? -cents : cents, amount, sizeof amount);
    text_format(text, "%s$%s", cents < 0 ? "-" : "", amount);
}

static void say_card(const struct speaker *speaker, struct card card, struct text *text)
{
    const struct deck *deck = deck_of((enum deck_id)speaker->book->deck);
    if (card_is_none(card)) {
        text_put(text, is_chinese(speaker) ? "暗牌" : "A card face down");
        return;
    }
    const char *rank = deck->rank_names[card_rank(card)];
    const char *rank_zh = ranks_zh[deck->id][card_rank(card)];
    if (is_chinese(speaker))
        text_format(text, "%s%s", suits_zh[deck->id][card_suit(card)], rank_zh ? rank_zh : rank);
    else
        text_format(text, "%s of %s", rank, deck->suit_names[card_suit(card)]);
}

static void say_place(const struct speaker *speaker, struct place place, struct text *text)
{
    bool zh = is_chinese(speaker);
    switch ((enum place_kind)place.kind) {
    case PLACE_NOWHERE:
        text_put(text, zh ? "无处" : "nowhere");
        break;
    case PLACE_HAND:
        text_format(text, zh ? "%u号位" : "area %u", place.area);
        if (place.hand)
            text_format(text, zh ? "第%u手" : ", hand %u", place.hand);
        break;
    case PLACE_DEALER:
        text_put(text, zh ? "庄家" : "the Dealer");
        break;
    case PLACE_PLAYER_SIDE:
        text_put(text, zh ? "闲" : "Player");
        break;
    case PLACE_BANKER_SIDE:
        text_put(text, zh ? "庄" : "Banker");
        break;
    case PLACE_DISCARD:
        text_put(text, zh ? "弃牌架" : "the discard holder");
        break;
    }
}

/* With a blank in front in English, so that a pattern reads well without a spot, too. */
static void say_spot(const struct speaker *speaker, struct spot spot, struct text *text)
{
    if (!spot.area)
        return;
    if (!is_chinese(speaker))
        text_put(text, " on ");
    say_place(speaker, (struct place){PLACE_HAND, spot.area, spot.hand}, text);
}

static void say_word(const struct speaker *speaker, const struct event *event, const char *word,
                     size_t length, struct text *text)
{
    bool zh = is_chinese(speaker);
    const struct wager_rule *wager = &speaker->book->wagers[event->wager % WAGERS_MAX];
    if (strncmp(word, "who", length) == 0)
        text_put(text, name_of(speaker, event->person));
    else if (strncmp(word, "spot", length) == 0)
        say_spot(speaker, event->spot, text);
    else if (strncmp(word, "hand", length) == 0)
        say_place(speaker, (struct place){PLACE_HAND, event->spot.area, event->spot.hand}, text);
    else if (strncmp(word, "wager", length) == 0)
        text_put(text, zh && wager->label_zh[0] ? wager->label_zh : wager->label);
    else if (strncmp(word, "amount", length) == 0)
        sentence_amount(event->amount_cents, text);
    else if (strncmp(word, "card", length) == 0)
        say_card(speaker, event->card, text);
    else if (strncmp(word, "place", length) == 0)
        say_place(speaker, event->place, text);
    else if (strncmp(word, "from", length) == 0)
        say_place(speaker, event->from_place, text);
    else if (strncmp(word, "reason", length) == 0)
        text_put(text, reasons[event->reason][speaker->language]);
    else if (strncmp(word, "option", length) == 0)
        text_put(text, options[event->option][speaker->language]);
    else if (strncmp(word, "question", length) == 0)
        text_put(text, questions[event->question][speaker->language]);
    else if (strncmp(word, "number", length) == 0)
        text_format(text, "%u", event->number);
}

void sentence_event(const struct speaker *speaker, const struct event *event, struct text *text)
{
    const char *at = patterns[event->kind].says[speaker->language];
    size_t begin = text->used;
    while (*at) {
        size_t plain = strcspn(at, "{");
        text_put_bytes(text, at, plain);
        at += plain;
        if (*at != '{')
            break;
        size_t length = strcspn(at + 1, "}");
        say_word(speaker, event, at + 1, length, text);
        at += length + 2;
    }
    /* An English sentence starts with a capital, also where it starts with a place. */
    if (begin < text->used && text->bytes[begin] >= 'a' && text->bytes[begin] <= 'z' &&
        strncmp(patterns[event->kind].says[speaker->language], "{who}", 5) != 0)
        text->bytes[begin] = (char)(text->bytes[begin] - 'a' + 'A');
}

static void say_people(const struct speaker *speaker, uint32_t people, struct text *text)
{
    bool first = true;
    for (unsigned i = 0; i < PERSONS_MAX; i++) {
        if (!(people >> i & 1U))
            continue;
        if (!first)
            text_put(text, is_chinese(speaker) ? "、" : ", ");
        text_put(text, name_of(speaker, i));
        first = false;
    }
}

static void say_dealing(const struct speaker *speaker, const struct wants *wants, const char *controller,
                        struct text *text)
{
    bool zh = is_chinese(speaker);
    if (wants->question) {
        text_put(text, zh ? "等待答复：" : "The table waits for an answer: ");
        text_put(text, questions[wants->question][speaker->language]);
    } else if (wants->turn.area) {
        text_put(text, controller);
        text_put(text, zh ? "决定" : " decides for ");
        say_place(speaker, (struct place){PLACE_HAND, wants->turn.area, wants->turn.hand}, text);
    } else if (wants->deciders) {
        text_put(text, zh ? "等待回答：" : "Waiting for ");
        say_people(speaker, wants->deciders, text);
    } else if (wants->card.kind) {
        text_put(text, zh ? "下一张牌：" : "The next card goes to ");
        say_place(speaker, wants->card, text);
    } else {
        text_put(text, zh ? "等待庄家" : "Waiting for the Dealer");
    }
}

void sentence_wants(const struct speaker *speaker, const struct round *round, const struct wants *wants,
                    const char *controller, struct text *text)
{
    bool zh = is_chinese(speaker);
    switch ((enum round_phase)round->phase) {
    case PHASE_IDLE:
        text_put(text, zh ? "等待开始下注" : "Bets are not open yet");
        break;
    case PHASE_BETTING:
        text_put(text, zh ? "请下注" : "Place your bets");
        break;
    case PHASE_DEALING:
        say_dealing(speaker, wants, controller, text);
        break;
    case PHASE_ENDED:
        text_put(text, zh ? "本局结束" : "The round has ended");
        break;
    }
    text_put(text, zh ? "。" : ".");
}
