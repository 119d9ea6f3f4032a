/** What a miner's screen shows, as its address names it: `/miners/f01000?filter=state:faulty&sector=17`. */
import { withQuery } from '../../lib/with-query.ts';

/** Where the figures come from. `node`: one call a panel. `state`: block by block from the state root. */
export type MinerSource = 'node' | 'state';

export interface MinerAddress {
  readonly source: MinerSource;
  /** Of the sectors. */
  readonly filter: string;
  /** Selected; a sector is in front of a deadline. */
  readonly deadline: number | undefined;
  readonly sector: number | undefined;
  readonly hasExpiries: boolean;
}

/** What the service takes. */
const MOST_FILTER_LENGTH = 1000;
const LAST_DEADLINE = 47;

export function readMinerAddress(search: string): MinerAddress {
  const query = new URLSearchParams(search);
  const deadline = numberOf(query.get('deadline'));
  return {
    source: query.get('source') === 'state' ? 'state' : 'node',
    filter: (query.get('filter') ?? '').slice(0, MOST_FILTER_LENGTH),
    deadline: deadline !== undefined && deadline <= LAST_DEADLINE ? deadline : undefined,
    sector: numberOf(query.get('sector')),
    hasExpiries: query.get('expiries') === '1',
  };
}

/** @param search the query as it stands: what others keep in it (`at`) stays */
export function writeMinerAddress(miner: string, address: MinerAddress, search: string): string {
  const { source, filter, deadline, sector, hasExpiries } = address;
  return withQuery(`/miners/${encodeURIComponent(miner)}`, search, {
    source: source === 'state' ? source : undefined,
    filter,
    deadline,
    sector,
    expiries: hasExpiries ? '1' : undefined,
  });
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
