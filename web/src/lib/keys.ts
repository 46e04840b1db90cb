// SPDX-License-Identifier: Apache-2.0
/* Keys that act on the page as a whole. */

/* What takes letters. A checkbox, a slider or a button does not: a key meant for the table still reaches it. */
const WITHOUT_LETTERS = ['checkbox', 'radio', 'range', 'button', 'submit'];
const typed = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && !WITHOUT_LETTERS.includes(target.type)) || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/* Whether a key is meant for the page: nobody types text, no window is open over it, no modifier is held. */
export const forPage = (event: KeyboardEvent): boolean => !(typed(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'));
