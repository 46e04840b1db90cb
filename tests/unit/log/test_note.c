/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: notes, checkpoints and cosignatures are those of the C2SP specifications, byte for byte; a changed
 * bit is never believed. */
#include "check.h"

#include "log/checkpoint.h"

#define ORIGIN "croupier/139e3940e64b5491722088d9a0d74162"
#define BODY   ORIGIN "\n3\nCAWahk7VynVsFbnoUQY8g4MCQpualE+dcWTBkH8Mm30=\n"
#define BY_HOUSE                                                                                             \
    "\xe2\x80\x94 " ORIGIN                                                                                   \
    " sEAKJxkMWlNnoqpqkw3JcGOWz+aFbDegU3eWg8eagqbe9bkHKJ9MvhYKw4989xCH7rzp9uYO24wPYIkwIJX6EUwozAg=\n"
#define BY_WITNESS                                                                                           \
    "\xe2\x80\x94 witness.example/w1 "                                                                       \
    "CtfTXgAAAABlU/EAk1GFvh1qzto01p8rFZyb2z/zzpzxf13UOkvuoX1W0RNLEHuCWjj9KXanCEd6tQoDqS6Iyo21U0QnS9YmNON4Bw==\n"
#define HOUSE_KEY   ORIGIN "+b0400a27+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
#define WITNESS_KEY "witness.example/w1+0ad7d35e+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c"

/* The example of the specification of signed notes. */
#define FOREIGN                                                                                              \
    "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned \xc3\xa8 subito sera.\n"     \
    "\n\xe2\x80\x94 quasimodo.example/salvatore "                                                            \
    "NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n"

static struct signing_key key_of(uint8_t fill)
{
    struct signing_key key;
    uint8_t seed[32];
    memset(seed, fill, sizeof seed);
    signing_key_derive(&key, seed);
    return key;
}

static struct verifier verifier_of(const char *text)
{
    struct verifier verifier;
    assert_true(verifier_parse(text, strlen(text), &verifier));
    return verifier;
}

static void test_worked_bytes(void **state)
{
    (void)state;
    char bytes[NOTE_BYTES_MAX];
    struct text text;
    struct signing_key house = key_of(0);
    struct signing_key witness = key_of(1);
    struct signer signer = signer_of_key(&house);
    struct checkpoint checkpoint;
    struct signature signature;
    struct verifier verifier = verifier_of(HOUSE_KEY);
    assert_int_equal(checkpoint_parse(span_of(BODY), &checkpoint), STATUS_OK);
    char origin[NOTE_NAME_MAX];
    origin_print(&signer.key, origin);
    assert_string_equal(origin, ORIGIN);
    assert_string_equal(checkpoint.origin, ORIGIN);
    assert_int_equal(checkpoint.size, 3);
    assert_int_equal(checkpoint_sign(&checkpoint, &signer, &signature), STATUS_OK);
    text_init(&text, bytes, sizeof bytes);
    checkpoint_note_print(&checkpoint, &signer.key, &signature, &text);
    assert_string_equal(bytes, BODY "\n" BY_HOUSE);
    assert_true(checkpoint_holds(&checkpoint, &signer.key, &signature));
    text_init(&text, bytes, sizeof bytes);
    verifier_print(&verifier, &text);
    assert_string_equal(bytes, HOUSE_KEY);
    verifier = verifier_of(WITNESS_KEY);
    signer = signer_of_key(&witness);
    text_init(&text, bytes, sizeof bytes);
    assert_int_equal(note_sign(span_of(BODY), &verifier, &signer, 1700000000, &text), STATUS_OK);
    assert_string_equal(bytes, BY_WITNESS);
}

static void test_who_has_signed(void **state)
{
    (void)state;
    struct note note;
    uint64_t time = 0;
    struct verifier house = verifier_of(HOUSE_KEY);
    struct verifier witness = verifier_of(WITNESS_KEY);
    assert_int_equal(note_split(span_of(BODY "\n" BY_HOUSE), &note), STATUS_OK);
    assert_int_equal(note.text.size, strlen(BODY));
    assert_int_equal(note_check(&note, &house, NULL), STATUS_OK);
    assert_int_equal(note_check(&note, &witness, &time), STATUS_NOT_FOUND);
    assert_int_equal(note_split(span_of(BODY "\n" BY_HOUSE BY_WITNESS), &note), STATUS_OK);
    assert_int_equal(note_check(&note, &house, NULL), STATUS_OK);
    assert_int_equal(note_check(&note, &witness, &time), STATUS_OK);
    assert_int_equal(time, 1700000000);
    /* The same key as another kind of signer is another one. */
    struct verifier other;
    verifier_init(&other, witness.name, NOTE_ED25519, &witness.key);
    assert_int_equal(note_check(&note, &other, NULL), STATUS_NOT_FOUND);
}

static void test_a_note_of_others(void **state)
{
    (void)state;
    struct note note;
    struct checkpoint checkpoint;
    struct verifier house = verifier_of(HOUSE_KEY);
    assert_int_equal(note_split(span_of(FOREIGN), &note), STATUS_OK);
    assert_int_equal(note_check(&note, &house, NULL), STATUS_NOT_FOUND);
    assert_int_equal(checkpoint_parse(note.text, &checkpoint), STATUS_BAD_TEXT);
    assert_memory_equal(note.text.bytes + note.text.size - 6, "sera.\n", 6);
}

static void test_every_bit_counts(void **state)
{
    (void)state;
    char bytes[] = BODY "\n" BY_HOUSE;
    struct note note;
    struct verifier house = verifier_of(HOUSE_KEY);
    for (size_t bit = 0; bit < (sizeof bytes - 1) * 8; bit++) {
        bytes[bit / 8] ^= (char)(1U << bit % 8);
        enum status status = note_split((struct span){(uint8_t *)bytes, sizeof bytes - 1}, &note);
        if (status == STATUS_OK)
            status = note_check(&note, &house, NULL);
        assert_int_not_equal(status, STATUS_OK);
        bytes[bit / 8] ^= (char)(1U << bit % 8);
    }
    char cosigned[] = BODY "\n" BY_WITNESS;
    struct verifier witness = verifier_of(WITNESS_KEY);
    for (size_t bit = 0; bit < (sizeof cosigned - 1) * 8; bit++) {
        cosigned[bit / 8] ^= (char)(1U << bit % 8);
        enum status status = note_split((struct span){(uint8_t *)cosigned, sizeof cosigned - 1}, &note);
        if (status == STATUS_OK)
            status = note_check(&note, &witness, NULL);
        assert_int_not_equal(status, STATUS_OK);
        cosigned[bit / 8] ^= (char)(1U << bit % 8);
    }
}

static void test_what_is_no_note(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "",
        "\n",
        "\n\n",
        BODY,                                   /* no signature */
        BODY "\n",                              /* nor here */
        BODY BY_HOUSE,                          /* no empty line */
        BODY "\n" BY_HOUSE "x\n",               /* something else */
        BODY "\n\xe2\x80\x94 name\n",           /* no signature in it */
        BODY "\n\xe2\x80\x94 name AAA=\n",      /* shorter than a key id */
        BODY "\n\xe2\x80\x94 name AAAAAB==\n",  /* bits behind the end */
        BODY "\n\xe2\x80\x94 na+me AAAAAAAA\n", /* a name with + */
        BODY "\n\xe2\x80\x94  AAAAAAAA\n",      /* no name */
        "a\tb\n\n" BY_HOUSE,                    /* a control character */
        "\tab\n\n" BY_HOUSE,                    /* the first is one */
        "a\xff\n\n" BY_HOUSE,                   /* no UTF-8 */
        "a\xc3(\n\n" BY_HOUSE,                  /* the second byte is none */
        "a\xe0\x80\xaf\n\n" BY_HOUSE,           /* longer than it need be */
        "a\xf0\x80\x80\x80\n\n" BY_HOUSE,       /* the same */
        "a\xf4\x90\x80\x80\n\n" BY_HOUSE,       /* beyond the last character */
        "a\xc0\x80\n\n" BY_HOUSE,               /* too long a form */
        "a\xed\xa0\x80\n\n" BY_HOUSE,           /* half a pair */
        BODY "\n\xe2\x80\x94 name AAAAAAAA",    /* no line feed at the end */
        BODY "\n\xe2\x80\x94 name AAAA AAAA\n", /* a blank in it */
    };
    struct note note;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(note_split(span_of(rows[i]), &note), STATUS_BAD_TEXT);
}

/* Characters of one to four bytes, the first and the last of each length. */
static void test_every_character(void **state)
{
    static const char text[] =
        " ~\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\n\n" BY_HOUSE;
    struct note note;
    (void)state;
    assert_int_equal(note_split(span_of(text), &note), STATUS_OK);
    assert_int_equal(note.text.size, strlen(text) - strlen("\n" BY_HOUSE));
}

static void test_what_is_no_checkpoint(void **state)
{
    (void)state;
#define ROOT "CAWahk7VynVsFbnoUQY8g4MCQpualE+dcWTBkH8Mm30="
    static const struct {
        const char *text;
        enum status status;
    } rows[] = {
        {"a\n0\n" ROOT "\n", STATUS_OK},
        {"a b\n12\n" ROOT "\nmore\n", STATUS_OK}, /* an extension line */
        {"a\n12\n" ROOT "\n\n", STATUS_BAD_TEXT},
        {"a\n12\n" ROOT "\nmore", STATUS_BAD_TEXT},
        {"a\n012\n" ROOT "\n", STATUS_BAD_TEXT},
        {"a\n-1\n" ROOT "\n", STATUS_BAD_TEXT},
        {"a\n\n" ROOT "\n", STATUS_BAD_TEXT},
        {"\n1\n" ROOT "\n", STATUS_BAD_TEXT},
        {"a\n1\n" ROOT, STATUS_BAD_TEXT},
        {"a\n1\nAAAA\n", STATUS_BAD_TEXT},
        {"a\n1\nCAWahk7VynVsFbnoUQY8g4MCQpualE+dcWTBkH8Mm31=\n", STATUS_BAD_TEXT}, /* bits behind the end */
        {"a\n99999999999999999999\n" ROOT "\n", STATUS_BAD_TEXT},
    };
    struct checkpoint checkpoint;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(checkpoint_parse(span_of(rows[i].text), &checkpoint), rows[i].status);
}

static void test_what_is_no_key(void **state)
{
    (void)state;
    struct verifier verifier;
    char bytes[] = WITNESS_KEY;
    for (size_t cut = 0; cut < strlen(bytes); cut++)
        assert_false(verifier_parse(bytes, cut, &verifier));
    for (size_t bit = 0; bit < strlen(bytes) * 8; bit++) {
        bytes[bit / 8] ^= (char)(1U << bit % 8);
        assert_false(verifier_parse(bytes, sizeof bytes - 1, &verifier));
        bytes[bit / 8] ^= (char)(1U << bit % 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_bytes),          cmocka_unit_test(test_who_has_signed),
        cmocka_unit_test(test_a_note_of_others),      cmocka_unit_test(test_every_bit_counts),
        cmocka_unit_test(test_what_is_no_note),       cmocka_unit_test(test_every_character),
        cmocka_unit_test(test_what_is_no_checkpoint), cmocka_unit_test(test_what_is_no_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
