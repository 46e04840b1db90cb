/* SPDX-License-Identifier: Apache-2.0 */
#include "store/failure.h"

#include <stdarg.h>
#include <stdio.h>

enum status store_fail(struct store_failure *failure, enum status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    failure->status = status;
    vsnprintf(failure->message, sizeof(failure->message), format, list);
    va_end(list);
    return status;
}
