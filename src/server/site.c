/* SPDX-License-Identifier: Apache-2.0 */
#include "server/site.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/hash.h"

static const struct {
    const char *ending;
    const char *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
};

static const char *type_of(const char *path)
{
    const char *ending = strrchr(path, '.');
    for (size_t i = 0; ending && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].ending, ending) == 0)
            return types[i].type;
    return NULL;
}

void site_init(struct site *site)
{
    memset(site, 0, sizeof *site);
}

void site_release(struct site *site)
{
    for (unsigned i = 0; i < site->count; i++) {
        free(site->files[i].bytes);
        free(site->files[i].gzip);
    }
    free(site->files);
    site_init(site);
}

static void file_compress(struct site_file *file)
{
    z_stream stream = {0};
    uLong bound = compressBound((uLong)file->size) + 64;
    file->gzip = malloc(bound);
    if (!file->gzip || deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(file->gzip);
        file->gzip = NULL;
        return;
    }
    stream.next_in = (Bytef *)file->bytes;
    stream.avail_in = (uInt)file->size;
    stream.next_out = (Bytef *)file->gzip;
    stream.avail_out = (uInt)bound;
    int ended = deflate(&stream, Z_FINISH);
    file->gzip_size = stream.total_out;
    deflateEnd(&stream);
    if (ended != Z_STREAM_END || file->gzip_size >= file->size) {
        free(file->gzip);
        file->gzip = NULL;
    }
}

static enum status file_read(struct site_file *file, const char *name, size_t size)
{
    FILE *in = fopen(name, "rb");
    file->bytes = malloc(size + 1);
    file->size = size;
    bool whole = in && file->bytes && fread(file->bytes, 1, size, in) == size;
    if (in)
        fclose(in);
    if (!whole)
        return STATUS_NO_FILE;
    struct hash hash = hash_of(file->bytes, size);
    snprintf(file->etag, sizeof file->etag, "\"%02x%02x%02x%02x%02x%02x\"", hash.bytes[0], hash.bytes[1],
             hash.bytes[2], hash.bytes[3], hash.bytes[4], hash.bytes[5]);
    file_compress(file);
    return STATUS_OK;
}

static enum status load_file(struct site *site, const char *name, const char *path, size_t size)
{
    const char *type = type_of(path);
    if (!type)
        return STATUS_OK; /* nothing of ours: maps, licences without an ending */
    if (site->count == SITE_FILES_MAX || site->bytes + size > SITE_BYTES_MAX || strlen(path) >= SITE_PATH_MAX)
        return STATUS_TOO_LONG;
    struct site_file *grown = realloc(site->files, (site->count + 1) * sizeof *grown);
    if (!grown)
        return STATUS_NO_MEMORY;
    site->files = grown;
    struct site_file *file = &site->files[site->count++];
    *file = (struct site_file){.type = type};
    memcpy(file->path, path, strlen(path) + 1);
    file->immutable = strncmp(path, "/assets/", 8) == 0;
    site->bytes += size;
    return file_read(file, name, size);
}

static enum status load_folder(struct site *site, const char *folder, const char *path, unsigned depth)
{
    DIR *dir = depth < 8 ? opendir(folder) : NULL;
    if (!dir)
        return STATUS_NO_FILE;
    enum status status = STATUS_OK;
    struct dirent *entry;
    while (status == STATUS_OK && (entry = readdir(dir))) {
        char name[1024];
        char below[1024];
        struct stat about;
        if (entry->d_name[0] == '.')
            continue;
        int used = snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        int below_used = snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (used >= (int)sizeof name || below_used >= (int)sizeof below)
            status = STATUS_TOO_LONG;
        else if (stat(name, &about) != 0)
            status = STATUS_NO_FILE;
        else if (S_ISDIR(about.st_mode))
            status = load_folder(site, name, below, depth + 1);
        else if (S_ISREG(about.st_mode))
            status = load_file(site, name, below, (size_t)about.st_size);
    }
    closedir(dir);
    return status;
}

enum status site_load(struct site *site, const char *folder)
{
    return load_folder(site, folder, "", 0);
}

const struct site_file *site_find(const struct site *site, const char *path)
{
    size_t length = strlen(path);
    const char *page = length && path[length - 1] == '/' ? "index.html" : "";
    for (unsigned i = 0; i < site->count; i++)
        if (strncmp(site->files[i].path, path, length) == 0 &&
            strcmp(site->files[i].path + length, page) == 0)
            return &site->files[i];
    return NULL;
}
