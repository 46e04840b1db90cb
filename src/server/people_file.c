/* SPDX-License-Identifier: Apache-2.0 */
#include "server/people_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/database.h"

static const char first_line[] = "croupier people 1\n";

bool people_file_name(const char *database, char *name, size_t size)
{
    return database_beside(database, ".people", name, size);
}

enum status people_file_load(const char *name, struct people *people)
{
    char line[USER_LINE_MAX];
    FILE *in = fopen(name, "r");
    if (!in)
        return access(name, F_OK) == 0 ? STATUS_NO_FILE : STATUS_OK;
    enum status status =
        fgets(line, sizeof line, in) && strcmp(line, first_line) == 0 ? STATUS_OK : STATUS_BAD_TEXT;
    while (status == STATUS_OK && fgets(line, sizeof line, in)) {
        struct user user;
        line[strcspn(line, "\n")] = 0;
        status = user_parse(line, &user);
        if (status == STATUS_OK)
            status = people_put(people, &user);
    }
    fclose(in);
    return status;
}

static enum status write_all(FILE *out, const struct people *people)
{
    char line[USER_LINE_MAX];
    fputs(first_line, out);
    for (unsigned i = 0; i < people->count; i++) {
        user_print(&people->users[i], line, sizeof line);
        fprintf(out, "%s\n", line);
    }
    return fflush(out) == 0 && fsync(fileno(out)) == 0 ? STATUS_OK : STATUS_STORE_IO;
}

static enum status replace(const char *name, const struct people *people)
{
    char fresh[PEOPLE_FILE_MAX + 8];
    snprintf(fresh, sizeof fresh, "%s.new", name);
    int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        return STATUS_STORE_READ_ONLY;
    enum status status = write_all(out, people);
    fclose(out);
    if (status == STATUS_OK && rename(fresh, name) != 0)
        status = STATUS_STORE_READ_ONLY;
    return status;
}

enum status people_file_change(const char *name, enum status (*change)(struct people *people, void *context),
                               void *context)
{
    char lock_name[PEOPLE_FILE_MAX + 8];
    snprintf(lock_name, sizeof lock_name, "%s.lock", name);
    int lock = open(lock_name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0)
        return STATUS_STORE_READ_ONLY;
    struct people people;
    people_init(&people);
    enum status status = flock(lock, LOCK_EX) == 0 ? people_file_load(name, &people) : STATUS_STORE_LOCKED;
    if (status == STATUS_OK)
        status = change(&people, context);
    if (status == STATUS_OK)
        status = replace(name, &people);
    people_release(&people);
    close(lock);
    return status;
}

static enum status put(struct people *people, void *context)
{
    return people_put(people, context);
}

enum status people_file_put(const char *name, const struct user *user)
{
    struct user copy = *user;
    return people_file_change(name, put, &copy);
}
