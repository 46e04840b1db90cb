// SPDX-License-Identifier: Apache-2.0
/* A rank as it is imprinted on a layout: a card without a suit, in gold, so that nobody takes it for a dealt one. */

const FONT = "font-family=\"'Bodoni 72','Didot','Playfair Display',Georgia,'Times New Roman',serif\" font-weight=\"700\"";
const GOLD = '#8a6200';

function face(rank) {
  const text = rank === 'T' ? '10' : rank;
  const corner = `<text x="-96" y="-124" text-anchor="middle" font-size="48" fill="${GOLD}" ${FONT}>${text}</text>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="336" viewBox="-120 -168 240 336">' +
    `<rect x="-119.5" y="-167.5" width="239" height="335" rx="12" fill="#fdf3d6" stroke="${GOLD}"/>` +
    `<rect x="-72" y="-136" width="144" height="272" rx="10" fill="none" stroke="${GOLD}" stroke-width="3"/>` +
    `<rect x="-64" y="-128" width="128" height="256" rx="6" fill="none" stroke="${GOLD}" stroke-dasharray="2 5"/>` +
    `<text y="62" text-anchor="middle" font-size="176" fill="${GOLD}" ${FONT}>${text}</text>` +
    `${corner}<g transform="rotate(180)">${corner}</g></svg>`
  );
}

export const printed = () => Object.fromEntries([...'A23456789TJQK'].map((rank) => [rank, face(rank)]));
