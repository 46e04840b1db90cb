/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: who acts as staff was given that capacity by an entry of the journal, and not beside it. */
#include "check.h"

#include "house/staff.h"

static void give(struct staff *staff, const char *text)
{
    struct entry entry = {.kind = ENTRY_PERSON, .role = ROLE_SYSTEM, .text = span_of(text)};
    assert_int_equal(staff_take(staff, &entry), STATUS_OK);
}

static bool may(struct staff *staff, const char *who, enum role role)
{
    struct entry entry = {.kind = ENTRY_MONEY, .role = (uint8_t)role, .who = span_of(who)};
    return staff_may(staff, &entry);
}

static void test_capacities(void **state)
{
    static const struct {
        const char *what;
        const char *says; /* NULL: nothing new */
        const char *who;
        enum role role;
        bool may;
    } rows[] = {
        {"a journal without people says nothing of any", NULL, "Cai", ROLE_CAGE, true},
        {"one that names somebody names everybody", "person added Mei player ~abc\n", "Cai", ROLE_CAGE,
         false},
        {"a cashier at the cage", "person added Cai cashier\n", "Cai", ROLE_CAGE, true},
        {"... and nowhere else", NULL, "Cai", ROLE_PIT, false},
        {"a name that begins like hers", NULL, "Ca", ROLE_CAGE, false},
        {"players are not asked about", NULL, "Nobody", ROLE_PLAYER, true},
        {"nor is the system", NULL, "admin", ROLE_SYSTEM, true},
        {"nor nobody in particular", NULL, "", ROLE_CAGE, true},
        {"a dealer", "person added Dan dealer\n", "Dan", ROLE_DEALER, true},
        {"who rises", "person role Dan pit-manager\n", "Dan", ROLE_PIT, true},
        {"... and may be late with what they did before", NULL, "Dan", ROLE_DEALER, true},
        {"a password brings no role", "person password Dan cashier\n", "Dan", ROLE_CAGE, false},
        {"somebody comes back as another", "person restored Dan shift-manager\n", "Dan", ROLE_SHIFT, true},
        {"an entry of no use", "person\n", "Dan", ROLE_CAGE, false},
        {"an administrator has no capacity of their own", "person added root administrator\n", "root",
         ROLE_AUDITOR, false},
    };
    struct staff staff = {.kept = false};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].says)
            give(&staff, rows[i].says);
        if (may(&staff, rows[i].who, rows[i].role) != rows[i].may)
            fail_msg("%s", rows[i].what);
    }
    staff_release(&staff);
}

/* What is known goes through a mark; without it nobody is judged. */
static void test_through_a_mark(void **state)
{
    struct staff staff = {.kept = false};
    struct staff again = {.unknown = true};
    char line[STAFF_LINE_MAX];
    (void)state;
    give(&staff, "person added Cai cashier\n");
    give(&staff, "person added Dan dealer\n");
    give(&staff, "person role Dan pit-manager\n");
    give(&again, "person added Eve dealer\n");
    assert_true(may(&again, "Cai", ROLE_CAGE));
    for (unsigned i = 0; staff_print(&staff, i, line); i++)
        assert_true(staff_put(&again, line, strlen(line)));
    assert_true(may(&again, "Cai", ROLE_CAGE) && may(&again, "Dan", ROLE_PIT) &&
                may(&again, "Dan", ROLE_DEALER));
    assert_false(may(&again, "Cai", ROLE_PIT) || may(&again, "Bob", ROLE_CAGE));
    assert_false(staff_put(&again, "", 0) || staff_put(&again, "some", 4) || staff_put(&again, "x Cai", 5));
    assert_false(staff_put(&again, "0 Cai", 5) ||
                 staff_put(&again, "256 Cai", 7)); /* no capacity has such a bit */
    staff_release(&staff);
    staff_release(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_capacities),
                                       cmocka_unit_test(test_through_a_mark)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
