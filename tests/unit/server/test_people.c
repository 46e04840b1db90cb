/* SPDX-License-Identifier: Apache-2.0 */
#include "server/people_file.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static struct user make(const char *name, const char *title, enum user_role role)
{
    struct user user = {.role = (uint8_t)role};
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.title, sizeof user.title, "%s", title);
    return user;
}

/* A name must be one a round record can hold. */
static void test_names(void **state)
{
    static const struct {
        const char *name;
        enum status status;
    } rows[] = {
        {"Mei", STATUS_OK},
        {"mei.ling-2", STATUS_OK},
        {"\xe7\xbe\x8e", STATUS_OK},
        {"", STATUS_BAD_PERSON_NAME},
        {"2mei", STATUS_BAD_PERSON_NAME},
        {"mei ling", STATUS_BAD_PERSON_NAME},
        {"dealer", STATUS_BAD_PERSON_NAME},
        {"banker", STATUS_BAD_PERSON_NAME},
        {"Mei:", STATUS_BAD_PERSON_NAME},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct user user = make(rows[i].name, "Somebody", USER_PLAYER);
        assert_int_equal(user_verify(&user), rows[i].status);
    }
    struct user display = make("Mei", "Mei", USER_DISPLAY);
    assert_int_equal(user_verify(&display), STATUS_BAD_ROLE);
}

/* What is written is read back the same, and others cannot read the file. */
static void test_file(void **state)
{
    char folder[] = "people.XXXXXX";
    char name[PEOPLE_FILE_MAX];
    char database[64];
    struct people people;
    struct stat about;
    struct user mei = make("Mei", "Mei Ling (VIP)", USER_PLAYER);
    struct user dan = make("Dan", "Dan", USER_DEALER);
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(database, sizeof database, "%s/a.db", folder);
    assert_true(people_file_name(database, name, sizeof name));
    assert_true(sodium_init() >= 0 && password_make("correct horse", mei.password));
    mei.must_change = true;
    dan.revoked = true;
    assert_int_equal(people_file_put(name, &mei), STATUS_OK);
    assert_int_equal(people_file_put(name, &dan), STATUS_OK);
    people_init(&people);
    assert_int_equal(people_file_load(name, &people), STATUS_OK);
    assert_int_equal(people.count, 2);
    const struct user *found = people_by_number(&people, USER_NUMBER_FIRST);
    assert_string_equal(found->title, "Mei Ling (VIP)");
    assert_true(found->must_change && !found->revoked);
    assert_true(password_check(found->password, "correct horse"));
    assert_false(password_check(found->password, "wrong horse"));
    assert_false(password_check("", ""));
    assert_true(people_find(&people, "Dan")->revoked);
    assert_int_equal(people_find(&people, "Dan")->number, USER_NUMBER_FIRST + 1);
    assert_int_equal(stat(name, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    people_release(&people);
    char lock[PEOPLE_FILE_MAX + 8];
    snprintf(lock, sizeof lock, "%s.lock", name);
    unlink(name);
    unlink(lock);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
