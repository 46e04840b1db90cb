/* SPDX-License-Identifier: Apache-2.0 */
/* nearest.h - "did you mean": the best of many candidates for a misspelt word.
 *
 * Pure. Nothing is copied; the words must outlive the struct. A candidate more than a third of the word's
 * length away is no help and is left out; one that the word begins is as near as one letter. */
#ifndef CROUPIER_BASE_NEAREST_H
#define CROUPIER_BASE_NEAREST_H

struct nearest {
    const char *misspelt;
    const char *word; /* the best so far; NULL: none is near */
    unsigned distance_max;
};

void nearest_init(struct nearest *nearest, const char *misspelt);
void nearest_try(struct nearest *nearest, const char *candidate);

#endif
