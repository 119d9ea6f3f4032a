/**
 * The sealing board: what the storage-miner API says of its sectors, and what the chain says of the same ones.
 *
 * Works only while somebody watches the topic: once for every new head, or every few seconds where heads are slower. Owns one slice.
 * SectorsStatus is asked in every round for sectors that can still change, and in turn for a few of those that rest.
 */
import { groupOfSectorState } from '../../../shared/domain/sector-state.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SealingBoard, SealingSector } from '../../../shared/ipc/schemas/providers.ts';
import {
  type NodeSectorStatus,
  zNodeAddress,
  zNodeSector,
  zNodeSectorNumbers,
  zNodeSectorStatus,
  zNodeSectors,
} from '../../../shared/validation/node/provider-state.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { NodeAnswer } from '../../rpc/node-client.ts';
import { mapBounded } from '../bounded.ts';
import { problemOf } from '../chain/chain-follower.ts';
import type { ChainService } from '../chain/chain-service.ts';
import { type PinnedNode, readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { medianTimes, sectorTimes } from './sector-log.ts';

const CAUSE = 'sealing: board';
const REFRESH_MS = 4000;
const CALLS_AT_ONCE = 4;
/** So many sectors the board shows; a provider with more sees the newest by number. */
const SECTOR_LIMIT = 300;

const IDLE: SealingBoard = { status: 'idle', medianMs: {}, sectors: [], calls: [] };

export interface SealingServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

type SectorFlags = Pick<SealingSector, 'isOnChain' | 'isActive' | 'chainCall'>;

/** What the chain says of sectors at one tipset, by number, and the call that told which are active. */
interface Flags {
  readonly of: ReadonlyMap<bigint, SectorFlags>;
  readonly call: CallRef;
}

/** States in which nothing happens by itself: asked again only now and then. */
const RESTING: ReadonlySet<string> = new Set(['Proving', 'Available', 'Removed', 'FailedUnrecoverable', 'FaultedFinal']);
const RESTING_ASKED_PER_ROUND = 4;

/** What is known of one connection's sectors between rounds. */
interface Round {
  readonly connection: ActiveConnection;
  readonly statuses: Map<bigint, NodeAnswer<NodeSectorStatus>>;
  /** Where the slow walk over resting sectors goes on. */
  restingCursor: number;
  miner: NodeAnswer<string> | undefined;
  flags: (Flags & { readonly key: string }) | undefined;
}

export class SealingService {
  readonly slice = new ValueTopic<SealingBoard>(IDLE);
  readonly #connections: ActiveConnectionSource;
  readonly #chain: SealingServiceOptions['chain'];
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #cleanups: (() => void)[] = [];
  #round: Round | undefined;
  #isRefreshing = false;
  #isWantedAgain = false;
  #isStopped = false;
  #cancelTimer: (() => void) | undefined;

  constructor(options: SealingServiceOptions) {
    this.#connections = options.connections;
    this.#chain = options.chain;
    this.#clock = options.clock;
    this.#logger = options.logger.child('sealing');
  }

  start(): void {
    this.#isStopped = false;
    this.#cleanups.push(
      this.#connections.onActiveChanged(() => {
        this.#round = undefined;
        this.slice.set(IDLE);
        this.#refresh();
      }),
      this.#chain.onHeadChanged(() => this.#refresh()),
      this.slice.onSubscribersChanged((count) => {
        if (count > 0) {
          this.#refresh();
        } else {
          this.#cancelTimer?.();
        }
      }),
    );
    this.#refresh();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    for (const cleanup of this.#cleanups.splice(0)) {
      cleanup();
    }
  }

  /** Starts a round unless nobody watches; one that is asked for during another follows it. */
  #refresh(): void {
    if (this.#isStopped || this.slice.subscriberCount === 0) {
      return;
    }
    if (this.#isRefreshing) {
      this.#isWantedAgain = true;
      return;
    }
    this.#isRefreshing = true;
    this.#cancelTimer?.();
    void this.#refreshOnce().finally(() => {
      this.#isRefreshing = false;
      this.#cancelTimer?.();
      this.#cancelTimer = this.#clock.after(REFRESH_MS, () => this.#refresh());
      if (this.#isWantedAgain) {
        this.#isWantedAgain = false;
        this.#refresh();
      }
    });
  }

  async #refreshOnce(): Promise<void> {
    const connection = this.#connections.getActive();
    if (connection === undefined) {
      this.slice.set(IDLE);
      return;
    }
    if (connection.miner === undefined) {
      this.slice.set({ ...IDLE, status: 'no-miner-api' });
      return;
    }
    if (this.#round?.connection !== connection) {
      this.#round = { connection, statuses: new Map(), restingCursor: 0, miner: undefined, flags: undefined };
      this.slice.set({ ...IDLE, status: 'loading' });
    }
    const round = this.#round;
    try {
      await this.#chain.whenHead();
      const board = await this.#readBoard(round, connection.miner);
      if (this.#round === round && !this.#isStopped) {
        this.slice.set(board);
      }
    } catch (error) {
      if (this.#round === round && !this.#isStopped) {
        this.slice.set({ ...this.slice.get(), status: 'failed', problem: this.#problemOf(error) });
      }
    }
  }

  /** Rounds run in the background: a bug is logged and shown here, and ends nothing else. */
  #problemOf(error: unknown): NonNullable<SealingBoard['problem']> {
    if (error instanceof SextantError) {
      return problemOf(error);
    }
    this.#logger.error('Reading the sealing board failed', { error });
    return { code: 'internal', message: 'Sextant made a mistake while reading this board. The log has the details.' };
  }

  async #readBoard(round: Round, miner: NonNullable<ActiveConnection['miner']>): Promise<SealingBoard> {
    round.miner ??= await miner.call('ActorAddress', [], { schema: zNodeAddress, cause: CAUSE });
    const list = await miner.call('SectorsList', [], { schema: zNodeSectorNumbers, cause: CAUSE });
    const numbers = [...new Set(list.value)].sort((left, right) => (left < right ? 1 : -1)).slice(0, SECTOR_LIMIT);
    await mapBounded(toAsk(numbers, round), CALLS_AT_ONCE, async (number) => {
      round.statuses.set(number, await miner.call('SectorsStatus', [number, false], { schema: zNodeSectorStatus, cause: CAUSE }));
    });
    for (const known of round.statuses.keys()) {
      if (!numbers.includes(known)) {
        round.statuses.delete(known);
      }
    }
    const shown = numbers.filter((number) => round.statuses.get(number)?.value.State !== 'Removed');
    const address = round.miner.value;
    const { pinned, flags } = await readPinned(round.connection.client, this.#chain.tipsets, CAUSE, async (node) => {
      const key = node.ref.key.join(',');
      const known = round.flags?.key === key && shown.every((number) => round.flags?.of.has(number)) ? round.flags : undefined;
      return { pinned: node.ref, flags: known ?? { key, ...(await readFlags(node, address, shown)) } };
    });
    round.flags = flags;
    return {
      status: 'live',
      miner: address,
      pinned,
      updatedAtMs: this.#clock.nowMs(),
      medianMs: medianTimes([...round.statuses.values()].map(({ value }) => value.Log)),
      sectors: shown.flatMap((number) => {
        const status = round.statuses.get(number);
        const flag = flags.of.get(number);
        return status === undefined || flag === undefined ? [] : [{ ...sectorOf(number, status), ...flag }];
      }),
      calls: [list.call, flags.call],
    };
  }
}

/** Sectors whose status may have changed, and a few of those that rest, in turn. */
function toAsk(numbers: readonly bigint[], round: Round): bigint[] {
  const resting = numbers.filter((number) => RESTING.has(round.statuses.get(number)?.value.State ?? ''));
  const moving = numbers.filter((number) => !RESTING.has(round.statuses.get(number)?.value.State ?? ''));
  const start = resting.length === 0 ? 0 : round.restingCursor % resting.length;
  const some = [...resting.slice(start), ...resting.slice(0, start)].slice(0, RESTING_ASKED_PER_ROUND);
  round.restingCursor = start + some.length;
  return [...moving, ...some];
}

/**
 * Which sectors the miner actor proves at the pinned tipset, and which of the others it has. Those are asked for one by one: Lotus refuses
 * a StateMinerSectors that names one which is not there (go-state-types `Sectors.Load`), and most of them are not there yet.
 */
async function readFlags(node: PinnedNode, address: string, numbers: readonly bigint[]): Promise<Flags> {
  const { value, call } = await node.read('StateMinerActiveSectors', (key) => [address, key], zNodeSectors);
  const active = new Set(value.map(({ SectorNumber }) => SectorNumber));
  const flags = await mapBounded(numbers, CALLS_AT_ONCE, async (number): Promise<[bigint, SectorFlags]> => {
    if (active.has(number)) return [number, { isOnChain: true, isActive: true, chainCall: call }];
    const sector = await node.read('StateSectorGetInfo', (key) => [address, number, key], zNodeSector.nullable());
    return [number, { isOnChain: sector.value !== null, isActive: false, chainCall: sector.call }];
  });
  return { of: new Map(flags), call };
}

function sectorOf(number: bigint, { value, call }: NodeAnswer<NodeSectorStatus>): Omit<SealingSector, keyof SectorFlags> {
  const group = groupOfSectorState(value.State);
  return {
    number: Number(number),
    state: value.State,
    group,
    ...sectorTimes(value.Log),
    ...(value.LastErr === undefined || value.LastErr === null || value.LastErr === '' ? {} : { lastError: value.LastErr }),
    // Zero is a placeholder that lotus-miner writes for pieces without a deal.
    deals: value.Deals.filter((dealId) => dealId !== 0n).map(Number),
    isUpgrade: value.ToUpgrade === true || group === 'upgrading',
    call,
  };
}
