/** The miners a filter text leaves: by any of its words, an address in either network letter from its beginning, or digits anywhere in one. */
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
