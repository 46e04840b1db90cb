/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: the house's secret is made once, kept to its owner, and gives the same two keys for ever. */
#include "check.h"

#include <sys/stat.h>

#include "house.h"

static void test_pinned(void **state)
{
    (void)state;
    struct house_key key = house_test_key(1);
    struct house_key same = house_test_key(1);
    struct house_key other = house_test_key(2);
    assert_memory_equal(&key, &same, sizeof(key));
    assert_memory_not_equal(&key.signing, &other.signing, sizeof(key.signing));
    assert_memory_not_equal(key.shoe_secret, other.shoe_secret, sizeof(key.shoe_secret));
    char text[PUBLIC_KEY_TEXT_MAX];
    struct public_key public_key = signing_key_public(&key.signing);
    public_key_print(&public_key, text, sizeof(text));
    assert_string_equal(text, "bf16a2b50bd958fec2a175c4bf7a7bed02895a5d3ba2e7634a358c76992e37b0");
    house_key_wipe(&key);
    for (size_t i = 0; i < sizeof(key); i++)
        assert_int_equal(((uint8_t *)&key)[i], 0);
}

static void test_made_once(void **state)
{
    (void)state;
    struct house house;
    struct house_key first;
    struct house_key second;
    struct store_failure failure;
    struct stat about;
    house_folder(&house);
    assert_int_equal(house_key_load(&first, house.path, NULL, &failure), STATUS_OK);
    assert_int_equal(stat(house.path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(house_key_load(&second, house.path, NULL, &failure), STATUS_OK);
    assert_memory_equal(&first, &second, sizeof(first));
    assert_int_equal(chmod(house.path, 0640), 0);
    assert_int_equal(house_key_load(&second, house.path, NULL, &failure), STATUS_NO_FILE);
    assert_non_null(strstr(failure.message, "chmod 600"));
    house_remove(&house);
}

/* A house that was founded has a key; another one would be the wrong one. */
static void test_a_missing_key_is_not_replaced(void **state)
{
    (void)state;
    struct house house;
    struct house_key key;
    struct store_failure failure;
    char path[PLACE_PATH_MAX + 8];
    house_folder(&house);
    snprintf(path, sizeof path, "%s.key", house.path);
    house_open(&house);
    house_close(&house);
    assert_int_equal(house_key_load(&key, path, house.path, &failure), STATUS_NO_FILE);
    assert_non_null(strstr(failure.message, "key is missing"));
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(house_key_load(&key, path, "/tmp/no/such/database", &failure), STATUS_OK);
    house_remove(&house);
}

static void test_other_files_are_refused(void **state)
{
    (void)state;
    struct house house;
    struct house_key key;
    struct store_failure failure;
    house_folder(&house);
    static const char *const contents[] = {
        "", "0123", "x123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n",
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\nx\n"};
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        FILE *file = fopen(house.path, "w");
        fputs(contents[i], file);
        fclose(file);
        chmod(house.path, 0600);
        assert_int_equal(house_key_load(&key, house.path, NULL, &failure), STATUS_BAD_TEXT);
    }
    assert_int_equal(house_key_load(&key, "/no/such/folder/key", NULL, &failure), STATUS_NO_FILE);
    house_remove(&house);
}

/* Names that cannot be used, or are taken: nothing is made. */
static void test_names(void **state)
{
    (void)state;
    struct house house;
    struct house_key key;
    struct house_key next;
    struct store_failure failure;
    char longest[4096];
    house_folder(&house);
    for (size_t i = 0; i + 1 < sizeof longest; i++)
        longest[i] = i % 2 ? '/' : 'a';
    longest[sizeof longest - 3] = '\0'; /* it can be asked for; a draft beside it cannot be made */
    assert_int_equal(house_key_load(&key, longest, NULL, &failure), STATUS_TOO_LONG);
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(house_key_load(&key, longest, NULL, &failure), STATUS_NO_FILE);

    /* A house that cannot be asked whether it has been founded. */
    assert_int_equal(house_key_load(&key, house.path, "postgresql://[", &failure), STATUS_NO_DATABASE);

    /* A link that leads nowhere. */
    assert_int_equal(symlink("/no/such/folder/key", house.path), 0);
    assert_int_equal(house_key_load(&key, house.path, NULL, &failure), STATUS_NO_FILE);
    unlink(house.path);

    assert_int_equal(house_key_load(&key, house.path, NULL, &failure), STATUS_OK);
    assert_int_equal(house_key_renew(&next, house.path, &key, NULL, &failure), STATUS_NO_FILE);
    assert_non_null(strstr(failure.message, "is there already"));
    assert_int_equal(house_key_load(&next, house.path, NULL, &failure), STATUS_OK);
    assert_memory_equal(&key, &next, sizeof key);
    house_remove(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pinned),
        cmocka_unit_test(test_made_once),
        cmocka_unit_test(test_a_missing_key_is_not_replaced),
        cmocka_unit_test(test_other_files_are_refused),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
