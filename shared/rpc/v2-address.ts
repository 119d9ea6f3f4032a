/** URLs of a node's v1 and v2 API, each from the other: Lotus serves them beside each other, at `/rpc/v1` and `/rpc/v2`. */

/** Scheme, host and path before the version; the version; a query. */
const VERSIONED = /^((?:http|ws)s?:\/\/[^/?#]+(?:\/[^?#]*)?)\/rpc\/(v[012])\/*(\?[^#]*)?(?:#.*)?$/i;

/** Where v2 is served beside a v0 or v1 URL; undefined where the path does not tell. */
export function v2AddressOf(url: string): string | undefined {
  const [, before, version, query = ''] = VERSIONED.exec(url.trim()) ?? [];
  return version === 'v0' || version === 'v1' ? `${before}/rpc/v2${query}` : undefined;
}

/** Where v1 is served beside a v2 URL; undefined for every other URL. */
export function v1AddressOf(url: string): string | undefined {
  const [, before, version, query = ''] = VERSIONED.exec(url.trim()) ?? [];
  return version === 'v2' ? `${before}/rpc/v1${query}` : undefined;
}
