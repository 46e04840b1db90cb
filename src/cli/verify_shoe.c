/* SPDX-License-Identifier: Apache-2.0 */
/* verify_shoe.c - croupier verify-shoe: was the shoe dealt as it was promised? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/book.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/print.h"
#include "record/word.h"
#include "table/luck_note.h"

enum {
    KEY_TABLE = 0x100,
    KEY_SHOE,
    KEY_DECK,
    KEY_DECKS,
    KEY_COMMITMENT,
    KEY_SEED,
    KEY_LUCK,
    KEY_ORDER,
    KEY_WITNESS,
    KEY_STATEMENT
};

struct verify_args {
    struct fair_shoe facts;
    const char *commitment;
    const char *seed;
    struct luck luck; /* numbers of players, in their order */
    const char *witness;
    const char *statement;
    bool order;
    bool json;
    unsigned card_count;
    const char *cards[SHOE_CARDS_MAX];
};

/* A whole number from 1 to max. */
static bool parse_number(const char *text, unsigned long max, unsigned long *number)
{
    char *end;
    errno = 0;
    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno && *number >= 1 && *number <= max;
}

static error_t parse_fact(int key, char *arg, struct argp_state *state, struct verify_args *args)
{
    unsigned long number = 0;
    switch (key) {
    case KEY_TABLE:
        args->facts.table = arg;
        return 0;
    case KEY_SHOE:
        if (!parse_number(arg, UINT32_MAX, &number))
            argp_error(state, "--shoe takes a number from 1, not %s", arg);
        args->facts.number = number;
        return 0;
    case KEY_DECK:
        args->facts.deck = deck_find(arg);
        if (!args->facts.deck)
            argp_error(state, "--deck takes french or elements, not %s", arg);
        return 0;
    case KEY_DECKS:
        if (!parse_number(arg, SHOE_DECKS_MAX, &number))
            argp_error(state, "--decks takes a number from 1 to %d, not %s", SHOE_DECKS_MAX, arg);
        args->facts.decks = (unsigned)number;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* NAME=COMMITMENT=VALUE, or "-" for a number that stayed away. */
static bool parse_luck(struct luck *luck, const char *arg)
{
    struct word name;
    struct word rest;
    struct word commitment;
    struct word value;
    struct hash hash;
    char copy[PERSON_NAME_MAX];
    if (!word_cut((struct word){arg, strlen(arg)}, '=', &name, &rest) ||
        !word_cut(rest, '=', &commitment, &value) || !luck_name_ok(name.bytes, name.length) ||
        !hash_parse(commitment.bytes, commitment.length, &hash))
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)name.length, name.bytes);
    if (luck_find(luck, copy) || luck_promise(luck, copy, &hash) != STATUS_OK)
        return false;
    struct luck_number *number = &luck->numbers[luck->count - 1];
    number->given = !word_is(value, "-");
    return !number->given || fair_seed_parse(value.bytes, value.length, &number->value);
}

static void check_args(struct argp_state *state, const struct verify_args *args)
{
    const struct {
        bool given;
        const char *name;
    } rows[] = {
        {args->facts.table, "--table"}, {args->facts.number, "--shoe"},     {args->facts.deck, "--deck"},
        {args->facts.decks, "--decks"}, {args->commitment, "--commitment"}, {args->seed, "--seed"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (!rows[i].given)
            argp_error(state, "%s is missing", rows[i].name);
    if (!args->witness != !args->statement)
        argp_error(state, "--witness and --statement go together");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct verify_args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->json;
        return 0;
    case KEY_COMMITMENT:
        args->commitment = arg;
        return 0;
    case KEY_SEED:
        args->seed = arg;
        return 0;
    case KEY_LUCK:
        if (!parse_luck(&args->luck, arg))
            argp_error(state,
                       "--luck takes NAME=COMMITMENT=VALUE, each name once, or NAME=COMMITMENT=-, "
                       "not %s",
                       arg);
        return 0;
    case KEY_WITNESS:
        args->witness = arg;
        return 0;
    case KEY_STATEMENT:
        args->statement = arg;
        return 0;
    case KEY_ORDER:
        args->order = true;
        return 0;
    case ARGP_KEY_ARG:
        if (args->card_count == SHOE_CARDS_MAX)
            argp_error(state, "more cards than any shoe has");
        args->cards[args->card_count++] = arg;
        return 0;
    case ARGP_KEY_END:
        check_args(state, args);
        return 0;
    default:
        return parse_fact(key, arg, state, args);
    }
}

static const struct argp_option options[] = {
    {"table", KEY_TABLE, "TABLE", 0, "The table's id", 0},
    {"shoe", KEY_SHOE, "N", 0, "The shoe's number at this table", 0},
    {"deck", KEY_DECK, "DECK", 0, "french (52 cards) or elements (65 cards)", 0},
    {"decks", KEY_DECKS, "N", 0, "How many decks", 0},
    {"commitment", KEY_COMMITMENT, "HASH", 0, "What was published before the first bet", 0},
    {"seed", KEY_SEED, "SEED", 0, "What was published after the last card", 0},
    {"luck", KEY_LUCK, "NAME=COMMITMENT=VALUE", 0,
     "A player's commitment and number (-: none); give one for each player, in their order", 0},
    {"witness", KEY_WITNESS, "KEY", 0, "The public key of the witness whose number is among them", 0},
    {"statement", KEY_STATEMENT, "FILE", 0, "... and what it has signed: GET /luck of the witness", 0},
    {"order", KEY_ORDER, NULL, 0, "Print the order of all cards", 0},
    {0},
};
static const struct argp_child children[] = {{&json_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .children = children,
    .args_doc = "[CARD...]",
    .doc =
        "Checks a virtual shoe with nothing but what the house has published: that SEED is the one it "
        "committed to, that players' numbers are those they promised, and that the CARDs, in the order they "
        "left the shoe, are those that the seed and the numbers give. With --witness it also checks that a "
        "witness has signed for these numbers.\vExit status 1: the seed, a number, a card or what the "
        "witness signed differs. The recipe is in docs/journal.md.",
};

/* How many of the cards given are those of the shoe, from its front on; -1 for a word that is no card. */
static int count_matching(const struct verify_args *args, const struct shoe *shoe)
{
    for (unsigned i = 0; i < args->card_count; i++) {
        struct card card;
        if (!deck_parse_card(args->facts.deck, args->cards[i], strlen(args->cards[i]), &card)) {
            complain("bad card \"%s\" (%s)", args->cards[i], args->facts.deck->help);
            return -1;
        }
        if (i >= shoe->count || !card_equal(card, shoe->cards[i]))
            return (int)i;
    }
    return (int)args->card_count;
}

static json_t *order_json(const struct deck *deck, const struct shoe *shoe)
{
    json_t *list = json_array();
    char text[CARD_TEXT_MAX];
    for (unsigned i = 0; i < shoe->count; i++)
        json_array_append_new(list, json_string(deck_print_card(deck, shoe->cards[i], text, sizeof(text))));
    return list;
}

static void print_order(const struct deck *deck, const struct shoe *shoe)
{
    char text[CARD_TEXT_MAX];
    for (unsigned i = 0; i < shoe->count; i++)
        printf("%s%c", deck_print_card(deck, shoe->cards[i], text, sizeof(text)),
               i % 26 == 25 || i + 1U == shoe->count ? '\n' : ' ');
}

/* ---- The witness. ---- */

enum witness_verdict {
    WITNESS_SILENT,  /* no number is a witness's */
    WITNESS_UNASKED, /* one is, and nothing was given to check it by */
    WITNESS_SIGNED,  /* it has signed for these numbers and this commitment */
    WITNESS_OTHER,   /* it has signed for others, or not at all */
};

static const struct luck_number *witness_line(const struct luck *luck)
{
    for (unsigned i = 0; i < luck->count; i++)
        if (luck_is_witness(luck->numbers[i].name))
            return &luck->numbers[i];
    return NULL;
}

static bool has_signed(const struct verify_args *args, const struct verifier *key, struct span bytes,
                       const struct hash *commitment)
{
    struct note note;
    struct luck_note told;
    struct luck_note right = {.kind = ENTRY_MIXED, .shoe = (uint32_t)args->facts.number, .luck = args->luck};
    const struct luck_number *line = luck_find(&args->luck, key->name);
    if (!line || !line->given || note_split(bytes, &note) != STATUS_OK ||
        note_check(&note, key, NULL) != STATUS_OK || luck_note_parse(&told, note.text) != STATUS_OK)
        return false;
    right.commitment = *commitment;
    snprintf(right.table, sizeof right.table, "%s", args->facts.table);
    memcpy(right.origin, told.origin, sizeof right.origin); /* any log's: the commitment says whose */
    return luck_note_answers(&told, &right, key->name);
}

/* False after a complaint. */
static bool ask_witness(const struct verify_args *args, const struct hash *commitment,
                        enum witness_verdict *verdict)
{
    struct verifier key;
    size_t size;
    *verdict = witness_line(&args->luck) ? WITNESS_UNASKED : WITNESS_SILENT;
    if (!args->witness)
        return true;
    if (!verifier_parse(args->witness, strlen(args->witness), &key) || key.type != NOTE_COSIGNATURE) {
        complain("--witness takes NAME+ID+KEY as a witness prints it, not %s", args->witness);
        return false;
    }
    char *bytes = file_read(args->statement, NOTE_BYTES_MAX, &size);
    if (!bytes) {
        complain("%s: %s", args->statement, strerror(errno));
        return false;
    }
    bool good = has_signed(args, &key, (struct span){(const uint8_t *)bytes, size}, commitment);
    *verdict = good ? WITNESS_SIGNED : WITNESS_OTHER;
    free(bytes);
    return true;
}

static void print_witness(enum witness_verdict verdict)
{
    static const char *const sentences[] = {
        [WITNESS_SILENT] = NULL,
        [WITNESS_UNASKED] = "The witness's number is not checked: that takes --witness and --statement.",
        [WITNESS_SIGNED] = "The witness has signed for this commitment and these numbers, its own last.",
        [WITNESS_OTHER] = "The witness has NOT signed for this commitment and these numbers.",
    };
    if (sentences[verdict])
        puts(sentences[verdict]);
}

static void print_verdict(const struct verify_args *args, const struct shoe *shoe, bool committed,
                          const struct luck_number *wrong, unsigned matching)
{
    char text[CARD_TEXT_MAX];
    puts(committed ? "The seed is the one the house committed to."
                   : "The seed is NOT the one the house committed to.");
    if (wrong)
        printf("The number of %s is NOT the one that was promised.\n", wrong->name);
    else if (args->luck.count)
        printf("%u players' numbers are mixed in, as they were promised; %u were not given.\n",
               luck_given(&args->luck), args->luck.count - luck_given(&args->luck));
    if (matching < args->card_count && matching < shoe->count)
        printf("Card %u is %s; the seed gives %s.\n", matching + 1, args->cards[matching],
               deck_print_card(args->facts.deck, shoe->cards[matching], text, sizeof(text)));
    else if (matching < args->card_count)
        printf("Card %u is more than the shoe has.\n", matching + 1);
    else if (matching > 0)
        printf("All %u cards are those that the seed gives.\n", matching);
    if (args->order)
        print_order(args->facts.deck, shoe);
}

static int run(int argc, char **argv)
{
    struct verify_args args = {0};
    struct hash commitment;
    struct fair_seed seed;
    struct shoe shoe;
    argp_parse(&argp, argc, argv, 0, NULL, &args);
    if (!hash_parse(args.commitment, strlen(args.commitment), &commitment))
        return complain("--commitment takes 64 hexadecimal digits, not %s", args.commitment);
    if (!fair_seed_parse(args.seed, strlen(args.seed), &seed))
        return complain("--seed takes 64 hexadecimal digits, not %s", args.seed);
    struct hash right = fair_shoe_commitment(&args.facts, &seed);
    bool committed = hash_equal(&commitment, &right);
    const struct luck_number *wrong = luck_wrong(&args.luck, args.facts.table, (uint32_t)args.facts.number);
    struct fair_seed key;
    luck_key(&args.luck, &seed, &key);
    fair_shoe_order(&args.facts, &key, &shoe);
    int matching = count_matching(&args, &shoe);
    enum witness_verdict witness;
    if (matching < 0 || !ask_witness(&args, &commitment, &witness))
        return EXIT_USAGE;
    if (args.json)
        print_json(json_pack("{s:b, s:b, s:b, s:i, s:i, s:i, s:i, s:o}", "committed", committed, "promised",
                             !wrong, "witnessed", witness == WITNESS_SIGNED, "numbers",
                             (int)luck_given(&args.luck), "numbers_away",
                             (int)(args.luck.count - luck_given(&args.luck)), "cards", (int)args.card_count,
                             "matching", matching, "order", order_json(args.facts.deck, &shoe)));
    else {
        print_verdict(&args, &shoe, committed, wrong, (unsigned)matching);
        print_witness(witness);
    }
    return committed && !wrong && witness != WITNESS_OTHER && (unsigned)matching == args.card_count
               ? EXIT_DONE
               : EXIT_DIFFERENT;
}

const struct command command_verify_shoe = {
    .name = "verify-shoe",
    .summary = "check a virtual shoe against the house's commitment",
    .run = run,
    .argp = &argp,
};
