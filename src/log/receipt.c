/* SPDX-License-Identifier: Apache-2.0 */
#include "log/receipt.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "log/base64.h"

#define HEAD  "croupier receipt 2"
#define ENTRY "entry "
#define INDEX "index "

/* ---- Writing. ---- */

void receipt_head_print(const char *table, uint32_t round, struct text *text)
{
    assert(table[0] && !strchr(table, '\n') && round);
    text_format(text, HEAD "\n%s\n%" PRIu32 "\n", table, round);
}

void receipt_entry_print(struct span entry, uint64_t index, const struct proof *proof, struct text *text)
{
    assert(entry.size && proof->count <= PROOF_HASHES_MAX);
    text_put(text, ENTRY);
    base64_print(entry, text);
    text_format(text, "\n" INDEX "%" PRIu64 "\n", index);
    for (unsigned i = 0; i < proof->count; i++) {
        log_hash_print(&proof->hashes[i], text);
        text_put_char(text, '\n');
    }
    text_put_char(text, '\n');
}

/* ---- Reading. ---- */

/* The rest of a line that begins with a word. */
static bool after(struct span line, const char *word, struct span *rest)
{
    size_t length = strlen(word);
    assert(length);
    if (line.size < length || memcmp(line.bytes, word, length) != 0)
        return false;
    *rest = (struct span){line.bytes + length, line.size - length};
    return true;
}

static bool number_line(struct span line, uint64_t *number)
{
    return log_number_parse((const char *)line.bytes, line.size, number);
}

static bool read_head(struct span *rest, struct receipt *receipt)
{
    struct span line;
    struct span table;
    uint64_t round;
    if (!log_line(rest, &line) || line.size != strlen(HEAD) || memcmp(line.bytes, HEAD, line.size) != 0)
        return false;
    if (!log_line(rest, &table) || table.size == 0 || table.size >= sizeof receipt->table ||
        memchr(table.bytes, 0, table.size))
        return false;
    if (!log_line(rest, &line) || !number_line(line, &round) || round == 0 || round > UINT32_MAX)
        return false;
    memcpy(receipt->table, table.bytes, table.size);
    receipt->table[table.size] = 0;
    receipt->round = (uint32_t)round;
    return true;
}

/* Steps over one entry: its line, its index, its proof and the empty line. */
static bool read_entry(struct span *rest, struct span *entry, uint64_t *index, struct proof *proof)
{
    struct span line;
    struct span number;
    if (!log_line(rest, &line) || !after(line, ENTRY, entry) || !log_line(rest, &line) ||
        !after(line, INDEX, &number) || !number_line(number, index))
        return false;
    for (proof->count = 0; log_line(rest, &line); proof->count++) {
        if (line.size == 0)
            return true;
        if (proof->count == PROOF_HASHES_MAX ||
            !log_hash_parse((const char *)line.bytes, line.size, &proof->hashes[proof->count]))
            return false;
    }
    return false;
}

static bool has_entry(struct span rest)
{
    struct span line;
    return after(rest, ENTRY, &line);
}

enum status receipt_read(struct span bytes, struct receipt *receipt)
{
    struct span entry;
    struct proof proof;
    uint64_t index;
    memset(receipt, 0, sizeof *receipt);
    if (bytes.size > RECEIPT_BYTES_MAX || !read_head(&bytes, receipt))
        return STATUS_BAD_TEXT;
    receipt->entries.bytes = bytes.bytes;
    while (has_entry(bytes))
        if (receipt->count++ == RECEIPT_ENTRIES_MAX || !read_entry(&bytes, &entry, &index, &proof))
            return STATUS_BAD_TEXT;
    receipt->entries.size = (size_t)(bytes.bytes - receipt->entries.bytes);
    return receipt->count ? checkpoint_read(bytes, &receipt->note, &receipt->checkpoint) : STATUS_BAD_TEXT;
}

enum status receipt_next(const struct receipt *receipt, struct span *rest, uint8_t *room, size_t size,
                         struct receipt_entry *entry)
{
    assert(receipt->count && rest->size <= receipt->entries.size);
    struct span encoded;
    struct proof proof;
    size_t used;
    if (rest->size == 0)
        return STATUS_NOT_FOUND;
    if (!read_entry(rest, &encoded, &entry->index, &proof))
        return STATUS_BAD_TEXT;
    if (encoded.size / 4 * 3 > size + 2)
        return STATUS_TOO_LONG;
    if (!base64_parse((const char *)encoded.bytes, encoded.size, room, size, &used))
        return STATUS_BAD_TEXT;
    entry->bytes = (struct span){room, used};
    struct hash leaf = merkle_leaf(entry->bytes);
    const struct checkpoint *checkpoint = &receipt->checkpoint;
    bool held = entry->index < checkpoint->size &&
                proof_leaf_holds(&proof, &leaf, entry->index, checkpoint->size, &checkpoint->root);
    return held ? STATUS_OK : STATUS_BROKEN_CHAIN;
}
