/**
 * The sealing board of a connection's storage miner: its sectors from the storage-miner API, with their chain data.
 *
 * Each round calls SectorsStatus for sectors in progress, and in turn for a few settled ones. Immutable data is read once. Owned by the
 * sealing service for the lifetime of the connection.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { idOfAddress, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { epochToTimeMs, timeMsToEpoch } from '../../../shared/domain/chain/epoch.ts';
import { type ErrorCode, SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SealingBoard, SealingSector, SectorProgress } from '../../../shared/ipc/schemas/sealing.ts';
import { zNodeAddress, zNodeSectorNumbers } from '../../../shared/validation/node/provider-state.ts';
import {
  type NodeSealingStatus,
  zNodePreCommit,
  zNodeSealingStatus,
  zNodeSeedDelay,
  zNodeStateCounts,
} from '../../../shared/validation/node/sealing.ts';
import type { NodeAnswer, NodeClient } from '../../rpc/node-client.ts';
import { attempt } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import { AwaitedMessages } from './awaited-messages.ts';
import { boardGaps } from './board-gaps.ts';
import { ChainFlagsReader, type SectorFlags } from './chain-flags.ts';
import type { PastTimes } from './past-times.ts';
import { SealingWorkers } from './sealing-workers.ts';
import { START_TO_PROVING, timesInStates } from './sector-log.ts';
import { awaitedMessage, type PreCommitFacts, sealingSectorOf } from './sector-view.ts';

const CAUSE = 'sealing: board';
const CALLS_AT_ONCE = 4;
/** Maximum sectors of a board: those in the pipeline first, then the newest others. */
const MAX_SECTORS = 300;
/** builtin-actors `runtime/src/runtime/policy.rs` PRE_COMMIT_CHALLENGE_DELAY. */
const SEED_DELAY_EPOCHS = 150;
/** States without automatic changes, read again only in turn. */
const SETTLED: ReadonlySet<string> = new Set(['Proving', 'Available', 'Removed', 'FailedUnrecoverable', 'FaultedFinal']);
const SETTLED_READ_PER_ROUND = 4;
const DAY_MS = 86_400_000;
/** Failures of SectorsStatus that concern only one sector. */
const OF_ONE_SECTOR: ReadonlySet<ErrorCode> = new Set(['node-error', 'not-found', 'endpoint-bad-reply']);
/** A sector that was retried for months has a long log. */
const MAX_PROGRESS = 100;

interface Numbers {
  readonly shown: readonly bigint[];
  readonly total: number;
  readonly call: CallRef;
}

export interface MinerApiBoardOptions {
  readonly connection: ActiveConnection;
  readonly miner: NodeClient;
  readonly chain: Pick<ChainService, 'tipsets'>;
  readonly past: PastTimes;
}

export class MinerApiBoard {
  readonly connection: ActiveConnection;
  readonly #options: MinerApiBoardOptions;
  readonly #statuses = new Map<bigint, NodeAnswer<NodeSealingStatus>>();
  readonly #preCommits = new Map<bigint, PreCommitFacts>();
  readonly #messages = new AwaitedMessages();
  readonly #workers: SealingWorkers;
  readonly #flags = new ChainFlagsReader();
  /** Position in the rotation over settled sectors. */
  #settledCursor = 0;
  #address: string | undefined;
  #seedDelay: number | undefined;

  constructor(options: MinerApiBoardOptions) {
    this.connection = options.connection;
    this.#options = options;
    this.#workers = new SealingWorkers(options.miner, CAUSE);
  }

  /** @throws SextantError those of calls */
  async read(nowMs: number): Promise<SealingBoard> {
    const { miner, chain } = this.#options;
    const { client, facts } = this.connection;
    this.#address ??= (await miner.call('ActorAddress', [], { schema: zNodeAddress, cause: CAUSE })).value;
    this.#seedDelay ??= await this.#readSeedDelay();
    const address = this.#address;
    const numbers = await this.#readNumbers();
    await mapBounded(this.#toRead(numbers.shown), CALLS_AT_ONCE, (number) => this.#readStatus(number, address));
    this.#forget(new Set(numbers.shown));
    const shown = numbers.shown.filter((number) => this.#statuses.get(number)?.value.State !== 'Removed');
    const { jobs, call: workerCall } = (await this.#workers.read(minerIdOf(address))) ?? {};
    return readPinned(client, chain.tipsets, CAUSE, async (node) => {
      const flags = await this.#flags.read(node, address, shown, numbers.total);
      await this.#readPreCommits(node, address, shown, flags);
      const messages = await this.#readMessages(node, shown);
      const sectors = shown.flatMap((number): SealingSector[] => {
        const status = this.#statuses.get(number);
        const flag = flags.of.get(number);
        if (status === undefined || flag === undefined) return [];
        const sector = sealingSectorOf(number, status, {
          ...flag,
          preCommit: this.#preCommits.get(number),
          seedDelay: this.#seedDelay ?? SEED_DELAY_EPOCHS,
          timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
        });
        const cid = awaitedMessage(status.value)?.cid;
        const message = cid === undefined ? undefined : messages.get(cid);
        const worker = jobs?.get(Number(number));
        return [{ ...sector, ...defined({ message, worker }) }];
      });
      const past = await this.#readPast(address, node.ref.timeMs);
      return {
        status: 'live',
        source: 'miner-api',
        miner: address,
        pinned: node.ref,
        updatedAtMs: nowMs,
        ...past,
        activeCount: flags.activeCount,
        leftOut: numbers.total - numbers.shown.length,
        gaps: boardGaps(
          numbers,
          shown.filter((number) => !this.#statuses.has(number)),
        ),
        sectors,
        calls: [numbers.call, flags.call, ...(workerCall === undefined ? [] : [workerCall])],
      };
    });
  }

  async #readPast(address: string, nowMs: number): Promise<Pick<SealingBoard, 'pastMs' | 'wholeMs' | 'sealedLastDay'>> {
    const { past } = this.#options;
    const { genesisCid } = this.connection.facts;
    const { [START_TO_PROVING]: wholeMs = [], ...pastMs } = await past.timesOf(genesisCid, address, nowMs);
    return { pastMs, wholeMs, sealedLastDay: await past.countSealed(genesisCid, address, nowMs - DAY_MS) };
  }

  /** Past states from the last answer for a sector; undefined if it was not read. */
  progressOf(number: bigint): SectorProgress | undefined {
    const status = this.#statuses.get(number);
    if (status === undefined) return undefined;
    const states = timesInStates(status.value.Log).filter(({ state }) => state !== START_TO_PROVING);
    return { states: states.slice(-MAX_PROGRESS), call: status.call };
  }

  /** With many sectors, those in the pipeline come first, since a stuck sector may have an old number. */
  async #readNumbers(): Promise<Numbers> {
    const { miner } = this.#options;
    const list = await miner.call('SectorsList', [], { schema: zNodeSectorNumbers, cause: CAUSE });
    const all = newestFirst(list.value);
    if (all.length <= MAX_SECTORS) return { shown: all, total: all.length, call: list.call };
    const summary = await optional(() => miner.call('SectorsSummary', [], { schema: zNodeStateCounts, cause: CAUSE }));
    const states = Object.keys(summary?.value ?? {}).filter((state) => !SETTLED.has(state) || state === 'FailedUnrecoverable');
    const moving =
      states.length === 0
        ? undefined
        : await optional(() => miner.call('SectorsListInStates', [states], { schema: zNodeSectorNumbers, cause: CAUSE }));
    const first = newestFirst(moving?.value ?? []);
    const shown = [...new Set([...first, ...all])].slice(0, MAX_SECTORS);
    return { shown: newestFirst(shown), total: all.length, call: list.call };
  }

  async #readStatus(number: bigint, address: string): Promise<void> {
    const { miner, past } = this.#options;
    const answer = await attempt(() => miner.call('SectorsStatus', [number, false], { schema: zNodeSealingStatus, cause: CAUSE }));
    if (answer instanceof SextantError) {
      // The sector may have been removed since it was listed; the others are still shown.
      if (!OF_ONE_SECTOR.has(answer.code)) throw answer;
      return;
    }
    this.#statuses.set(number, answer);
    await past.add(this.connection.facts.genesisCid, address, Number(number), timesInStates(answer.value.Log));
  }

  /** Sectors in progress, and a few settled ones in turn. */
  #toRead(numbers: readonly bigint[]): bigint[] {
    const isSettled = (number: bigint): boolean => SETTLED.has(this.#statuses.get(number)?.value.State ?? '');
    const settled = numbers.filter(isSettled);
    const start = settled.length === 0 ? 0 : this.#settledCursor % settled.length;
    const some = [...settled.slice(start), ...settled.slice(0, start)].slice(0, SETTLED_READ_PER_ROUND);
    this.#settledCursor = start + some.length;
    return [...numbers.filter((number) => !isSettled(number)), ...some];
  }

  #forget(numbers: ReadonlySet<bigint>): void {
    for (const kept of [this.#statuses, this.#preCommits]) {
      for (const number of kept.keys()) if (!numbers.has(number)) kept.delete(number);
    }
  }

  async #readSeedDelay(): Promise<number> {
    const { client } = this.connection;
    const params = await optional(() => client.call('StateGetNetworkParams', [], { schema: zNodeSeedDelay, cause: CAUSE }));
    return params?.value.PreCommitChallengeDelay ?? SEED_DELAY_EPOCHS;
  }

  /** Reads the pre-commit of sectors between pre-commit and proof, once each because it does not change. */
  async #readPreCommits(node: PinnedNode, address: string, numbers: readonly bigint[], flags: SectorFlags): Promise<void> {
    const wanted = numbers.filter((number) => {
      const state = this.#statuses.get(number)?.value.State ?? '';
      return flags.of.get(number)?.isOnChain === false && HAS_PRE_COMMIT.has(state) && !this.#preCommits.has(number);
    });
    await mapBounded(wanted, CALLS_AT_ONCE, async (number) => {
      const answer = await optional(() => node.read('StateSectorPreCommitInfo', (key) => [address, number, key], zNodePreCommit));
      if (answer?.value === null || answer === undefined) return;
      const { PreCommitEpoch, Info } = answer.value;
      this.#preCommits.set(number, { epoch: PreCommitEpoch, expiration: Info.Expiration, sealProof: Info.SealProof });
    });
  }

  #readMessages(node: PinnedNode, numbers: readonly bigint[]) {
    const { facts, apiVersion } = this.connection;
    const awaited = numbers.flatMap((number) => {
      const status = this.#statuses.get(number);
      const message = status === undefined ? undefined : awaitedMessage(status.value);
      const last = status?.value.Log.at(-1)?.Timestamp;
      return message === undefined || last === undefined ? [] : [{ ...message, sinceEpoch: timeMsToEpoch(last * 1000, facts) }];
    });
    return this.#messages.lookUpAll(node, apiVersion, this.#options.chain.tipsets.at(-1)?.baseFee, awaited);
  }
}

const HAS_PRE_COMMIT: ReadonlySet<string> = new Set([
  'PreCommitBatchWait',
  'PreCommitWait',
  'PreCommitFailed',
  'WaitSeed',
  'Committing',
  'CommitFinalize',
  'SubmitCommit',
  'SubmitCommitAggregate',
  'CommitWait',
  'CommitAggregateWait',
  'ComputeProofFailed',
  'RemoteCommitFailed',
  'CommitFailed',
  'CommitFinalizeFailed',
]);

/** Drops numbers beyond safe integers. */
function newestFirst(numbers: readonly bigint[]): bigint[] {
  return [...new Set(numbers)].filter((number) => number <= Number.MAX_SAFE_INTEGER).sort((left, right) => (left < right ? 1 : -1));
}

function minerIdOf(address: string): bigint | undefined {
  const parsed = tryParseAddress(address);
  return parsed === undefined ? undefined : idOfAddress(parsed);
}
