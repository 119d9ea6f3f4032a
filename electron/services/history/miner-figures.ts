/** Figures of own miners in the local history: recorded, and compared with earlier ones. */
import type { Changes, MinerSeries, SeriesName } from '../../../shared/ipc/schemas/history.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import type { NetworkHistory } from './network-history.ts';

type MinerFigure = Exclude<MinerSeries, 'wins'>;

/** Figures of a miner with a time series; absent ones could not be read. */
function figuresOf({ rawBytes, qualityAdjusted, sectors, available }: OwnMiner): ReadonlyMap<MinerFigure, string> {
  const figures: [MinerFigure, string | undefined][] = [
    ['raw-power', rawBytes],
    ['quality-adjusted-power', qualityAdjusted],
    ['live-sectors', sectors?.live.toString()],
    ['active-sectors', sectors?.active.toString()],
    ['faulty-sectors', sectors?.faulty.toString()],
    ['available', available],
  ];
  return new Map(figures.flatMap(([kind, value]) => (value === undefined ? [] : [[kind, value] as const])));
}

/** @param as `hourly`: only if the hour of the epoch has no figure yet; `now`: always */
export function noteMiner(history: NetworkHistory, miner: OwnMiner, height: number, as: 'hourly' | 'now'): void {
  const put = (name: SeriesName, value: string): void =>
    as === 'hourly' ? history.putHourly(name, height, value) : history.put(name, height, value);
  for (const [kind, value] of figuresOf(miner)) put({ kind, miner: miner.address }, value);
  for (const { address, balance } of miner.standing?.keys ?? []) {
    if (balance !== undefined) put({ kind: 'balance', address }, balance);
  }
}

/** Return the changes of a miner since an epoch: from the last figure up to it, or the first one after it, to the current one. */
export function changeOf(
  history: NetworkHistory,
  miner: OwnMiner,
  from: number,
  timeMsOf: (height: number) => number,
): Changes['miners'][number] {
  const figures = figuresOf(miner);
  let beforeHeight: number | undefined;
  const change = (kind: MinerFigure): { before: string; now: string } | undefined => {
    const name = { kind, miner: miner.address };
    const before = history.before(name, from) ?? history.since(name, from)[0];
    const now = figures.get(kind);
    if (before === undefined || now === undefined) return undefined;
    beforeHeight = before.height;
    return { before: before.value, now };
  };
  const changes = {
    qualityAdjusted: change('quality-adjusted-power'),
    live: change('live-sectors'),
    faulty: change('faulty-sectors'),
    available: change('available'),
  };
  const known = Object.fromEntries(Object.entries(changes).filter(([, figure]) => figure !== undefined));
  return {
    miner: miner.address,
    ...known,
    ...(beforeHeight === undefined ? {} : { beforeHeight, beforeTimeMs: timeMsOf(beforeHeight) }),
    wins: history.since({ kind: 'wins', miner: miner.address }, from).reduce((sum, { value }) => sum + Number(value), 0),
  };
}
