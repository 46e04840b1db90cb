// SPDX-License-Identifier: Apache-2.0
/* "1 card", "2 cards": for languages that tell them apart. `n` is a number as it is written. */
export const plural = (n: string, one: string, many: string): string => `${n} ${n === '1' ? one : many}`;
