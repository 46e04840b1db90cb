/* SPDX-License-Identifier: Apache-2.0 */
/* Goal: every checkpoint that is due is demanded, every one that is there is judged, and a head from outside
 * is found or missed. */
#include "check.h"

#include "log/guard.h"

enum { LEAVES_MAX = 4000, KEPT_MAX = 64 };

/* A log in the making. */
struct log {
    struct signing_key key;
    unsigned size;
    struct hash leaves[LEAVES_MAX];
    int64_t times_ms[LEAVES_MAX];
    bool old[LEAVES_MAX];
    unsigned kept_count;
    unsigned given;
    struct kept_seal kept[KEPT_MAX];
    struct merkle tree;
    struct seal seal;
};

static void seal_now(struct log *log)
{
    struct signer signer = signer_of_key(&log->key);
    struct checkpoint checkpoint = {.size = log->tree.size, .root = merkle_root(&log->tree)};
    struct kept_seal *kept = &log->kept[log->kept_count++];
    assert_true(log->kept_count <= KEPT_MAX);
    origin_print(&signer.key, checkpoint.origin);
    *kept = (struct kept_seal){.size = checkpoint.size, .root = checkpoint.root};
    assert_int_equal(checkpoint_sign(&checkpoint, &signer, &kept->signature), STATUS_OK);
}

static void add(struct log *log, int64_t time_ms, bool old)
{
    struct hash leaf = merkle_leaf((struct span){(uint8_t *)&log->size, sizeof log->size});
    if (seal_take(&log->seal, time_ms, old))
        seal_now(log);
    log->leaves[log->size] = leaf;
    log->times_ms[log->size] = time_ms;
    log->old[log->size++] = old;
    merkle_append(&log->tree, &leaf, NULL);
}

/* 3000 entries, ten a millisecond: three seconds would make two checkpoints, 1,024s two more. */
static struct log *make(void)
{
    static struct log log;
    const uint8_t seed[32] = {7};
    memset(&log, 0, sizeof log);
    signing_key_derive(&log.key, seed);
    seal_init(&log.seal);
    merkle_init(&log.tree);
    for (unsigned i = 0; i < 3000; i++)
        add(&log, 5000 + i, false);
    seal_now(&log);
    return &log;
}

static enum status give(void *context, struct kept_seal *kept)
{
    struct log *log = context;
    if (log->given == log->kept_count)
        return STATUS_NOT_FOUND;
    *kept = log->kept[log->given++];
    return STATUS_OK;
}

static void start(struct log *log, struct guard *guard, const struct public_key *known)
{
    log->given = 0;
    struct guard_source source = {give, log};
    guard_init(guard, known);
    assert_int_equal(guard_start(guard, &source), STATUS_OK);
}

static enum status go(struct log *log, struct guard *guard)
{
    struct public_key key = signing_key_public(&log->key);
    enum status status = guard_found(guard, &key);
    for (unsigned i = 0; status == STATUS_OK && i < log->size; i++)
        status = guard_take(guard, &log->leaves[i], log->times_ms[i], log->old[i]);
    return status == STATUS_OK ? guard_finish(guard) : status;
}

static enum status judge(struct log *log)
{
    struct guard guard;
    start(log, &guard, NULL);
    return go(log, &guard);
}

static void remove_kept(struct log *log, unsigned at)
{
    memmove(&log->kept[at], &log->kept[at + 1], (log->kept_count - at - 1) * sizeof log->kept[0]);
    log->kept_count--;
}

static void test_what_is_due(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {1000, 1024, 2000, 2048, 3000};
    struct log *log = make();
    assert_int_equal(log->kept_count, COUNT_OF(sizes));
    for (unsigned i = 0; i < COUNT_OF(sizes); i++)
        assert_int_equal(log->kept[i].size, sizes[i]);
    assert_int_equal(judge(log), STATUS_OK);
}

static void test_one_is_missing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct log *log = make();
        remove_kept(log, i);
        assert_int_equal(judge(log), STATUS_BAD_SIGNATURE);
    }
    /* Without the last there is a tail, and nothing wrong with that. */
    struct log *log = make();
    struct guard guard;
    remove_kept(log, 4);
    start(log, &guard, NULL);
    assert_int_equal(go(log, &guard), STATUS_OK);
    assert_int_equal(guard_tail(&guard), 3000 - 2048);
    assert_int_equal(guard_tail_ms(&guard), 2999 - 2048);
}

static void test_a_tail_that_is_too_old(void **state)
{
    (void)state;
    struct log *log = make();
    add(log, 8100, false);
    log->kept_count = 5;
    assert_int_equal(judge(log), STATUS_OK);
    add(log, 19000, false); /* makes one due */
    log->kept_count = 5;
    assert_int_equal(judge(log), STATUS_BAD_SIGNATURE);
    /* All of them gone: the whole log is a tail, of three seconds only. */
    log = make();
    log->kept_count = 0;
    assert_int_equal(judge(log), STATUS_OK);
    log->times_ms[2999] = 60000;
    assert_int_equal(judge(log), STATUS_BAD_SIGNATURE);
}

static void test_what_is_changed(void **state)
{
    (void)state;
    struct log *log = make();
    log->leaves[1023].bytes[0] ^= 1;
    assert_int_equal(judge(log), STATUS_BROKEN_CHAIN);
    log = make();
    log->size = 2500; /* cut off, with a checkpoint left behind */
    assert_int_equal(judge(log), STATUS_BROKEN_CHAIN);
    log = make();
    log->kept[2].signature.bytes[5] ^= 1;
    assert_int_equal(judge(log), STATUS_BAD_SIGNATURE);
    log = make();
    struct kept_seal held = log->kept[1];
    log->kept[1] = log->kept[2];
    log->kept[2] = held;
    assert_int_not_equal(judge(log), STATUS_OK);
}

static void test_the_key_comes_from_outside(void **state)
{
    (void)state;
    struct log *log = make();
    struct guard guard;
    struct public_key key = signing_key_public(&log->key);
    start(log, &guard, &key);
    assert_int_equal(go(log, &guard), STATUS_OK);
    key.bytes[0] ^= 1;
    start(log, &guard, &key);
    assert_int_equal(go(log, &guard), STATUS_BAD_SIGNATURE);
}

static void test_heads(void **state)
{
    (void)state;
    struct log *log = make();
    struct guard guard;
    struct checkpoint head = {.size = 1500};
    struct merkle tree;
    struct public_key key = signing_key_public(&log->key);
    origin_print(&key, head.origin);
    merkle_init(&tree);
    for (unsigned i = 0; i < 1500; i++)
        merkle_append(&tree, &log->leaves[i], NULL);
    head.root = merkle_root(&tree);
    start(log, &guard, NULL);
    guard_add_head(&guard, &head);
    assert_int_equal(go(log, &guard), STATUS_OK);
    head.root.bytes[0] ^= 1; /* forked */
    start(log, &guard, NULL);
    guard_add_head(&guard, &head);
    assert_int_equal(go(log, &guard), STATUS_BROKEN_CHAIN);
    head.size = 3001; /* shorter */
    start(log, &guard, NULL);
    guard_add_head(&guard, &head);
    assert_int_equal(go(log, &guard), STATUS_BROKEN_CHAIN);
    start(log, &guard, NULL);
    guard_add_head(&guard, &head);
    guard_loss(&guard, head.size, &head.root, 7, span_of("")); /* nobody answers for it */
    assert_int_equal(go(log, &guard), STATUS_BROKEN_CHAIN);
    start(log, &guard, NULL);
    guard_add_head(&guard, &head);
    guard_loss(&guard, head.size, &head.root, 8, span_of("Ada")); /* somebody does */
    guard_loss(&guard, head.size, &head.root, 9, span_of("Bob"));
    assert_int_equal(go(log, &guard), STATUS_OK);
    assert_string_equal(guard.heads[0].lost_by, "Ada");
    assert_int_equal(guard.heads[0].lost_entry, 8);
    head.origin[10] ^= 1; /* of another log */
    start(log, &guard, NULL);
    guard_add_head(&guard, &head);
    assert_int_equal(go(log, &guard), STATUS_BROKEN_CHAIN);
}

/* 100 entries of format 1 over a day, then three of format 2. */
static void test_an_old_journal(void **state)
{
    (void)state;
    struct log *log = make();
    log->size = log->kept_count = 0;
    merkle_init(&log->tree);
    seal_init(&log->seal);
    for (unsigned i = 0; i < 100; i++)
        add(log, (int64_t)i * 864000, true);
    assert_int_equal(log->kept_count, 0);
    assert_int_equal(judge(log), STATUS_OK); /* nobody has gone on with it yet */
    for (unsigned i = 0; i < 3; i++)
        add(log, 90000000, false);
    assert_int_equal(log->kept_count, 1);
    assert_int_equal(log->kept[0].size, 100);
    assert_int_equal(judge(log), STATUS_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_due),
        cmocka_unit_test(test_one_is_missing),
        cmocka_unit_test(test_a_tail_that_is_too_old),
        cmocka_unit_test(test_what_is_changed),
        cmocka_unit_test(test_the_key_comes_from_outside),
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_an_old_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
