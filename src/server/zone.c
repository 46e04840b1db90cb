/* SPDX-License-Identifier: Apache-2.0 */
#include "server/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES_MAX = 128 };

bool zone_known(const char *name)
{
    char path[PATH_BYTES_MAX];
    if (strcmp(name, "UTC") == 0)
        return true;
    if (name[0] == '/' || strstr(name, "..") ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/_+-") != strlen(name))
        return false;
    return snprintf(path, sizeof path, "/usr/share/zoneinfo/%s", name) < (int)sizeof path &&
           access(path, R_OK) == 0;
}

void zone_use(const char *name)
{
    char value[PATH_BYTES_MAX];
    snprintf(value, sizeof value, ":%s", name);
    setenv("TZ", value, 1);
    tzset();
}

int64_t zone_local(int64_t time_ms)
{
    time_t moment = (time_t)(time_ms / 1000);
    struct tm wall;
    localtime_r(&moment, &wall);
    return (int64_t)timegm(&wall);
}

/* mktime() takes either of two moments for an hour that the clock shows twice, whichever it met last: both
 * are asked for. */
int64_t zone_moment_ms(int64_t local_seconds)
{
    time_t moment = (time_t)local_seconds;
    int64_t found = INT64_MAX;
    struct tm wall;
    for (int summer = 0; summer < 2; summer++) {
        gmtime_r(&moment, &wall);
        wall.tm_isdst = summer;
        int64_t at = (int64_t)mktime(&wall);
        if (zone_local(at * 1000) == local_seconds && at < found)
            found = at;
    }
    gmtime_r(&moment, &wall);
    wall.tm_isdst = -1;
    return (found != INT64_MAX ? found : (int64_t)mktime(&wall)) * 1000;
}

void zone_print(int64_t time_ms, char *text, size_t size)
{
    time_t moment = (time_t)(time_ms / 1000);
    struct tm wall;
    localtime_r(&moment, &wall);
    if (!strftime(text, size, "%Y-%m-%dT%H:%M:%S%z", &wall))
        text[0] = 0;
}
