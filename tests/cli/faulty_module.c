/* SPDX-License-Identifier: Apache-2.0 */
/* faulty_module.c - a PKCS#11 module in front of another one, which answers for it but for one call.
 *
 *   FAULTY_REAL=FILE   the other module
 *   FAULTY_CALL=NAME   this call of it fails; or it is answered as no module should: see the list */
#include <dlfcn.h>
#include <p11-kit/pkcs11.h>
#include <stdlib.h>
#include <string.h>

static CK_FUNCTION_LIST *real;
static CK_FUNCTION_LIST ours;

static CK_RV get_slots(CK_BBOOL present, CK_SLOT_ID *slots, CK_ULONG *count)
{
    (void)present;
    (void)slots;
    (void)count;
    return CKR_GENERAL_ERROR;
}

static CK_RV get_token(CK_SLOT_ID slot, CK_TOKEN_INFO *info)
{
    (void)slot;
    (void)info;
    return CKR_TOKEN_NOT_PRESENT;
}

static CK_RV open_session(CK_SLOT_ID slot, CK_FLAGS flags, void *context, CK_NOTIFY notify,
                          CK_SESSION_HANDLE *session)
{
    (void)slot;
    (void)flags;
    (void)context;
    (void)notify;
    (void)session;
    return CKR_DEVICE_ERROR;
}

static CK_RV begin_finding(CK_SESSION_HANDLE session, CK_ATTRIBUTE *wanted, CK_ULONG count)
{
    (void)session;
    (void)wanted;
    (void)count;
    return CKR_DEVICE_ERROR;
}

static CK_RV find(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE *found, CK_ULONG max, CK_ULONG *count)
{
    (void)real->C_FindObjects(session, found, max, count);
    return CKR_DEVICE_ERROR;
}

/* Only one half of the key is there. */
static CK_RV find_no_public(CK_SESSION_HANDLE session, CK_ATTRIBUTE *wanted, CK_ULONG count)
{
    CK_OBJECT_CLASS class = CKO_CERTIFICATE;
    CK_ATTRIBUTE other = {CKA_CLASS, &class, sizeof class};
    for (CK_ULONG i = 0; i < count; i++)
        if (wanted[i].type == CKA_CLASS && *(CK_OBJECT_CLASS *)wanted[i].pValue == CKO_PUBLIC_KEY)
            return real->C_FindObjectsInit(session, &other, 1);
    return real->C_FindObjectsInit(session, wanted, count);
}

static CK_RV get_no_value(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *wanted,
                          CK_ULONG count)
{
    (void)session;
    (void)object;
    (void)wanted;
    (void)count;
    return CKR_ATTRIBUTE_SENSITIVE;
}

static CK_RV get_short_value(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *wanted,
                             CK_ULONG count)
{
    CK_RV result = real->C_GetAttributeValue(session, object, wanted, count);
    wanted->ulValueLen = 31;
    return result;
}

static CK_RV get_long_value(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE object, CK_ATTRIBUTE *wanted,
                            CK_ULONG count)
{
    CK_RV result = real->C_GetAttributeValue(session, object, wanted, count);
    wanted->ulValueLen = 35;
    return result;
}

static CK_RV sign_not(CK_SESSION_HANDLE session, CK_BYTE *bytes, CK_ULONG size, CK_BYTE *signature,
                      CK_ULONG *signature_size)
{
    (void)real->C_Sign(session, bytes, size, signature, signature_size);
    return CKR_DEVICE_ERROR;
}

static CK_RV sign_short(CK_SESSION_HANDLE session, CK_BYTE *bytes, CK_ULONG size, CK_BYTE *signature,
                        CK_ULONG *signature_size)
{
    CK_RV result = real->C_Sign(session, bytes, size, signature, signature_size);
    *signature_size = 63;
    return result;
}

static CK_RV sign_wrong(CK_SESSION_HANDLE session, CK_BYTE *bytes, CK_ULONG size, CK_BYTE *signature,
                        CK_ULONG *signature_size)
{
    CK_RV result = real->C_Sign(session, bytes, size, signature, signature_size);
    signature[0] ^= 1;
    return result;
}

static void replace(const char *call)
{
    if (strcmp(call, "C_GetSlotList") == 0)
        ours.C_GetSlotList = get_slots;
    if (strcmp(call, "C_GetTokenInfo") == 0)
        ours.C_GetTokenInfo = get_token;
    if (strcmp(call, "C_OpenSession") == 0)
        ours.C_OpenSession = open_session;
    if (strcmp(call, "C_FindObjectsInit") == 0)
        ours.C_FindObjectsInit = begin_finding;
    if (strcmp(call, "C_FindObjects") == 0)
        ours.C_FindObjects = find;
    if (strcmp(call, "half a key") == 0)
        ours.C_FindObjectsInit = find_no_public;
    if (strcmp(call, "C_GetAttributeValue") == 0)
        ours.C_GetAttributeValue = get_no_value;
    if (strcmp(call, "a short point") == 0)
        ours.C_GetAttributeValue = get_short_value;
    if (strcmp(call, "a long point") == 0)
        ours.C_GetAttributeValue = get_long_value;
    if (strcmp(call, "C_Sign") == 0)
        ours.C_Sign = sign_not;
    if (strcmp(call, "a short signature") == 0)
        ours.C_Sign = sign_short;
    if (strcmp(call, "a wrong signature") == 0)
        ours.C_Sign = sign_wrong;
}

CK_RV C_GetFunctionList(CK_FUNCTION_LIST **list)
{
    const char *path = getenv("FAULTY_REAL");
    const char *call = getenv("FAULTY_CALL");
    void *module = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    CK_C_GetFunctionList get = NULL;
    if (module)
        *(void **)&get = dlsym(module, "C_GetFunctionList");
    if (!get || get(&real) != CKR_OK)
        return CKR_GENERAL_ERROR;
    ours = *real;
    if (call)
        replace(call);
    *list = &ours;
    return CKR_OK;
}
