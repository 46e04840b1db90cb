/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/entry_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/money.h"
#include "cli/style.h"

void entry_print_json(const struct entry *entry, const char *chain, const struct ledger *ledger)
{
    json_t *object = entry_json(entry, chain, ledger);
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(object);
}

static void show_lines(struct span text)
{
    const char *at = (const char *)text.bytes;
    const char *end = at + text.size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        printf("    %.*s\n", (int)length, at);
        at += length + 1;
    }
}

void entry_print_text(const struct entry *entry, const char *chain, const struct ledger *ledger)
{
    char time[40];
    char name[ACCOUNT_TEXT_MAX];
    char amount[MONEY_TEXT_MAX];
    entry_time_print(entry->time_ms, time, sizeof time);
    printf("%s%s %s %" PRIu64 "%s %s, %s%s%.*s\n", style_of(stdout, STYLE_BOLD), time, chain, entry->number,
           style_of(stdout, STYLE_PLAIN), entry_kind_name((enum entry_kind)entry->kind),
           role_name((enum role)entry->role), entry->who.size ? " " : "", (int)entry->who.size,
           entry->who.size ? (const char *)entry->who.bytes : "");
    if (entry->kind == ENTRY_DOCUMENT)
        printf("    %.*s (%zu bytes)\n", (int)strcspn((const char *)entry->text.bytes, "\n"),
               (const char *)entry->text.bytes, entry->text.size);
    else
        show_lines(entry->text);
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        money_print_delta(posting->cents, amount, sizeof amount);
        printf("    %s%s %s%s\n", style_of(stdout, STYLE_DIM),
               entry_account_print(ledger, posting->account, name, sizeof name), amount,
               style_of(stdout, STYLE_PLAIN));
    }
}
