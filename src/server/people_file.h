/* SPDX-License-Identifier: Apache-2.0 */
/* people_file.h - the file in which older houses kept their people, beside the database: it is still read, to
 * be taken over (people_store.h). One line a person (user_print). */
#ifndef CROUPIER_SERVER_PEOPLE_FILE_H
#define CROUPIER_SERVER_PEOPLE_FILE_H

#include "server/people.h"

enum { PEOPLE_FILE_MAX = 544 };

/* "croupier.db" -> "croupier.db.people"; `size` >= PEOPLE_FILE_MAX. False if it does not fit. */
bool people_file_name(const char *database, char *name, size_t size);

/* Reads the file into an empty struct people; a missing file is nobody. */
enum status people_file_load(const char *name, struct people *people) MUST_CHECK;

#endif
