export type TipsetQuestion = { readonly key: string[] } | { readonly height: number };

/** What the route asks for: a height, or a key as block CIDs with commas between. Undefined when it is neither. */
export function parseTipsetId(id: string): TipsetQuestion | undefined {
  if (/^\d{1,15}$/.test(id)) return { height: Number(id) };
  if (/^\d+$/.test(id)) return undefined;
  // The router leaves the commas of an address as they were written.
  const key = id
    .replace(/%2C/gi, ',')
    .split(',')
    .map((cid) => cid.trim());
  return key.length <= 64 && key.every((cid) => /^[a-zA-Z0-9]{8,200}$/.test(cid)) ? { key } : undefined;
}

/** The route of a tipset by its key, which stays true whatever the chain does. */
export function tipsetPath(key: readonly string[]): string {
  return `/tipsets/${encodeURIComponent(key.join(','))}`;
}
