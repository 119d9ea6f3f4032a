export type TipsetQuestion = { readonly key: string[] } | { readonly height: number };

/** Parse the id in the route: a height, or a key as comma-separated block CIDs. Undefined for anything else. */
export function parseTipsetId(id: string): TipsetQuestion | undefined {
  if (/^\d{1,15}$/.test(id)) return { height: Number(id) };
  if (/^\d+$/.test(id)) return undefined;
  // The router does not decode commas.
  const key = id
    .replace(/%2C/gi, ',')
    .split(',')
    .map((cid) => cid.trim());
  return key.length <= 64 && key.every((cid) => /^[a-zA-Z0-9]{8,200}$/.test(cid)) ? { key } : undefined;
}

/** Return the route of a tipset by its key, which stays valid after a reorg. */
export function tipsetPath(key: readonly string[]): string {
  return `/tipsets/${encodeURIComponent(key.join(','))}`;
}
