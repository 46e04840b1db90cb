/* SPDX-License-Identifier: Apache-2.0 */
#include "report/entry_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

void entry_time_print(int64_t time_ms, char *text, size_t size)
{
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;
    char date[32];
    gmtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text, size, "%s.%03dZ", date, (int)(time_ms % 1000));
}

const char *entry_account_print(const struct ledger *ledger, uint32_t number, char *text, size_t size)
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
    entry_time_print(entry->time_ms, time, sizeof time);
    hash_print(&entry->hash, hash, sizeof hash);
    for (uint32_t i = 0; i < entry->transaction.count; i++) {
        const struct posting *posting = &entry->transaction.postings[i];
        json_array_append_new(money,
                              json_pack("{s:s, s:I}", "account",
                                        entry_account_print(ledger, posting->account, name, sizeof name),
                                        "cents", (json_int_t)posting->cents));
    }
    return json_pack("{s:s, s:I, s:s, s:s, s:s, s:s%, s:s%, s:s%, s:o, s:s}", "table", chain, "entry",
                     (json_int_t)entry->number, "time", time, "kind",
                     entry_kind_name((enum entry_kind)entry->kind), "role", role_name((enum role)entry->role),
                     "who", (const char *)entry->who.bytes, entry->who.size, "key",
                     (const char *)entry->key.bytes, entry->key.size, "text", (const char *)entry->text.bytes,
                     entry->text.size, "money", money, "hash", hash);
}

json_t *entry_feed_json(uint64_t position, uint32_t number, const struct entry *entry)
{
    char chain[24];
    snprintf(chain, sizeof chain, "chain %" PRIu32, number);
    json_t *object = entry_json(entry, chain, NULL);
    json_object_set_new(object, "position", json_integer((json_int_t)position));
    return object;
}
