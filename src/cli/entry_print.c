/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/entry_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/money.h"
#include "cli/style.h"

static void time_text(int64_t time_ms, char *text, size_t size)
{
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;
    char date[32];
    gmtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text, size, "%s.%03dZ", date, (int)(time_ms % 1000));
}

static const char *account_text(const struct ledger *ledger, uint32_t number, char *text, size_t size)
{
    const struct account *account = ledger ? ledger_account(ledger, number) : NULL;
    if (account)
        account_print(account, text, size);
    else
        snprintf(text, size, "account %" PRIu32, number);
    return text;
}

json_t *entry_json(const struct entry *entry, const char *chain, const struct ledger *ledger)
{
    char time[40];
    char hash[HASH_TEXT_MAX];
    char name[ACCOUNT_TEXT_MAX];
    json_t *money = json_array();
    time_text(entry->time_ms, time, sizeof time);
    hash_print(&entry->hash, hash, sizeof hash);
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        json_array_append_new(money, json_pack("{s:s, s:I}", "account",
                                               account_text(ledger, posting->account, name, sizeof name),
                                               "cents", (json_int_t)posting->cents));
    }
    return json_pack("{s:s, s:I, s:s, s:s, s:s, s:s%, s:s%, s:s%, s:o, s:s}", "table", chain, "entry",
                     (json_int_t)entry->number, "time", time, "kind",
                     entry_kind_name((enum entry_kind)entry->kind), "role", role_name((enum role)entry->role),
                     "who", (const char *)entry->who.bytes, entry->who.size, "key",
                     (const char *)entry->key.bytes, entry->key.size, "text", (const char *)entry->text.bytes,
                     entry->text.size, "money", money, "hash", hash);
}

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
    time_text(entry->time_ms, time, sizeof time);
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
               account_text(ledger, posting->account, name, sizeof name), amount,
               style_of(stdout, STYLE_PLAIN));
    }
}
