/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sealer.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "journal/declaration.h"
#include "store/store_tree.h"
#include "store/ticks.h"

enum { RUN_LEAVES_MAX = 64 * 1024 }; /* in one commit */

struct sealer {
    struct store *store;
    const char *origin;
    struct signer signer;

    /* Guarded by `running`, which whoever seals holds for as long. */
    pthread_mutex_t running;
    struct merkle tree;
    struct seal seal;
    struct seals seals;

    /* Guarded by the lock. */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool due;
    bool closing;
    struct sealer_state state;
    int64_t failing_since_ms; /* when to try again, by the steady clock; 0: the last attempt did not fail */
    pthread_t thread;
};

/* ---- Sealing. ---- */

/* The content of one commit: the tree and its rule as they will be, and the rows. */
struct run {
    struct merkle tree;
    struct seal seal;
    struct seals *seals;
    uint64_t sealed;
    unsigned leaves;
};

static void add_node(void *context, unsigned level, uint64_t number, const struct hash *hash)
{
    struct seals *seals = context;
    if (level < SEALS_LEVEL_MIN)
        return;
    assert(seals->node_count < SEALS_NODES_MAX);
    seals->nodes[seals->node_count++] = (struct node_row){level, number, *hash};
}

static enum status add_checkpoint(const struct sealer *sealer, struct run *run, int64_t latest_ms)
{
    struct seal_row *row = &run->seals->rows[run->seals->count];
    struct checkpoint checkpoint = {.size = run->tree.size};
    assert(run->seals->count < SEALS_MAX && run->tree.size > run->sealed);
    checkpoint.root = merkle_root(&run->tree);
    memcpy(checkpoint.origin, sealer->origin, strlen(sealer->origin) + 1);
    *row =
        (struct seal_row){.kept = {.size = checkpoint.size, .root = checkpoint.root}, .latest_ms = latest_ms};
    enum status status = checkpoint_sign(&checkpoint, &sealer->signer, &row->kept.signature);
    if (status == STATUS_OK) {
        run->seals->count++;
        run->sealed = checkpoint.size;
    }
    return status;
}

/* Whether the house has turned to a key that is not ours: what comes behind is that one's to sign. */
static bool turns_away(const struct sealer *sealer, const struct entry *entry)
{
    struct key_turn turn;
    return entry->kind == ENTRY_KEY && key_turn_parse(entry->text, &turn) == STATUS_OK &&
           !public_key_equal(&turn.new, &sealer->signer.key);
}

static enum status take_row(const struct sealer *sealer, struct run *run, const struct store_row *row)
{
    struct entry entry;
    struct merkle_sink sink = {add_node, run->seals};
    enum status status = entry_read(&entry, row->entry.bytes, row->entry.size);
    if (status != STATUS_OK || row->position != run->tree.size + 1)
        return STATUS_STORE_CORRUPT;
    if (turns_away(sealer, &entry))
        return STATUS_BAD_SIGNATURE;
    int64_t latest_ms = run->seal.latest_ms;
    if (seal_take(&run->seal, entry.time_ms, entry.format == ENTRY_FORMAT_OLD) &&
        run->tree.size > run->sealed)
        status = add_checkpoint(sealer, run, latest_ms);
    struct hash leaf = merkle_leaf(row->entry);
    if (status == STATUS_OK)
        merkle_append(&run->tree, &leaf, &sink);
    run->leaves++;
    return status;
}

/* One row is left for the checkpoint at the end. */
static bool has_room(const struct run *run)
{
    /* unreached: a test would write so many entries faster than the log is sealed */
    return run->leaves < RUN_LEAVES_MAX && run->seals->count < SEALS_MAX - 1;
}

static enum status read_rows(const struct sealer *sealer, struct run *run)
{
    struct store_cursor *cursor;
    struct store_row row;
    struct store_failure failure;
    enum status status = store_read(sealer->store, 0, STORE_FORWARD, run->tree.size + 1, &cursor, &failure);
    if (status != STATUS_OK)
        return status;
    while (has_room(run) && (status = store_next(cursor, &row)) == STATUS_OK)
        if ((status = take_row(sealer, run, &row)) != STATUS_OK)
            break;
    store_cursor_close(cursor);
    return status == STATUS_NOT_FOUND ? STATUS_OK : status;
}

/* With `running` held. Nothing of the sealer changes unless the rows are on disk. */
static enum status seal_some(struct sealer *sealer, bool *more)
{
    struct run run = {.tree = sealer->tree, .seal = sealer->seal, .seals = &sealer->seals};
    run.sealed = sealer->tree.size;
    run.seals->count = 0;
    run.seals->node_count = 0;
    run.seals->cosignature_count = 0;
    enum status status = read_rows(sealer, &run);
    if (status == STATUS_OK && run.tree.size > run.sealed)
        status = add_checkpoint(sealer, &run, run.seal.latest_ms);
    *more = status == STATUS_OK && !has_room(&run);
    if (status == STATUS_OK && run.seals->count > 0)
        status = store_seal(sealer->store, run.seals);
    if (status == STATUS_OK) {
        sealer->tree = run.tree;
        sealer->seal = run.seal;
    }
    return status;
}

enum status sealer_run(struct sealer *sealer)
{
    enum status status;
    bool more = false;
    pthread_mutex_lock(&sealer->running);
    do
        status = seal_some(sealer, &more);
    while (status == STATUS_OK && more);
    uint64_t sealed = sealer->tree.size;
    pthread_mutex_unlock(&sealer->running);
    pthread_mutex_lock(&sealer->lock);
    sealer->state = (struct sealer_state){.sealed = sealed, .status = status};
    if (status == STATUS_OK)
        sealer->failing_since_ms = 0;
    else if (!sealer->failing_since_ms)
        sealer->failing_since_ms = store_ticks();
    pthread_mutex_unlock(&sealer->lock);
    return status;
}

enum status sealer_cosign(struct sealer *sealer, uint64_t size, const char *line)
{
    struct seals *seals = &sealer->seals;
    if (strlen(line) >= sizeof(seals->cosignatures[0].line))
        return STATUS_TOO_LONG;
    pthread_mutex_lock(&sealer->running);
    seals->count = 0;
    seals->node_count = 0;
    seals->cosignature_count = 1;
    seals->cosignatures[0].size = size;
    memcpy(seals->cosignatures[0].line, line, strlen(line) + 1);
    enum status status = store_seal(sealer->store, seals);
    pthread_mutex_unlock(&sealer->running);
    return status;
}

/* ---- The thread. ---- */

static struct timespec soon(void)
{
    struct timespec then;
    clock_gettime(CLOCK_MONOTONIC, &then);
    then.tv_sec += SEAL_WITHIN_MS / 1000;
    return then;
}

/* Acts that come within a moment share a checkpoint. */
static void *seal_always(void *argument)
{
    struct sealer *sealer = argument;
    pthread_mutex_lock(&sealer->lock);
    while (!sealer->closing) {
        while (!sealer->due && !sealer->closing)
            pthread_cond_wait(&sealer->wake, &sealer->lock);
        struct timespec then = soon();
        while (!sealer->closing && pthread_cond_timedwait(&sealer->wake, &sealer->lock, &then) == 0)
            ;
        sealer->due = false;
        pthread_mutex_unlock(&sealer->lock);
        bool failed = sealer_run(sealer) != STATUS_OK;
        pthread_mutex_lock(&sealer->lock);
        sealer->due |= failed && !sealer->closing;
    }
    pthread_mutex_unlock(&sealer->lock);
    return NULL;
}

void sealer_wake(struct sealer *sealer)
{
    pthread_mutex_lock(&sealer->lock);
    if (!sealer->due) {
        sealer->due = true;
        pthread_cond_signal(&sealer->wake);
    }
    pthread_mutex_unlock(&sealer->lock);
}

struct sealer_state sealer_state(struct sealer *sealer)
{
    pthread_mutex_lock(&sealer->lock);
    struct sealer_state state = sealer->state;
    if (sealer->failing_since_ms)
        state.failing_ms = store_ticks() - sealer->failing_since_ms + 1;
    pthread_mutex_unlock(&sealer->lock);
    return state;
}

/* ---- Beginning and end. ---- */

/* The entry at a position; the cursor is the caller's to close, unless this fails. */
static enum status read_at(struct store *store, uint64_t position, struct store_cursor **cursor,
                           struct entry *entry)
{
    struct store_row row;
    struct store_failure failure;
    enum status status = store_read(store, 0, STORE_FORWARD, position, cursor, &failure);
    if (status != STATUS_OK)
        return status;
    status = store_next(*cursor, &row);
    if (status == STATUS_OK)
        status = entry_read(entry, row.entry.bytes, row.entry.size);
    if (status != STATUS_OK)
        store_cursor_close(*cursor);
    return status;
}

/* The house may have turned to our key right behind the last checkpoint, and been cut off there. */
static bool has_turned(const struct sealer *sealer, const struct checkpoint *checkpoint,
                       const struct signature *signature)
{
    struct store_cursor *cursor;
    struct entry entry;
    struct key_turn turn;
    if (read_at(sealer->store, checkpoint->size + 1, &cursor, &entry) != STATUS_OK)
        return false;
    bool turned = entry.kind == ENTRY_KEY && key_turn_parse(entry.text, &turn) == STATUS_OK &&
                  public_key_equal(&turn.new, &sealer->signer.key) &&
                  key_turn_holds(&turn, sealer->origin, entry.number) &&
                  checkpoint_holds(checkpoint, &turn.old, signature);
    store_cursor_close(cursor);
    return turned;
}

static enum status take_up(struct sealer *sealer, const struct seal_row *last, struct store_failure *failure)
{
    struct store_tree *tree = malloc(sizeof(*tree));
    struct checkpoint checkpoint = {.size = last->kept.size, .root = last->kept.root};
    struct store_cursor *cursor;
    struct entry entry;
    if (!tree)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    memcpy(checkpoint.origin, sealer->origin, strlen(sealer->origin) + 1);
    store_tree_init(tree, sealer->store);
    struct merkle_source source = store_tree_source(tree);
    enum status status = merkle_load(&sealer->tree, &source, last->kept.size);
    free(tree);
    if (status == STATUS_OK)
        status = read_at(sealer->store, last->kept.size, &cursor, &entry);
    if (status == STATUS_NO_DATABASE)
        return store_fail(failure, status, "the log cannot be read: %s", status_sentence(status));
    if (status != STATUS_OK)
        return store_fail(failure, STATUS_STORE_CORRUPT, "the log is shorter than its last checkpoint");
    store_cursor_close(cursor);
    struct hash root = merkle_root(&sealer->tree);
    if (!hash_equal(&root, &last->kept.root))
        return store_fail(failure, STATUS_STORE_CORRUPT, "the log is not the one its last checkpoint seals");
    if (!checkpoint_holds(&checkpoint, &sealer->signer.key, &last->kept.signature) &&
        !has_turned(sealer, &checkpoint, &last->kept.signature))
        return store_fail(failure, STATUS_BAD_SIGNATURE, "the log is signed with another house key");
    sealer->seal = (struct seal){
        .size = last->kept.size, .old = entry.format == ENTRY_FORMAT_OLD, .latest_ms = last->latest_ms};
    sealer->state.sealed = last->kept.size;
    return STATUS_OK;
}

/* What a crash left behind is sealed before anything new is taken; only a whole old journal, which may take
 * minutes, is left to the thread. */
static enum status seal_found(struct sealer *sealer)
{
    uint64_t last = store_last(sealer->store);
    sealer->due = last > sealer->tree.size + RUN_LEAVES_MAX;
    /* unreached: so many entries are too many for a test */
    return last > sealer->tree.size && !sealer->due ? sealer_run(sealer) : STATUS_OK;
}

static enum status start(struct sealer *sealer, struct store_failure *failure)
{
    struct seal_row last;
    pthread_condattr_t clock;
    enum status status = store_checkpoint(sealer->store, 0, &last);
    if (status == STATUS_OK)
        status = take_up(sealer, &last, failure);
    else if (status == STATUS_NOT_FOUND)
        status = STATUS_OK;
    else
        store_fail(failure, status, "the checkpoints cannot be read: %s", status_sentence(status));
    if (status != STATUS_OK)
        return status;
    pthread_mutex_init(&sealer->running, NULL);
    pthread_mutex_init(&sealer->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&sealer->wake, &clock);
    pthread_condattr_destroy(&clock);
    status = seal_found(sealer);
    if (status != STATUS_OK)
        return store_fail(failure, status, "what was found cannot be sealed: %s", status_sentence(status));
    if (pthread_create(&sealer->thread, NULL, seal_always, sealer) == 0)
        return STATUS_OK;
    return store_fail(failure, STATUS_NO_MEMORY, "the thread that seals cannot be started");
}

enum status sealer_new(struct sealer **result, struct store *store, const char *origin,
                       const struct signer *signer, struct store_failure *failure)
{
    struct sealer *sealer = calloc(1, sizeof(*sealer));
    if (!sealer)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    sealer->store = store;
    sealer->origin = origin;
    sealer->signer = *signer;
    merkle_init(&sealer->tree);
    seal_init(&sealer->seal);
    enum status status = start(sealer, failure);
    if (status != STATUS_OK)
        free(sealer);
    else
        *result = sealer;
    return status;
}

void sealer_free(struct sealer *sealer)
{
    if (!sealer)
        return;
    pthread_mutex_lock(&sealer->lock);
    sealer->closing = true;
    pthread_cond_signal(&sealer->wake);
    pthread_mutex_unlock(&sealer->lock);
    pthread_join(sealer->thread, NULL);
    (void)!sealer_run(sealer); /* a tail that cannot be signed now is signed at the next start */
    pthread_cond_destroy(&sealer->wake);
    pthread_mutex_destroy(&sealer->lock);
    pthread_mutex_destroy(&sealer->running);
    free(sealer);
}
