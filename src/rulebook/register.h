/* SPDX-License-Identifier: Apache-2.0 */
/* register.h - every clause of the documents behind the built-in rulebooks, and where this tree cites it.
 *
 * Pure, one constant table: rulebooks/clauses.tsv, joined at build time by tools/clauses.py with the files
 * that cite each clause. The summaries are ours; the documents' own sentences are not in the project. */
#ifndef CROUPIER_RULEBOOK_REGISTER_H
#define CROUPIER_RULEBOOK_REGISTER_H

struct clause {
    const char *game;    /* id of the rulebook */
    const char *id;      /* "3.25.1" */
    const char *kind;    /* definition, setup, betting, deal, option, draw, settlement, irregularity, role,
                            information */
    const char *actor;   /* who it binds: engine, dealer, pit, player, shift */
    const char *how;     /* how it is kept: automatic, command, config, display, human */
    const char *summary; /* one sentence in English; language_say translates it */
    const char *code;    /* files that cite it, blank-separated; "" for none */
    const char *tests;
    const char *records;
};

/* Walks the register in the order of the documents: start with a NULL `after`; NULL is returned at the end.
 * With a game only its clauses, with a NULL game all. */
const struct clause *register_next(const char *game, const struct clause *after);

/* One clause, or NULL. */
const struct clause *register_find(const char *game, const char *id);

#endif
