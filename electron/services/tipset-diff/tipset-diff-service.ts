/**
 * Compares two tipsets: figures with a few calls and, on request, every actor from the blocks of both states.
 *
 * Owns one topic with the progress of each comparison of states. They run in the background within a budget of calls, and can be stopped and
 * resumed; blocks that both states share, or that were read before, are not read again.
 */
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { StateDiff, StateDiffProgress, TipsetComparison } from '../../../shared/ipc/schemas/tipset-diff.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ListTopic } from '../../platform/topics.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { actorTypesOf } from '../network-version/version-authority.ts';
import { panelErrorOf } from '../pinned/pinned-node.ts';
import { type BlockCache, BlockReader } from '../state/block-reader.ts';
import { openPinnedState } from '../state/pinned-state.ts';
import { problemOf } from '../state/unreadable-block.ts';
import { changedActorRows, readChangedActors } from './changed-actors.ts';
import { type ComparedPair, compareTipsets } from './compare-tipsets.ts';

const KEPT_READS = 5;
const RUNNING_READS = 2;

export interface TipsetDiffServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly blocks: BlockCache;
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
}

interface Read {
  readonly reader: BlockReader;
  readonly keys: { readonly before: readonly Cid[]; readonly after: readonly Cid[] };
  progress: StateDiffProgress;
  found: Omit<StateDiff, 'readId'>;
  stop: AbortController;
  run: Promise<void>;
}

export class TipsetDiffService {
  readonly topic = new ListTopic<StateDiffProgress>(({ readId }) => readId, KEPT_READS);
  readonly #options: TipsetDiffServiceOptions;
  readonly #logger: Logger;
  readonly #reads = new Map<string, Read>();
  #lastId = 0;

  constructor(options: TipsetDiffServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('tipset-diff');
  }

  /** @throws SextantError see `compareTipsets` */
  async compareTipsets(pair: ComparedPair): Promise<TipsetComparison> {
    const { connections, chain, ownMiners } = this.#options;
    await chain.whenHead();
    const active = await connections.requireActive();
    return compareTipsets(active, chain.tipsets, pair, await ownMiners(active));
  }

  /**
   * Start comparing the states of two tipsets.
   *
   * @throws SextantError `invalid-input` for an invalid key, or too many comparisons in progress; `not-connected`
   */
  async startStateDiff(request: {
    readonly before: readonly string[];
    readonly after: readonly string[];
    readonly callBudget: number;
  }): Promise<{ readId: string }> {
    const { connections, clock, blocks } = this.#options;
    const active = await connections.requireActive();
    const keys = { before: requireKey(request.before), after: requireKey(request.after) };
    this.#makeRoom();
    this.#lastId += 1;
    const readId = String(this.#lastId);
    const reader: BlockReader = new BlockReader(active, {
      cache: blocks,
      clock,
      cause: 'compare: actors',
      onProgress: () => this.#publish(readId),
    });
    const progress: StateDiffProgress = {
      readId,
      before: [...keys.before],
      after: [...keys.after],
      genesisCid: active.facts.genesisCid,
      state: 'running',
      startedAtMs: clock.nowMs(),
      ...reader.counts,
    };
    const read: Read = { reader, keys, progress, found: {}, stop: new AbortController(), run: Promise.resolve() };
    this.#reads.set(readId, read);
    read.run = this.#run(read, active, request.callBudget);
    return { readId };
  }

  /** @throws SextantError `not-found` for a comparison that is no longer stored */
  async cancelStateDiff({ readId }: { readonly readId: string }): Promise<Record<string, never>> {
    const read = this.#require(readId);
    read.stop.abort();
    await read.run;
    return {};
  }

  /** @throws SextantError `not-found`; `wrong-network` if the connection is on another network; `invalid-input` while it runs */
  async continueStateDiff({
    readId,
    callBudget,
  }: {
    readonly readId: string;
    readonly callBudget: number;
  }): Promise<Record<string, never>> {
    const read = this.#require(readId);
    const active = await this.#options.connections.requireActive();
    if (active.facts.genesisCid !== read.progress.genesisCid) {
      throw new SextantError('wrong-network', 'This comparison belongs to another network than the connected one.');
    }
    if (read.progress.state === 'running') throw new SextantError('invalid-input', 'This comparison is in progress.');
    this.#requireFewRunning();
    read.reader.use(active);
    read.run = this.#run(read, active, callBudget);
    return {};
  }

  /** @throws SextantError `not-found` for a comparison that is no longer stored */
  async getStateDiff({ readId }: { readonly readId: string }): Promise<StateDiff> {
    return { readId, ...this.#require(readId).found };
  }

  async stop(): Promise<void> {
    const reads = [...this.#reads.values()];
    for (const { stop } of reads) stop.abort();
    await Promise.all(reads.map(({ run }) => run));
  }

  async #run(read: Read, active: ActiveConnection, callBudget: number): Promise<void> {
    const { reader } = read;
    read.stop = new AbortController();
    const { signal } = read.stop;
    reader.allow(callBudget);
    const { problem: _problem, raw: _raw, ...progress } = read.progress;
    read.progress = { ...progress, state: 'running' };
    this.#publish(progress.readId);
    let end: Pick<StateDiffProgress, 'state' | 'problem' | 'raw'>;
    try {
      const before = await openPinnedState(reader, [read.keys.before], signal);
      const after = await openPinnedState(reader, [read.keys.after], signal);
      read.found = { stateRoots: { before: before.root, after: after.root } };
      const { value, calls } = await reader.walk(
        'the actors of both states',
        readChangedActors(before.tree, after.tree, actorTypesOf(active)),
        signal,
      );
      const sources = [before.blockCall, after.blockCall, ...calls];
      read.found = { ...read.found, actors: { value: changedActorRows(value, active.letter), calls: sources } };
      end = { state: 'done' };
    } catch (error) {
      end = this.#endOf(error, signal);
    }
    read.progress = { ...read.progress, ...end };
    this.#publish(progress.readId);
  }

  #endOf(error: unknown, signal: AbortSignal): Pick<StateDiffProgress, 'state' | 'problem' | 'raw'> {
    if (signal.aborted) return { state: 'cancelled' };
    if (error instanceof SextantError) {
      return { state: error.code === 'budget-spent' ? 'budget-spent' : 'failed', ...problemOf(error) };
    }
    // It runs in the background: a bug is logged and shown here, and affects nothing else.
    this.#logger.error('Could not compare two states', { error });
    const problem = new SextantError('internal', 'Sextant made a mistake while comparing these states. The log has the details.');
    return { state: 'failed', problem: panelErrorOf(problem) };
  }

  #publish(readId: string): void {
    const read = this.#reads.get(readId);
    if (read === undefined) return;
    read.progress = { ...read.progress, ...read.reader.counts };
    this.topic.put([read.progress]);
  }

  #require(readId: string): Read {
    const read = this.#reads.get(readId);
    if (read === undefined) throw new SextantError('not-found', 'This comparison is no longer available. Start it again.');
    return read;
  }

  #requireFewRunning(): void {
    const running = [...this.#reads.values()].filter(({ progress }) => progress.state === 'running').length;
    if (running >= RUNNING_READS) {
      throw new SextantError(
        'invalid-input',
        `${RUNNING_READS} comparisons are in progress, the maximum. Cancel one or wait for it to end.`,
      );
    }
  }

  /** Remove the oldest ended comparison. */
  #makeRoom(): void {
    this.#requireFewRunning();
    for (const [id, { progress }] of this.#reads) {
      if (this.#reads.size < KEPT_READS) return;
      if (progress.state === 'running') continue;
      this.#reads.delete(id);
      this.topic.remove([id]);
    }
  }
}

function requireKey(key: readonly string[]): readonly Cid[] {
  try {
    return key.map(parseCid);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('invalid-input', error.message);
  }
}
