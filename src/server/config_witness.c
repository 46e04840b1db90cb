/* SPDX-License-Identifier: Apache-2.0 */
/* config_witness.c - the witnesses of a configuration; see config_reading.h. */
#include <string.h>

#include "server/config_reading.h"
#include "table/luck.h"

static bool read_url(struct reading *reading, const struct node *node)
{
    struct witness_plan *plan = &reading->config->witnesses[reading->config->witness_count];
    if (!reading_text(reading, node, plan->url, sizeof plan->url))
        return false;
    return post_url_ok(plan->url) ||
           reading_fault(reading, node, "\"url\" must be http://HOST:PORT or https://HOST:PORT");
}

static bool read_witness_key(struct reading *reading, const struct node *node)
{
    char text[VERIFIER_TEXT_MAX];
    struct witness_plan *plan = &reading->config->witnesses[reading->config->witness_count];
    if (!reading_text(reading, node, text, sizeof text))
        return false;
    return (verifier_parse(text, strlen(text), &plan->key) && plan->key.type == NOTE_COSIGNATURE) ||
           reading_fault(reading, node, "\"key\" must be a witness's NAME+ID+KEY, as it prints it");
}

static bool read_witness_luck(struct reading *reading, const struct node *node)
{
    return reading_bool(reading, node, &reading->config->witnesses[reading->config->witness_count].luck);
}

static const struct row witness_rows[] = {
    {"url", read_url}, {"key", read_witness_key}, {"luck", read_witness_luck}, {NULL, NULL}};

/* Its name stands among those of players, and must be none. */
static bool check_witness_luck(struct reading *reading, const struct node *item)
{
    const struct config *config = reading->config;
    const struct witness_plan *plan = &config->witnesses[config->witness_count];
    for (unsigned i = 0; plan->luck && i < config->witness_count; i++)
        if (config->witnesses[i].luck)
            return reading_fault(reading, item, "only one witness can have \"luck\"");
    return !plan->luck ||
           (luck_name_ok(plan->key.name, strlen(plan->key.name)) && luck_is_witness(plan->key.name)) ||
           reading_fault(
               reading, item,
               "a witness with \"luck\" needs a name like witness.example/w1, of 31 letters at most");
}

bool config_read_witnesses(struct reading *reading, const struct node *node)
{
    struct config *config = reading->config;
    if (node->kind != NODE_LIST)
        return reading_fault(reading, node, "\"witnesses\" must be a list");
    for (const struct node *item = node->first; item; item = item->next) {
        if (item->kind != NODE_MAPPING || !node_entry(item, "url", 3) || !node_entry(item, "key", 3))
            return reading_fault(reading, item, "a witness needs \"url\" and \"key\"");
        if (config->witness_count == WITNESSES_MAX)
            return reading_fault(reading, item, "there are too many witnesses");
        reading_section(reading, item, witness_rows);
        check_witness_luck(reading, item);
        config->witness_count++;
    }
    return true;
}
