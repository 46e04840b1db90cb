/* SPDX-License-Identifier: Apache-2.0 */
/* door.h - from which pages a browser may come in.
 *
 * Pure. A browser tells the name under which it believes to have reached us (Host) and the page that makes it
 * ask (Origin). A name that is not ours means that somebody's own name was pointed at this machine, so that
 * their page could speak to us as if it were ours; an origin that is not ours is a foreign page. Programs
 * that send neither are no browsers, and are let in: they have no session of anybody else's.
 *
 * An address in figures and `localhost` are always ours, since nobody else can have them; other names are
 * those of the configuration. */
#ifndef CROUPIER_SERVER_DOOR_H
#define CROUPIER_SERVER_DOOR_H

#include <stdbool.h>

enum { DOOR_NAME_MAX = 64, DOOR_NAMES_MAX = 16 };

/* The names of the house, besides figures and localhost. */
struct door {
    unsigned count;
    char names[DOOR_NAMES_MAX][DOOR_NAME_MAX];
};

/* False when there is no room, or it is none. */
bool door_add(struct door *door, const char *name);

/* `host` is "NAME", "NAME:PORT" or "[ADDRESS]:PORT"; "": not told. */
bool door_host_ok(const struct door *door, const char *host);

/* `origin` is "SCHEME://HOST"; "": not told. It must be the host that was asked, or one of the names. */
bool door_origin_ok(const struct door *door, const char *origin, const char *host);

/* Whether an address or a name is of this machine alone. */
bool door_is_inside(const char *host);

#endif
