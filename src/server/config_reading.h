/* SPDX-License-Identifier: Apache-2.0 */
/* config_reading.h - what the files that read a configuration share: config_read.c, config_house.c and
 * config_witness.c. */
#ifndef CROUPIER_SERVER_CONFIG_READING_H
#define CROUPIER_SERVER_CONFIG_READING_H

#include "rulebook/tree.h"
#include "server/config.h"

struct reading {
    struct config *config;
    const char *folder;
    struct faults *faults;
    struct table_plan *plan; /* the table being read */
    struct span book_text;   /* of its rulebook, if that is a file */
};

/* One key of a section, and the function that reads its value; a list ends with a row without a key. */
struct row {
    const char *key;
    bool (*read)(struct reading *reading, const struct node *node);
};

/* The rulebook that a section names, by `game` or `rulebook`; its words are in reading->book_text if it is a
 * file. NULL after adding a fault. */
const struct rulebook *reading_book(struct reading *reading, const struct node *section);

/* Reads every key of a section by its row; an unknown key is a fault. */
void reading_section(struct reading *reading, const struct node *section, const struct row *rows);

/* Adds a fault at the node. Returns false, so that a reader can return the call. */
bool reading_fault(struct reading *reading, const struct node *node, const char *says);

/* One value: words, a number, true or false, an amount. False after adding a fault. */
bool reading_text(struct reading *reading, const struct node *node, char *text, size_t size);
bool reading_number(struct reading *reading, const struct node *node, unsigned long min, unsigned long max,
                    unsigned long *number);
bool reading_bool(struct reading *reading, const struct node *node, bool *value);
bool reading_amount(const struct node *node, int64_t *cents); /* false without a fault */

/* Keys of the house, its servers and its day: config_house.c. */
bool config_read_server(struct reading *reading, const struct node *node);
bool config_read_chips(struct reading *reading, const struct node *node);
bool config_read_day(struct reading *reading, const struct node *node);
bool config_read_cages(struct reading *reading, const struct node *node);
bool config_read_currency(struct reading *reading, const struct node *node);
bool config_read_sign_odds(struct reading *reading, const struct node *node);
bool config_read_chip(struct reading *reading, const struct node *node);
bool config_read_next(struct reading *reading, const struct node *node);
bool config_read_cover(struct reading *reading, const struct node *node);
bool config_read_open(struct reading *reading, const struct node *node);

/* config_witness.c. */
bool config_read_witnesses(struct reading *reading, const struct node *node);

/* Values that need the whole file: each table's smallest chip, and whether it starts open. */
void config_finish_house(struct reading *reading);

#endif
