/* SPDX-License-Identifier: Apache-2.0 */
#include "server/message.h"

#include "check.h"

static const struct field fields[] = {{"id", FIELD_STRING, true},
                                      {"amount", FIELD_INTEGER, false},
                                      {"front", FIELD_BOOL, false},
                                      {NULL, 0, false}};

/* What is not exactly such a message is told apart and refused with a sentence. */
static void test_bad_messages(void **state)
{
    static const struct {
        const char *text;
        const char *says;
    } rows[] = {
        {"", "not JSON"},
        {"{", "not JSON"},
        {"[1]", "not a JSON object"},
        {"{\"id\":\"a\"} x", "not JSON"},
        {"{\"id\":\"a\",\"id\":\"b\"}", "not JSON"},
        {"{\"id\":\"\xff\"}", "not JSON"},
        {"{\"id\":\"a\",\"ammount\":1}", "no field \"ammount\""},
        {"{\"id\":7}", "\"id\" must be a string"},
        {"{\"id\":\"a\",\"amount\":1.5}", "\"amount\" must be a whole number"},
        {"{\"id\":\"a\",\"amount\":\"1\"}", "\"amount\" must be a whole number"},
        {"{\"id\":\"a\",\"amount\":99999999999999999999}", "not JSON"},
        {"{\"id\":\"a\",\"front\":1}", "\"front\" must be true or false"},
        {"{\"id\":\"a\\u0000b\"}", "not JSON"},
        {"{\"amount\":1}", "\"id\" is missing"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct message message;
        bool good =
            message_read(&message, rows[i].text, strlen(rows[i].text)) && message_check(&message, fields);
        assert_false(good);
        assert_non_null(strstr(message.fault, rows[i].says));
        message_release(&message);
    }
}

static void test_good_message(void **state)
{
    static const char text[] = "{\"id\":\"a\",\"amount\":-12}";
    struct message message;
    (void)state;
    assert_true(message_read(&message, text, strlen(text)) && message_check(&message, fields));
    assert_string_equal(message_string(&message, "id"), "a");
    assert_int_equal(message_integer(&message, "amount", 0), -12);
    assert_int_equal(message_integer(&message, "other", 7), 7);
    assert_null(message_string(&message, "other"));
    message_release(&message);
}

static void test_keys(void **state)
{
    char longest[MESSAGE_KEY_MAX + 2];
    (void)state;
    memset(longest, 'a', sizeof longest);
    longest[MESSAGE_KEY_MAX + 1] = 0;
    assert_false(message_key_ok(longest));
    longest[MESSAGE_KEY_MAX] = 0;
    assert_true(message_key_ok(longest));
    assert_false(message_key_ok(""));
    assert_false(message_key_ok("a b"));
    assert_false(message_key_ok("a\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bad_messages),
                                       cmocka_unit_test(test_good_message), cmocka_unit_test(test_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
