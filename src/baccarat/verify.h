/* SPDX-License-Identifier: Apache-2.0 */
/* verify.h - would this act be accepted now? The one gate before every act, and before every offer. */
#ifndef CROUPIER_BACCARAT_VERIFY_H
#define CROUPIER_BACCARAT_VERIFY_H

#include "round/round.h"

struct ruling baccarat_verify(const struct rulebook *book, const struct round *round, const struct act *act);

#endif
