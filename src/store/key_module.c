/* SPDX-License-Identifier: Apache-2.0 */
#include "store/key_module.h"

#include <assert.h>
#include <errno.h>
#include <p11-kit/p11-kit.h>
#include <p11-kit/uri.h>
#include <pthread.h>
#include <sodium/utils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of PKCS#11 version 3; the headers at hand are of version 2. */
enum { KEY_TYPE_EC_EDWARDS = 0x40, MECHANISM_EDDSA = 0x1057 };

enum { PIN_MAX = 256, SLOTS_MAX = 64, POINT_MAX = 64 };

struct key_module {
    char uri[KEY_MODULE_URI_MAX];
    P11KitUri *parsed;
    CK_FUNCTION_LIST **loaded; /* every module the system knows, ended by NULL; or NULL */
    CK_FUNCTION_LIST *named;   /* the one of module-path; or NULL */
    CK_FUNCTION_LIST *calls;   /* of the module that has the key; NULL: none is open */
    CK_SESSION_HANDLE session;
    CK_OBJECT_HANDLE secret;
    struct public_key key;
    bool opened; /* the key is known from then on, and stays the same */
    pthread_mutex_t lock;
};

bool key_module_names(const char *text)
{
    return strncmp(text, "pkcs11:", 7) == 0;
}

/* A PIN may stand behind the question mark: nobody is told that part. */
static enum status fail(const struct key_module *module, struct store_failure *failure, enum status status,
                        const char *what)
{
    return store_fail(failure, status, "%.*s: %s", (int)strcspn(module->uri, "?"), module->uri, what);
}

/* ---- The PIN. ---- */

static bool read_pin(const char *path, char pin[PIN_MAX])
{
    if (strncmp(path, "file:", 5) == 0)
        path += strncmp(path, "file:///", 8) == 0 ? 7 : 5;
    FILE *file = fopen(path, "re");
    bool good = file && fgets(pin, PIN_MAX, file);
    if (file)
        fclose(file);
    if (good)
        pin[strcspn(pin, "\r\n")] = '\0';
    return good;
}

static enum status find_pin(const struct key_module *module, char pin[PIN_MAX], struct store_failure *failure)
{
    const char *value = p11_kit_uri_get_pin_value(module->parsed);
    const char *source = p11_kit_uri_get_pin_source(module->parsed);
    pin[0] = '\0';
    if (value && snprintf(pin, PIN_MAX, "%s", value) >= PIN_MAX)
        return fail(module, failure, STATUS_TOO_LONG, "the PIN is too long");
    if (!value && source && !read_pin(source, pin))
        return fail(module, failure, STATUS_NO_FILE, "the PIN cannot be read from its file (pin-source)");
    return STATUS_OK;
}

/* ---- The key. ---- */

/* The only object of a class that the URI names; 0: there is none, or more than one. */
static CK_OBJECT_HANDLE find_object(struct key_module *module, CK_OBJECT_CLASS class)
{
    CK_KEY_TYPE type = KEY_TYPE_EC_EDWARDS;
    CK_OBJECT_HANDLE found[2] = {0};
    CK_ULONG count = 0;
    CK_ATTRIBUTE *label = p11_kit_uri_get_attribute(module->parsed, CKA_LABEL);
    CK_ATTRIBUTE *id = p11_kit_uri_get_attribute(module->parsed, CKA_ID);
    CK_ATTRIBUTE wanted[4] = {{CKA_CLASS, &class, sizeof class}, {CKA_KEY_TYPE, &type, sizeof type}};
    CK_ULONG wants = 2;
    if (label)
        wanted[wants++] = *label;
    if (id)
        wanted[wants++] = *id;
    if (module->calls->C_FindObjectsInit(module->session, wanted, wants) != CKR_OK)
        return 0;
    if (module->calls->C_FindObjects(module->session, found, 2, &count) != CKR_OK)
        count = 0;
    module->calls->C_FindObjectsFinal(module->session);
    return count == 1 ? found[0] : 0;
}

/* The point is an OCTET STRING of 32 bytes in DER, or with some modules the 32 bytes alone. */
static bool read_public(struct key_module *module, struct public_key *key)
{
    uint8_t point[POINT_MAX];
    CK_OBJECT_HANDLE object = find_object(module, CKO_PUBLIC_KEY);
    CK_ATTRIBUTE attribute = {CKA_EC_POINT, point, sizeof point};
    if (!object || module->calls->C_GetAttributeValue(module->session, object, &attribute, 1) != CKR_OK ||
        attribute.ulValueLen < PUBLIC_KEY_BYTES || attribute.ulValueLen > PUBLIC_KEY_BYTES + 2)
        return false;
    memcpy(key->bytes, point + (attribute.ulValueLen - PUBLIC_KEY_BYTES), PUBLIC_KEY_BYTES);
    return true;
}

/* ---- The session. ---- */

static void end_session(struct key_module *module)
{
    if (module->calls)
        module->calls->C_CloseSession(module->session);
    module->calls = NULL;
}

/* Signing in once is for all sessions with a token. */
static bool sign_in(struct key_module *module, char *pin)
{
    CK_RV result =
        pin[0] ? module->calls->C_Login(module->session, CKU_USER, (CK_UTF8CHAR *)pin, strlen(pin)) : CKR_OK;
    return result == CKR_OK || result == CKR_USER_ALREADY_LOGGED_IN;
}

static enum status take_token(struct key_module *module, CK_FUNCTION_LIST *calls, CK_SLOT_ID slot,
                              struct store_failure *failure)
{
    char pin[PIN_MAX];
    struct public_key key;
    enum status status = find_pin(module, pin, failure);
    if (status != STATUS_OK)
        return status;
    if (calls->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &module->session) != CKR_OK)
        return fail(module, failure, STATUS_NO_FILE, "the token cannot be opened");
    module->calls = calls;
    bool known = sign_in(module, pin);
    sodium_memzero(pin, sizeof pin);
    module->secret = known ? find_object(module, CKO_PRIVATE_KEY) : 0;
    bool same = module->secret && read_public(module, &key) &&
                (!module->opened || public_key_equal(&key, &module->key));
    if (same) {
        module->key = key;
        return STATUS_OK;
    }
    end_session(module);
    return fail(module, failure, STATUS_NOT_FOUND,
                known ? "the token does not have exactly one such Ed25519 key, both halves of it"
                      : "the token refuses the PIN");
}

/* STATUS_NOT_FOUND without a message: the module does not have the token. */
static enum status ask_module(struct key_module *module, CK_FUNCTION_LIST *calls,
                              struct store_failure *failure)
{
    CK_SLOT_ID slots[SLOTS_MAX];
    CK_ULONG count = SLOTS_MAX;
    if (calls->C_GetSlotList(CK_TRUE, slots, &count) != CKR_OK)
        return STATUS_NOT_FOUND;
    for (CK_ULONG i = 0; i < count; i++) {
        CK_TOKEN_INFO info;
        if (calls->C_GetTokenInfo(slots[i], &info) == CKR_OK && info.flags & CKF_TOKEN_INITIALIZED &&
            p11_kit_uri_match_token_info(module->parsed, &info))
            return take_token(module, calls, slots[i], failure);
    }
    return STATUS_NOT_FOUND;
}

static enum status start_session(struct key_module *module, struct store_failure *failure)
{
    CK_FUNCTION_LIST *one[] = {module->named, NULL};
    CK_FUNCTION_LIST **list = module->named ? one : module->loaded;
    enum status status = STATUS_NOT_FOUND;
    *failure = (struct store_failure){0};
    for (unsigned i = 0; status == STATUS_NOT_FOUND && !failure->message[0] && list[i]; i++)
        status = ask_module(module, list[i], failure);
    if (status == STATUS_NOT_FOUND && !failure->message[0])
        return fail(module, failure, status, "no module has such a token");
    assert(status != STATUS_OK || module->calls);
    return status;
}

/* ---- From the outside. ---- */

static enum status load_modules(struct key_module *module, struct store_failure *failure)
{
    const char *path = p11_kit_uri_get_module_path(module->parsed);
    if (!path) {
        module->loaded = p11_kit_modules_load_and_initialize(0);
        return module->loaded ? STATUS_OK : fail(module, failure, STATUS_NO_FILE, "no module can be loaded");
    }
    CK_FUNCTION_LIST *named = p11_kit_module_load(path, 0);
    if (!named || p11_kit_module_initialize(named) != CKR_OK) {
        if (named)
            p11_kit_module_release(named);
        return fail(module, failure, STATUS_NO_FILE, "the module of module-path cannot be loaded");
    }
    module->named = named;
    return STATUS_OK;
}

static void unload_modules(struct key_module *module)
{
    if (module->loaded)
        p11_kit_modules_finalize_and_release(module->loaded);
    if (module->named) {
        p11_kit_module_finalize(module->named);
        p11_kit_module_release(module->named);
    }
    module->loaded = NULL;
    module->named = NULL;
}

static enum status open_module(struct key_module *module, struct store_failure *failure)
{
    module->parsed = p11_kit_uri_new();
    if (!module->parsed)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    int result = p11_kit_uri_parse(module->uri, P11_KIT_URI_FOR_OBJECT_ON_TOKEN_AND_MODULE, module->parsed);
    if (result != P11_KIT_URI_OK || p11_kit_uri_any_unrecognized(module->parsed))
        return fail(module, failure, STATUS_BAD_TEXT, "is not a PKCS#11 URI (RFC 7512)");
    enum status status = load_modules(module, failure);
    return status == STATUS_OK ? start_session(module, failure) : status;
}

enum status key_module_open(struct key_module **result, const char *uri, struct store_failure *failure)
{
    assert(key_module_names(uri));
    struct key_module *module = calloc(1, sizeof *module);
    if (!module)
        return store_fail(failure, STATUS_NO_MEMORY, "there is not enough memory");
    pthread_mutex_init(&module->lock, NULL);
    bool fits = snprintf(module->uri, sizeof module->uri, "%s", uri) < (int)sizeof module->uri;
    enum status status = fits ? open_module(module, failure)
                              : store_fail(failure, STATUS_TOO_LONG, "the URI of the key is too long");
    if (status != STATUS_OK) {
        key_module_close(module);
        return status;
    }
    module->opened = true;
    *result = module;
    return STATUS_OK;
}

void key_module_close(struct key_module *module)
{
    if (!module)
        return;
    end_session(module);
    unload_modules(module);
    if (module->parsed)
        p11_kit_uri_free(module->parsed);
    pthread_mutex_destroy(&module->lock);
    sodium_memzero(module, sizeof *module);
    free(module);
}

static bool try_sign(struct key_module *module, struct span message, struct signature *signature)
{
    CK_MECHANISM mechanism = {MECHANISM_EDDSA, NULL, 0};
    CK_ULONG size = SIGNATURE_BYTES;
    if (!module->calls || module->calls->C_SignInit(module->session, &mechanism, module->secret) != CKR_OK)
        return false;
    CK_RV result = module->calls->C_Sign(module->session, (CK_BYTE *)(uintptr_t)message.bytes, message.size,
                                         signature->bytes, &size);
    return result == CKR_OK && size == SIGNATURE_BYTES;
}

/* From the beginning: a module that has lost its token finds it again only when it is loaded anew. */
static bool find_again(struct key_module *module)
{
    struct store_failure failure;
    end_session(module);
    unload_modules(module);
    return load_modules(module, &failure) == STATUS_OK && start_session(module, &failure) == STATUS_OK;
}

/* A module's signature is checked before it is kept: a wrong one could never be removed. */
static enum status sign(void *context, struct span message, struct signature *signature)
{
    struct key_module *module = context;
    assert(message.bytes && message.size && module->opened);
    pthread_mutex_lock(&module->lock);
    bool done =
        try_sign(module, message, signature) || (find_again(module) && try_sign(module, message, signature));
    pthread_mutex_unlock(&module->lock);
    return done && signature_holds(&module->key, message, signature) ? STATUS_OK : STATUS_BAD_SIGNATURE;
}

struct signer key_module_signer(struct key_module *module)
{
    assert(module);
    return (struct signer){.key = module->key, .sign = sign, .context = module};
}
