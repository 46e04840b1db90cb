/* SPDX-License-Identifier: Apache-2.0 */
/* Who is connected: found by number however many came before, and told of alarms while they are of the pit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "server/client.h"

enum { CLIENTS = 3 };

static struct server *server_of_test(void)
{
    struct server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    return server;
}

static unsigned count_alarmed(const struct server *server)
{
    unsigned count = 0;
    for (const struct client *client = server->alarmed; client; client = client->alarm_next)
        count++;
    return count;
}

static bool is_alarmed(const struct server *server, const struct client *wanted)
{
    for (const struct client *client = server->alarmed; client; client = client->alarm_next)
        if (client == wanted)
            return true;
    return false;
}

/* Three of one slot: each is found, whoever of them goes first. */
static void test_numbers_of_one_slot(void **state)
{
    (void)state;
    for (unsigned gone = 0; gone < CLIENTS; gone++) {
        struct server *server = server_of_test();
        struct client clients[CLIENTS] = {0};
        for (unsigned i = 0; i < CLIENTS; i++) {
            client_enter(&clients[i], server);
            server->last_client += CLIENT_SLOTS - 1; /* so many came and went in between */
        }
        for (unsigned i = 0; i < CLIENTS; i++)
            assert_ptr_equal(client_find(server, 1 + i * (uint64_t)CLIENT_SLOTS), &clients[i]);
        server->next_checked = &clients[gone];
        client_leave(&clients[gone]);
        assert_ptr_not_equal(server->next_checked, &clients[gone]);
        for (unsigned i = 0; i < CLIENTS; i++)
            assert_ptr_equal(client_find(server, clients[i].number), i == gone ? NULL : &clients[i]);
        unsigned left = 0;
        for (struct client *client = server->clients; client; client = client->next, left++)
            assert_ptr_equal(*client->link, client);
        assert_int_equal(left, CLIENTS - 1);
        assert_null(client_find(server, 2));
        free(server);
    }
}

/* A page that logs in as somebody else hears alarms, or hears them no more; one that goes does not, either.
 */
static void test_who_hears_alarms(void **state)
{
    struct server *server = server_of_test();
    struct client clients[CLIENTS] = {0};
    (void)state;
    for (unsigned i = 0; i < CLIENTS; i++)
        client_enter(&clients[i], server);
    for (unsigned role = 0; role < USER_COUNT; role++) {
        client_set_role(&clients[1], (enum user_role)role);
        client_set_role(&clients[1], (enum user_role)role);
        assert_int_equal(is_alarmed(server, &clients[1]), user_role_in((enum user_role)role, USERS_PIT));
        assert_int_equal(count_alarmed(server), user_role_in((enum user_role)role, USERS_PIT));
    }
    for (unsigned i = 0; i < CLIENTS; i++)
        client_set_role(&clients[i], USER_PIT_MANAGER);
    assert_int_equal(count_alarmed(server), CLIENTS);
    client_set_role(&clients[1], USER_PLAYER);
    assert_true(is_alarmed(server, &clients[0]) && is_alarmed(server, &clients[2]));
    client_leave(&clients[2]);
    assert_true(is_alarmed(server, &clients[0]) && count_alarmed(server) == 1);
    client_leave(&clients[0]);
    assert_null(server->alarmed);
    free(server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers_of_one_slot),
                                       cmocka_unit_test(test_who_hears_alarms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
