/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: one rule says who runs what, whoever starts, comes, leaves or dies; and a row of the database tells
 * what became of a commit. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "cluster/lease.h"
#include "cluster/outcome.h"
#include "cluster/share.h"

static void add_server(struct share_view *view, const char *name, bool alive, bool leaving)
{
    struct share_server *server = &view->servers[view->server_count++];
    snprintf(server->name, sizeof server->name, "%s", name);
    snprintf(server->address, sizeof server->address, "http://%s", name);
    server->alive = alive;
    server->leaving = leaving;
}

/* Things must come in order. */
static void add_thing(struct share_view *view, const char *name, const char *owner)
{
    struct share_thing *thing = &view->things[view->thing_count++];
    snprintf(thing->name, sizeof thing->name, "%s", name);
    snprintf(thing->owner, sizeof thing->owner, "%s", owner);
}

static void name_thing(char name[SHARE_NAME_MAX], unsigned number)
{
    snprintf(name, SHARE_NAME_MAX, "table-%u", number);
}

enum { THINGS = 600 };

static void test_only_the_share_of_who_goes_moves(void **state)
{
    static struct share_view before;
    static struct share_view after;
    unsigned counts[3] = {0};
    char name[SHARE_NAME_MAX];
    (void)state;
    add_server(&before, "a", true, false);
    add_server(&before, "b", true, false);
    add_server(&before, "c", true, false);
    after = before;
    after.servers[1].alive = false;
    for (unsigned i = 0; i < THINGS; i++) {
        name_thing(name, i);
        const struct share_server *old = share_heir(&before, name);
        const struct share_server *new = share_heir(&after, name);
        counts[old - before.servers]++;
        if (strcmp(old->name, "b") != 0)
            assert_string_equal(old->name, new->name);
        else
            assert_string_not_equal(new->name, "b");
    }
    for (unsigned i = 0; i < 3; i++)
        assert_true(counts[i] > THINGS / 5); /* about a third each */
    after.servers[1].alive = true; /* leaving is the same as being gone, but for what it still has */
    after.servers[1].leaving = true;
    for (unsigned i = 0; i < THINGS; i++) {
        name_thing(name, i);
        assert_string_not_equal(share_heir(&after, name)->name, "b");
    }
    after.servers[0].alive = after.servers[2].alive = false;
    assert_null(share_heir(&after, "table-1"));
}

/* A thing that `a` should own while it is there, by the rule. */
static void a_things_name(const struct share_view *view, const char *heir, char name[SHARE_NAME_MAX])
{
    for (unsigned i = 0; i < THINGS; i++) {
        name_thing(name, i);
        if (strcmp(share_heir(view, name)->name, heir) == 0)
            return;
    }
    fail_msg("nothing should be of %s", heir);
}

static void test_every_step(void **state)
{
    static struct share_view view;
    char mine[SHARE_NAME_MAX];
    char other[SHARE_NAME_MAX];
    (void)state;
    add_server(&view, "a", true, false);
    add_server(&view, "b", true, false);
    a_things_name(&view, "a", mine);
    a_things_name(&view, "b", other);
    assert_int_equal(share_next(&view, "a", mine, false), SHARE_CLAIM); /* nobody's */
    assert_int_equal(share_next(&view, "b", mine, false), SHARE_REST);
    add_thing(&view, mine, "a");
    assert_int_equal(share_next(&view, "a", mine, false), SHARE_RUN);
    assert_int_equal(share_next(&view, "a", mine, true), SHARE_REST);
    assert_int_equal(share_next(&view, "b", mine, true), SHARE_STOP);
    assert_string_equal(share_owner(&view, mine)->address, "http://a");
    view.servers[0].leaving = true;
    assert_int_equal(share_next(&view, "a", mine, true), SHARE_HAND_OVER);
    assert_int_equal(share_next(&view, "b", mine, false), SHARE_REST); /* not before it is given */
    view.servers[0].leaving = false;
    view.servers[0].alive = false;
    assert_int_equal(share_next(&view, "b", mine, false), SHARE_CLAIM);
    view.servers[0].alive = true;
    snprintf(view.things[0].owner, sizeof view.things[0].owner, "b");
    assert_int_equal(share_next(&view, "a", mine, false),
                     SHARE_REST); /* b has it, and gives it back itself */
    assert_int_equal(share_next(&view, "b", mine, true), SHARE_HAND_OVER);
    view.servers[0].leaving = view.servers[1].leaving = true; /* nobody stays: nothing moves */
    assert_int_equal(share_next(&view, "b", mine, true), SHARE_REST);
    assert_int_equal(share_next(&view, "a", other, false), SHARE_REST);
    assert_null(share_owner(&view, other));
    assert_null(share_find(&view, "c"));
}

/* Whoever asks a server that is cut off, or asks for what a dead one had, is sent to who takes it over. */
static void test_successors(void **state)
{
    static struct share_view view;
    char of_a[SHARE_NAME_MAX];
    char of_b[SHARE_NAME_MAX];
    (void)state;
    add_server(&view, "a", true, false);
    add_server(&view, "b", true, false);
    a_things_name(&view, "a", of_a);
    a_things_name(&view, "b", of_b);
    assert_null(share_successor(&view, "a", of_a)); /* nobody ever had it */
    add_thing(&view, of_a, "a");
    assert_string_equal(share_successor(&view, "", of_a)->name, "a");
    assert_string_equal(share_successor(&view, "a", of_a)->name, "b");
    assert_string_equal(share_successor(&view, "b", of_a)->name, "a");
    assert_true(share_has_others(&view, "a"));
    view.servers[0].alive = false;
    assert_string_equal(share_successor(&view, "", of_a)->name, "b");
    view.servers[0].alive = true;
    view.servers[1].leaving = true; /* it takes nothing over */
    assert_null(share_successor(&view, "a", of_a));
    assert_false(share_has_others(&view, "a"));
    assert_true(share_has_others(&view, "b"));
    snprintf(view.things[0].owner, sizeof view.things[0].owner, "b"); /* and has what it has */
    assert_string_equal(share_successor(&view, "a", of_a)->name, "b");
    view.servers[1].alive = false;
    assert_false(share_has_others(&view, "a"));
}

/* By the clock that is passed in, from before the renewal was sent. */
static void test_the_end_of_a_lease(void **state)
{
    static const struct {
        int64_t sent_ms;
        int64_t now_ms;
        bool others;
        enum lease_stand stand;
    } rows[] = {
        {1000, 1000, true, LEASE_HELD},
        {1000, 999 + LEASE_MS, true, LEASE_HELD},
        {1000, 1000 + LEASE_MS, true, LEASE_LOST},
        {1000, 1000 + LEASE_MS, false, LEASE_ALONE}, /* nobody is thrown out for nothing */
        {1000, 999 + LEASE_MS, false, LEASE_HELD},
        {2000, 1000 + LEASE_MS, true, LEASE_HELD}, /* renewed */
        {1000, 100 * LEASE_MS, true, LEASE_LOST},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(lease_stand(lease_end(rows[i].sent_ms), rows[i].now_ms, rows[i].others),
                         rows[i].stand);
    assert_int_equal(lease_stand(0, 100 * LEASE_MS, true), LEASE_HELD); /* not told of one yet */
}

static void test_renewals_leave_a_slow_line_to_commits(void **state)
{
    static const struct {
        int64_t took_ms;
        int64_t pause_ms;
    } rows[] = {{0, 200},   {99, 200},   {100, 200},  {101, 202},
                {499, 998}, {500, 1000}, {501, 1000}, {60000, 1000}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(lease_pause(rows[i].took_ms), rows[i].pause_ms);
    /* Two renewals of the longest pause, and the way of one, are within a lease. */
    assert_true(2 * LEASE_RENEW_LATE_MS + LEASE_RENEW_LATE_MS / 2 < LEASE_MS);
}

static void test_outcomes(void **state)
{
    static const struct {
        struct lease known;
        struct lease found;
        bool open;
        enum outcome outcome;
    } rows[] = {
        {{1, 5}, {1, 5}, true, OUTCOME_GONE},
        {{1, 5}, {1, 6}, true, OUTCOME_KEPT},
        {{1, 5}, {1, 5}, false, OUTCOME_GONE},
        {{1, 5}, {1, 6}, false, OUTCOME_FENCED}, /* another of this name */
        {{1, 5}, {1, 7}, true, OUTCOME_FENCED},
        {{1, 5}, {2, 5}, true, OUTCOME_FENCED},
        {{1, 5}, {2, 6}, true, OUTCOME_FENCED},
        {{2, 5}, {1, 9}, true, OUTCOME_BEHIND},
        {{1, 5}, {1, 4}, true, OUTCOME_BEHIND},
        {{1, 5}, {0, 0}, false, OUTCOME_BEHIND},
        {{1, 5}, {2, 4}, false, OUTCOME_FENCED},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(outcome_of(&rows[i].known, &rows[i].found, rows[i].open), rows[i].outcome);
}

/* Only what was said counts, not the bytes behind it. */
static void test_equal_views(void **state)
{
    static struct share_view a;
    static struct share_view b;
    (void)state;
    memset(&b, 0x55, sizeof b);
    b.server_count = b.thing_count = 0;
    add_server(&a, "a", true, false);
    add_thing(&a, "t1", "a");
    assert_false(share_equal(&a, &b));
    add_server(&b, "a", true, false);
    add_thing(&b, "t1", "a");
    assert_true(share_equal(&a, &b));
    b.servers[0].alive = false;
    assert_false(share_equal(&a, &b));
    b.servers[0] = a.servers[0];
    b.servers[0].leaving = true;
    assert_false(share_equal(&a, &b));
    b.servers[0] = a.servers[0];
    b.servers[0].address[0] = 'x';
    assert_false(share_equal(&a, &b));
    b.servers[0] = a.servers[0];
    b.things[0].owner[0] = 'b';
    assert_false(share_equal(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_views),
        cmocka_unit_test(test_only_the_share_of_who_goes_moves),
        cmocka_unit_test(test_every_step),
        cmocka_unit_test(test_successors),
        cmocka_unit_test(test_the_end_of_a_lease),
        cmocka_unit_test(test_renewals_leave_a_slow_line_to_commits),
        cmocka_unit_test(test_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
