/* SPDX-License-Identifier: Apache-2.0 */
#include "server/door.h"

#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length >= DOOR_NAME_MAX)
        return false;
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("-._", *at))
            return false;
    return true;
}

bool door_add(struct door *door, const char *name)
{
    assert(door->count <= DOOR_NAMES_MAX);
    if (door->count == DOOR_NAMES_MAX || !is_name(name))
        return false;
    snprintf(door->names[door->count++], DOOR_NAME_MAX, "%s", name);
    return true;
}

/* The host without its port and brackets; false if it is none. */
static bool bare_name(const char *host, char name[DOOR_NAME_MAX])
{
    bool bracket = *host == '[';
    const char *from = host + bracket;
    size_t length = strcspn(from, bracket ? "]" : ":");
    const char *behind = from + length + bracket;
    if (length == 0 || length >= DOOR_NAME_MAX || (bracket && from[length] != ']') ||
        (*behind && (*behind != ':' || strspn(behind + 1, "0123456789") != strlen(behind + 1))))
        return false;
    memcpy(name, from, length);
    name[length] = '\0';
    return true;
}

static bool is_figures(const char *name)
{
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

static bool is_known(const struct door *door, const char *name)
{
    if (strcasecmp(name, "localhost") == 0 || is_figures(name))
        return true;
    for (unsigned i = 0; i < door->count; i++)
        if (strcasecmp(name, door->names[i]) == 0)
            return true;
    return false;
}

bool door_host_ok(const struct door *door, const char *host)
{
    char name[DOOR_NAME_MAX];
    return !*host || (bare_name(host, name) && is_known(door, name));
}

bool door_origin_ok(const struct door *door, const char *origin, const char *host)
{
    char name[DOOR_NAME_MAX];
    if (!*origin)
        return true;
    const char *from = strstr(origin, "://");
    if (!from || !bare_name(from + 3, name))
        return false; /* "null" too: a page without an origin of its own */
    if (strcasecmp(from + 3, host) == 0)
        return true;
    for (unsigned i = 0; i < door->count; i++)
        if (strcasecmp(name, door->names[i]) == 0)
            return true;
    return false;
}

bool door_is_inside(const char *host)
{
    struct in6_addr six;
    struct in_addr four;
    if (strcasecmp(host, "localhost") == 0)
        return true;
    if (inet_pton(AF_INET, host, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, host, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}
