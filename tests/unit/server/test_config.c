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

/* The example names every key there is, those in comments included. */
static void test_every_key(void **state)
{
    static const char *const keys[] = {"listen",       "database",      "pages",           "certificate",
                                       "key",          "session_hours", "connections",     "stop_seconds",
                                       "idle_seconds", "demo",          "guests",          "bots",
                                       "witnesses",    "url",           "tables",          "id",
                                       "title",        "game",          "rulebook",        "decks",
                                       "areas",        "device",        "shuffle",         "cut",
                                       "limits",       "people",        "betting_seconds", "decision_seconds",
                                       "pace_ms",      "result_ms",     "staff_codes"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        char key[32];
        snprintf(key, sizeof key, "%s: ", keys[i]);
        if (!strstr(config_example, key))
            key[strlen(key) - 1] = '\n';
        assert_non_null(strstr(config_example, key));
    }
}

#define WITNESS_KEY "witness.example/w1+0ad7d35e+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c"
#define NAMELESS_KEY                                                                                         \
    "Mei+3b4bdea7+BIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c" /* of a witness called like a person */
#define LOG_KEY                                                                                              \
    "croupier/139e3940e64b5491722088d9a0d74162+b0400a27+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"

static void test_witnesses(void **state)
{
    static const struct {
        const char *text;
        const char *fault; /* NULL: none */
    } rows[] = {
        {"witnesses: [{url: 'http://127.0.0.1:8090', key: " WITNESS_KEY "}]\n", NULL},
        {"witnesses: [{url: 'https://witness.example/w', key: " WITNESS_KEY "}]\n", NULL},
        {"witnesses: [{url: 'http://a', key: " WITNESS_KEY ", luck: true}]\n", NULL},
        {"witnesses: [{url: 'http://a', key: " WITNESS_KEY
         ", luck: true}, {url: 'http://b', key: " WITNESS_KEY ", luck: true}]\n",
         "only one witness can have"},
        {"witnesses: [{url: 'http://a', key: " NAMELESS_KEY ", luck: true}]\n", "needs a name like"},
        {"witnesses: [{url: 'http://a', key: " NAMELESS_KEY "}]\n", NULL},
        {"witnesses: {}\n", "must be a list"},
        {"witnesses: [{url: 'http://a'}]\n", "needs \"url\" and \"key\""},
        {"witnesses: [{url: 'ftp://a', key: " WITNESS_KEY "}]\n", "must be http://"},
        {"witnesses: [{url: 'http://a', key: " LOG_KEY "}]\n", "must be a witness's"},
        {"witnesses: [{url: 'http://a', key: x}]\n", "must be a witness's"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct config config;
        struct faults faults;
        enum status status = read_text(&config, rows[i].text, &faults);
        assert_int_equal(status, rows[i].fault ? STATUS_BAD_CONFIG : STATUS_OK);
        if (rows[i].fault)
            assert_non_null(strstr(faults.items[0].message, rows[i].fault));
        else
            assert_int_equal(config.witness_count, 1);
        config_release(&config);
    }
}

/* The narrower word wins; none is said and not left out. Files lie beside the configuration. */
static void test_limits(void **state)
{
    static const char text[] =
        "database: books/casino.db\npages: /pages\ntables:\n"
        "  - {id: a, game: mbs-blackjack-v6, limits: {pair: none, side: [5, 200], all: [1, 9], "
        "main: [25, 1000]}}\n";
    struct config config;
    struct faults faults;
    (void)state;
    config_init(&config);
    assert_int_equal(config_read(&config, "/etc/croupier", text, strlen(text), &faults), STATUS_OK);
    assert_string_equal(config.database, "/etc/croupier/books/casino.db");
    assert_string_equal(config.pages, "/pages");
    const struct table_plan *plan = &config.tables[0];
    for (unsigned i = 0; i < plan->book->wager_count; i++) {
        const struct wager_rule *wager = &plan->book->wagers[i];
        int64_t max = wager->limit_group == LIMIT_NONE   ? 0
                      : strcmp(wager->name, "pair") == 0 ? 0
                      : wager->limit_group == LIMIT_MAIN ? 100000
                                                         : 20000;
        assert_int_equal(plan->limit_max_cents[i], max);
    }
    config_release(&config);
}

/* A quarter of the shoe lies behind the cutting card unless the table says otherwise. */
static void test_cut(void **state)
{
    static const struct {
        const char *keys;
        unsigned cards;
    } rows[] = {{"", 104}, {", decks: 6", 78}, {", decks: 1", 13}, {", cut: 60, decks: 2", 60}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct config config;
        struct faults faults;
        char text[128];
        snprintf(text, sizeof text, "tables: [{id: a, game: mbs-blackjack-v6, limits: {all: none}%s}]\n",
                 rows[i].keys);
        assert_int_equal(read_text(&config, text, &faults), STATUS_OK);
        assert_int_equal(config.tables[0].cut_cards, rows[i].cards);
        config_release(&config);
    }
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
            "    betting_seconds: 15\n    decision_seconds: 20\n    pace_ms: 600\n    result_ms: 4000\n"
            "    limits: {all: [5, 500]}\n",
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

/* Every file that a configuration names is looked for from its own folder, wherever the server was started.
 */
static void test_files_are_beside_the_configuration(void **state)
{
    static const char text[] =
        "database: house.db\npages: web\ncertificate: c.pem\nkey: /keys/k.pem\nexclusions: list\n";
    struct config config;
    struct faults faults;
    (void)state;
    config_init(&config);
    assert_int_equal(config_read(&config, "/etc/croupier", text, strlen(text), &faults), STATUS_OK);
    assert_string_equal(config.database, "/etc/croupier/house.db");
    assert_string_equal(config.pages, "/etc/croupier/web");
    assert_string_equal(config.certificate, "/etc/croupier/c.pem");
    assert_string_equal(config.key, "/keys/k.pem");
    assert_string_equal(config.exclusions, "/etc/croupier/list");
    config_release(&config);
}

/* Writes the rulebook of a game and a line of our own into a new folder. */
static void write_own(char *folder, char *path, size_t size, const struct embedded *original)
{
    assert_non_null(mkdtemp(folder));
    snprintf(path, size, "%s/own.yaml", folder);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(original->bytes, 1, original->size, file), original->size);
    assert_true(fputs("# ours\n", file) >= 0);
    fclose(file);
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
        "tables:\n  - id: own\n    rulebook: own.yaml\n    limits: {all: none}\n  - id: ours\n    game: rws-blackjack\n    limits: {all: none}\n";
    (void)state;
    write_own(folder, path, sizeof path, original);
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

/* A house may have more tables by a rulebook of its own than there may be rulebooks. */
static void test_shared_rulebook(void **state)
{
    char folder[] = "/tmp/croupier-test-XXXXXX";
    char path[64];
    char text[(CONFIG_BOOKS_MAX + 1) * 64];
    size_t used = (size_t)snprintf(text, sizeof text, "tables:\n");
    struct config config;
    struct faults faults;
    (void)state;
    write_own(folder, path, sizeof path, builtin_text("rws-blackjack"));
    for (unsigned i = 0; i <= CONFIG_BOOKS_MAX; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  - {id: t%u, rulebook: own.yaml, limits: {all: none}}\n", i);
    config_init(&config);
    assert_int_equal(config_read(&config, folder, text, used, &faults), STATUS_OK);
    assert_int_equal(config.table_count, CONFIG_BOOKS_MAX + 1);
    assert_ptr_equal(config.tables[0].book, config.tables[CONFIG_BOOKS_MAX].book);
    assert_ptr_equal(config.tables[0].book_text.bytes, config.tables[CONFIG_BOOKS_MAX].book_text.bytes);
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
        {"tables:\n  - id: a\n    game: poker\n    limits: {all: none}\n", 3, 11, "no game \"poker\""},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    decks: 99\n    limits: {all: none}\n", 4, 12,
         "number from"},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    limits: {tie: [1, 2], all: none}\n", 4, 14,
         "is called \"tie\""},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    limits: {insurance: [1, 2], all: none}\n", 4,
         14, "is called \"insurance\""},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    limits: {main: [5, 2], all: none}\n", 4, 20,
         "the smaller first"},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    limits: {main: [5, 20]}\n", 4, 13,
         "does not cover \"pair\""},
        {"tables:\n  - {id: a, game: mbs-blackjack-v6}\n", 2, 5, "does not cover \"main\""},
        {"tables:\n  - id: a\n    game: mbs-blackjack-v6\n    people: [dance]\n    limits: {all: none}\n", 4,
         14, "a chore must be"},
        {"tables:\n  - id: a b\n    game: mbs-blackjack-v6\n    limits: {all: none}\n", 2, 9,
         "an id must consist of"},
        {"tables:\n  - game: mbs-blackjack-v6\n    limits: {all: none}\n", 2, 5, "needs an \"id\""},
        {"tables:\n  - {id: house, game: mbs-blackjack-v6, limits: {all: none}}\n", 2, 10,
         "the house's own books"},
        {"tables:\n  - {id: a, game: rws-blackjak, limits: {all: none}}\n", 2, 19,
         "did you mean \"rws-blackjack\"?"},
        {"tables:\n  - {id: a, game: rws-blackjack, rulebook: x, limits: {all: none}}\n", 2, 5,
         "needs either"},
        {"tables:\n  - {id: a, rulebook: none.yaml, limits: {all: none}}\n", 2, 23,
         "./none.yaml\": No such file"},
        {"tables:\n  - {id: a, rulebook: ., limits: {all: none}}\n", 2, 23, "Is a directory"},
        {"tables:\n  - {id: a, game: rws-blackjack, decks: 4, cut: 208, limits: {all: none}}\n", 2, 49,
         "less than the 208 cards"},
        {"day: {shifts: [{name: day, from: \"25:00\"}]}\n", 1, 35, "must be a time of day"},
        {"day: {shifts: [{name: day}]}\n", 1, 16, "have \"name\" and \"from\""},
        {"day: {shifts: [{name: day, from: \"06:00\"}, night]}\n", 1, 44, "either every shift has an hour"},
        {"day: {shifts: [{name: a, from: \"06:00\"}, {name: b, from: \"06:00\"}]}\n", 1, 49,
         "of that name or hour already"},
        {"day: {shifts: [a, a]}\n", 1, 19, "of that name or hour already"},
        {"day: {late_minutes: soon}\n", 1, 21, "a number of minutes"},
        {"certificate: cert.pem\n", 1, 14, "go together"},
        {"listen: 8080\nkey: key.pem\n", 2, 6, "go together"},
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
        read_text(
            &config,
            "tables:\n  - {id: a, game: mbs-blackjack-v6, limits: {all: none}}\n  - {id: a, game: rws-blackjack, limits: {all: none}}\n",
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
        cmocka_unit_test(test_example),      cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_witnesses),    cmocka_unit_test(test_limits),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_many_tables),
        cmocka_unit_test(test_own_rulebook), cmocka_unit_test(test_shared_rulebook),
        cmocka_unit_test(test_faults),       cmocka_unit_test(test_twice),
        cmocka_unit_test(test_listen),       cmocka_unit_test(test_files_are_beside_the_configuration)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
