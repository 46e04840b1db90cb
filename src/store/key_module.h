/* SPDX-License-Identifier: Apache-2.0 */
/* key_module.h - a signing key that lives in a module and never leaves it: a smart card, an HSM (PKCS#11).
 *
 * The key is named by a URI of RFC 7512,
 *
 *   pkcs11:token=house;object=croupier?module-path=/usr/lib/softhsm/libsofthsm2.so&pin-source=/etc/croupier/pin
 *
 * Without module-path every module that the system knows is asked (p11-kit). It must be an Ed25519 key, and
 * the token must also show its public half. The PIN is in the file pin-source, or in pin-value if the URI
 * itself is kept secret; neither is ever part of a message.
 *
 * If the module fails, it is opened again once for each signature; if it fails again, signing fails. Any
 * thread may sign; signatures are made one after the other. */
#ifndef CROUPIER_STORE_KEY_MODULE_H
#define CROUPIER_STORE_KEY_MODULE_H

#include "log/key.h"
#include "store/failure.h"

enum { KEY_MODULE_URI_MAX = 1024 };

struct key_module;

/* Whether a text names such a key. */
bool key_module_names(const char *text);

/* Finds the key and logs in; STATUS_NOT_FOUND, STATUS_BAD_TEXT or STATUS_NO_FILE with the reason. */
enum status key_module_open(struct key_module **module, const char *uri,
                            struct store_failure *failure) MUST_CHECK;

/* Takes the module; NULL is nothing. */
void key_module_close(struct key_module *module);

/* Signs with the module, which must outlive the signer. */
struct signer key_module_signer(struct key_module *module);

#endif
