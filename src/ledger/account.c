/* SPDX-License-Identifier: Apache-2.0 */
#include "ledger/account.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct kind_row {
    enum account_kind kind;
    enum status status_short;
    const char *name;
};

static const struct kind_row rows[] = {
#define KIND_ROW(id, number, name, status_short) {id, status_short, name},
    ACCOUNT_KIND_LIST(KIND_ROW)
#undef KIND_ROW
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static const struct kind_row *find_row(enum account_kind kind)
{
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].kind == kind)
            return &rows[i];
    return NULL;
}

const char *account_kind_name(enum account_kind kind)
{
    const struct kind_row *row = find_row(kind);
    return row ? row->name : "unknown";
}

bool account_kind_find(const char *name, size_t length, enum account_kind *kind)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0) {
            *kind = rows[i].kind;
            return true;
        }
    }
    return false;
}

enum status account_kind_short(enum account_kind kind)
{
    const struct kind_row *row = find_row(kind);
    assert(row);
    return row->status_short;
}

static bool is_name_byte(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c > 127 ||
           c == '.' || c == '_' || c == '-';
}

bool account_name_ok(const char *name)
{
    assert(name);
    size_t length = strnlen(name, ACCOUNT_NAME_MAX);
    if (length == 0 || length == ACCOUNT_NAME_MAX)
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_name_byte((unsigned char)name[i]))
            return false;
    return true;
}

void account_print(const struct account *account, char *text, size_t size)
{
    assert(size >= ACCOUNT_TEXT_MAX && account->number);
    snprintf(text, size, "%s:%s", account_kind_name(account->kind), account->name);
}
