/* SPDX-License-Identifier: Apache-2.0 */
#include "simulate/machine.h"

#include <assert.h>
#include <string.h>

static_assert((int)MACHINE_WORDS_MAX <= 1 << MACHINE_MARK && (int)MACHINE_MARK == 16, "a row has 16 bits");
static_assert((int)MACHINE_MARKS <= 1 << (MACHINE_STOP - MACHINE_MARK), "a mark fits below stop");

void machine_maker_init(struct machine_maker *maker, struct machine *machine)
{
    assert(machine->symbols > 0 && machine->symbols <= MACHINE_SYMBOLS_MAX);
    maker->machine = machine;
    machine->count = machine->symbols;
    memset(machine->words, 0, machine->symbols * sizeof(machine->words[0]));
    memset(maker->seen, 0, sizeof(maker->seen));
}

/* FNV-1a, word by word. */
static uint32_t hash_of(const uint32_t *words, unsigned count)
{
    uint32_t hash = UINT32_C(2166136261);
    for (unsigned i = 0; i < count; i++)
        hash = (hash ^ words[i] ^ words[i] >> 16) * UINT32_C(16777619);
    return hash ^ hash >> 15;
}

uint32_t machine_row(struct machine_maker *maker, const uint32_t *words)
{
    struct machine *machine = maker->machine;
    size_t size = machine->symbols * sizeof(words[0]);
    uint32_t at = hash_of(words, machine->symbols) % MACHINE_SEEN_MAX;
    for (; maker->seen[at]; at = (at + 1) % MACHINE_SEEN_MAX)
        if (memcmp(&machine->words[maker->seen[at] - 1], words, size) == 0)
            return maker->seen[at] - 1;
    assert(machine->count + machine->symbols <= MACHINE_WORDS_MAX);
    uint32_t row = machine->count;
    memcpy(&machine->words[row], words, size);
    machine->count += machine->symbols;
    maker->seen[at] = row + 1;
    return row;
}

void machine_seal(struct machine *machine)
{
    for (uint32_t at = 0; at < machine->count; at++)
        machine->words[at] -= at - at % machine->symbols;
}
