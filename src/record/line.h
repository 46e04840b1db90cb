/* SPDX-License-Identifier: Apache-2.0 */
/* line.h - reads a round record one line at a time, for a live table.
 *
 * record.h reads whole files; a live table and the reading of a journal go line by line, with a roster that
 * grows as people join. Keeps its memory from line to line (line_reader_release). */
#ifndef CROUPIER_RECORD_LINE_H
#define CROUPIER_RECORD_LINE_H

#include "record/record.h"

struct line_reader {
    struct record record;
    unsigned areas;
};

void line_reader_init(struct line_reader *reader, const struct rulebook *book);
void line_reader_release(struct line_reader *reader);

/* Reads an act or a header; a line of cards gives several items. New names join the roster; on failure it is
 * unchanged. Items are borrowed until the next call. STATUS_BAD_RECORD: line_reader_reason tells why. */
enum status line_read(struct line_reader *reader, struct roster *roster, const char *line, size_t length,
                      const struct record_item **items, size_t *count) MUST_CHECK;

const char *line_reader_reason(const struct line_reader *reader);

#endif
