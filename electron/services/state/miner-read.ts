/**
 * One read of a miner from the blocks of the state: what it has found, how far it is, and how it goes on after it was stopped.
 *
 * Everything hangs from a block of the pinned tipset. Parts are kept as they are found, so that a read that goes on begins with the part
 * it had not finished. Owned by the state service.
 */
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { Walk } from '../../../shared/domain/ipld/walk.ts';
import { readActorType } from '../../../shared/domain/state/actor-types.ts';
import { openMiner, readMinerFunds, readMinerInfo, type StateMiner } from '../../../shared/domain/state/miner.ts';
import { openClaims, readPower } from '../../../shared/domain/state/power.ts';
import { readActor, type StateTree } from '../../../shared/domain/state/state-tree.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerReadSectors, MinerStateRead, StateReadProgress, StateSectorFilter } from '../../../shared/ipc/schemas/state-read.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { panelErrorOf } from '../chain/pinned-node.ts';
import { type BlockCache, type BlockEndpoint, BlockReader } from './block-reader.ts';
import { type MinerSectorsRead, readMinerSectors } from './miner-sectors-read.ts';
import { openPinnedState, type PinnedState } from './pinned-state.ts';
import { balanceOf, type TimeMsOf, vestingOf } from './state-rows.ts';

export interface MinerReadOptions {
  readonly id: string;
  readonly address: Address;
  readonly letter: NetworkLetter;
  /** Tipsets to read at, the one that is wanted most first. */
  readonly keys: readonly (readonly Cid[])[];
  readonly genesisCid: string;
  readonly timeMsOf: TimeMsOf;
  readonly endpoint: BlockEndpoint;
  readonly cache: BlockCache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: (progress: StateReadProgress) => void;
}

/** The miner that the state has under the address. */
interface FoundMiner extends PinnedState {
  readonly id: Address;
  /** In the network's letter. */
  readonly name: string;
  readonly miner: StateMiner;
  readonly actorCall: CallRef;
  readonly sectorSize: bigint;
}

type Parts = Omit<MinerStateRead, 'readId' | 'address' | 'proof'>;

export class MinerRead {
  readonly id: string;
  readonly genesisCid: string;
  readonly #options: MinerReadOptions;
  readonly #reader: BlockReader;
  readonly #startedAtMs: number;
  readonly #parts: Parts = {};
  #endpointName: string;
  #found: FoundMiner | undefined;
  #sectors: MinerSectorsRead | undefined;
  #stop = new AbortController();
  #state: StateReadProgress['state'] = 'running';
  #phase = 'the tipset';
  #step: StateReadProgress['step'];
  #problem: SextantError | undefined;
  #ranMs = 0;
  #runStartedMs: number | undefined;

  constructor(options: MinerReadOptions) {
    const { id, genesisCid, endpoint, cache, clock, address, letter } = options;
    this.id = id;
    this.genesisCid = genesisCid;
    this.#options = options;
    this.#endpointName = endpoint.name;
    this.#startedAtMs = clock.nowMs();
    const cause = `state: read miner ${formatAddress(address, letter)}`;
    this.#reader = new BlockReader(endpoint, { cache, clock, cause, onProgress: () => this.#tell() });
  }

  get isRunning(): boolean {
    return this.#runStartedMs !== undefined;
  }

  get progress(): StateReadProgress {
    const { id, address, letter, clock } = this.#options;
    return {
      readId: id,
      address: formatAddress(address, letter),
      connectionName: this.#endpointName,
      ...(this.#found === undefined ? {} : { pinned: this.#found.pinned }),
      state: this.#state,
      phase: this.#phase,
      ...(this.#step === undefined ? {} : { step: this.#step }),
      startedAtMs: this.#startedAtMs,
      elapsedMs: this.#ranMs + (this.#runStartedMs === undefined ? 0 : clock.monotonicMs() - this.#runStartedMs),
      ...this.#reader.counts,
      ...(this.#problem === undefined ? {} : { problem: panelErrorOf(this.#problem) }),
    };
  }

  /** What was found so far. */
  get view(): MinerStateRead {
    const { address, letter } = this.#options;
    const found = this.#found;
    const { blocks, bytes, calls } = this.#reader.counts;
    return {
      readId: this.id,
      address: found?.name ?? formatAddress(address, letter),
      ...(found === undefined
        ? {}
        : {
            proof: {
              pinned: found.pinned,
              block: found.block,
              blockCall: found.blockCall,
              stateRoot: found.root,
              networkVersion: found.networkVersion,
              networkVersionCall: found.networkVersionCall,
              actor: found.name,
              actorCode: found.miner.actor.code,
              actorHead: found.miner.actor.head,
              actorCall: found.actorCall,
              blocks,
              bytes,
              calls,
            },
          }),
      ...this.#parts,
    };
  }

  /** Reads on, with so many calls more, until everything is read or something ends it; what that was is told by the progress. */
  async run(endpoint: BlockEndpoint, callBudget: number): Promise<void> {
    const { clock } = this.#options;
    this.#stop = new AbortController();
    this.#endpointName = endpoint.name;
    this.#reader.allow(callBudget, endpoint);
    this.#problem = undefined;
    this.#state = 'running';
    this.#runStartedMs = clock.monotonicMs();
    this.#tell();
    const { signal } = this.#stop;
    try {
      await this.#read(signal);
      this.#state = 'done';
    } catch (error) {
      this.#note(error, signal);
    }
    this.#ranMs += clock.monotonicMs() - this.#runStartedMs;
    this.#runStartedMs = undefined;
    this.#tell();
  }

  cancel(): void {
    this.#stop.abort();
  }

  /**
   * A page of the sectors that pass a filter.
   *
   * @throws SextantError `not-found` before the partitions were read, and as `BlockReader.walk`
   */
  async listSectors(filter: StateSectorFilter, from: number, limit: number): Promise<MinerReadSectors> {
    if (this.#sectors === undefined) {
      throw new SextantError('not-found', 'The partitions of this miner were not read yet.', { retryable: true });
    }
    return this.#sectors.list(filter, from, limit, new AbortController().signal);
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#found ??= await this.#find(signal);
    const { miner, name, pinned, tree, id } = this.#found;
    const { timeMsOf } = this.#options;
    const parts = this.#parts;
    if (parts.vesting === undefined) {
      this.#begin('what the miner holds');
      const { value, calls } = await this.#reader.walk(`the vesting table of ${name}`, readMinerFunds(miner, pinned.height), signal);
      const sources = [this.#found.actorCall, ...calls];
      parts.balance = { value: balanceOf(value), calls: sources };
      parts.vesting = { value: vestingOf(value, timeMsOf), calls: sources };
    }
    if (parts.power === undefined) {
      this.#begin('its power');
      const { value, calls } = await this.#reader.walk(`the power of ${name}`, readPowerOf(tree, id), signal);
      parts.power = { value, calls };
    }
    if (this.#sectors === undefined) {
      this.#begin('its deadlines and partitions');
      const { sectorSize } = this.#found;
      const context = { name, miner, sectorSize, height: pinned.height, timeMsOf, reader: this.#reader };
      const { parts: placed, sectors } = await readMinerSectors(context, signal);
      Object.assign(parts, placed);
      this.#sectors = sectors;
    }
    if (parts.sectorRows === undefined) {
      this.#begin('the first sectors');
      parts.sectorRows = await this.#sectors.firstRows(signal);
    }
    if (parts.sectorSums === undefined) {
      this.#begin('all sectors');
      parts.sectorSums = await this.#sectors.sums(signal, (done, total) => {
        this.#step = { done, total };
        this.#tell();
      });
    }
    this.#begin('everything');
  }

  async #find(signal: AbortSignal): Promise<FoundMiner> {
    const { address, letter, keys } = this.#options;
    this.#begin('the tipset');
    const state = await openPinnedState(this.#reader, keys, signal);
    const typed = formatAddress(address, letter);
    this.#begin('the miner');
    // Small networks have their miner in the topmost block already.
    const { value: found, lastCall = state.treeCall } = await this.#reader.walk(
      `the state tree on the way to ${typed}`,
      readActor(state.tree, address),
      signal,
    );
    if (found === undefined) {
      throw new SextantError('not-found', `There is no actor ${typed} in this state.`);
    }
    const { actor } = found;
    const name = formatAddress(found.address, letter);
    const { value: type } = await this.#reader.walk("the network's actors", readActorType(state.tree, actor.code), signal);
    if (type !== undefined && type !== 'storageminer') {
      throw new SextantError('not-found', `${name} is ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} actor, not a miner.`);
    }
    const { value: miner } = await this.#reader.walk(`the state of ${name}`, openMiner(state.tree.layout, actor), signal);
    const { value: info } = await this.#reader.walk(`the information of ${name}`, readMinerInfo(miner), signal);
    return { ...state, id: found.address, name, miner, actorCall: lastCall, sectorSize: info.sectorSize };
  }

  #begin(phase: string): void {
    this.#phase = phase;
    this.#step = undefined;
    this.#tell();
  }

  #note(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) {
      this.#state = 'cancelled';
      return;
    }
    if (error instanceof SextantError) {
      this.#problem = error;
      this.#state = error.code === 'budget-spent' ? 'budget-spent' : 'failed';
      return;
    }
    // Reads run in the background: a bug is logged and shown here, and ends nothing else.
    this.#options.logger.error('Reading a miner from the state failed', { error });
    this.#problem = new SextantError('internal', 'Sextant made a mistake while reading this state. The log has the details.');
    this.#state = 'failed';
  }

  #tell(): void {
    this.#options.onProgress(this.progress);
  }
}

function* readPowerOf(
  tree: StateTree,
  id: Address,
): Walk<{
  rawBytes: string;
  qualityAdjusted: string;
  networkRawBytes: string;
  networkQualityAdjusted: string;
}> {
  const power = yield* readPower(tree);
  const claim = yield* (yield* openClaims(tree, power)).get(id);
  return {
    rawBytes: (claim?.rawBytePower ?? 0n).toString(),
    qualityAdjusted: (claim?.qualityAdjPower ?? 0n).toString(),
    networkRawBytes: power.totalRawBytePower.toString(),
    networkQualityAdjusted: power.totalQualityAdjPower.toString(),
  };
}
