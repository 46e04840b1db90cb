/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: one process at a time has a database, whatever becomes of the file beside it, and nobody is kept from
 * one that has the number of a file which is gone. */
#include "check.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"
#include "store/lock.h"

enum { PATH_BYTES = 256, TRIES = 64 };

static char folder[PLACE_FOLDER_MAX];

static int set_up(void **state)
{
    char path[PLACE_PATH_MAX];
    (void)state;
    place_make(folder, path);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    place_remove(folder);
    return 0;
}

static void path_of(const char *name, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/%s", folder, name);
}

static ino_t make(const char *path)
{
    struct stat found;
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    assert_true(file >= 0 && fstat(file, &found) == 0);
    close(file);
    return found.st_ino;
}

static void test_taken_twice(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    char beside[PATH_BYTES];
    char number[32];
    struct lock lock;
    struct lock second;
    struct store_failure failure;
    path_of("taken", path);
    path_of("taken.lock", beside);
    assert_int_equal(lock_take(path, &lock, &failure), STATUS_OK);
    assert_int_equal(lock_take(path, &second, &failure), STATUS_STORE_LOCKED);
    snprintf(number, sizeof(number), "number %ld;", (long)getpid());
    assert_non_null(strstr(failure.message, number));
    assert_int_equal(unlink(beside), 0);
    assert_int_equal(lock_take(path, &second, &failure), STATUS_STORE_LOCKED);
    lock_release(&lock);
    assert_int_equal(lock_take(path, &lock, &failure), STATUS_OK);
    lock_release(&lock);
}

/* As when a backup is restored over a database while another is made elsewhere. */
static void test_a_number_used_again(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    char other[PATH_BYTES];
    char name[32];
    struct lock lock;
    struct lock second;
    struct store_failure failure;
    path_of("house", path);
    path_of("restored", other);
    ino_t before = make(path);
    assert_int_equal(lock_take(path, &lock, &failure), STATUS_OK);
    make(other);
    assert_int_equal(rename(other, path), 0);
    bool again = false;
    for (unsigned i = 0; i < TRIES && !again; i++) {
        snprintf(name, sizeof(name), "other%u", i);
        path_of(name, other);
        again = make(other) == before;
    }
    if (!again) {
        lock_release(&lock);
        skip(); /* this file system does not use a number again so soon */
    }
    assert_int_equal(lock_take(other, &second, &failure), STATUS_OK);
    lock_release(&second);
    lock_release(&lock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken_twice),
        cmocka_unit_test(test_a_number_used_again),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
