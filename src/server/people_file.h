/* SPDX-License-Identifier: Apache-2.0 */
/* people_file.h - people on disk: one text file beside the database, readable by its owner alone.
 *
 * It stands apart from the journal on purpose: an auditor may read every entry and never meets the hash of a
 * password. One line a person (user_print). A change takes a lock, reads, writes a new file and puts it in
 * the place of the old one, so that a reader sees either; `croupier user` may be used while the server runs.
 */
#ifndef CROUPIER_SERVER_PEOPLE_FILE_H
#define CROUPIER_SERVER_PEOPLE_FILE_H

#include "server/people.h"

enum { PEOPLE_FILE_MAX = 512 };

/* "croupier.db" -> "croupier.db.people"; `size` >= PEOPLE_FILE_MAX. False if it does not fit. */
bool people_file_name(const char *database, char *name, size_t size);

/* Reads the file into an empty struct people; a missing file is nobody. */
enum status people_file_load(const char *name, struct people *people) MUST_CHECK;

/* Calls `change` on the people of the file, under the lock, and writes them if it returns STATUS_OK. */
enum status people_file_change(const char *name, enum status (*change)(struct people *people, void *context),
                               void *context) MUST_CHECK;

/* Adds or replaces one person. */
enum status people_file_put(const char *name, const struct user *user) MUST_CHECK;

#endif
