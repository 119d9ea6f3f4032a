/** What a miner's screen shows, as its route names it: `/miners/f01000?filter=state:faulty&sector=17`. */
import { type SectorChangeKind, zSectorChangeKind } from '../../../shared/ipc/schemas/sector-change.ts';
import { withQuery } from '../../lib/with-query.ts';

/** Where the figures come from. `node`: one call a panel. `state`: block by block from the state root. */
type MinerSource = 'node' | 'state';

export interface MinerRoute {
  readonly source: MinerSource;
  /** Of the sectors. */
  readonly filter: string;
  /** Selected; a sector is in front of a deadline. */
  readonly deadline: number | undefined;
  readonly sector: number | undefined;
  readonly hasExpiries: boolean;
  /** The pane that prepares an upgrade of the quality of the chosen or the filtered sectors; behind a deadline and a sector. */
  readonly isUpgrading: boolean;
  /** The pane that prepares such a message for the chosen or the filtered sectors; likewise. */
  readonly change: SectorChangeKind | undefined;
}

/** The list opens on these: sectors that ended stay in their partition for long. */
export const LIVE_FILTER = '-state:terminated';
export const FAULTY_FILTER = 'state:faulty';

/** What the service takes. */
const MAX_FILTER_LENGTH = 1000;
const LAST_DEADLINE = 47;

export function readMinerRoute(search: string): MinerRoute {
  const query = new URLSearchParams(search);
  const deadline = numberOf(query.get('deadline'));
  return {
    source: query.get('source') === 'state' ? 'state' : 'node',
    filter: query.get('all') === '1' ? '' : (query.get('filter') ?? LIVE_FILTER).slice(0, MAX_FILTER_LENGTH),
    deadline: deadline !== undefined && deadline <= LAST_DEADLINE ? deadline : undefined,
    sector: numberOf(query.get('sector')),
    hasExpiries: query.get('expiries') === '1',
    isUpgrading: query.get('upgrade') === '1',
    change: zSectorChangeKind.safeParse(query.get('change')).data,
  };
}

/** @param search the query as it stands: what others keep in it (`at`) stays */
export function writeMinerRoute(miner: string, route: MinerRoute, search: string): string {
  const { source, filter, deadline, sector, hasExpiries, isUpgrading, change } = route;
  return withQuery(`/miners/${encodeURIComponent(miner)}`, search, {
    source: source === 'state' ? source : undefined,
    filter: filter === LIVE_FILTER ? undefined : filter,
    all: filter === '' ? '1' : undefined,
    deadline,
    sector,
    expiries: hasExpiries ? '1' : undefined,
    upgrade: isUpgrading ? '1' : undefined,
    change,
  });
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
