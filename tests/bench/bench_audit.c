/* SPDX-License-Identifier: Apache-2.0 */
/* bench_audit.c - how many rounds a second an audit works out again, and how many bytes a round takes.
 *
 *     bench_audit [ROUNDS]
 *
 * Bots play so many rounds of each game at tables of one and of three people (evening.h); what they leave is
 * then audited as `croupier audit` does. Beside it stands what the rules alone would take: the acts of the
 * journal at the speed of round_apply, which nothing that rules on every act can beat. Processor time of one
 * core is what counts, so that what else runs on the machine does not. */
#include "check.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <time.h>

#include "audit/audit_file.h"
#include "audit/evening.h"

enum { ROUNDS = 2000, REPEATS = 3, ACTS_MAX = 1 << 16 };

static struct evening evening;

static double now_by(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double now(void)
{
    return now_by(CLOCK_PROCESS_CPUTIME_ID);
}

/* ---- What the rules alone take: the acts of a table, ruled on once more. ---- */

static struct act *acts;
static unsigned act_count;

static void take_acts(void *context, const struct table *table, const struct sequel *sequel)
{
    (void)context;
    (void)table;
    for (const struct sequel_part *part = sequel->first; part && act_count < ACTS_MAX; part = part->next)
        acts[act_count++] = part->act;
}

/* Seconds an act takes, of the acts this table has just played from its state `first`. */
static double rules_s(const struct table_state *first)
{
    static struct table_state state;
    static struct events events;
    double start = now();
    state = *first;
    for (unsigned i = 0; i < act_count; i++) {
        state.roster = evening.runner.table.state.roster;
        if (state_repeat(&state, &evening.book, &acts[i], &events).status)
            return (now() - start) /
                   (i ? i : 1); /* the shoe was changed here: acts behind it need the next */
    }
    return (now() - start) / act_count;
}

static double play(unsigned rounds, unsigned bots)
{
    static struct table_state first;
    double seconds = 0;
    evening_open(&evening, 1);
    evening.bots = bots;
    evening.shoe_cards = 0;
    for (unsigned game = 0; game < EVENING_GAMES; game++) {
        evening_begin(&evening, game);
        evening.runner.sink = (struct runner_sink){take_acts, NULL};
        first = evening.runner.table.state;
        act_count = 0;
        evening_play(&evening, rounds);
        seconds += rules_s(&first) / EVENING_GAMES;
    }
    books_close(evening.books);
    return seconds;
}

/* ---- The audit. ---- */

/* Processor time; in parallel, what it takes on two cores that have nothing else to do: half of it, or as
 * long as the one thread that reads. */
static double audit_s(struct audit *audit, bool parallel)
{
    double best = 0;
    for (unsigned i = 0; i < REPEATS; i++) {
        struct store_failure failure;
        struct audit_options options = {.parallel = parallel};
        double start = now();
        double start_here = now_by(CLOCK_THREAD_CPUTIME_ID);
        enum status status = audit_file(audit, evening.path, &options, &failure);
        double here = now_by(CLOCK_THREAD_CPUTIME_ID) - start_here;
        double there = now() - start - here;
        double half = (here + there) / 2;
        double took = !parallel ? here + there : here > half ? here : half;
        if (status != STATUS_OK) {
            fprintf(stderr, "bench_audit: %s%s\n", audit->fault.message, failure.message);
            exit(1);
        }
        best = i == 0 || took < best ? took : best;
        if (i + 1 < REPEATS)
            audit_release(audit);
    }
    return best;
}

static double entry_bytes(void)
{
    sqlite3 *connection;
    sqlite3_stmt *row;
    double bytes = 0;
    if (sqlite3_open(evening.path, &connection) == SQLITE_OK &&
        sqlite3_prepare_v2(connection, "SELECT sum(length(entry)) FROM journal WHERE chain > 1", -1, &row,
                           NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        bytes = sqlite3_column_double(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(connection);
    return bytes;
}

static void bench(unsigned rounds, unsigned bots)
{
    const char *people = bots == 1 ? "one person" : "three people";
    struct audit audit;
    struct stat file;
    double rule_s = play(rounds, bots);
    double took_by_two = audit_s(&audit, true);
    audit_release(&audit);
    double took = audit_s(&audit, false);
    double all = (double)audit.counts.rounds;
    double entries = (double)audit.walk.entries;
    double acts_a_round = (double)audit.counts.acts / all;
    audit_release(&audit);
    stat(evening.path, &file);
    printf("audit.rounds.%u %.0f rounds/s one core, five games, %s, %.1f acts a round\n", bots, all / took,
           people, acts_a_round);
    printf("audit.rounds_two_cores.%u %.0f rounds/s one thread reads, two rule\n", bots, all / took_by_two);
    printf("audit.entries.%u %.0f entries/s one core\n", bots, entries / took);
    printf("audit.rules_alone.%u %.0f rounds/s the same acts given to round_apply and nothing else\n", bots,
           1 / (rule_s * acts_a_round));
    printf("journal.bytes_per_round.%u %.0f bytes entries of the tables, %s\n", bots, entry_bytes() / all,
           people);
    printf("journal.file_bytes_per_round.%u %.0f bytes the whole database\n", bots,
           (double)file.st_size / all);
    evening_remove(&evening);
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : ROUNDS;
    acts = calloc(ACTS_MAX, sizeof *acts);
    if (!acts || rounds == 0)
        return 1;
    bench(rounds, 1);
    bench(rounds, EVENING_BOTS);
    free(acts);
    return 0;
}
