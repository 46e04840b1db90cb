/* SPDX-License-Identifier: Apache-2.0 */
/* handle.h - what is behind the handles of include/croupier/croupier.h. */
#ifndef CROUPIER_API_HANDLE_H
#define CROUPIER_API_HANDLE_H

#include "rulebook/rulebook.h"

struct croupier_rulebook {
    struct rulebook book;
    char hash[HASH_TEXT_MAX];
};

#endif
