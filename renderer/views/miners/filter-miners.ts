/** Filter miners by words: an address prefix with either network letter, or digits anywhere in the address. */
export function filterMiners<T extends { readonly address: string }>(miners: readonly T[], text: string): readonly T[] {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return miners;
  return miners.filter(({ address }) =>
    words.some((word) => (/^[ft](?:\d|$)/.test(word) ? address.slice(1).startsWith(word.slice(1)) : address.includes(word))),
  );
}
