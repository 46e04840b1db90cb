/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every bad rulebook of tests/bad is refused with exactly the faults its first lines expect, and
 * nothing of it is loaded. A file begins with one `# expect: LINE:COLUMN: message` for each fault, in order.
 */
#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "rulebook/builtin.h"
#include "rulebook/load.h"

enum { FILE_BYTES_MAX = 64 * 1024, BAD_FILES_MIN = 40 };

static char bytes[FILE_BYTES_MAX];

static const char *bad_folder(void)
{
    static char path[512];
    const char *source = getenv("CROUPIER_SOURCE"); /* set by the build; else run at the top of the tree */
    snprintf(path, sizeof(path), "%s/tests/bad", source ? source : ".");
    return path;
}

static size_t read_file(const char *name)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s/%s", bad_folder(), name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof(bytes) - 1, file);
    fclose(file);
    bytes[size] = '\0';
    return size;
}

static void assert_all_zero(const struct rulebook *book)
{
    const unsigned char *at = (const unsigned char *)book;
    for (size_t i = 0; i < sizeof(*book); i++)
        assert_int_equal(at[i], 0);
}

/* Compares the expectations at the top of the file with the faults; prints the first difference. */
static bool as_expected(const char *name, const struct faults *faults)
{
    static const char expect[] = "# expect: ";
    const char *at = bytes;
    unsigned count = 0;
    for (; strncmp(at, expect, strlen(expect)) == 0; count++) {
        char wanted[512], got[512] = "no fault";
        size_t length = strcspn(at, "\n");
        snprintf(wanted, sizeof(wanted), "%.*s", (int)(length - strlen(expect)), at + strlen(expect));
        if (count < faults->count)
            snprintf(got, sizeof(got), "%u:%u: %s", faults->items[count].line, faults->items[count].column,
                     faults->items[count].message);
        if (strcmp(wanted, got) != 0) {
            print_error("%s: expected %s\n%s: got      %s\n", name, wanted, name, got);
            return false;
        }
        at += length + 1;
    }
    if (count == 0 || count != faults->count)
        print_error("%s: %u expectations, %u faults\n", name, count, faults->count);
    return count > 0 && count == faults->count;
}

static void test_each_bad_file(void **state)
{
    (void)state;
    static struct rulebook book;
    unsigned files = 0, wrong = 0;
    DIR *folder = opendir(bad_folder());
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        struct faults faults;
        if (!strstr(entry->d_name, ".yaml"))
            continue;
        size_t size = read_file(entry->d_name);
        assert_int_equal(rulebook_load(bytes, size, &book, &faults), STATUS_BAD_RULEBOOK);
        wrong += !as_expected(entry->d_name, &faults);
        assert_all_zero(&book);
        files++;
    }
    closedir(folder);
    assert_int_equal(wrong, 0);
    assert_true(files >= BAD_FILES_MIN);
}

/* A text of `size` bytes made of one line repeated. */
static char *repeated(const char *line, size_t size)
{
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++)
        text[i] = line[i % strlen(line)];
    return text;
}

static void refuses(const char *line, size_t size, unsigned at_line, const char *message)
{
    static struct rulebook book;
    struct faults faults;
    char *text = repeated(line, size);
    assert_int_equal(rulebook_load(text, size, &book, &faults), STATUS_BAD_RULEBOOK);
    assert_int_equal(faults.items[0].line, at_line);
    assert_non_null(strstr(faults.items[0].message, message));
    assert_all_zero(&book);
    free(text);
}

static void test_size_is_bounded(void **state)
{
    (void)state;
    refuses("a: b\n", 1000000, 1, "the file has 1000000 bytes");
    refuses("- x\n", 100000, 4096, "too many entries");
    refuses("[", 100000, 1, "nested too deeply");
    refuses("{a: ", 100000, 1, "nested too deeply");
}

static void test_at_most_twenty_faults(void **state)
{
    (void)state;
    static struct rulebook book;
    struct faults faults;
    char text[4096];
    size_t used = 0;
    for (unsigned i = 0; i < 50; i++)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "no-such-key-%u: 1\n", i);
    assert_int_equal(rulebook_load(text, used, &book, &faults), STATUS_BAD_RULEBOOK);
    assert_int_equal(faults.count, FAULTS_MAX);
    assert_true(faults.more);
}

/* Any place of truncation is a fault or a whole book; none stops the program. */
static void test_every_truncation(void **state)
{
    (void)state;
    static struct rulebook book;
    const struct embedded *text = builtin_text("mbs-7up-baccarat");
    struct faults faults;
    for (size_t size = 0; size < text->size; size += 7) {
        enum status status = rulebook_load((const char *)text->bytes, size, &book, &faults);
        if (status == STATUS_OK)
            continue; /* the end is an optional section */
        assert_int_equal(status, STATUS_BAD_RULEBOOK);
        assert_true(faults.count > 0);
        assert_true(faults.items[0].line >= 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_bad_file),
        cmocka_unit_test(test_size_is_bounded),
        cmocka_unit_test(test_at_most_twenty_faults),
        cmocka_unit_test(test_every_truncation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
