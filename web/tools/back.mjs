// SPDX-License-Identifier: Apache-2.0
/* The back of every card: a lattice in the house's colours, the same upside down, so that nobody can mark it by its turn. */

export function back() {
  const lines = [];
  for (let x = -330; x <= 330; x += 22) lines.push(`M${x} -168l336 336M${x} 168l336 -336`);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="336" viewBox="-120 -168 240 336">' +
    '<defs><clipPath id="c"><rect x="-106" y="-154" width="212" height="308" rx="9"/></clipPath></defs>' +
    '<rect x="-119.5" y="-167.5" width="239" height="335" rx="12" fill="#fffdf7" stroke="#3c3c3c"/>' +
    '<rect x="-106" y="-154" width="212" height="308" rx="9" fill="#7d1128"/>' +
    `<g clip-path="url(#c)"><path d="${lines.join('')}" stroke="#c9a24a" stroke-width="1.6" fill="none" opacity=".75"/></g>` +
    '<rect x="-99" y="-147" width="198" height="294" rx="6" fill="none" stroke="#e7c873" stroke-width="2.5"/>' +
    '<circle r="46" fill="#5f0b1e" stroke="#e7c873" stroke-width="3"/><circle r="38" fill="none" stroke="#c9a24a"/>' +
    '<path d="M0 -30L8 -8L30 0L8 8L0 30L-8 8L-30 0L-8 -8Z" fill="#e7c873"/><circle r="6" fill="#5f0b1e"/>' +
    '</svg>'
  );
}
