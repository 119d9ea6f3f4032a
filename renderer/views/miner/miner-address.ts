/** Where the miner's screen takes its figures from, kept in the route so that back works and a link names it. */

/** `node`: one call a panel. `state`: block by block from the state root. */
export type MinerSource = 'node' | 'state';

export function minerSource(search: string): MinerSource {
  return new URLSearchParams(search).get('source') === 'state' ? 'state' : 'node';
}

export function minerAddress(address: string, source: MinerSource): string {
  const path = `/miners/${encodeURIComponent(address)}`;
  return source === 'state' ? `${path}?source=state` : path;
}
