/** The history of one network: time series by key, and when Sextant was last open on it. */
import { z } from 'zod';
import type { SeriesName } from '../../../shared/ipc/schemas/history.ts';
import { type Point, PointSeries, readPoints, writePoints } from './point-series.ts';

/** Epochs below the head from which on a tipset is recorded: a reorg rarely reaches it. */
export const SETTLED_EPOCHS = 5;
const EPOCHS_A_DAY = 2880;
const EPOCHS_AN_HOUR = 120;
/** Base fees: of every tipset for three days, then one per five minutes, for thirty days. */
const BASE_FEE_DAYS = 30;
const BASE_FEE_FULL_DAYS = 3;
const BASE_FEE_THIN_EPOCHS = 10;
/** Blocks won are recorded by epoch; a miner that wins in every epoch takes a megabyte. */
const WINS_DAYS = 90;
/** All other figures are at most hourly and kept for a year. */
const YEAR_DAYS = 366;
/** When a miner was watched, for counting the wins of the last day. */
const WATCHED_DAYS = 2;
const WATCHED_EPOCHS = 10;
/** A larger distance between base fees is a gap; older ones are ten epochs apart. */
const GAP_EPOCHS = 20;
/** Maximum number of series, since formerly watched miners leave theirs behind; the most recently updated are kept. */
const MAX_SERIES = 500;

const zNetworkDocument = z.object({
  genesisCid: z.string().min(8).max(200),
  seenUntilMs: z.number().optional(),
  /** The head at that time: the clock of a practice chain may be ahead of this machine's. */
  seenUntilHeight: z.number().int().optional(),
  series: z.record(z.string().max(200), z.string().max(4_000_000).refine(isSeries, 'Not a valid series.')),
});
export const zHistoryDocument = z.object({ network: zNetworkDocument.optional() });
/** Series that can be shown, and when miners were watched. */
type KeptName = SeriesName | { readonly kind: 'watched'; readonly miner: string };
export type NetworkDocument = z.infer<typeof zNetworkDocument>;

export class NetworkHistory {
  readonly genesisCid: string;
  /** When Sextant was last open on this network before this session; undefined if never. */
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

  /** Incremented with every new figure. */
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

  /** Add a figure unless the hour of its epoch already has one. */
  putHourly(name: SeriesName, height: number, value: string): void {
    const last = this.#series.get(keyOf(name))?.before(height);
    if (last !== undefined && Math.floor(last.height / EPOCHS_AN_HOUR) === Math.floor(height / EPOCHS_AN_HOUR)) return;
    this.put(name, height, value);
  }

  /** Record that a miner was watched at an epoch; not every epoch is needed to find gaps. */
  noteWatched(miner: string, height: number): void {
    const name = { kind: 'watched', miner } as const;
    const last = this.before(name, height);
    if (last === undefined || height - last.height >= WATCHED_EPOCHS) this.put(name, height, '1');
  }

  /** Return the epochs of a range without a known tipset, or at which a miner was not watched. */
  unseenEpochs(from: number, until: number, name: KeptName = { kind: 'base-fee' }): number {
    let unseen = 0;
    let before = from;
    for (const { height } of [...this.since(name, from), { height: until }]) {
      if (height - before > GAP_EPOCHS) unseen += height - before;
      before = height;
    }
    return Math.min(unseen, Math.max(0, until - from));
  }

  /** Return the document to save, limited relative to the head. */
  toDocument(headHeight: number, seenUntilMs: number): NetworkDocument {
    const newest = [...this.#series].sort(([, left], [, right]) => (right.points.at(-1)?.height ?? 0) - (left.points.at(-1)?.height ?? 0));
    for (const [key] of newest.slice(MAX_SERIES)) this.#series.delete(key);
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

/** Addresses are stored without the network letter, since the history belongs to a genesis. */
function keyOf(name: KeptName): string {
  if (name.kind === 'base-fee') return name.kind;
  return `${name.kind} ${(name.kind === 'balance' ? name.address : name.miner).slice(1)}`;
}
