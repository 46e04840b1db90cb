// SPDX-License-Identifier: Apache-2.0
/* Keys that act on the page as a whole. */

/* Whether a key is meant for the page: nobody types into a field, no window is open over it, no modifier is held. */
export const forPage = (event: KeyboardEvent): boolean =>
  !(event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'));
