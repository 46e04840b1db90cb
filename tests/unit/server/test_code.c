/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: time codes are those of RFC 6238 (its appendix B, last six digits), each works once, and guessing
 * ends. */
#include "check.h"

#include <sodium.h>
#include <stdio.h>

#include "server/people.h"

/* "12345678901234567890" in Base32. */
static const char secret[] = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

static const struct {
    int64_t seconds;
    const char *code;
} vectors[] = {{59, "287082"},         {1111111109, "081804"}, {1111111111, "050471"},
               {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}};

static int set_up(void **state)
{
    (void)state;
    return sodium_init() < 0 || !code_init();
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(vectors); i++)
        assert_int_equal(code_step(secret, vectors[i].code, vectors[i].seconds * 1000),
                         vectors[i].seconds / 30);
}

/* A telephone's clock may be half a minute off, and no more. */
static void test_window(void **state)
{
    static const struct {
        int64_t seconds;
        bool taken;
    } rows[] = {{1234567890 - 61, false},
                {1234567890 - 29, true},
                {1234567890, true},
                {1234567890 + 59, true},
                {1234567890 + 61, false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(code_step(secret, "005924", rows[i].seconds * 1000) >= 0, rows[i].taken);
    assert_int_equal(code_step(secret, "005925", 1234567890000), -1);
    assert_int_equal(code_step(secret, "05924", 1234567890000), -1);
    assert_int_equal(code_step(secret, "0059240", 1234567890000), -1);
    assert_int_equal(code_step(secret, "", 1234567890000), -1);
}

static void test_once(void **state)
{
    struct code_memory memory = {.wrong = 0};
    (void)state;
    assert_int_equal(code_use(&memory, secret, "", 1234567890000, 0), STATUS_CODE_NEEDED);
    assert_int_equal(code_use(&memory, secret, "005924", 1234567890000, 0), STATUS_OK);
    assert_int_equal(code_use(&memory, secret, "005924", 1234567891000, 0), STATUS_CODE_WRONG);
    struct code_memory fresh = {.wrong =
                                    0}; /* a server that started within the same half minute knows nothing */
    assert_int_equal(code_use(&fresh, secret, "005924", 1234567891000, 1234567890500), STATUS_CODE_WRONG);
    assert_int_equal(code_use(&fresh, secret, "005924", 1234567891000, 1234567859000), STATUS_OK);
}

/* Whoever knows the password has ten tries in ten minutes. */
static void test_guesses(void **state)
{
    struct code_memory memory = {.wrong = 0};
    (void)state;
    int64_t now_ms = 1234567890000;
    for (unsigned i = 0; i < CODE_WRONG_MAX; i++)
        assert_int_equal(code_use(&memory, secret, "000000", now_ms, 0), STATUS_CODE_WRONG);
    assert_int_equal(code_use(&memory, secret, "005924", now_ms, 0), STATUS_TOO_MANY);
    memory.wrong_since_ms = now_ms - CODE_WRONG_MS - 1;
    assert_int_equal(code_use(&memory, secret, "005924", now_ms, 0), STATUS_OK);
}

static void test_secrets(void **state)
{
    char one[CODE_SECRET_MAX];
    char two[CODE_SECRET_MAX];
    char bytes[256];
    struct text text;
    (void)state;
    code_secret_make(one);
    code_secret_make(two);
    assert_true(code_secret_ok(one) && code_secret_ok(two));
    assert_string_not_equal(one, two);
    assert_false(code_secret_ok("") || code_secret_ok("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ1"));
    text_init(&text, bytes, sizeof bytes);
    code_uri(secret, "m\xc3\xa9i", &text);
    assert_string_equal(bytes, "otpauth://totp/Croupier:m%C3%A9i?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&"
                               "issuer=Croupier&algorithm=SHA1&digits=6&period=30");
}

/* A person's line keeps the secret, and nothing of what the server remembers. */
static void test_line(void **state)
{
    struct user user = {.role = USER_AUDITOR, .number = 7, .must_change = true, .since_ms = 5};
    struct user back;
    char line[USER_LINE_MAX];
    (void)state;
    snprintf(user.name, sizeof user.name, "Aud");
    snprintf(user.title, sizeof user.title, "Aud Itor");
    snprintf(user.code, sizeof user.code, "%s", secret);
    user.codes.last_step = 99;
    user_print(&user, line, sizeof line);
    assert_int_equal(user_parse(line, &back), STATUS_OK);
    assert_string_equal(back.code, secret);
    assert_true(back.must_change && back.since_ms == 5 && back.codes.last_step == 0);
    assert_int_equal(user_parse("Aud auditor 7 active+code=short@5 - - Aud", &back), STATUS_BAD_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors), cmocka_unit_test(test_window),  cmocka_unit_test(test_once),
        cmocka_unit_test(test_guesses), cmocka_unit_test(test_secrets), cmocka_unit_test(test_line),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
