/* SPDX-License-Identifier: Apache-2.0 */
/* second.h - the second person of a count or a closing proves who they are, in the request of the first.
 *
 * The body names them ("with") and has their password and, if they have one, their time code. Everything else
 * about the request is checked first, so that the password is checked only for an act that would be done. The
 * worker checks the password; then the same request is handled again with the result (call.second), as if it
 * had just come, so that anything that changed meanwhile is seen. */
#ifndef CROUPIER_SERVER_SECOND_H
#define CROUPIER_SERVER_SECOND_H

#include "server/api.h"

/* The second person's name. STATUS_TWO_PEOPLE: nobody of the house, or no password; STATUS_SAME_PERSON: the
 * caller. */
enum status second_named(const struct call *call, char with[ENTRY_WHO_MAX]) MUST_CHECK;

/* Whether the one who is named has proved it. False: the worker looks, or the refusal has been sent; nothing
 * is left to do in either case. */
bool second_proved(struct call *call, const char *with);

#endif
