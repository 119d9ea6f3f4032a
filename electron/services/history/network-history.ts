/** Everything that is kept of one network: its series by key, and until when Sextant was last open on it. */
import { z } from 'zod';
import type { SeriesName } from '../../../shared/ipc/schemas/history.ts';
import { type Point, PointSeries, readPoints, writePoints } from './point-series.ts';

/** Epochs below the head from which a tipset is kept: a reorg seldom reaches it. */
export const SETTLED_EPOCHS = 5;
const EPOCHS_A_DAY = 2880;
const EPOCHS_AN_HOUR = 120;
/** Base fees: each tipset's for three days, then one in five minutes, for thirty days. */
const BASE_FEE_DAYS = 30;
const BASE_FEE_FULL_DAYS = 3;
const BASE_FEE_THIN_EPOCHS = 10;
/** Blocks won are noted at each of their epochs; of a miner that wins in every one this is a megabyte. */
const WINS_DAYS = 90;
/** Everything else is at most hourly and kept for a year. */
const YEAR_DAYS = 366;
/** When a miner was watched: wins of the last day are counted by it. */
const WATCHED_DAYS = 2;
const WATCHED_EPOCHS = 10;
/** Between base fees further apart than this nothing was seen; older ones stand ten epochs apart. */
const GAP_EPOCHS = 20;
/** Miners that were watched once leave their series behind; those that were fed last stay. */
const MOST_SERIES = 500;

const zNetworkDocument = z.object({
  genesisCid: z.string().min(8).max(200),
  seenUntilMs: z.number().optional(),
  /** The head at that time: the clock of a practice chain may run ahead of this machine's. */
  seenUntilHeight: z.number().int().optional(),
  series: z.record(z.string().max(200), z.string().max(4_000_000).refine(isSeries, 'It is no series.')),
});
export const zHistoryDocument = z.object({ network: zNetworkDocument.optional() });
/** Series that are shown, and when miners were watched. */
type KeptName = SeriesName | { readonly kind: 'watched'; readonly miner: string };
export type NetworkDocument = z.infer<typeof zNetworkDocument>;

export class NetworkHistory {
  readonly genesisCid: string;
  /** When Sextant was last open on this network before this run; undefined where it never was. */
  readonly lastOpenMs: number | undefined;
  readonly lastOpenHeight: number | undefined;
  readonly #series = new Map<string, PointSeries>();
  #changes = 0;

  constructor(genesisCid: string, kept?: NetworkDocument | undefined) {
    this.genesisCid = genesisCid;
    this.lastOpenMs = kept?.seenUntilMs;
    this.lastOpenHeight = kept?.seenUntilHeight;
    for (const [key, text] of Object.entries(kept?.series ?? {})) {
      this.#series.set(key, new PointSeries(readPoints(text)));
    }
  }

  /** Rises with every figure that is new. */
  get changes(): number {
    return this.#changes;
  }

  points(name: KeptName): readonly Point[] {
    return this.#series.get(keyOf(name))?.points ?? [];
  }

  before(name: KeptName, height: number): Point | undefined {
    return this.#series.get(keyOf(name))?.before(height);
  }

  since(name: KeptName, from: number): readonly Point[] {
    return this.#series.get(keyOf(name))?.since(from) ?? [];
  }

  put(name: KeptName, height: number, value: string): void {
    const series = this.#seriesOf(keyOf(name));
    if (series.before(height)?.height === height && series.before(height)?.value === value) return;
    series.put(height, value);
    this.#changes += 1;
  }

  /** Puts a figure unless the hour of its epoch has one already. */
  putHourly(name: SeriesName, height: number, value: string): void {
    const last = this.#series.get(keyOf(name))?.before(height);
    if (last !== undefined && Math.floor(last.height / EPOCHS_AN_HOUR) === Math.floor(height / EPOCHS_AN_HOUR)) return;
    this.put(name, height, value);
  }

  /** Notes that a miner was watched at an epoch; every epoch is not needed to tell gaps. */
  noteWatched(miner: string, height: number): void {
    const name = { kind: 'watched', miner } as const;
    const last = this.before(name, height);
    if (last === undefined || height - last.height >= WATCHED_EPOCHS) this.put(name, height, '1');
  }

  /** Epochs of a stretch of which no tipset was seen, or at which a miner was not watched. */
  unseenEpochs(from: number, until: number, name: KeptName = { kind: 'base-fee' }): number {
    let unseen = 0;
    let before = from;
    for (const { height } of [...this.since(name, from), { height: until }]) {
      if (height - before > GAP_EPOCHS) unseen += height - before;
      before = height;
    }
    return Math.min(unseen, Math.max(0, until - from));
  }

  /** What is written down, bounded as seen from the head. */
  toDocument(headHeight: number, seenUntilMs: number): NetworkDocument {
    const newest = [...this.#series].sort(([, left], [, right]) => (right.points.at(-1)?.height ?? 0) - (left.points.at(-1)?.height ?? 0));
    for (const [key] of newest.slice(MOST_SERIES)) this.#series.delete(key);
    for (const [key, series] of this.#series) {
      const isBaseFee = key === 'base-fee';
      series.thin({
        oldest: headHeight - daysOf(key) * EPOCHS_A_DAY,
        thinBefore: isBaseFee ? headHeight - BASE_FEE_FULL_DAYS * EPOCHS_A_DAY : 0,
        everyEpochs: BASE_FEE_THIN_EPOCHS,
      });
    }
    const written = [...this.#series].filter(([, { points }]) => points.length > 0).map(([key, { points }]) => [key, writePoints(points)]);
    return { genesisCid: this.genesisCid, seenUntilMs, seenUntilHeight: headHeight, series: Object.fromEntries(written) };
  }

  #seriesOf(key: string): PointSeries {
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const made = new PointSeries();
    this.#series.set(key, made);
    return made;
  }
}

function daysOf(key: string): number {
  if (key.startsWith('watched ')) return WATCHED_DAYS;
  if (key === 'base-fee') return BASE_FEE_DAYS;
  return key.startsWith('wins ') ? WINS_DAYS : YEAR_DAYS;
}

function isSeries(text: string): boolean {
  try {
    readPoints(text);
    return true;
  } catch {
    return false;
  }
}

/** Addresses without their network's letter: what is kept belongs to a genesis. */
function keyOf(name: KeptName): string {
  if (name.kind === 'base-fee') return name.kind;
  return `${name.kind} ${(name.kind === 'balance' ? name.address : name.miner).slice(1)}`;
}
