/**
 * One read of a miner from the blocks of the state: what it has found, how far it is, and how it goes on after it was stopped.
 *
 * Everything hangs from a block of the pinned tipset. Parts are kept as they are found, so that a read that goes on begins with the part
 * it had not finished. Owned by the state service.
 */
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { readMinerFunds } from '../../../shared/domain/state/miner.ts';
import { readMinerPower } from '../../../shared/domain/state/power.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { MinerReadSectors, MinerStateRead, StateReadProgress, StateSectorFilter } from '../../../shared/ipc/schemas/state-read.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { panelErrorOf } from '../chain/pinned-node.ts';
import type { BlockEndpoint } from './block-endpoint.ts';
import { type BlockCache, BlockReader } from './block-reader.ts';
import { type FoundMiner, findMiner } from './find-miner.ts';
import { readMinerKeys } from './miner-keys-read.ts';
import { type MinerSectorsRead, readMinerSectors } from './miner-sectors-read.ts';
import { balanceOf, powerOf, type TimeMsOf, vestingOf } from './state-rows.ts';

export interface ReadEndpoint extends BlockEndpoint {
  /** Whether it is Sextant's own node. */
  readonly isEmbedded: boolean;
}

export interface MinerReadOptions {
  readonly id: string;
  readonly address: Address;
  readonly letter: NetworkLetter;
  /** Tipsets to read at, the one that is wanted most first. */
  readonly keys: readonly (readonly Cid[])[];
  readonly genesisCid: string;
  readonly timeMsOf: TimeMsOf;
  readonly endpoint: ReadEndpoint;
  readonly cache: BlockCache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: (progress: StateReadProgress) => void;
}

type Parts = Omit<MinerStateRead, 'readId' | 'address' | 'proof'>;

export class MinerRead {
  readonly id: string;
  readonly genesisCid: string;
  readonly #options: MinerReadOptions;
  readonly #reader: BlockReader;
  readonly #startedAtMs: number;
  readonly #parts: Parts = {};
  #endpoint: ReadEndpoint;
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
    this.#endpoint = endpoint;
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
      genesisCid: this.genesisCid,
      connectionName: this.#endpoint.name,
      isEmbedded: this.#endpoint.isEmbedded,
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
            },
          }),
      ...this.#parts,
    };
  }

  /** Reads on, with so many calls more, until everything is read or something ends it; what that was is told by the progress. */
  async run(endpoint: ReadEndpoint, callBudget: number): Promise<void> {
    const { clock } = this.#options;
    this.#stop = new AbortController();
    this.#endpoint = endpoint;
    this.#reader.allow(callBudget);
    this.#reader.use(endpoint);
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
   * @param endpoint who has blocks that are kept no longer; absent: who was asked last
   * @throws SextantError `not-found` before the partitions were read, and as `BlockReader.walk`
   */
  async listSectors(
    { filter, from, limit }: { readonly filter: StateSectorFilter; readonly from: number; readonly limit: number },
    endpoint: BlockEndpoint | undefined,
  ): Promise<MinerReadSectors> {
    if (this.#sectors === undefined) {
      throw new SextantError('not-found', 'The partitions of this miner were not read yet.', { retryable: true });
    }
    if (endpoint !== undefined && !this.isRunning) this.#reader.use(endpoint);
    try {
      return await this.#sectors.list(filter, from, limit, new AbortController().signal);
    } catch (error) {
      throw isCancelled(error) ? this.#closedConnection() : error;
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { timeMsOf, address, letter, keys } = this.#options;
    this.#found ??= await findMiner(this.#reader, { address, letter, keys, onPhase: (phase) => this.#begin(phase) }, signal);
    const { miner, name, pinned, tree, id, actorCall, stateCall, info, infoCall } = this.#found;
    const parts = this.#parts;
    if (parts.vesting === undefined) {
      this.#begin('what the miner holds');
      const { value, calls } = await this.#reader.walk(`the vesting table of ${name}`, readMinerFunds(miner, pinned.height), signal);
      const sources = [actorCall, stateCall, ...calls];
      parts.balance = { value: balanceOf(value), calls: sources };
      parts.vesting = { value: vestingOf(value, timeMsOf), calls: sources };
    }
    if (parts.power === undefined) {
      this.#begin('its power');
      const { value, calls } = await this.#reader.walk(`the power of ${name}`, readMinerPower(tree, id), signal);
      parts.power = { value: powerOf(value), calls };
    }
    if (parts.info === undefined) {
      this.#begin('its keys');
      const { value, calls } = await this.#reader.walk(`the keys of ${name}`, readMinerKeys(tree, info, letter), signal);
      parts.info = { value, calls: [infoCall, ...calls] };
    }
    if (this.#sectors === undefined) {
      this.#begin('its deadlines and partitions');
      const context = { name, miner, stateCall, sectorSize: info.sectorSize, height: pinned.height, timeMsOf, reader: this.#reader };
      const { parts: placed, sectors } = await readMinerSectors(context, signal);
      Object.assign(parts, placed);
      this.#sectors = sectors;
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
      this.#problem = isCancelled(error) ? this.#closedConnection() : error;
      this.#state = error.code === 'budget-spent' ? 'budget-spent' : 'failed';
      return;
    }
    // Reads run in the background: a bug is logged and shown here, and ends nothing else.
    this.#options.logger.error('Reading a miner from the state failed', { error });
    this.#problem = new SextantError('internal', 'Sextant made a mistake while reading this state. The log has the details.');
    this.#state = 'failed';
  }

  /** Nobody else ends calls that this read did not end. */
  #closedConnection(): SextantError {
    const sentence = `The connection ${this.#endpoint.name} was closed while the state was read. The read can go on over another.`;
    return new SextantError('cancelled', sentence, { retryable: true });
  }

  #tell(): void {
    this.#options.onProgress(this.progress);
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof SextantError && error.code === 'cancelled';
}
