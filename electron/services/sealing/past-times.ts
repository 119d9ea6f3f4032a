/**
 * Times of past sectors, stored over restarts, because lotus-miner removes a sector's log with the sector and a median needs many.
 *
 * Owns one document, by network and miner, bounded in days, samples and miners. An unreadable document stays unchanged; times are then
 * not saved. Called by the sealing service.
 */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { type PastState, START_TO_PROVING } from './sector-log.ts';

const KEPT_MS = 90 * 86_400_000;
const MAX_SAMPLES = 200;
/** Times from start to proving are also counted per day, so all of the last 25 hours are kept. */
const COUNTED_SECONDS = 25 * 3600;
const MAX_COUNTED = 20_000;
const MAX_STATES = 80;
const MAX_MINERS = 20;

/** Sector number, time it left the state (Unix seconds), seconds in the state. */
const zSample = z.tuple([z.number().int(), z.number().int(), z.number().int().min(0)]);
type Sample = z.infer<typeof zSample>;
const zPastTimes = z.object({
  miners: z.record(z.string().max(300), z.record(z.string().max(100), z.array(zSample).max(MAX_COUNTED))),
});

export class PastTimes {
  readonly #document: AtomicDocument<typeof zPastTimes>;
  readonly #logger: Logger;
  /** By network and miner, the most recently used last; samples by state, then by sector and time. */
  readonly #miners = new Map<string, Map<string, Map<string, Sample>>>();
  #loading: Promise<boolean> | undefined;
  #isChanged = false;

  constructor({ paths, logger }: { readonly paths: ProfilePaths; readonly logger: Logger }) {
    this.#logger = logger;
    this.#document = new AtomicDocument({
      path: paths.file('sealing-times.json'),
      schema: zPastTimes,
      version: 1,
      initial: () => ({ miners: {} }),
      logger,
    });
  }

  /** Adds the past states of a sector; known ones are ignored. */
  async add(genesisCid: string, miner: string, sector: number, past: readonly PastState[]): Promise<void> {
    await this.#load();
    const states = this.#statesOf(genesisCid, miner);
    for (const { state, tookMs, leftAtMs } of past) {
      const samples = states.get(state) ?? new Map<string, Sample>();
      const leftAt = Math.round(leftAtMs / 1000);
      const key = `${sector} ${leftAt}`;
      if (samples.has(key) || (states.size >= MAX_STATES && !states.has(state))) continue;
      const kept = bounded(samples.set(key, [sector, leftAt, Math.round(tookMs / 1000)]), state === START_TO_PROVING);
      states.set(state, kept);
      // A log is read repeatedly; evicted samples must not count as changes.
      if (kept.has(key)) this.#isChanged = true;
    }
  }

  /** Times by state in milliseconds, sorted. `nowMs` is chain time. */
  async timesOf(genesisCid: string, miner: string, nowMs: number): Promise<Record<string, number[]>> {
    await this.#load();
    const since = (nowMs - KEPT_MS) / 1000;
    return Object.fromEntries(
      [...this.#statesOf(genesisCid, miner)].map(([state, samples]) => [
        state,
        [...samples.values()]
          .filter(([, leftAt]) => leftAt >= since)
          .map(([, , took]) => took * 1000)
          .sort((left, right) => left - right),
      ]),
    );
  }

  /** Number of sectors that became proving since then, at most a day ago. */
  async countSealed(genesisCid: string, miner: string, sinceMs: number): Promise<number> {
    await this.#load();
    const samples = this.#statesOf(genesisCid, miner).get(START_TO_PROVING)?.values() ?? [];
    return [...samples].filter(([, leftAt]) => leftAt * 1000 >= sinceMs).length;
  }

  async save(): Promise<void> {
    if (!this.#isChanged || !(await this.#load())) return;
    this.#isChanged = false;
    try {
      await this.#document.save({
        miners: Object.fromEntries(
          [...this.#miners]
            .slice(-MAX_MINERS)
            .map(([key, states]) => [key, Object.fromEntries([...states].map(([state, samples]) => [state, [...samples.values()]]))]),
        ),
      });
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#isChanged = true;
      this.#logger.error('Could not save the sealing times', { error });
    }
  }

  #statesOf(genesisCid: string, miner: string): Map<string, Map<string, Sample>> {
    const key = `${genesisCid} ${miner}`;
    const states = this.#miners.get(key) ?? new Map<string, Map<string, Sample>>();
    this.#miners.delete(key);
    this.#miners.set(key, states);
    return states;
  }

  /** Loads the document once; false if it is unreadable and must not be overwritten. */
  #load(): Promise<boolean> {
    this.#loading ??= this.#document.load().then(
      ({ miners }) => {
        for (const [key, states] of Object.entries(miners)) {
          const read = Object.entries(states).map(
            ([state, samples]) => [state, new Map(samples.map((sample) => [`${sample[0]} ${sample[1]}`, sample]))] as const,
          );
          this.#miners.set(key, new Map(read));
        }
        return true;
      },
      (error: unknown) => {
        if (!(error instanceof SextantError)) throw error;
        this.#logger.error('Could not read the saved sealing times', { error });
        return false;
      },
    );
    return this.#loading;
  }
}

/** The newest samples, and for counted ones all of the last day. */
function bounded(samples: Map<string, Sample>, isCounted: boolean): Map<string, Sample> {
  if (samples.size <= MAX_SAMPLES) return samples;
  const newestFirst = [...samples].sort(([, left], [, right]) => right[1] - left[1]);
  const counted = (newestFirst[0]?.[1][1] ?? 0) - COUNTED_SECONDS;
  return new Map(
    newestFirst.filter(([, [, leftAt]], place) => place < MAX_SAMPLES || (isCounted && place < MAX_COUNTED && leftAt >= counted)),
  );
}
