/* SPDX-License-Identifier: Apache-2.0 */
#include "store/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/declaration.h"
#include "log/merkle.h"

struct verify {
    const struct verify_source *source;
    const struct store_visit *visit; /* may be NULL */
    struct store_failure *failure;
    struct walk *walk;
    struct seal_row seal;   /* the last that was read; size 0: none yet */
    bool old_seals_read;    /* the archives' */
    const char *fault;      /* of the log's tables, found where nothing can be returned */
    enum status unread;     /* the database could not be read */
    uint64_t since;         /* entries up to here are not looked at */
    uint64_t *last_posting; /* by account - 1; 0: none yet, or none behind `since` */
    uint32_t account_room;
    uint64_t *positions; /* by chain - 1: of the last entry seen */
    uint64_t position;
    uint64_t fold_at; /* the tables of chains and accounts speak of this one */
    uint64_t posting_count;
    uint64_t key_count;
    uint64_t document_count;
    uint64_t round_count;
    uint64_t node_count;
};

static enum status corrupt(const struct verify *verify, const char *what)
{
    return store_fail(verify->failure, STATUS_STORE_CORRUPT, "%s: %s", verify->source->path, what);
}

/* Whether there is a row; what keeps it from being read is remembered. */
static bool there(struct verify *verify, enum status status)
{
    if (status != STATUS_OK && status != STATUS_NOT_FOUND)
        verify->unread = status;
    return status == STATUS_OK;
}

static enum status tell_unread(const struct verify *verify)
{
    return store_fail(verify->failure, verify->unread, "%s: behind position %" PRIu64 " of the journal: %s",
                      verify->source->path, verify->position,
                      verify->source->ops->trouble(verify->source->source));
}

/* ---- What the tables say about one entry. ---- */

/* Names the entry `row` holds: it is the last of its chain that was walked through, or the next. */
static enum status differs(struct verify *verify, const struct store_row *row, uint64_t number,
                           enum status status, const char *what)
{
    const char *name = verify->walk->chains[row->chain - 1].name;
    memcpy(verify->failure->chain, name, strlen(name) + 1);
    verify->failure->entry = number;
    verify->failure->what = what;
    return store_fail(verify->failure, status, "%s: %s, entry %" PRIu64 ": %s", verify->source->path, name,
                      number, what);
}

static bool make_account_room(struct verify *verify, uint32_t account)
{
    if (account <= verify->account_room)
        return true;
    uint32_t room = verify->walk->ledger.count + 64;
    uint64_t *last = realloc(verify->last_posting, room * sizeof(*last));
    if (!last)
        return false;
    memset(last + verify->account_room, 0, (room - verify->account_room) * sizeof(*last));
    verify->last_posting = last;
    verify->account_room = room;
    return true;
}

/* The first posting of an account behind `since`: the one before it, if any, is this account's and left it
 * the balance that it had. */
static bool leads_before(struct verify *verify, const struct store_posting *row,
                         const struct posting *posting)
{
    struct store_posting before = {.posting = 0};
    if (row->previous == 0)
        return row->balance_cents == posting->cents;
    return row->previous < row->posting &&
           there(verify, verify->source->ops->posting_at(verify->source->source, posting->account,
                                                         row->previous, &before)) &&
           before.account == posting->account && before.position <= verify->since &&
           before.balance_cents == row->balance_cents - posting->cents;
}

/* Whether a row leads to the posting before it of its account, and tells the balance after it. */
static bool leads_back(struct verify *verify, const struct store_posting *row, const struct posting *posting)
{
    if (!verify->source->has_log)
        return true;
    if (!make_account_room(verify, posting->account))
        return false;
    uint64_t *last = &verify->last_posting[posting->account - 1];
    if (verify->since && verify->posting_count == 0)
        verify->posting_count = row->posting - 1; /* they are counted from the first that is looked at */
    bool first = verify->since && *last == 0;
    uint64_t number = !verify->source->numbered_by_account ? verify->posting_count + 1
                      : first                              ? row->posting
                                                           : *last + 1;
    bool leads = first ? leads_before(verify, row, posting) : row->previous == *last;
    bool right = row->posting == number && leads &&
                 row->balance_cents == ledger_account(&verify->walk->ledger, posting->account)->balance_cents;
    *last = number;
    return right;
}

/* The next rows of `postings` must be the postings inside the entry. */
static bool postings_agree(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        struct store_posting kept;
        if (!there(verify, verify->source->ops->posting(verify->source->source, &kept)) ||
            kept.position != row->position || kept.account != posting->account ||
            kept.cents != posting->cents || !leads_back(verify, &kept, posting))
            return false;
        verify->posting_count++;
    }
    return true;
}

/* The same round may be said to begin twice; then it is found where it begins first. */
static bool round_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    if (entry->kind != ENTRY_ROUND || entry->round == 0)
        return true;
    uint64_t position = 0;
    there(verify, verify->source->ops->round(verify->source->source, row->chain, entry->round, &position));
    verify->round_count += position == row->position;
    return position > 0 && position <= row->position;
}

#define DAMAGED "its bytes are not those it was kept with"

/* Whatever a damaged entry leads to, it is the damage that is told. */
static bool is_damaged(const struct store_row *row)
{
    struct hash leaf = merkle_leaf(row->entry);
    return row->has_mark && row->mark != store_mark(&leaf);
}

static bool mark_agrees(const struct store_row *row, const struct entry *entry)
{
    if (entry->format == ENTRY_FORMAT_OLD)
        return !row->has_mark;
    return row->has_mark && row->mark == store_mark(&entry->hash);
}

static bool key_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    uint64_t position = 0;
    if (entry->key.size == 0)
        return true;
    verify->key_count++;
    return there(verify, verify->source->ops->key(verify->source->source, entry->key, &position)) &&
           position == row->position;
}

/* The same document may be kept twice; then it is found where it stands first. */
static bool document_agrees(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    struct hash hash;
    struct span document;
    char name[CHAIN_NAME_MAX];
    if (entry->kind != ENTRY_DOCUMENT || !verify->source->has_documents)
        return true;
    /* unreached: walk_step has parsed it */
    if (document_parse(entry->text, &hash, name, &document) != STATUS_OK)
        return false;
    uint64_t position = 0;
    there(verify, verify->source->ops->document(verify->source->source, &hash, &position));
    verify->document_count += position == row->position;
    return position > 0 && position <= row->position;
}

/* ---- What the tables of accounts and chains say, when the walk has come to the position they speak of. ----
 */

static enum status account_differs(struct verify *verify, const struct account *account)
{
    return store_fail(verify->failure, STATUS_STORE_CORRUPT,
                      "%s: account %u (%s): the journal gives another name or balance", verify->source->path,
                      account->number, account->name);
}

static bool account_agrees(const struct account *a, const struct account *b)
{
    return a->kind == b->kind && strcmp(a->name, b->name) == 0 && a->balance_cents == b->balance_cents;
}

static enum status verify_accounts(struct verify *verify)
{
    const struct ledger *kept = &verify->source->fold->ledger;
    const struct ledger *right = &verify->walk->ledger;
    for (uint32_t i = 0; i < right->count; i++)
        if (i >= kept->count || !account_agrees(&kept->accounts[i], &right->accounts[i]))
            return account_differs(verify, &right->accounts[i]);
    return STATUS_OK;
}

static enum status verify_chains(struct verify *verify)
{
    for (uint32_t i = 0; i < verify->walk->chain_count; i++) {
        const struct chain *right = &verify->walk->chains[i];
        const struct kept_chain *kept =
            i < verify->source->fold->chain_count ? &verify->source->fold->chains[i] : NULL;
        bool same = kept && strcmp(kept->chain.name, right->name) == 0 && kept->chain.number == right->number;
        /* unreached: at that number the chain has one entry, and the row was held against the one it points
         * at */
        same = same && hash_equal(&kept->chain.head, &right->head) && kept->position == verify->positions[i];
        if (!same)
            return store_fail(verify->failure, STATUS_STORE_CORRUPT,
                              "%s: chain %s: the journal gives another name or head", verify->source->path,
                              right->name);
    }
    return STATUS_OK;
}

/* The last posting of each account, and of all. */
static enum status verify_postings(struct verify *verify)
{
    const struct standing *fold = verify->source->fold;
    if (!verify->source->has_log)
        return STATUS_OK;
    bool counted = !verify->since || verify->posting_count;
    bool right = verify->source->numbered_by_account || !counted || fold->posting == verify->posting_count;
    for (uint32_t i = 0; right && i < fold->ledger.count; i++) {
        uint64_t last = i < verify->account_room ? verify->last_posting[i] : 0;
        right = (verify->since && !last) || fold->accounts[i].posting == last;
    }
    return right ? STATUS_OK : corrupt(verify, "the last posting of an account is wrong");
}

static enum status verify_fold(struct verify *verify)
{
    enum status status = verify_accounts(verify);
    if (status == STATUS_OK)
        status = verify_postings(verify);
    return status == STATUS_OK ? verify_chains(verify) : status;
}

/* Accounts and chains declared since the fold stand in the tables already; none may stand there that was
 * never declared. */
static enum status verify_end(struct verify *verify)
{
    /* unreached: the fold was compared with the last entry when it was loaded */
    if (verify->position < verify->fold_at)
        return corrupt(verify, "the fold lies behind the last entry");
    if (verify->walk->ledger.count != verify->source->fold->ledger.count ||
        verify->walk->chain_count != verify->source->fold->chain_count)
        return corrupt(verify, "an account or a chain was never declared");
    return STATUS_OK;
}

/* ---- Row by row. ---- */

static enum status compare_row(struct verify *verify, const struct store_row *row, const struct entry *entry)
{
    const char *what = NULL;
    if (!mark_agrees(row, entry))
        what = DAMAGED;
    else if (verify->source->links_entries && row->previous != verify->positions[row->chain - 1])
        what = "the link to the entry before it is wrong";
    else if (!postings_agree(verify, row, entry))
        what = "its postings are not those of the table of postings";
    else if (!key_agrees(verify, row, entry))
        what = "its key is not in the table of keys";
    else if (!round_agrees(verify, row, entry))
        what = "its round is not in the table of rounds";
    else if (!document_agrees(verify, row, entry))
        what = "its document is not in the table of documents";
    if (verify->unread)
        return tell_unread(verify);
    return what ? differs(verify, row, entry->number, STATUS_STORE_CORRUPT, what) : STATUS_OK;
}

static enum status verify_row(struct verify *verify, const struct store_row *row)
{
    struct walk *walk = verify->walk;
    struct entry entry;
    bool declared = row->chain >= 1 && row->chain <= walk->chain_count;
    uint64_t number = declared ? walk->chains[row->chain - 1].number + 1 : 0;
    if (declared && row->position != verify->position + 1)
        return differs(verify, row, number, STATUS_STORE_CORRUPT, "an entry before it is missing");
    enum status status = walk_step(walk, row->chain, row->entry.bytes, row->entry.size, &entry);
    if (status != STATUS_OK && declared && is_damaged(row))
        return differs(verify, row, number, STATUS_STORE_CORRUPT, DAMAGED);
    if (verify->unread)
        return tell_unread(verify);
    if (verify->fault)
        return corrupt(verify, verify->fault);
    if (status != STATUS_OK && declared && !walk->guard.fault[0])
        return differs(verify, row, number, status, status_sentence(status));
    if (status != STATUS_OK)
        return store_fail(verify->failure, status, "%s: %s", verify->source->path, walk->fault);
    status = compare_row(verify, row, &entry);
    if (status == STATUS_OK && verify->visit && verify->visit->entry)
        status = verify->visit->entry(verify->visit->context, row, &entry);
    verify->position = row->position;
    verify->positions[row->chain - 1] = row->position;
    return status == STATUS_OK && row->position == verify->fold_at ? verify_fold(verify) : status;
}

static enum status verify_rows(struct verify *verify)
{
    const struct verify_source *source = verify->source;
    struct store_row row;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && there(verify, source->ops->row(source->source, &row)))
        status = verify_row(verify, &row);
    return status == STATUS_OK && verify->unread ? tell_unread(verify) : status;
}

/* ---- The log. ---- */

/* An archive has the checkpoints of its entries, all of them and no other. */
static bool old_seal_agrees(struct verify *verify, enum status status)
{
    struct seal_row old;
    const struct seal_row *seal = &verify->seal;
    if (!verify->source->archived || verify->since || verify->old_seals_read)
        return true;
    verify->old_seals_read = status != STATUS_OK || seal->kept.size > verify->source->archived;
    bool found = there(verify, verify->source->ops->old_seal(verify->source->source, &old));
    return verify->old_seals_read
               ? !found
               : found && old.kept.size == seal->kept.size && old.latest_ms == seal->latest_ms &&
                     hash_equal(&old.kept.root, &seal->kept.root) &&
                     memcmp(old.kept.signature.bytes, seal->kept.signature.bytes, SIGNATURE_BYTES) == 0;
}

/* The guard's source of checkpoints. A checkpoint was judged when the next one is asked for: then the latest
 * time under it is known too. */
static enum status next_seal(void *context, struct kept_seal *kept)
{
    struct verify *verify = context;
    if (verify->seal.kept.size && verify->seal.latest_ms != verify->walk->guard.seal.latest_ms)
        verify->fault = "a checkpoint has another time than the entries under it";
    enum status status = verify->source->ops->seal(verify->source->source, &verify->seal);
    if ((status == STATUS_OK || status == STATUS_NOT_FOUND) && !old_seal_agrees(verify, status))
        verify->fault = "a checkpoint of an archive is not the one the database has kept";
    if (status == STATUS_OK)
        *kept = verify->seal.kept;
    return status;
}

/* Every perfect subtree under the last checkpoint has its row. */
static void see_node(void *context, unsigned level, uint64_t number, const struct hash *hash)
{
    struct verify *verify = context;
    struct hash kept;
    if (level < SEALS_LEVEL_MIN || (number + 1) << level > verify->source->sealed)
        return; /* nodes are told as they become perfect: with `since`, those that end behind it */
    verify->node_count++;
    if (!there(verify, verify->source->ops->node(verify->source->source, level, number, &kept)) ||
        !hash_equal(&kept, hash))
        verify->fault = "a node of the tree is not what the entries give";
}

static enum status start_guard(struct verify *verify)
{
    struct guard_source source = {next_seal, verify};
    if (!verify->source->has_log)
        return STATUS_OK;
    enum status status = guard_start(&verify->walk->guard, &source);
    if (status == STATUS_OK)
        return status;
    const char *fault = verify->walk->guard.fault;
    return corrupt(verify, fault[0] ? fault : "the checkpoints cannot be read");
}

static enum status finish_guard(struct verify *verify)
{
    enum status status = walk_finish(verify->walk);
    if (verify->unread)
        return tell_unread(verify);
    if (verify->fault)
        return corrupt(verify, verify->fault);
    return status == STATUS_OK
               ? status
               : store_fail(verify->failure, status, "%s: %s", verify->source->path, verify->walk->fault);
}

/* ---- All of it. ---- */

static enum status verify_counts(struct verify *verify)
{
    const struct verify_source *source = verify->source;
    const struct {
        const char *table;
        uint64_t count;
        bool there;
    } rows[] = {{"postings", verify->posting_count, true},
                {"keys", verify->key_count, true},
                {"documents", verify->document_count, source->has_documents},
                {"rounds", verify->round_count, source->has_log},
                {"tree", verify->node_count, source->has_log}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint64_t count = rows[i].count;
        if (!rows[i].there)
            continue;
        if (!there(verify, source->ops->count(source->source, rows[i].table, &count)))
            return tell_unread(verify);
        if (count != rows[i].count)
            return store_fail(verify->failure, STATUS_STORE_CORRUPT,
                              "%s: a row of \"%s\" belongs to no entry", source->path, rows[i].table);
    }
    return STATUS_OK;
}

static enum status verify_no_more_postings(struct verify *verify)
{
    struct store_posting left;
    if (there(verify, verify->source->ops->posting(verify->source->source, &left)))
        return store_fail(verify->failure, STATUS_STORE_CORRUPT,
                          "%s: a row of \"postings\" belongs to no entry", verify->source->path);
    return verify->unread ? tell_unread(verify) : STATUS_OK;
}

/* The database's own look at its pages comes last: it knows no entries, and whatever lies in one is named
 * with its number by then. */
static enum status verify_everything(struct verify *verify)
{
    const struct verify_source *source = verify->source;
    enum status status = start_guard(verify);
    if (status == STATUS_OK)
        status = verify_rows(verify);
    if (status == STATUS_OK)
        status = finish_guard(verify);
    if (status == STATUS_OK && source->of_fold->status != STATUS_OK) {
        *verify->failure = *source->of_fold;
        status = source->of_fold->status;
    }
    if (status == STATUS_OK)
        status = verify_end(verify);
    if (status == STATUS_OK && verify->since)
        return verify_no_more_postings(verify);
    if (status == STATUS_OK)
        status = verify_counts(verify);
    return status == STATUS_OK ? source->ops->pages(source->source, verify->failure) : status;
}

enum status verify_all(const struct verify_source *source, const struct store_visit *visit,
                       struct store_failure *failure)
{
    struct walk own = {0};
    struct verify verify = {.source = source, .visit = visit, .failure = failure};
    struct merkle_sink sink = {see_node, &verify};
    enum status status = STATUS_OK;
    verify.walk = visit && visit->walk ? visit->walk : &own;
    if (visit && visit->since) {
        verify.since = verify.position = visit->since;
        verify.seal.kept.size = 0;
    }
    /* A fold that is wrong is reported later, because an entry may be the cause, and that has a number. */
    verify.fold_at = source->of_fold->status == STATUS_OK ? source->fold->folded : UINT64_MAX;
    verify.positions = calloc(WALK_CHAINS_MAX, sizeof(*verify.positions));
    if (verify.walk == &own)
        status = walk_init(&own, NULL);
    for (uint32_t i = 0; verify.positions && visit && i < visit->position_count; i++)
        verify.positions[i] = visit->positions[i];
    if (status != STATUS_OK || !verify.positions)
        status = store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    else {
        verify.walk->guard.sink = &sink;
        status = verify_everything(&verify);
        verify.walk->guard.sink = NULL;
    }
    free(verify.last_posting);
    free(verify.positions);
    walk_release(&own);
    return status;
}
