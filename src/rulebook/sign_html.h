/* SPDX-License-Identifier: Apache-2.0 */
/* sign_html.h - a sign as one page of HTML that stands alone: no script, nothing fetched, prints on one sheet
 * of A3.
 *
 * Pure. Every text is escaped. `text` comes out full where the page did not fit; SIGN_HTML_MAX always
 * suffices. */
#ifndef CROUPIER_RULEBOOK_SIGN_HTML_H
#define CROUPIER_RULEBOOK_SIGN_HTML_H

#include "base/text.h"
#include "rulebook/sign.h"

enum { SIGN_HTML_MAX = 256 * 1024 };

void sign_html(const struct sign *sign, struct text *text);

#endif
