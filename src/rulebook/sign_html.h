/* SPDX-License-Identifier: Apache-2.0 */
/* sign_html.h - a sign as one self-contained page of HTML: no script, nothing fetched, prints on one sheet of
 * A3.
 *
 * Pure. Every text is escaped. `text` is full afterwards if the page did not fit; SIGN_HTML_MAX bytes always
 * suffice. */
#ifndef CROUPIER_RULEBOOK_SIGN_HTML_H
#define CROUPIER_RULEBOOK_SIGN_HTML_H

#include "base/text.h"
#include "rulebook/sign.h"

enum { SIGN_HTML_MAX = 256 * 1024 };

void sign_html(const struct sign *sign, struct text *text);

#endif
