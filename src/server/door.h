/* SPDX-License-Identifier: Apache-2.0 */
/* door.h - decides from which pages a browser may connect.
 *
 * Pure. A browser sends the name it has used for this server (Host) and the page that sent the request
 * (Origin). A foreign name means that somebody has pointed their own name at this machine, so that their page
 * could speak to it as if it were the house's (DNS rebinding); a foreign origin is a foreign page. Programs
 * that send neither are not browsers, and are let in: they do not have the session of anybody else.
 *
 * A numeric address and `localhost` always belong to the house, since nobody else can have them; other names
 * come from the configuration. */
#ifndef CROUPIER_SERVER_DOOR_H
#define CROUPIER_SERVER_DOOR_H

#include <stdbool.h>

enum { DOOR_NAME_MAX = 64, DOOR_NAMES_MAX = 16 };

/* The names of the house, apart from numeric addresses and localhost. */
struct door {
    unsigned count;
    char names[DOOR_NAMES_MAX][DOOR_NAME_MAX];
};

/* False if there is no room, or it is not a name. */
bool door_add(struct door *door, const char *name);

/* `host` is "NAME", "NAME:PORT" or "[ADDRESS]:PORT"; "": not sent. */
bool door_host_ok(const struct door *door, const char *host);

/* `origin` is "SCHEME://HOST"; "": not sent. It must be the requested host, or one of the names. */
bool door_origin_ok(const struct door *door, const char *origin, const char *host);

/* Whether an address or a name can be reached from this machine only. */
bool door_is_inside(const char *host);

#endif
