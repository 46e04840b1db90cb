/* SPDX-License-Identifier: Apache-2.0 */
#include "server/people_file.h"

#include <stdio.h>
#include <string.h>
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
