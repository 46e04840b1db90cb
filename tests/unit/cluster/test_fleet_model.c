/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: servers that stop, sleep, wake, lose their connections and answers, and a database that fails over,
 * never lose or repeat what they acknowledged, and never run a table twice at once: a server that the
 * database does not answer knows that its lease is over before anybody takes a thing from it.
 *
 * One seed, one run: a model of network, clock and database drives the functions that the server and the
 * store decide by (cluster/share.h, cluster/outcome.h,
 * cluster/lease.h). A seed that fails is printed, and repeats.
 * FLEET_SEEDS (100) and FLEET_SEED (1) choose how many, and from which on. */
#include "check.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "cluster/lease.h"
#include "cluster/outcome.h"
#include "cluster/share.h"

enum { SERVERS = 3, THINGS = 8, OPS_MAX = 1500, STEPS = 4000, LEASE = 30, LOOK = 4, PURSE = 3 };

static const char *const server_names[SERVERS] = {"a", "b", "c"};

/* ---- Chance. ---- */

static uint64_t luck;

static unsigned draw(unsigned below)
{
    luck ^= luck << 13;
    luck ^= luck >> 7;
    luck ^= luck << 17;
    return (unsigned)(luck % below);
}

/* ---- The database: rows, and a clock of its own. ---- */

struct op {
    bool kept; /* in the log */
    bool told; /* somebody was told so */
    bool refused;
    int thing;
    int server; /* that has it; -1: nobody yet */
};

struct database {
    int64_t epoch[SERVERS];
    int64_t commits[SERVERS];
    long until[SERVERS];
    int owner[THINGS]; /* -1: nobody's */
    int purse;         /* a balance that all servers draw from */
    struct op ops[OPS_MAX];
};

static struct database db;
static struct database standby; /* as it was when it copied last */
static bool synchronous;        /* the standby has everything that was acknowledged */
static long now;
static unsigned op_count;

/* Synchronous replication copies every commit, leases and owners too; operations are copied with theirs. */
static void copy_rows(void)
{
    if (synchronous)
        memcpy(&standby, &db, offsetof(struct database, ops));
}

/* ---- Servers. ---- */

struct server {
    bool up;
    long asleep_until;
    long away_until; /* its connection is cut */
    struct lease lease;
    long renewed; /* when its last renewal was sent, by its own clock */
    struct share_view view;
    bool seen;
    bool runs[THINGS];
    int sent[OPS_MAX]; /* operations in the commit on its way */
    unsigned sent_count;
    bool open;    /* its answer never came */
    bool stopped; /* the database has lost what was acknowledged: a person decides */
    long look;
};

static struct server servers[SERVERS];
static unsigned long takeovers;
static unsigned long lost_answers;
static unsigned long
    cut_off; /* takeovers from servers that were awake, and only could not reach the database */
static unsigned long found_behind;

/* Whether it takes its things for its own. A tick of the model stands for a tenth of a second, and the
 * server's clock began at another time than the database's. */
enum { TICK_MS = LEASE_MS / LEASE, CLOCK_BEGAN = 12345 };

static enum lease_stand stand_of(int at)
{
    const struct server *server = &servers[at];
    bool others = server->seen && share_has_others(&server->view, server_names[at]);
    return lease_stand(lease_end((server->renewed + CLOCK_BEGAN) * TICK_MS), (now + CLOCK_BEGAN) * TICK_MS,
                       others);
}

/* What has arrived now was sent before. */
static void renew(int at)
{
    servers[at].renewed = now - (long)draw(4);
}

static void start(int at)
{
    struct server *server = &servers[at];
    *server = (struct server){.up = true};
    db.epoch[at]++;
    db.until[at] = now + LEASE;
    renew(at);
    server->lease = (struct lease){db.epoch[at], db.commits[at]};
    copy_rows();
}

/* As croupier_enter does. */
static bool enter(int at, int done)
{
    if (db.epoch[at] != servers[at].lease.epoch)
        return false;
    db.commits[at] += done;
    db.until[at] = now + LEASE;
    return true;
}

/* As croupier_claim does. */
static void claim(int at, int thing)
{
    int owner = db.owner[thing];
    if (owner >= 0 && owner != at) {
        if (db.until[owner] > now)
            return;
        /* A standby that lacks renewals counts leases shorter than those who have them. */
        if (synchronous && servers[owner].up && servers[owner].lease.epoch == db.epoch[owner]) {
            assert_int_not_equal(stand_of(owner), LEASE_HELD);
            cut_off += now >= servers[owner].asleep_until;
        }
        db.epoch[owner]++;
        takeovers++;
        for (int i = 0; i < THINGS; i++)
            if (db.owner[i] == owner)
                db.owner[i] = -1;
    }
    db.owner[thing] = at;
}

static void name_thing(char *name, int thing)
{
    snprintf(name, SHARE_NAME_MAX, "t%d", thing);
}

static void read_view(struct share_view *view)
{
    memset(view, 0, sizeof *view);
    for (int i = 0; i < SERVERS; i++) {
        struct share_server *server = &view->servers[view->server_count++];
        snprintf(server->name, sizeof server->name, "%s", server_names[i]);
        server->alive = db.until[i] > now;
    }
    for (int i = 0; i < THINGS; i++) {
        if (db.owner[i] < 0)
            continue;
        struct share_thing *thing = &view->things[view->thing_count++];
        name_thing(thing->name, i);
        snprintf(thing->owner, sizeof thing->owner, "%s", server_names[db.owner[i]]);
    }
}

/* Whatever it had not finished was never acknowledged: its clients ask again elsewhere. */
static void drop_ops(int at)
{
    for (unsigned i = 0; i < op_count; i++)
        if (db.ops[i].server == at)
            db.ops[i].server = standby.ops[i].server = -1;
    servers[at].sent_count = 0;
    servers[at].open = false;
}

static void start_anew(int at)
{
    drop_ops(at);
    start(at);
}

static void look(int at)
{
    struct server *server = &servers[at];
    char name[SHARE_NAME_MAX];
    if (!enter(at, 0)) {
        start_anew(at);
        return;
    }
    renew(at);
    if (server->seen)
        for (int i = 0; i < THINGS; i++) {
            name_thing(name, i);
            enum share_step step = share_next(&server->view, server_names[at], name, server->runs[i]);
            if (step == SHARE_CLAIM)
                claim(at, i);
            if (step == SHARE_HAND_OVER && server->sent_count == 0 && db.owner[i] == at) {
                const struct share_server *heir = share_heir(&server->view, name);
                for (int to = 0; to < SERVERS; to++)
                    if (strcmp(server_names[to], heir->name) == 0)
                        db.owner[i] = to;
            }
        }
    copy_rows();
    read_view(&server->view);
    server->seen = true;
    for (int i = 0; i < THINGS; i++) {
        name_thing(name, i);
        enum share_step step = share_next(&server->view, server_names[at], name, server->runs[i]);
        if (step == SHARE_RUN)
            server->runs[i] = true;
        if (step == SHARE_STOP)
            server->runs[i] = false;
    }
}

/* ---- Commits. ---- */

static void keep(int at)
{
    struct server *server = &servers[at];
    for (unsigned i = 0; i < server->sent_count; i++) {
        struct op *op = &db.ops[server->sent[i]];
        assert_false(op->kept);                    /* nothing twice */
        assert_int_equal(db.owner[op->thing], at); /* nobody else runs it */
        op->refused = db.purse == 0;
        if (op->refused)
            continue;
        db.purse--;
        op->kept = true;
    }
}

static void acknowledge(int at)
{
    struct server *server = &servers[at];
    for (unsigned i = 0; i < server->sent_count; i++) {
        struct op *op = &db.ops[server->sent[i]];
        op->told |= op->kept;
        op->server = -1;
        if (op->refused) /* it may be asked again, once there is money */
            op->refused = false;
    }
    if (synchronous)
        standby = db;
    server->lease.commits++;
    server->sent_count = 0;
    server->open = false;
}

static void commit(int at)
{
    struct server *server = &servers[at];
    for (unsigned i = 0; i < op_count && server->sent_count < 8; i++) {
        struct op *op = &db.ops[i];
        if (op->kept || op->server >= 0 || !server->runs[op->thing])
            continue;
        op->server = at;
        server->sent[server->sent_count++] = (int)i;
    }
    if (server->sent_count == 0)
        return;
    unsigned fate = draw(20);
    if (fate == 0) { /* it never got there */
        server->open = true;
        return;
    }
    if (!enter(at, 1)) {
        start_anew(at);
        return;
    }
    keep(at);
    if (synchronous)
        standby = db;
    if (fate != 1)
        renew(at);
    if (fate == 1) { /* its answer was lost */
        server->open = true;
        lost_answers++;
        return;
    }
    acknowledge(at);
}

static void learn(int at)
{
    struct server *server = &servers[at];
    const struct lease found = {db.epoch[at], db.commits[at]};
    switch (outcome_of(&server->lease, &found, server->open)) {
    case OUTCOME_KEPT:
        acknowledge(at);
        break;
    case OUTCOME_GONE:
        for (unsigned i = 0; i < server->sent_count; i++)
            db.ops[server->sent[i]].server = -1;
        server->sent_count = 0;
        server->open = false;
        break;
    case OUTCOME_FENCED:
        start_anew(at);
        break;
    case OUTCOME_BEHIND:
        server->stopped = true;
        found_behind++;
        break;
    }
}

/* ---- Faults. ---- */

/* The standby becomes the primary. Without synchronous replication it may lack what was acknowledged. */
static void fail_over(void)
{
    struct database old = db;
    bool behind = false;
    db = standby;
    for (unsigned i = 0; i < op_count; i++) {
        behind |= old.ops[i].told && !db.ops[i].kept;
        db.ops[i].told = old.ops[i].told;
        db.ops[i].thing = old.ops[i].thing;
        db.ops[i].server = old.ops[i].server;
    }
    assert_false(behind && synchronous);
    for (int i = 0; i < SERVERS; i++)
        servers[i].away_until = now + 5; /* everybody connects anew */
}

static void fault(void)
{
    int at = (int)draw(SERVERS);
    struct server *server = &servers[at];
    switch (draw(6)) {
    case 0: /* killed, and started again later */
        server->up = false;
        drop_ops(at);
        server->asleep_until = now + draw(80);
        break;
    case 1: /* it sleeps, perhaps longer than its lease */
        server->asleep_until = now + draw(90);
        break;
    case 2:
        server->away_until = now + draw(60);
        break;
    case 3:
        if (draw(4) == 0)
            fail_over();
        break;
    default:
        if (!synchronous && draw(3) == 0)
            standby = db;
        break;
    }
}

static void step(int at)
{
    struct server *server = &servers[at];
    if (server->stopped || now < server->asleep_until)
        return;
    if (!server->up) {
        start(at);
        return;
    }
    if (now < server->away_until)
        return;
    if (server->away_until || server->open) {
        server->away_until = 0;
        learn(at);
        return;
    }
    if (now >= server->look) {
        server->look = now + LOOK;
        look(at);
    } else if (server->seen) {
        commit(at);
    }
}

/* ---- A run. ---- */

static void begin(uint64_t seed, bool safe)
{
    luck = seed * 0x9e3779b97f4a7c15ULL + 1;
    memset(&db, 0, sizeof db);
    memset(&standby, 0, sizeof standby);
    now = op_count = 0;
    synchronous = safe;
    for (int i = 0; i < THINGS; i++)
        db.owner[i] = standby.owner[i] = -1;
    for (int i = 0; i < SERVERS; i++)
        start(i);
    standby = db;
}

static void ask(void)
{
    if (op_count == OPS_MAX)
        return;
    db.ops[op_count] = standby.ops[op_count] = (struct op){.thing = (int)draw(THINGS), .server = -1};
    op_count++;
}

static unsigned count_undone(void)
{
    unsigned undone = 0;
    for (unsigned i = 0; i < op_count; i++)
        undone += !db.ops[i].kept;
    return undone;
}

/* Nothing that was acknowledged is missing; and in the end, without faults, everything that is asked for and
 * paid for gets done. */
static void check_end(uint64_t seed, bool safe)
{
    bool stopped = false;
    for (int i = 0; i < SERVERS; i++)
        stopped |= servers[i].stopped;
    for (unsigned i = 0; i < op_count; i++)
        if (db.ops[i].told && !db.ops[i].kept && (safe || !stopped))
            fail_msg("seed %llu: operation %u was acknowledged and is not there", (unsigned long long)seed,
                     i);
    if (safe && stopped)
        fail_msg("seed %llu: a server says that entries are lost", (unsigned long long)seed);
    if (safe && count_undone() > 0)
        fail_msg("seed %llu: %u operations were never done", (unsigned long long)seed, count_undone());
}

static void run(uint64_t seed, bool safe)
{
    begin(seed, safe);
    for (unsigned i = 0; i < STEPS; i++) {
        now += draw(2);
        if (draw(3) == 0)
            ask();
        if (draw(4) == 0) {
            db.purse += (int)draw(PURSE);
            if (synchronous)
                standby.purse = db.purse;
        }
        if (draw(40) == 0)
            fault();
        step((int)draw(SERVERS));
    }
    db.purse += OPS_MAX;
    for (unsigned i = 0; i < STEPS && (i % 64 != 0 || count_undone() > 0); i++) {
        now++;
        step((int)draw(SERVERS));
    }
    check_end(seed, safe);
}

static uint64_t wish(const char *name, uint64_t usual)
{
    const char *said = getenv(name);
    return said ? strtoull(said, NULL, 10) : usual;
}

static void run_seeds(bool safe)
{
    uint64_t first = wish("FLEET_SEED", 1);
    uint64_t count = wish("FLEET_SEEDS", 100);
    takeovers = lost_answers = found_behind = cut_off = 0;
    for (uint64_t seed = first; seed < first + count; seed++)
        run(seed, safe);
    print_message("# %llu seeds: %lu takeovers (%lu from servers that were cut off), %lu answers lost, %lu "
                  "times the database was behind\n",
                  (unsigned long long)count, takeovers, cut_off, lost_answers, found_behind);
    assert_true(takeovers > count && lost_answers > count && (cut_off > count || !safe));
}

static void test_nothing_is_lost(void **state)
{
    (void)state;
    run_seeds(true);
    assert_int_equal(found_behind, 0);
}

/* Where the standby may lack what was acknowledged, the servers find out, and say so. */
static void test_a_loss_is_found(void **state)
{
    (void)state;
    run_seeds(false);
    assert_true(found_behind > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_lost),
        cmocka_unit_test(test_a_loss_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
