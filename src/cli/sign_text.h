/* SPDX-License-Identifier: Apache-2.0 */
/* sign_text.h - the sign on the table as lines of text on standard output. */
#ifndef CROUPIER_CLI_SIGN_TEXT_H
#define CROUPIER_CLI_SIGN_TEXT_H

#include "rulebook/sign.h"

void sign_print(const struct sign *sign);

#endif
