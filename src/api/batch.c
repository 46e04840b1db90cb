/* SPDX-License-Identifier: Apache-2.0 */
/* batch.c - croupier.h: batches. The numbers of actions and sights there are those of simulate/crowd.h. */
#include <assert.h>
#include <stdlib.h>

#include "api/handle.h"
#include "croupier/croupier.h"
#include "odds/answer.h"
#include "simulate/crowd.h"

struct croupier_batch {
    struct crowd *crowd;
};

static_assert((int)CROUPIER_STAND == (int)CHART_STAND && (int)CROUPIER_EVEN_MONEY == (int)CHART_EVEN &&
                  (int)CROUPIER_INSURE == (int)CROWD_INSURE && (int)CROUPIER_BET == (int)CROWD_BET,
              "actions");
static_assert((int)CROUPIER_SIGHT_DEALER == (int)CROWD_UP && (int)CROUPIER_SIGHT_LEFT == (int)CROWD_LEFT &&
                  (int)CROUPIER_SIGHT_SEEN == (int)CROWD_SEEN && (int)CROUPIER_SIGHTS == (int)CROWD_SIGHTS,
              "sights");

static struct crowd_arrays arrays_of(const struct croupier_arrays *arrays)
{
    return (struct crowd_arrays){arrays->sights, arrays->legal, arrays->rewards, arrays->ended};
}

int croupier_batch_new(const struct croupier_rulebook *book, const struct croupier_batching *wish,
                       struct croupier_batch **batch)
{
    const struct rulebook *rules = &book->book;
    struct crowd_wish inner = {.decks = wish->decks ? wish->decks : answer_decks(rules),
                               .seats = wish->seats,
                               .bet_count = wish->bet_count,
                               .bets = wish->bets};
    *batch = NULL;
    if (!(wish->penetration >= 0 && wish->penetration < 1) || inner.decks > SHOE_DECKS_MAX)
        return STATUS_BAD_NUMBER;
    inner.cut =
        (unsigned)(wish->penetration * inner.decks * deck_card_count(deck_of((enum deck_id)rules->deck)));
    struct croupier_batch *made = calloc(1, sizeof(*made));
    enum status status = made ? crowd_new(rules, &inner, &made->crowd) : STATUS_NO_MEMORY;
    if (status != STATUS_OK) {
        free(made);
        return (int)status;
    }
    *batch = made;
    return STATUS_OK;
}

void croupier_batch_free(struct croupier_batch *batch)
{
    if (batch)
        crowd_free(batch->crowd);
    free(batch);
}

unsigned croupier_batch_actions(const struct croupier_batch *batch)
{
    return crowd_actions(batch->crowd);
}

int64_t croupier_batch_scale(const struct croupier_batch *batch)
{
    return crowd_scale(batch->crowd);
}

void croupier_batch_reset(struct croupier_batch *batch, unsigned long long seed,
                          const struct croupier_arrays *arrays)
{
    struct crowd_arrays inner = arrays_of(arrays);
    crowd_reset(batch->crowd, seed, &inner);
}

int croupier_batch_step(struct croupier_batch *batch, const uint8_t *actions,
                        const struct croupier_arrays *arrays, unsigned *seat)
{
    struct crowd_arrays inner = arrays_of(arrays);
    unsigned ignored;
    return (int)crowd_step(batch->crowd, actions, &inner, seat ? seat : &ignored);
}
