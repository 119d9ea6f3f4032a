/** Makes one passport: runs the probes in order until the last one or until it is stopped. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Passport, PassportRow } from '../../../shared/ipc/schemas/connections.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import { optional } from '../optional.ts';
import { ACCELERATED_BELOW, ConnectionLink, type ConnectionTarget } from './connection-link.ts';
import { ACCESS_PROBES } from './passport-access.ts';
import { CHAIN_PROBES } from './passport-chain.ts';
import { PassportEndpoint } from './passport-endpoint.ts';
import { IDENTITY_PROBES } from './passport-identity.ts';
import { METHOD_PROBES } from './passport-methods.ts';
import type { Finding, PassportKnown, Probe } from './passport-probe.ts';
import { RATE_PROBES } from './passport-rate.ts';
import { REACH_PROBES } from './passport-reach.ts';
import { summaryOf, verdictOf } from './passport-verdict.ts';

const PROBES: readonly Probe[] = [
  ...REACH_PROBES,
  ...IDENTITY_PROBES,
  ...CHAIN_PROBES,
  ...ACCESS_PROBES,
  ...METHOD_PROBES,
  // Last, because rate limiting would affect the probes after it.
  ...RATE_PROBES,
];
const DEFAULT_BLOCK_DELAY_SECONDS = 30;
/** Calls linked from a row; the inspector lists all by their cause. */
const MAX_CALLS_PER_ROW = 40;
const NOT_REACHED: Finding = { status: 'unknown', value: 'not tested', meaning: 'ChainHead has no JSON-RPC answer over HTTP.' };
const SKIPPED: Finding = { status: 'unknown', value: 'skipped', meaning: 'Burst test skipped by the user.' };
const STOPPED: Finding = { status: 'unknown', value: 'not tested', meaning: 'The passport was stopped before this test.' };

export interface PassportRunOptions {
  readonly target: ConnectionTarget;
  readonly tap: CallTap;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly skipsBurst: boolean;
  readonly isChainAccelerated: boolean;
  /** Called after every change of a row. */
  readonly onChange: (passport: Passport) => void;
}

export class PassportRun {
  readonly #options: PassportRunOptions;
  readonly #endpoint: PassportEndpoint;
  readonly #startedAtMs: number;
  readonly #probes: readonly Probe[];
  readonly #rows = new Map<string, PassportRow>();
  readonly #known: PassportKnown = {
    isReachable: false,
    blockDelaySeconds: DEFAULT_BLOCK_DELAY_SECONDS,
    hasStream: false,
    methods: [],
    tipsets: new Map(),
    isRateLimited: false,
    isSeveralNodes: false,
    isWrongNetwork: false,
  };
  #doneWeight = 0;

  constructor(options: PassportRunOptions) {
    this.#options = options;
    this.#endpoint = new PassportEndpoint(options);
    this.#startedAtMs = options.clock.nowMs();
    this.#probes = PROBES.filter((probe) => probe.isFor?.(this.#endpoint) !== false);
  }

  async run(): Promise<Passport> {
    const { signal, skipsBurst } = this.#options;
    try {
      const isChainAccelerated = await this.#isChainAccelerated();
      for (const probe of this.#probes) {
        if (signal.aborted) {
          this.#put(probe, STOPPED);
          continue;
        }
        if (skipsBurst && probe.isBurst === true) {
          this.#put(probe, SKIPPED);
          this.#doneWeight += probe.weight ?? 1;
          continue;
        }
        this.#put(probe, { status: 'running', value: '' });
        this.#publish();
        const canAsk = this.#known.isReachable || probe.isIndependent === true;
        const context = {
          endpoint: this.#endpoint,
          known: this.#known,
          isChainAccelerated,
          onProgress: () => this.#publish(),
        };
        this.#put(probe, canAsk ? await findingOf(probe, context) : NOT_REACHED);
        this.#doneWeight += probe.weight ?? 1;
      }
    } finally {
      this.#endpoint.close();
    }
    return this.#publish(this.#options.clock.nowMs());
  }

  /** A development node reports its block time at its control URL. */
  async #isChainAccelerated(): Promise<boolean> {
    const { target, tap, clock, signal, isChainAccelerated } = this.#options;
    if (isChainAccelerated || target.controlUrl === undefined) {
      return isChainAccelerated;
    }
    const link = new ConnectionLink({ target, tap, clock });
    try {
      const info = await optional(async () => link.control?.getInfo(signal));
      return info !== undefined && info.blockTimeMs < DEFAULT_BLOCK_DELAY_SECONDS * 1000 * ACCELERATED_BELOW;
    } finally {
      link.close();
    }
  }

  #put({ id, group, label }: Probe, { status, value, meaning }: Finding): void {
    const calls = this.#endpoint.takeCalls().map(({ ref }) => ref);
    this.#rows.set(id, {
      id,
      group,
      label,
      status,
      value: this.#endpoint.withoutTokens(value),
      ...(meaning === undefined ? {} : { meaning: this.#endpoint.withoutTokens(meaning) }),
      calls: calls.slice(0, MAX_CALLS_PER_ROW),
    });
  }

  #publish(finishedAtMs?: number): Passport {
    const { target, signal } = this.#options;
    const rows = [...this.#rows.values()];
    const isFinished = finishedAtMs !== undefined;
    const whole = this.#probes.reduce((sum, { weight = 1 }) => sum + weight, 0);
    const isStopped = isFinished && signal.aborted;
    const passport: Passport = {
      connectionId: target.id,
      connectionName: target.name,
      httpUrl: target.httpUrl,
      startedAtMs: this.#startedAtMs,
      ...(isFinished ? { finishedAtMs } : {}),
      progress: isFinished ? 1 : this.#doneWeight / whole,
      verdict: isFinished ? (isStopped ? 'unknown' : verdictOf(rows, this.#known)) : 'running',
      summary: isStopped ? 'Stopped early. The findings so far are below.' : isFinished ? summaryOf(target, this.#known, rows) : '',
      rows,
      methods: [...this.#known.methods],
    };
    this.#options.onChange(passport);
    return passport;
  }
}

async function findingOf(probe: Probe, context: Parameters<Probe['run']>[0]): Promise<Finding> {
  try {
    return await probe.run(context);
  } catch (error) {
    if (error instanceof SextantError) {
      return error.code === 'cancelled' && context.endpoint.signal.aborted
        ? STOPPED
        : { status: 'unknown', value: 'no answer', meaning: error.message };
    }
    throw error;
  }
}
