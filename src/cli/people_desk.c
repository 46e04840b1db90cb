/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/people_desk.h"

#include <stdio.h>

#include "server/people_file.h"
#include "server/people_store.h"
#include "store/database.h"

enum { DESK_PATH_MAX = 600 };

static enum status read_all(struct store *store, const char *database, struct people *people,
                            struct store_failure *failure)
{
    char file[PEOPLE_FILE_MAX];
    unsigned wishes;
    enum status status = people_store_load(store, people, failure);
    if (status == STATUS_OK)
        status = people_store_wishes(store, people, &wishes, failure);
    /* A house that no server has opened since may still have its old file. */
    if (status == STATUS_OK && people->count == 0 && people_file_name(database, file, sizeof file) &&
        (status = people_file_load(file, people)) != STATUS_OK)
        store_fail(failure, status, "%s: %s", file, status_sentence(status));
    return status;
}

enum status people_desk_read(const char *database, struct people *people, struct store_failure *failure)
{
    struct store_options options = {.path = database, .read_only = true, .unchecked = true};
    struct store *store;
    enum status status = store_open(&store, &options, failure);
    if (status != STATUS_OK)
        return status;
    status = read_all(store, database, people, failure);
    store_close(store);
    return status;
}

/* ---- Changing. ---- */

static enum status open_books(const char *database, struct books **books, struct house_key *key,
                              struct store_failure *failure)
{
    char path[DESK_PATH_MAX];
    struct books_options options = {.store = {.path = database}, .key = key};
    if (!database_beside(database, ".key", path, sizeof path))
        return store_fail(failure, STATUS_TOO_LONG, "the name of the database is too long");
    enum status status = house_key_load(key, path, database, failure);
    return status == STATUS_OK ? books_open(books, &options, failure) : status;
}

struct desk {
    const char *database;
    struct books *books; /* NULL: a server has them */
    struct people before;
    struct people after;
};

static enum status load(struct desk *desk, struct store_failure *failure)
{
    char file[PEOPLE_FILE_MAX];
    unsigned count;
    if (!desk->books)
        return people_desk_read(desk->database, &desk->before, failure);
    enum status status = people_store_load(books_store(desk->books), &desk->before, failure);
    if (status != STATUS_OK || !people_file_name(desk->database, file, sizeof file))
        return status;
    status = people_store_take_over(desk->books, file, &desk->before, &count);
    return status == STATUS_OK ? status
                               : store_fail(failure, status, "%s: %s", file, status_sentence(status));
}

/* Whether a person may be erased depends on what they hold, which the books' owner alone knows. */
static bool erases(const struct desk *desk)
{
    for (unsigned i = 0; i < desk->after.count; i++) {
        const struct user *before = people_find(&desk->before, desk->after.users[i].name);
        if (desk->after.users[i].erased && before && !before->erased)
            return true;
    }
    return false;
}

static enum status save(struct desk *desk, struct store_failure *failure)
{
    char name[DATABASE_NAME_MAX];
    if (!desk->books && erases(desk))
        return store_fail(
            failure, STATUS_STORE_LOCKED,
            "%s: a server has these books open: erase the person on its People page, or stop the server",
            database_print(desk->database, name));
    if (!desk->books)
        return people_store_wish(desk->database, &desk->before, &desk->after, failure);
    enum status status = people_store_update(desk->books, &desk->before, &desk->after,
                                             (struct people_author){ROLE_SYSTEM, ""}, false);
    return status == STATUS_OK ? status
                               : store_fail(failure, status, "%s: %s", database_print(desk->database, name),
                                            status_sentence(status));
}

enum status people_desk_change(const char *database, bool make,
                               enum status (*change)(struct people *people, void *context), void *context,
                               struct store_failure *failure)
{
    struct desk desk = {.database = database};
    struct house_key key = {0};
    bool founded = false;
    *failure = (struct store_failure){0};
    people_init(&desk.before);
    people_init(&desk.after);
    enum status status = database_founded(database, &founded, failure);
    if (status == STATUS_OK && (founded || make)) {
        status = open_books(database, &desk.books, &key, failure);
        if (status == STATUS_STORE_LOCKED) {
            desk.books = NULL;
            status = STATUS_OK;
            *failure = (struct store_failure){0};
        }
        if (status == STATUS_OK)
            status = load(&desk, failure);
    }
    if (status == STATUS_OK)
        status = people_copy(&desk.after, &desk.before);
    if (status == STATUS_OK)
        status = change(&desk.after, context);
    if (status == STATUS_OK)
        status = save(&desk, failure);
    books_close(desk.books);
    house_key_wipe(&key);
    people_release(&desk.before);
    people_release(&desk.after);
    return status;
}
