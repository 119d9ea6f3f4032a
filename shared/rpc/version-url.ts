/** Derives the URLs of a node's v1 and v2 API from each other: Lotus serves them at `/rpc/v1` and `/rpc/v2`. */

/** Captures scheme, host and path; version; query. */
const VERSIONED = /^((?:http|ws)s?:\/\/[^/?#]+(?:\/[^?#]*)?)\/rpc\/(v[012])\/*(\?[^#]*)?(?:#.*)?$/i;

/** The v2 URL of a v0 or v1 URL; undefined for other URLs. */
export function v2UrlOf(url: string): string | undefined {
  const [, before, version, query = ''] = VERSIONED.exec(url.trim()) ?? [];
  return version === 'v0' || version === 'v1' ? `${before}/rpc/v2${query}` : undefined;
}

/** The v1 URL of a v2 URL; undefined for other URLs. */
export function v1UrlOf(url: string): string | undefined {
  const [, before, version, query = ''] = VERSIONED.exec(url.trim()) ?? [];
  return version === 'v2' ? `${before}/rpc/v1${query}` : undefined;
}
