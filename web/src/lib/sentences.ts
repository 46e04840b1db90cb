// SPDX-License-Identifier: Apache-2.0
/* Sentences one after the other: a Chinese full stop has its own space. */
export const sentences = (...all: string[]): string => all.filter(Boolean).join(' ').replaceAll(/([。？！]) /g, '$1');
