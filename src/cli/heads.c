/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/heads.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/file.h"
#include "cli/print.h"

enum { KEY_KEY = 0x500, KEY_CHECKPOINT, KEY_WITNESS };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct head_args *args = state->input;
    switch (key) {
    case KEY_KEY:
        args->key = arg;
        return 0;
    case KEY_CHECKPOINT:
        if (args->file_count == GUARD_HEADS_MAX)
            argp_error(state, "--checkpoint can be given at most %d times", GUARD_HEADS_MAX);
        args->files[args->file_count++] = arg;
        return 0;
    case KEY_WITNESS:
        if (args->witness_count == HEADS_WITNESSES_MAX)
            argp_error(state, "--witness can be given at most %d times", HEADS_WITNESSES_MAX);
        args->witnesses[args->witness_count++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

#define OPTION_KEY                                                                                           \
    {                                                                                                        \
        "key", KEY_KEY, "KEY", 0, "The house's public key, as known from outside", 0                         \
    }
#define OPTION_WITNESS                                                                                       \
    {                                                                                                        \
        "witness", KEY_WITNESS, "KEY", 0, "The key of a trusted witness, NAME+ID+KEY", 0                     \
    }

static const struct argp_option options[] = {
    OPTION_KEY,
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0,
     "A checkpoint of this log that was kept elsewhere, as a witness gives it: the log must include it", 0},
    OPTION_WITNESS,
    {0},
};
const struct argp heads_argp = {.options = options, .parser = parse};

static const struct argp_option keys_options[] = {OPTION_KEY, OPTION_WITNESS, {0}};
const struct argp heads_keys_argp = {.options = keys_options, .parser = parse};

/* As hexadecimal digits, or in the form in which logs publish theirs. */
static bool parse_key(const char *text, struct public_key *key)
{
    struct verifier verifier;
    if (public_key_parse(text, strlen(text), key))
        return true;
    if (!verifier_parse(text, strlen(text), &verifier) || verifier.type != NOTE_ED25519)
        return false;
    *key = verifier.key;
    return true;
}

enum status heads_check(const struct heads *heads, const struct note *note, const char *origin)
{
    enum status best = STATUS_NOT_FOUND;
    struct verifier house;
    bool named = heads->has_key && note_name_ok(origin, strlen(origin));
    if (named) {
        verifier_init(&house, origin, NOTE_ED25519, &heads->key);
        best = note_check(note, &house, NULL);
    }
    for (unsigned i = 0; best != STATUS_BAD_SIGNATURE && i < heads->witness_count; i++) {
        enum status status = note_check(note, &heads->witnesses[i], NULL);
        if (status != STATUS_NOT_FOUND)
            best = status;
    }
    return best;
}

static int read_head(struct heads *heads, const char *file)
{
    struct note note;
    struct checkpoint *head = &heads->items[heads->count];
    size_t size;
    char *bytes = file_read(file, NOTE_BYTES_MAX, &size);
    if (!bytes)
        return complain("%s: %s", file, strerror(errno));
    enum status status = checkpoint_read((struct span){(const uint8_t *)bytes, size}, &note, head);
    bool readable = status == STATUS_OK;
    if (readable)
        status = heads_check(heads, &note, head->origin);
    free(bytes);
    heads->count += status == STATUS_OK;
    if (!readable)
        return complain("%s is not a checkpoint", file);
    if (status == STATUS_BAD_SIGNATURE)
        return complain("%s: a signature does not belong to this checkpoint", file);
    if (status != STATUS_OK)
        return complain("%s: not signed with any of the given keys (--key, --witness)", file);
    return EXIT_DONE;
}

int heads_read(const struct head_args *args, struct heads *heads)
{
    memset(heads, 0, sizeof *heads);
    heads->has_key = args->key != NULL;
    if (args->key && !parse_key(args->key, &heads->key))
        return complain("--key takes %d hexadecimal digits or NAME+ID+KEY, not %s", 2 * PUBLIC_KEY_BYTES,
                        args->key);
    for (unsigned i = 0; i < args->witness_count; i++)
        if (!verifier_parse(args->witnesses[i], strlen(args->witnesses[i]),
                            &heads->witnesses[heads->witness_count++]) ||
            heads->witnesses[i].type != NOTE_COSIGNATURE)
            return complain("--witness takes NAME+ID+KEY of a witness, not %s", args->witnesses[i]);
    int result = EXIT_DONE;
    for (unsigned i = 0; result == EXIT_DONE && i < args->file_count; i++)
        result = read_head(heads, args->files[i]);
    return result;
}
