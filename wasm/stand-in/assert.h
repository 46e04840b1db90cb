/* SPDX-License-Identifier: Apache-2.0 */
/* assert.h - a broken invariant stops the module (a trap, which JavaScript gets as an error), without the
 * words that would make it a quarter larger. Only for wasm/. */
#undef assert
#define assert(holds) ((holds) ? (void)0 : __builtin_trap())
#ifndef static_assert
#define static_assert _Static_assert
#endif
