/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/people_file.h"
#include "server/people_store.h"
#include "store/place.h"

static struct user make(const char *name, const char *title, enum user_role role)
{
    struct user user = {.role = (uint8_t)role};
    snprintf(user.name, sizeof user.name, "%s", name);
    snprintf(user.title, sizeof user.title, "%s", title);
    return user;
}

/* What is behind a veil is read with its own key alone, and not once a byte of it has changed. */
static void test_veil(void **state)
{
    struct veil veil, other, none = {{0}};
    char word[VEIL_WORD_MAX], again[VEIL_WORD_MAX], text[VEIL_PLAIN_MAX];
    char longest[VEIL_PLAIN_MAX];
    (void)state;
    veil_make(&veil);
    veil_make(&other);
    assert_true(veil_is_none(&none) && !veil_is_none(&veil));
    veil_hide(&veil, "Mei Ling", word, sizeof word);
    veil_hide(&veil, "Mei Ling", again, sizeof again);
    assert_true(word[0] == '~' && !strpbrk(word, " \n") && strcmp(word, again) != 0);
    assert_true(veil_lift(&veil, word, strlen(word), text, sizeof text));
    assert_string_equal(text, "Mei Ling");
    assert_false(veil_lift(&other, word, strlen(word), text, sizeof text));
    assert_false(veil_lift(&none, word, strlen(word), text, sizeof text));
    assert_false(veil_lift(&veil, word, strlen(word) - 4, text, sizeof text));
    assert_false(veil_lift(&veil, "", 0, text, sizeof text));
    word[20] = word[20] == 'A' ? 'B' : 'A';
    assert_false(veil_lift(&veil, word, strlen(word), text, sizeof text));
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    veil_hide(&veil, longest, word, sizeof word);
    assert_true(veil_lift(&veil, word, strlen(word), text, sizeof text));
    assert_string_equal(text, longest);
    veil_hide(&none, "Mei Ling", word, sizeof word);
    assert_string_equal(word, "?");
}

/* An erased player keeps a name that says nothing, and neither secrets nor a way back. */
static void test_erase(void **state)
{
    struct people people;
    struct user mei = make("", "Mei Ling", USER_PLAYER), dan = make("Dan", "Dan", USER_DEALER), read;
    char line[USER_LINE_MAX];
    (void)state;
    people_init(&people);
    people_pseudonym(&people, mei.name, sizeof mei.name);
    veil_make(&mei.veil);
    snprintf(mei.pin, sizeof mei.pin, "a pin");
    assert_int_equal(people_put(&people, &mei), STATUS_OK);
    assert_int_equal(people_put(&people, &dan), STATUS_OK);
    user_print(people_find(&people, mei.name), line, sizeof line);
    assert_int_equal(user_parse(line, &read), STATUS_OK);
    assert_memory_equal(&read.veil, &mei.veil, sizeof read.veil);
    assert_int_equal(people_erase(&people, "Dan", 5), STATUS_NOT_A_PATRON);
    assert_int_equal(people_erase(&people, "Tan", 5), STATUS_NOT_FOUND);
    assert_int_equal(people_erase(&people, mei.name, 5), STATUS_OK);
    user_print(people_find(&people, mei.name), line, sizeof line);
    assert_false(strstr(line, "Mei") || strstr(line, "veil") || strstr(line, "a pin"));
    assert_int_equal(user_parse(line, &read), STATUS_OK);
    assert_true(read.erased && read.revoked && read.since_ms == 5 && veil_is_none(&read.veil));
    snprintf(read.password, sizeof read.password, "a password");
    assert_int_equal(people_put(&people, &read), STATUS_ERASED);
    people_release(&people);
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
        {"system", STATUS_BAD_PERSON_NAME},
        {"Mei:", STATUS_BAD_PERSON_NAME},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct user user = make(rows[i].name, "Somebody", USER_PLAYER);
        assert_int_equal(user_verify(&user), rows[i].status);
    }
    static const struct {
        const char *title;
        enum status status;
    } titles[] = {
        {"Mei Ling", STATUS_OK},
        {"\xe7\xbe\x8e\xe7\x8e\xb2", STATUS_OK},
        {"\xd9\x81\xd8\xa7\xd8\xb7\xd9\x85\xd8\xa9", STATUS_OK}, /* written from right to left */
        {"a\xe2\x80\x8d"
         "b",
         STATUS_OK}, /* a joiner */
        {"Mei\xe2\x80\xae"
         "gniL",
         STATUS_BAD_TEXT},                    /* from here on the other way round */
        {"Mei\xe2\x80\x8f", STATUS_BAD_TEXT}, /* right-to-left mark */
        {"Mei\xe2\x81\xa6", STATUS_BAD_TEXT}, /* isolate */
        {"Me\xe2\x80\x8b"
         "i",
         STATUS_BAD_TEXT}, /* a space without width */
        {"Me\xc2\xad"
         "i",
         STATUS_BAD_TEXT}, /* a hyphen nobody sees */
        {"\xef\xbb\xbfMei", STATUS_BAD_TEXT},
        {"\xf3\xa0\x81\xad", STATUS_BAD_TEXT}, /* a tag */
        {"Mei\xc2\x85", STATUS_BAD_TEXT},
    };
    for (size_t i = 0; i < COUNT_OF(titles); i++) {
        struct user user = make("Mei", titles[i].title, USER_PLAYER);
        if (user_verify(&user) != titles[i].status)
            fail_msg("title %zu", i);
    }
    struct user display = make("Mei", "Mei", USER_DISPLAY);
    assert_int_equal(user_verify(&display), STATUS_BAD_ROLE);
}

static struct books *open_books(const char *path)
{
    struct books *books;
    struct house_key key;
    struct store_failure failure;
    const uint8_t secret[HOUSE_SECRET_BYTES] = {1};
    house_key_derive(&key, secret);
    struct books_options options = {.store = {.path = path}, .key = &key};
    assert_int_equal(books_open(&books, &options, &failure), STATUS_OK);
    return books;
}

static void check_people(const struct people *people)
{
    assert_int_equal(people->count, 2);
    const struct user *found = people_by_number(people, USER_NUMBER_FIRST);
    assert_string_equal(found->title, "Mei Ling (VIP)");
    assert_true(found->must_change && !found->revoked);
    assert_true(password_check(found->password, "correct horse"));
    assert_false(password_check(found->password, "wrong horse"));
    assert_false(password_check("", ""));
    assert_true(people_find(people, "Dan")->revoked);
    assert_int_equal(people_find(people, "Dan")->number, USER_NUMBER_FIRST + 1);
}

static const struct people_author nobody = {ROLE_SYSTEM, ""};

/* Entries of kind *person*; none of them holds a hash of a password. */
static unsigned count_entries(struct books *books)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    struct entry entry;
    unsigned count = 0;
    assert_int_equal(store_read(books_store(books), 0, STORE_FORWARD, 0, &cursor, &failure), STATUS_OK);
    while (store_next(cursor, &row) == STATUS_OK) {
        assert_int_equal(entry_read(&entry, row.entry.bytes, row.entry.size), STATUS_OK);
        assert_null(memmem(entry.text.bytes, entry.text.size, "argon", 5));
        count += entry.kind == ENTRY_PERSON;
    }
    store_cursor_close(cursor);
    return count;
}

/* What is written is read back the same, with an entry that tells of it; a change of nothing is none. */
static void test_store(void **state)
{
    char folder[PLACE_FOLDER_MAX];
    char path[PLACE_PATH_MAX];
    struct people none;
    struct people people;
    struct people again;
    struct store_failure failure;
    struct user mei = make("Mei", "Mei Ling (VIP)", USER_PLAYER);
    struct user dan = make("Dan", "Dan", USER_DEALER);
    (void)state;
    place_make(folder, path);
    assert_true(sodium_init() >= 0 && password_make("correct horse", mei.password));
    mei.must_change = true;
    dan.revoked = true;
    people_init(&none);
    people_init(&people);
    people_init(&again);
    assert_int_equal(people_put(&people, &mei), STATUS_OK);
    assert_int_equal(people_put(&people, &dan), STATUS_OK);
    struct books *books = open_books(path);
    assert_int_equal(people_store_update(books, &none, &people, nobody, false), STATUS_OK);
    assert_int_equal(people_store_update(books, &people, &people, nobody, false), STATUS_OK);
    assert_int_equal(count_entries(books), 2);
    books_close(books);
    books = open_books(path);
    assert_int_equal(people_store_load(books_store(books), &again, &failure), STATUS_OK);
    check_people(&again);
    people_release(&again);
    /* Somebody at a shell, while the books are open here. */
    assert_int_equal(people_copy(&again, &people), STATUS_OK);
    people_find(&again, "Dan")->role = USER_CASHIER;
    assert_int_equal(people_store_wish(path, &people, &again, &failure), STATUS_OK);
    people_release(&again);
    assert_int_equal(people_copy(&again, &people), STATUS_OK);
    unsigned count = 0;
    assert_int_equal(people_store_wishes(books_store(books), &again, &count, &failure), STATUS_OK);
    assert_int_equal(count, 1);
    assert_int_equal(people_find(&again, "Dan")->role, USER_CASHIER);
    assert_int_equal(people_store_update(books, &people, &again, nobody, true), STATUS_OK);
    assert_int_equal(people_store_wishes(books_store(books), &again, &count, &failure), STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(count_entries(books), 3);
    assert_int_equal(store_verify(books_store(books), NULL, &failure), STATUS_OK);
    books_close(books);
    people_release(&again);
    people_release(&people);
    place_remove(folder);
}

/* The file of an older house: everybody in it comes over once, and it gets another name. */
static void test_file(void **state)
{
    char folder[PLACE_FOLDER_MAX];
    char path[PLACE_PATH_MAX];
    char file[PEOPLE_FILE_MAX];
    char line[USER_LINE_MAX];
    struct people people;
    struct user mei = make("Mei", "Mei Ling (VIP)", USER_PLAYER);
    struct user dan = make("Dan", "Dan", USER_DEALER);
    unsigned count;
    (void)state;
    place_make(folder, path);
    snprintf(file, sizeof file, "%s/old.people", folder);
    assert_true(sodium_init() >= 0 && password_make("correct horse", mei.password));
    mei.must_change = true;
    mei.number = USER_NUMBER_FIRST;
    dan.revoked = true;
    dan.number = USER_NUMBER_FIRST + 1;
    FILE *out = fopen(file, "w");
    user_print(&mei, line, sizeof line);
    fprintf(out, "croupier people 1\n%s\n", line);
    user_print(&dan, line, sizeof line);
    fprintf(out, "%s\n", line);
    fclose(out);
    struct books *books = open_books(path);
    people_init(&people);
    assert_int_equal(people_store_take_over(books, file, &people, &count), STATUS_OK);
    assert_int_equal(count, 2);
    check_people(&people);
    assert_int_equal(access(file, F_OK), -1);
    assert_int_equal(people_store_take_over(books, file, &people, &count), STATUS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(count_entries(books), 2);
    books_close(books);
    people_release(&people);
    place_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_veil), cmocka_unit_test(test_erase),
                                       cmocka_unit_test(test_names), cmocka_unit_test(test_store),
                                       cmocka_unit_test(test_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
