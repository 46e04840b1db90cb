/* SPDX-License-Identifier: Apache-2.0 */
#include "table/fair_shoe.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium/crypto_generichash.h>
#include <sodium/crypto_stream_chacha20.h>
#include <sodium/utils.h>
#include <string.h>

#include "base/text.h"

#define STREAM_NONCE "croupiershoe"

enum { BLOCK_BYTES = 64, POOL_BLOCKS = 16, POOL_BYTES = BLOCK_BYTES * POOL_BLOCKS };

_Static_assert(sizeof(STREAM_NONCE) - 1 == crypto_stream_chacha20_ietf_NONCEBYTES,
               "a nonce has twelve bytes");
_Static_assert(FAIR_SEED_BYTES == crypto_stream_chacha20_ietf_KEYBYTES, "the seed is the key");

/* The keystream, a pool at a time. */
struct stream {
    const struct fair_seed *seed;
    uint32_t block; /* the next block's number */
    size_t used;
    uint8_t pool[POOL_BYTES];
};

static void fill(struct stream *stream)
{
    assert(stream->seed && stream->used == sizeof(stream->pool));
    memset(stream->pool, 0, sizeof(stream->pool));
    crypto_stream_chacha20_ietf_xor_ic(stream->pool, stream->pool, sizeof(stream->pool),
                                       (const uint8_t *)STREAM_NONCE, stream->block, stream->seed->bytes);
    stream->block += POOL_BLOCKS;
    stream->used = 0;
}

static uint64_t next(void *state)
{
    struct stream *stream = state;
    uint64_t draw = 0;
    if (stream->used == sizeof(stream->pool))
        fill(stream);
    for (unsigned i = 0; i < sizeof(draw); i++)
        draw |= (uint64_t)stream->pool[stream->used + i] << 8 * i;
    stream->used += sizeof(draw);
    assert(stream->used <= sizeof(stream->pool) && stream->used % sizeof(draw) == 0);
    return draw;
}

void fair_shoe_order(const struct fair_shoe *facts, const struct fair_seed *key, struct shoe *shoe)
{
    assert(facts->decks && facts->decks <= SHOE_DECKS_MAX);
    struct stream stream = {.seed = key, .used = sizeof(stream.pool)};
    struct draws draws = {next, &stream};
    shoe_init(shoe, facts->deck, facts->decks);
    shoe_shuffle(shoe, &draws);
    sodium_memzero(&stream, sizeof(stream));
    assert(shoe->count == facts->decks * deck_card_count(facts->deck));
}

struct hash fair_shoe_commitment(const struct fair_shoe *facts, const struct fair_seed *seed)
{
    char text[256];
    char hex[FAIR_SEED_TEXT_MAX];
    struct text writer;
    fair_seed_print(seed, hex, sizeof(hex));
    text_init(&writer, text, sizeof(text));
    text_format(&writer, "croupier shoe 1\n%s\n%" PRIu64 "\n%s %u\n%s\n", facts->table, facts->number,
                facts->deck->name, facts->decks, hex);
    assert(!writer.full);
    struct hash commitment = hash_of(text, writer.used);
    sodium_memzero(hex, sizeof(hex));
    sodium_memzero(text, sizeof(text));
    return commitment;
}

void fair_seed_derive(struct fair_seed *seed, const uint8_t secret[FAIR_SECRET_BYTES],
                      const struct fair_shoe *facts, const struct hash *salt)
{
    assert(secret && facts->number);
    char text[128];
    crypto_generichash_state state;
    struct text writer;
    text_init(&writer, text, sizeof(text));
    text_format(&writer, "croupier shoe seed 1\n%s\n%" PRIu64 "\n", facts->table, facts->number);
    assert(!writer.full);
    crypto_generichash_init(&state, secret, FAIR_SECRET_BYTES, FAIR_SEED_BYTES);
    crypto_generichash_update(&state, (const uint8_t *)text, writer.used);
    crypto_generichash_update(&state, salt->bytes, HASH_BYTES);
    crypto_generichash_final(&state, seed->bytes, FAIR_SEED_BYTES);
    sodium_memzero(&state, sizeof(state));
}

void fair_seed_wipe(struct fair_seed *seed)
{
    sodium_memzero(seed, sizeof(*seed));
}

void fair_seed_print(const struct fair_seed *seed, char *text, size_t size)
{
    assert(size >= FAIR_SEED_TEXT_MAX);
    sodium_bin2hex(text, size, seed->bytes, FAIR_SEED_BYTES);
}

bool fair_seed_parse(const char *text, size_t length, struct fair_seed *seed)
{
    size_t used;
    bool good = length == 2 * FAIR_SEED_BYTES &&
                sodium_hex2bin(seed->bytes, FAIR_SEED_BYTES, text, length, NULL, &used, NULL) == 0;
    assert(!good || used == FAIR_SEED_BYTES);
    return good;
}
