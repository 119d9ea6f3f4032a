/** The miners a filter text leaves: an address in either network letter from its beginning, or digits anywhere in one. */
export function filterMiners<T extends { readonly address: string }>(miners: readonly T[], text: string): T[] {
  const wanted = text.trim().toLowerCase();
  const isAddress = /^[ft](?:\d|$)/.test(wanted);
  return miners.filter(({ address }) => (isAddress ? address.slice(1).startsWith(wanted.slice(1)) : address.includes(wanted)));
}
