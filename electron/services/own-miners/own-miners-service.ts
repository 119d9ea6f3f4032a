/**
 * State of own miners, for Overview and for the attention checks.
 *
 * Data that changes with every tipset is read when a screen asks; slowly changing data at most every ten minutes. While no screen asks,
 * everything is read every ten minutes, so that problems show on every screen and the history continues. Owns one slice: the last answer read
 * at the head. Called by the composition root.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStanding, OwnMiner, OwnMiners, OwnMinersKnown } from '../../../shared/ipc/schemas/own-miners.ts';
import type { NodeDeadlineInfo } from '../../../shared/validation/node/provider-state.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import { mapBounded } from '../bounded.ts';
import type { ChainService } from '../chain/chain-service.ts';
import { readEpochReward, readMinerPart } from '../chain/epoch-reward.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import type { HistoryService } from '../history/history-service.ts';
import { optional } from '../optional.ts';
import { panelOfRows } from '../panel-of-rows.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import { gasRunway } from './gas-runway.ts';
import { KnownMiner, knownEnds, withSealingSince } from './known-miner.ts';
import { readStanding } from './miner-standing.ts';
import { readOwnMiner } from './read-own-miner.ts';
import { MAX_LISTED } from './sector-ends.ts';
import { ServedCalls } from './served-calls.ts';

const CAUSE = 'overview: my miners';
const MINERS_AT_ONCE = 3;
/** More than a person watches; limits the calls per tipset. */
const MAX_MINERS = 40;
/** Interval of reading slowly changing data: ten minutes, in epochs at the chain's own pace. */
const STANDING_EPOCHS = 20;
const BACKGROUND_MS = 10 * 60_000;
/** Expirations within 30 days are read every hour, those of large miners once a day. */
const ENDS_MS = 3_600_000;
const ENDS_EPOCHS = 120;
const HOURS_A_DAY = 24;
/** Epochs seen are published in steps, since every tipset would send every miner again. */
const SEEN_STEP_EPOCHS = 20;

export interface OwnMinersServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
  readonly miners: { ownMiners(connection: ActiveConnection): Promise<readonly string[]> };
  readonly history: Pick<HistoryService, 'winsOf' | 'balancesOf'>;
  /** Deals and claims of a miner that end within 30 days. */
  readonly endingDeals: (miner: string, networkVersion: number | undefined) => Promise<MinerStanding['endingDeals']>;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Session {
  readonly connection: ActiveConnection;
  readonly miners: Map<string, KnownMiner>;
  readonly served: ServedCalls;
}

const NOTHING: OwnMinersKnown = { connectionId: '' };

export class OwnMinersService {
  readonly slice = new ValueTopic<OwnMinersKnown>(NOTHING);
  readonly #options: OwnMinersServiceOptions;
  readonly #logger: Logger;
  #session: Session | undefined;
  readonly #cleanups: (() => void)[] = [];
  #cancelBackground: (() => void) | undefined;
  #isStopped = true;

  constructor(options: OwnMinersServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('own-miners');
  }

  start(): void {
    this.#isStopped = false;
    const { connections, chain } = this.#options;
    this.#cleanups.push(
      connections.onActiveChanged(() => this.slice.set(NOTHING)),
      chain.onHeadChanged(() => this.#publishWins()),
    );
    this.#readLater();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#cancelBackground?.();
  }

  /**
   * Read own miners at the head, or at the pinned epoch without slowly changing data.
   *
   * @throws SextantError `not-connected`; everything else is the panel's own error
   */
  async getOwnMiners({ at }: { readonly at?: number | undefined } = {}): Promise<OwnMiners> {
    const connection = await this.#options.connections.requireActive();
    await this.#options.chain.whenHead();
    const session = this.#sessionOf(connection);
    const addresses = (await this.#options.miners.ownMiners(connection)).slice(0, MAX_MINERS);
    const read = (node: PinnedNode): Promise<OwnMiners> => this.#readAll(node, session, addresses, at === undefined);
    const answer = await readPinned(connection.client, this.#options.chain.tipsets, CAUSE, read, at);
    if (at === undefined) this.#publish(connection, answer);
    return answer;
  }

  async #readAll(node: PinnedNode, session: Session, addresses: readonly string[], isAtHead: boolean): Promise<OwnMiners> {
    const calls: CallRef[] = [];
    const [rows, reward] = await Promise.all([
      mapBounded(addresses, MINERS_AT_ONCE, (address) => this.#readMiner(node, session, address, isAtHead, calls)),
      // Overview makes the same call at the same tipset, so it is only sent once.
      addresses.length === 0 ? undefined : readReward(node, session.connection),
    ]);
    const { calls: rewardCalls = [], ...shown } = reward ?? {};
    return { pinned: node.ref, miners: panelOfRows(rows, calls, rewardCalls), ...shown };
  }

  async #readMiner(node: PinnedNode, session: Session, address: string, isAtHead: boolean, calls: CallRef[]): Promise<OwnMiner> {
    const known = knownOf(session, address);
    const { facts } = session.connection;
    const own: CallRef[] = [];
    const { miner, info } = await readOwnMiner(node, address, { known: isAtHead ? known : undefined, served: session.served, facts }, own);
    calls.push(...own);
    // If the endpoint returns nothing, the rest is not read.
    if (!isAtHead || own.length === 0) return miner;
    this.#refreshStanding(node, session, known, miner, info);
    calls.push(...known.standingCalls);
    const { standing } = known;
    const wins = this.#options.history.winsOf(address, node.ref.height);
    return {
      ...miner,
      ...(standing === undefined ? {} : this.#shownStanding(miner, standing, node.ref.height)),
      ...defined({ wins }),
    };
  }

  /** Start reading slowly changing data if due; the slice is updated when it arrives. */
  #refreshStanding(
    node: PinnedNode,
    session: Session,
    known: KnownMiner,
    { address, sectors, qualityAdjusted: power }: OwnMiner,
    deadline: NodeDeadlineInfo | undefined,
  ): void {
    const { clock } = this.#options;
    const { connection } = session;
    const paceMs = connection.capabilities.chainPaceMs ?? connection.facts.blockDelaySeconds * 1000;
    const isOld =
      known.standing === undefined || clock.nowMs() - known.standing.readAtMs > Math.min(BACKGROUND_MS, STANDING_EPOCHS * paceMs);
    if (known.isReading || (!isOld && known.faultyWhenRead === sectors?.faulty)) return;
    known.isReading = true;
    const calls: CallRef[] = [];
    const facts = {
      address,
      sectors,
      deadline,
      faultyPowers: known.faultyPowers,
      power,
      minerApi: connection.facts.minerAddress?.slice(1) === address.slice(1) ? connection.miner : undefined,
      timeMsOf: (epoch: number) => epochToTimeMs(epoch, connection.facts),
      nowMs: clock.nowMs(),
      endingDeals: () => this.#options.endingDeals(address, connection.versions.at(node.ref.height)?.version),
      knownEnds: knownEnds(
        known.standing,
        clock.nowMs() - Math.min(ENDS_MS, ENDS_EPOCHS * paceMs) * ((sectors?.live ?? 0) > MAX_LISTED ? HOURS_A_DAY : 1),
      ),
    };
    readStanding(node, facts, calls)
      .then((read) => {
        const standing = withSealingSince(read, known.standing);
        known.standing = standing;
        known.standingCalls = calls;
        known.faultyWhenRead = sectors?.faulty;
        this.#publishStanding(session, address, standing, calls);
      })
      .catch((error: unknown) => {
        // The replica does not know the tipset; retried with the next one.
        this.#logger.warn('Could not read slowly changing data of an own miner', { address, error });
      })
      .finally(() => {
        known.isReading = false;
      });
  }

  /** Merge data that arrived later into the last answer. */
  #publishStanding(session: Session, address: string, standing: MinerStanding, calls: readonly CallRef[]): void {
    const { known } = this.slice.get();
    if (known === undefined || this.#session !== session || 'error' in known.miners) return;
    const value = known.miners.value.map((miner) =>
      miner.address === address ? { ...miner, ...this.#shownStanding(miner, standing, known.pinned.height) } : miner,
    );
    this.#publish(session.connection, { ...known, miners: { value, calls: [...known.miners.calls, ...calls] } });
  }

  /** Wins are counted from tipsets seen, so they change even without a query. */
  #publishWins(): void {
    const { known, ...slice } = this.slice.get();
    const height = this.#options.chain.tipsets.at(-1)?.height;
    if (known === undefined || height === undefined || 'error' in known.miners) return;
    let hasMoved = false;
    const value = known.miners.value.map((miner): OwnMiner => {
      const wins = this.#options.history.winsOf(miner.address, height);
      const isSame =
        wins?.count === miner.wins?.count && Math.abs((wins?.seenEpochs ?? 0) - (miner.wins?.seenEpochs ?? 0)) < SEEN_STEP_EPOCHS;
      if (wins === undefined || isSame) return miner;
      hasMoved = true;
      return { ...miner, wins };
    });
    if (hasMoved) this.slice.set({ ...slice, known: { ...known, miners: { ...known.miners, value } } });
  }

  /** Also has the available balance, for endpoints that do not compute it. */
  #shownStanding({ available }: OwnMiner, standing: MinerStanding, height: number): Pick<OwnMiner, 'standing' | 'available'> {
    const spendable = available ?? standing.available;
    return { standing: this.#withRunway(standing, height), ...defined({ available: spendable }) };
  }

  #withRunway(standing: MinerStanding, height: number): MinerStanding {
    const keys = standing.keys.map((key) => {
      const runway = key.balance === undefined ? undefined : gasRunway(this.#options.history.balancesOf(key.address, height), key.balance);
      return runway === undefined ? key : { ...key, runway };
    });
    return { ...standing, keys };
  }

  #publish(connection: ActiveConnection, known: OwnMiners): void {
    if (this.#isStopped || this.#options.connections.getActive() !== connection) return;
    this.slice.set({ connectionId: connection.id, readAtMs: this.#options.clock.nowMs(), known });
  }

  /** The cache belongs to one connection: late answers of another one are ignored. */
  #sessionOf(connection: ActiveConnection): Session {
    if (this.#session?.connection !== connection) this.#session = { connection, miners: new Map(), served: new ServedCalls() };
    return this.#session;
  }

  #readLater(): void {
    if (this.#isStopped) return;
    this.#cancelBackground = this.#options.clock.after(BACKGROUND_MS, () => {
      void this.#readInBackground().then(() => this.#readLater());
    });
  }

  async #readInBackground(): Promise<void> {
    const { readAtMs } = this.slice.get();
    if (this.#options.connections.getActive() === undefined) return;
    if (readAtMs !== undefined && this.#options.clock.nowMs() - readAtMs < BACKGROUND_MS / 2) return;
    try {
      await this.getOwnMiners();
    } catch (error) {
      if (!(error instanceof SextantError)) this.#logger.error('Could not read own miners', { error });
    }
  }
}

/** Read the reward of the epoch and the miner's part, as far as available. */
async function readReward(node: PinnedNode, { client, versions, letter }: ActiveConnection) {
  const reward = await optional(() => readEpochReward(node, letter));
  if (reward === undefined) return undefined;
  const { thisEpochReward } = reward.value;
  const part = await optional(() => readMinerPart({ client, versions }, node, reward.value, thisEpochReward, `${CAUSE}: miner's part`));
  return {
    epochReward: thisEpochReward.toString(),
    ...defined({ minerPart: part?.value.toString() }),
    calls: [reward.call, ...(part?.calls ?? [])],
  };
}

function knownOf({ miners }: Session, address: string): KnownMiner {
  const found = miners.get(address);
  if (found !== undefined) return found;
  const made = new KnownMiner();
  miners.set(address, made);
  return made;
}
