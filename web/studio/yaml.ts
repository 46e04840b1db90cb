// SPDX-License-Identifier: Apache-2.0
/* A rulebook as the text that people edit: changed keys are written into it, its comments stay, and its clauses are found. */
import { Document, isMap, isScalar, isSeq, parse, parseDocument, type Node, type Scalar } from 'yaml';

type Path = (string | number)[];

/* The entry of a list whose `name` is this word. */
function itemOf(list: unknown, name: string, word: string): number {
  return isSeq(list) ? list.items.findIndex((item) => isMap(item) && String(item.get(name)) === word) : -1;
}

/* "wagers.main.pays.blackjack.odds" as the places in the document. */
export function pathOf(document: Document, key: string): Path | null {
  const parts = key.split('.');
  if (parts[0] !== 'wagers') return parts;
  const wager = itemOf(document.get('wagers', true), 'kind', parts[1] ?? '');
  if (wager < 0) return null;
  if (parts[2] !== 'pays') return ['wagers', wager, ...parts.slice(2)];
  const line = itemOf(document.getIn(['wagers', wager, 'pays'], true), 'line', parts[3] ?? '');
  return line < 0 ? null : ['wagers', wager, 'pays', line, ...parts.slice(4)];
}

/* What a value is in YAML: 3:2 stays a word, [A, T] is a list, true and 12 are what they look like. */
function nodeOf(document: Document, value: string): Node {
  const node = document.createNode(/^\d+:\d+$/.test(value) ? value : (parse(value) as unknown)) as Node & { flow?: boolean };
  if (isSeq(node)) node.flow = true;
  return node;
}

export function changed(yaml: string, changes: Record<string, string>): string {
  if (!Object.keys(changes).length) return yaml;
  const document = parseDocument(yaml);
  for (const [key, value] of Object.entries(changes)) {
    const path = pathOf(document, key);
    if (!path) continue;
    const before = document.getIn(path, true) as Scalar | undefined;
    const node = nodeOf(document, value);
    if (before?.comment) node.comment = before.comment;
    document.setIn(path, node);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const cited = (comment: string | null | undefined): string => [...(comment ?? '').matchAll(/\[([^\]]+)\]/g)].map((match) => match[1]).join(', ');

/* The clauses that a key comes from, as the book's comments name them; a pay line says them itself. */
export function clausesOf(yaml: string): (key: string) => string {
  const document = parseDocument(yaml);
  return (key) => {
    const path = pathOf(document, key);
    if (!path) return '';
    const says = document.getIn([...path.slice(0, -1), 'clauses']);
    if (key.startsWith('wagers.') && says) return String(says);
    for (let depth = path.length; depth > 0; depth--) {
      const parent = document.getIn(path.slice(0, depth - 1), true);
      const pair = isMap(parent) ? parent.items.find((item) => isScalar(item.key) && item.key.value === path[depth - 1]) : undefined;
      const found = cited((pair?.value as Node | undefined)?.comment) || cited((pair?.key as Node | undefined)?.comment);
      if (found) return found;
      if (depth < path.length - 1) break;
    }
    return '';
  };
}
