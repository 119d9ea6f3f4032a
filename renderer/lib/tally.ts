const STROKES = [2, 4.2, 6.4, 8.6];

/** Four stroke widths derived from an address, ignoring the network prefix. */
export function tallyOf(address: string): readonly [number, number, number, number] {
  // FNV-1a: spreads well over two bits per stroke. Not used for security.
  let hash = 0x811c9dc5;
  for (const character of address.slice(1)) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  const stroke = (shift: number): number => STROKES[(hash >>> shift) & 3] ?? 2;
  return [stroke(0), stroke(7), stroke(14), stroke(21)];
}
