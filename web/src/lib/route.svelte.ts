// SPDX-License-Identifier: Apache-2.0
/* Which page is shown: the words after '#/'. A fragment, so the server needs to know no page. */

class Route {
  words = $state<string[]>([]);

  start(): void {
    const read = (): void => {
      this.words = location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent);
    };
    read();
    addEventListener('hashchange', read);
  }
}

export const route = new Route();
export const link = (...words: (string | number)[]): string => '#/' + words.map((word) => encodeURIComponent(word)).join('/');
export const go = (...words: (string | number)[]): void => void (location.hash = link(...words));
