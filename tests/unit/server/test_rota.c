/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a server: found by name, whoever comes and goes, and due at their own moment. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "server/rota.h"

static void test_when_a_table_is_due(void **state)
{
    static const struct {
        struct due due;
        uint64_t durable;
        int64_t now_ms;
        bool is_due;
    } rows[] = {
        {{.ticket = 0, .wake_ms = 0, .seen_ms = 100}, 9, 200, false},
        {{.ticket = 0, .wake_ms = 200, .seen_ms = 100}, 9, 199, false},
        {{.ticket = 0, .wake_ms = 200, .seen_ms = 100}, 9, 200, true},
        {{.ticket = 7, .wake_ms = 0, .seen_ms = 100}, 6, 200, false},
        {{.ticket = 7, .wake_ms = 0, .seen_ms = 100}, 7, 200, true},
        {{.ticket = 7, .wake_ms = 150, .seen_ms = 100}, 6, 200, false}, /* the disk comes first */
        {{.ticket = 7, .wake_ms = 0, .seen_ms = 100}, 6, 99 + DUE_LOOK_MS, false},
        {{.ticket = 7, .wake_ms = 0, .seen_ms = 100}, 6, 100 + DUE_LOOK_MS, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(due_is(&rows[i].due, rows[i].durable, rows[i].now_ms), rows[i].is_due);
}

static struct floor_table *make(struct server *server, unsigned number)
{
    struct floor_table *floor = calloc(1, sizeof *floor);
    assert_non_null(floor);
    floor->server = server;
    snprintf(floor->table.plan.id, sizeof floor->table.plan.id, "t%u", number);
    floor->due = &floor->own_due;
    floor->due->wake_ms = 1000 + number;
    assert_int_equal(rota_add(server, floor), STATUS_OK);
    return floor;
}

enum { TABLES = 100, STEP = 37 /* has no divisor in common with it */ };

static void test_tables_come_and_go(void **state)
{
    struct server *server = calloc(1, sizeof *server);
    struct floor_table *floors[TABLES];
    char id[TABLE_ID_MAX];
    (void)state;
    assert_non_null(server);
    assert_null(rota_find(server, "t0"));
    assert_int_equal(rota_next_ms(server, 5000), 5000);
    for (unsigned i = 0; i < TABLES; i++)
        floors[i * STEP % TABLES] = make(server, i * STEP % TABLES);
    assert_int_equal(server->table_count, TABLES);
    for (unsigned left = TABLES; left > 0; left--) {
        for (unsigned i = 0; i < TABLES; i++) {
            snprintf(id, sizeof id, "t%u", i);
            assert_ptr_equal(rota_find(server, id), i < left ? floors[i] : NULL);
            if (i < left)
                assert_int_equal(floors[i]->due->wake_ms, 1000 + i);
        }
        assert_int_equal(rota_next_ms(server, 5000), 1000);
        assert_null(rota_find(server, "t"));
        assert_null(rota_find(server, "u"));
        rota_remove(server, floors[left - 1]);
        free(floors[left - 1]);
    }
    assert_int_equal(server->table_count, 0);
    rota_release(server);
    free(server);
}

static void test_who_waits_for_the_disk_has_no_moment(void **state)
{
    struct server *server = calloc(1, sizeof *server);
    (void)state;
    assert_non_null(server);
    struct floor_table *first = make(server, 1);
    struct floor_table *second = make(server, 2);
    first->due->ticket = 3;
    assert_int_equal(rota_next_ms(server, 5000), 1002);
    first->due->ticket = 0;
    assert_int_equal(rota_next_ms(server, 5000), 1001);
    first->due->wake_ms = 0;
    second->due->wake_ms = 0;
    assert_int_equal(rota_next_ms(server, 5000), 5000);
    rota_remove(server, first);
    rota_remove(server, second);
    rota_release(server);
    free(first);
    free(second);
    free(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_when_a_table_is_due),
        cmocka_unit_test(test_tables_come_and_go),
        cmocka_unit_test(test_who_waits_for_the_disk_has_no_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
