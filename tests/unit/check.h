/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - what every unit test includes: cmocka and the headers it wants first. */
#ifndef CROUPIER_TESTS_CHECK_H
#define CROUPIER_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#endif
