/* SPDX-License-Identifier: Apache-2.0 */
#include "server/config.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "rulebook/builtin.h"

static enum status read_text(struct config *config, const char *text, struct faults *faults)
{
    config_init(config);
    return config_read(config, ".", text, strlen(text), faults);
}

/* The example that the command prints is a configuration. */
static void test_example(void **state)
{
    struct config config;
    struct faults faults;
    (void)state;
    assert_int_equal(read_text(&config, config_example, &faults), STATUS_OK);
    assert_int_equal(config.table_count, 1);
    assert_string_equal(config.tables[0].id, "bj-1");
    assert_int_equal(config.tables[0].decks, 6);
    assert_int_equal(config.tables[0].limit_min_cents[0], 2500);
    assert_int_equal(config.tables[0].system_chores, CHORES_ALL);
    assert_int_equal(config.port, 8080);
    config_release(&config);
}

/* So many tables, each with every key, of all games in turn. Returns owned. */
static char *many_tables(unsigned count)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    unsigned games = 0;
    assert_non_null(out);
    while (builtin_id(games))
        games++;
    fputs("tables:\n", out);
    for (unsigned i = 0; i < count; i++)
        fprintf(
            out,
            "  - id: table-%u\n    title: A table of the %uth dozen\n    game: %s\n    decks: 6\n"
            "    device: virtual\n    shuffle: manual\n    cut: 78\n    people: [open, close, deal, settle]\n"
            "    betting_seconds: 15\n    decision_seconds: 20\n    pace_ms: 600\n    result_ms: 4000\n",
            i, i / 12, builtin_id(i % games));
    fclose(out);
    return text;
}

/* As many tables as there may be fit into a file, and one more is refused for that reason and no other. */
static void test_many_tables(void **state)
{
    struct config config;
    struct faults faults;
    (void)state;
    char *text = many_tables(CONFIG_TABLES_MAX);
    enum status status = read_text(&config, text, &faults);
    if (faults.count)
        print_error("%u: %s\n", faults.items[0].line, faults.items[0].message);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(config.table_count, CONFIG_TABLES_MAX);
    assert_string_equal(config.tables[CONFIG_TABLES_MAX - 1].id, "table-1023");
    config_release(&config);
    free(text);
    text = many_tables(CONFIG_TABLES_MAX + 1);
    assert_int_equal(read_text(&config, text, &faults), STATUS_BAD_CONFIG);
    assert_string_equal(faults.items[0].message, "there are too many tables");
    config_release(&config);
    free(text);
}

/* A rulebook of the house's own goes into the journal in its own words, and is not mistaken for the built-in
 * game of the same name. */
static void test_own_rulebook(void **state)
{
    const struct embedded *original = builtin_text("rws-blackjack");
    char folder[] = "/tmp/croupier-test-XXXXXX";
    char path[64];
    struct config config;
    struct faults faults;
    static const char text[] =
        "tables:\n  - id: own\n    rulebook: own.yaml\n  - id: ours\n    game: rws-blackjack\n";
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/own.yaml", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(original->bytes, 1, original->size, file), original->size);
    assert_true(fputs("# ours\n", file) >= 0);
    fclose(file);
    config_init(&config);
    assert_int_equal(config_read(&config, folder, text, strlen(text), &faults), STATUS_OK);
    assert_int_equal(config.table_count, 2);
    assert_int_equal(config.tables[0].book_text.size, original->size + 7);
    assert_ptr_equal(config.tables[1].book_text.bytes, original->bytes);
    assert_ptr_not_equal(config.tables[0].book, config.tables[1].book);
    config_release(&config);
    unlink(path);
    rmdir(folder);
}

/* Each fault is found, with its line and column. */
static void test_faults(void **state)
{
    static const struct {
        const char *text;
        unsigned line;
        unsigned column;
        const char *says;
    } rows[] = {
        {"lisen: 1\n", 1, 1, "did you mean \"listen\"?"},
        {"listen: nowhere\n", 1, 9, "HOST:PORT"},
        {"tables:\n  - id: a\n", 2, 5, "\"game\" or \"rulebook\""},
        {"tables:\n  - id: a\n    game: poker\n", 3, 11, "no game \"poker\""},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    decks: 99\n", 4, 12, "number from"},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    limits: {tie: [1, 2]}\n", 4, 14,
         "no wager \"tie\""},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    limits: {main: [5, 2]}\n", 4, 20, "[MIN, MAX]"},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    people: [dance]\n", 4, 14, "a chore is one of"},
        {"tables:\n  - id: a b\n    game: mbs-blackjack-v6\n", 2, 9, "an id is made of"},
        {"tables:\n  - game: mbs-blackjack-v6\n", 2, 5, "needs an \"id\""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct config config;
        struct faults faults;
        assert_int_equal(read_text(&config, rows[i].text, &faults), STATUS_BAD_CONFIG);
        assert_int_equal(faults.items[0].line, rows[i].line);
        assert_int_equal(faults.items[0].column, rows[i].column);
        assert_non_null(strstr(faults.items[0].message, rows[i].says));
        config_release(&config);
    }
}

/* Two tables of one id are refused. */
static void test_twice(void **state)
{
    struct config config;
    struct faults faults;
    (void)state;
    assert_int_equal(
        read_text(&config, "tables:\n  - {id: a, game: mbs-blackjack-v6}\n  - {id: a, game: rws-blackjack}\n",
                  &faults),
        STATUS_BAD_CONFIG);
    assert_non_null(strstr(faults.items[0].message, "already"));
    config_release(&config);
}

static void test_listen(void **state)
{
    static const struct {
        const char *text;
        bool good;
        const char *host;
        unsigned port;
    } rows[] = {
        {"8081", true, "127.0.0.1", 8081},
        {"0.0.0.0:80", true, "0.0.0.0", 80},
        {"[::1]:8080", true, "::1", 8080},
        {"localhost:x", false, NULL, 0},
        {":80", false, NULL, 0},
        {"1.2.3.4:70000", false, NULL, 0},
        {"", false, NULL, 0},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct config config;
        config_init(&config);
        assert_int_equal(config_listen(&config, rows[i].text), rows[i].good);
        if (!rows[i].good)
            continue;
        assert_string_equal(config.host, rows[i].host);
        assert_int_equal(config.port, rows[i].port);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example),      cmocka_unit_test(test_many_tables),
        cmocka_unit_test(test_own_rulebook), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_twice),        cmocka_unit_test(test_listen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
