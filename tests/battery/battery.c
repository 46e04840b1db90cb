/* SPDX-License-Identifier: Apache-2.0 */
/* battery.c - the battery's command: --seed N --acts N [--sweep N] [--book FILE]... */
#include "battery.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulebook/builtin.h"
#include "rulebook/load.h"

enum { BOOKS_MAX = 24, ROUNDS_MAX = 4, WILD_ACTS_MAX = 160, FINISH_ACTS_MAX = 2000, FILE_MAX = 1 << 18 };

enum { SWEPT_EVERY = 3000 }; /* acts between two moments that are swept */

static struct rulebook books[BOOKS_MAX];
static unsigned book_count;
static struct tally tallies[BOOKS_MAX];
static struct table table;
static uint64_t sweep_every;

static void load_file(const char *path)
{
    static char bytes[FILE_MAX];
    struct faults faults;
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
    if (!file || book_count == BOOKS_MAX ||
        rulebook_load(bytes, size, &books[book_count], &faults) != STATUS_OK) {
        fprintf(stderr, "battery: %s cannot be loaded\n", path);
        exit(2);
    }
    book_count++;
    fclose(file);
}

static void load_examples(const char *folder)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[8192];
        const char *dot = strrchr(entries[i]->d_name, '.');
        snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
        if (dot && strcmp(dot, ".yaml") == 0)
            load_file(path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static void load_builtins(void)
{
    for (unsigned i = 0; builtin_id(i); i++)
        if (book_count == BOOKS_MAX || builtin_load(builtin_id(i), &books[book_count++]) != STATUS_OK)
            exit(2);
}

/* Every ruling and every event, in one number: two engines that print the same have ruled alike. */
static void fingerprint(uint64_t *print, uint64_t value)
{
    *print = (*print ^ value) * UINT64_C(0x100000001b3);
}

static void fingerprint_event(uint64_t *print, const struct event *event)
{
    const uint64_t values[] = {event->kind,
                               event->person,
                               event->wager,
                               event->line,
                               event->reason,
                               event->option,
                               event->question,
                               event->number,
                               event->irregularity,
                               event->late,
                               event->card.code,
                               event->spot.area,
                               event->spot.hand,
                               event->spot.owner,
                               event->place.kind,
                               event->place.area,
                               event->place.hand,
                               event->from_place.kind,
                               event->from_place.area,
                               event->from_place.hand,
                               (uint64_t)event->amount_cents};
    for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++)
        fingerprint(print, values[i]);
    for (unsigned i = 0; i < event->ground_count; i++)
        fingerprint(print, event->grounds[i]);
}

static void fingerprint_act(uint64_t *print)
{
    fingerprint(print, (uint64_t)table.ruling.status);
    for (unsigned i = 0; i < table.ruling.ground_count; i++)
        fingerprint(print, table.ruling.grounds[i]);
    fingerprint(print, table.ruling.irregularity * 2U + table.ruling.late);
    for (unsigned i = 0; i < table.events.count; i++)
        fingerprint_event(print, &table.events.items[i]);
}

static void act_on(const struct act *act, struct tally *tally)
{
    if (tally->acts >= tally->swept * sweep_every) {
        sweep_moment(&table);
        tally->swept++;
    }
    check_act(&table, act, tally);
    fingerprint_act(&tally->fingerprint);
}

/* A round with things going on, then straight to its end. */
static void play_round(struct tally *tally)
{
    table.riffled = false;
    unsigned wild = below(&table, WILD_ACTS_MAX);
    struct act act;
    for (unsigned i = 0; i < wild && table.round.phase != PHASE_ENDED; i++) {
        act = bot_act(&table);
        act_on(&act, tally);
    }
    for (unsigned i = 0; table.round.phase != PHASE_ENDED; i++) {
        if (i == FINISH_ACTS_MAX || !bot_finish(&table, &act))
            breach(&table, NULL, "the round does not end");
        act_on(&act, tally);
    }
    check_end(&table);
    tally->rounds++;
    tally->voided += table.round.voided;
}

static void play_table(const struct rulebook *book, uint64_t seed, struct tally *tally)
{
    struct seeded_source source;
    seeded_source_init(&source, seed, 1);
    struct draws draws = seeded_source_draws(&source);
    table_open(&table, book, &draws, seed);
    unsigned rounds = 1 + below(&table, ROUNDS_MAX);
    for (unsigned i = 0; i < rounds; i++) {
        if (i > 0) {
            table.acts[table.act_count++] = (struct act){.verb = VERB_NONE};
            round_next(&table.round, table.book);
            if (table.setting.shuffle_machine)
                memset(table.out, 0, sizeof(table.out));
        }
        play_round(tally);
    }
    check_record(&table);
    tally->replayed++;
}

static uint64_t number_after(int argc, char **argv, const char *option, uint64_t fallback)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], option) == 0)
            return strtoull(argv[i + 1], NULL, 10);
    return fallback;
}

static void load_books(int argc, char **argv)
{
    const char *source = getenv("CROUPIER_SOURCE");
    char folder[4096];
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], "--book") == 0)
            load_file(argv[i + 1]);
    if (book_count)
        return;
    load_builtins();
    snprintf(folder, sizeof(folder), "%s/examples", source ? source : ".");
    load_examples(folder);
}

static void print_tally(const struct rulebook *book, const struct tally *tally)
{
    unsigned statuses = 0;
    unsigned irregularities = 0;
    for (unsigned i = 1; i < sizeof(tally->by_status) / sizeof(tally->by_status[0]); i++)
        statuses += tally->by_status[i] > 0;
    for (unsigned i = 0; i < IRREGULARITY_COUNT; i++)
        irregularities += tally->irregularities[i] > 0;
    printf(
        "# %-20s %9llu acts, %8llu accepted, %5llu moments swept, %7llu rounds, %6llu void, %5llu replayed, %5llu revealed, %3u refusals, %2u kinds of "
        "irregularity, fingerprint %016llx\n",
        book->id, (unsigned long long)tally->acts, (unsigned long long)tally->accepted,
        (unsigned long long)tally->swept, (unsigned long long)tally->rounds,
        (unsigned long long)tally->voided, (unsigned long long)tally->replayed,
        (unsigned long long)tally->revealed, statuses, irregularities,
        (unsigned long long)tally->fingerprint);
}

int main(int argc, char **argv)
{
    uint64_t seed = number_after(argc, argv, "--seed", 1);
    uint64_t acts = number_after(argc, argv, "--acts", 200000);
    sweep_every = number_after(argc, argv, "--sweep", SWEPT_EVERY);
    load_books(argc, argv);
    watch_aborts(&table);
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("1..%u\n# --seed %llu --acts %llu\n", book_count, (unsigned long long)seed,
           (unsigned long long)acts);
    for (unsigned i = 0; i < book_count; i++) {
        for (uint64_t n = 0; tallies[i].acts < acts / book_count; n++)
            play_table(&books[i], seed * 1000003 + n, &tallies[i]);
        print_tally(&books[i], &tallies[i]);
        printf("ok %u - %s\n", i + 1, books[i].id);
    }
    return 0;
}
