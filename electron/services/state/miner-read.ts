/**
 * One read of a miner from the blocks of the state: results, progress, and resuming.
 *
 * Everything is reached from a block of the pinned tipset. Finished parts are kept, so that a resumed read continues with the first
 * unfinished one. Owned by the state service.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { readMinerFunds, readMinerInfo } from '../../../shared/domain/state/miner.ts';
import { readMinerPower } from '../../../shared/domain/state/power.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { MinerStateRead, StateReadProgress } from '../../../shared/ipc/schemas/state-read.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { SectorsOfRead } from '../miners/sectors-of-read.ts';
import type { BlockEndpoint } from './block-endpoint.ts';
import { type BlockCache, BlockReader } from './block-reader.ts';
import { type FoundMiner, findMiner } from './find-miner.ts';
import { readMinerKeys } from './miner-keys-read.ts';
import { type MinerSectorsRead, readMinerSectors } from './miner-sectors-read.ts';
import { balanceOf, powerOf, type TimeMsOf, vestingOf } from './state-rows.ts';
import { isUnreadableBlock, problemOf } from './unreadable-block.ts';

export interface ReadEndpoint extends BlockEndpoint {
  /** Whether it is the embedded node. */
  readonly isEmbedded: boolean;
}

export interface MinerReadOptions {
  readonly id: string;
  readonly address: Address;
  readonly letter: NetworkLetter;
  /** Tipsets to read at, preferred first. */
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
    this.#reader = new BlockReader(endpoint, { cache, clock, cause, onProgress: () => this.#publish() });
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
      ...defined({ pinned: this.#found?.pinned }),
      state: this.#state,
      phase: this.#phase,
      ...defined({ step: this.#step }),
      startedAtMs: this.#startedAtMs,
      elapsedMs: this.#ranMs + (this.#runStartedMs === undefined ? 0 : clock.monotonicMs() - this.#runStartedMs),
      ...this.#reader.counts,
      ...(this.#sectors === undefined ? {} : { table: { revision: this.#sectors.table.revision, leftOut: this.#sectors.table.leftOut } }),
      ...(this.#problem === undefined ? {} : problemOf(this.#problem)),
    };
  }

  /** Results so far. */
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
              ...defined({ networkVersionCall: found.networkVersionCall }),
              actor: found.name,
              actorCode: found.miner.actor.code,
              actorHead: found.miner.actor.head,
              actorCall: found.actorCall,
            },
          }),
      ...this.#parts,
    };
  }

  /** Continue with more calls until everything is read or the read ends; the reason is in the progress. */
  async run(endpoint: ReadEndpoint, callBudget: number): Promise<void> {
    const { clock } = this.#options;
    this.#stop = new AbortController();
    this.#endpoint = endpoint;
    this.#reader.allow(callBudget);
    this.#reader.use(endpoint);
    this.#problem = undefined;
    this.#state = 'running';
    this.#runStartedMs = clock.monotonicMs();
    this.#publish();
    const { signal } = this.#stop;
    try {
      await this.#read(signal);
      this.#state = 'done';
    } catch (error) {
      this.#note(error, signal);
    }
    this.#sectors?.table.show();
    this.#ranMs += clock.monotonicMs() - this.#runStartedMs;
    this.#runStartedMs = undefined;
    this.#publish();
  }

  cancel(): void {
    this.#stop.abort();
  }

  /** Capacity of its sector table. */
  get sectorCapacity(): number {
    return this.#sectors?.table.capacity ?? 0;
  }

  /** @throws SextantError `not-found` before the partitions are read and after the sectors were dropped */
  get sectors(): SectorsOfRead {
    if (this.#found === undefined || this.#sectors === undefined) {
      throw new SextantError('not-found', 'The sectors of this miner are no longer in memory. Read the miner again.', { retryable: true });
    }
    const { table, periodStart } = this.#sectors;
    return {
      genesisCid: this.genesisCid,
      pinned: this.#found.pinned,
      networkVersion: this.#found.networkVersion,
      table: table.table,
      calls: table.calls,
      deadlines: { info: { PeriodStart: periodStart }, partitions: table.partitions },
    };
  }

  /** Free the table for newer reads. */
  dropSectors(): void {
    this.#sectors = undefined;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { address, letter, keys } = this.#options;
    this.#found ??= await findMiner(this.#reader, { address, letter, keys, onPhase: (phase) => this.#begin(phase) }, signal);
    const found = this.#found;
    const misfits: { readonly phase: string; readonly error: SextantError }[] = [];
    for (const read of [this.#readFunds, this.#readPower, this.#readKeysAndSectors]) {
      try {
        await read.call(this, found, signal);
      } catch (error) {
        // The other parts are in other blocks.
        if (!isUnreadableBlock(error)) throw error;
        misfits.push({ phase: this.#phase, error });
      }
    }
    const [first] = misfits;
    this.#begin(first?.phase ?? 'everything');
    if (first !== undefined) throw first.error;
  }

  async #readFunds({ miner, name, pinned, actorCall, stateCall }: FoundMiner, signal: AbortSignal): Promise<void> {
    const parts = this.#parts;
    if (parts.vesting !== undefined) return;
    this.#begin('its balances');
    const { value, calls } = await this.#reader.walk(`the vesting table of ${name}`, readMinerFunds(miner, pinned.height), signal);
    const sources = [actorCall, stateCall, ...calls];
    parts.balance = { value: balanceOf(value), calls: sources };
    parts.vesting = { value: vestingOf(value, this.#options.timeMsOf), calls: sources };
  }

  async #readPower({ tree, name, id }: FoundMiner, signal: AbortSignal): Promise<void> {
    if (this.#parts.power !== undefined) return;
    this.#begin('its power');
    const { value, calls } = await this.#reader.walk(`the power of ${name}`, readMinerPower(tree, id), signal);
    this.#parts.power = { value: powerOf(value), calls };
  }

  async #readKeysAndSectors({ tree, miner, name, pinned, stateCall }: FoundMiner, signal: AbortSignal): Promise<void> {
    const { timeMsOf, letter } = this.#options;
    const parts = this.#parts;
    this.#begin('its keys');
    const ofItself = await this.#reader.walk(`what ${name} says about itself`, readMinerInfo(miner), signal);
    const { value: info, lastCall: infoCall = stateCall } = ofItself;
    if (parts.info === undefined) {
      const { value, calls } = await this.#reader.walk(
        `the keys of ${name}`,
        readMinerKeys(tree, info, { letter, height: pinned.height, timeMsOf }),
        signal,
      );
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
        this.#publish();
      });
    }
  }

  #begin(phase: string): void {
    this.#phase = phase;
    this.#step = undefined;
    this.#publish();
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
    // Reads run in the background: a bug is logged and shown here, and affects nothing else.
    this.#options.logger.error('Reading a miner from the state failed', { error });
    this.#problem = new SextantError(
      'internal',
      'Sextant could not read this state because of an internal error. See the log for details.',
    );
    this.#state = 'failed';
  }

  /** Whether this read itself was stopped; nothing else cancels its calls. */
  #closedConnection(): SextantError {
    const sentence = `The connection ${this.#endpoint.name} was closed while the state was read. The read can go on over another.`;
    return new SextantError('cancelled', sentence, { retryable: true });
  }

  #publish(): void {
    this.#options.onProgress(this.progress);
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof SextantError && error.code === 'cancelled';
}
