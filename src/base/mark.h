/* SPDX-License-Identifier: Apache-2.0 */
/* mark.h - marks a text that people read, so that tools/catalogue.py finds it and asks translators for it.
 *
 * N_ changes nothing: a marked text stays English until language_say looks it up (language/language.h). */
#ifndef CROUPIER_BASE_MARK_H
#define CROUPIER_BASE_MARK_H

#define N_(text) text

#endif
