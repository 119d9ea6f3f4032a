/** Reads one miner for its screen. Panels succeed or fail independently, all at one pinned tipset. */
import type { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import {
  type NodeMinerLinks,
  zNodeMarketBalance,
  zNodeMinerDetail,
  zNodeMinerLinks,
} from '../../../shared/validation/node/miner-detail.ts';
import { type zNodeActor, zNodeAmount, zNodeMinerPower, zNodeSectorCount } from '../../../shared/validation/node/provider-state.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import { optional } from '../optional.ts';
import { type Answer, type PinnedNode, panelOf } from '../pinned/pinned-node.ts';
import { deadlineMap } from './deadline-map.ts';
import { KeptAnswer } from './kept-answer.ts';
import { DeadlineMemory, type MinerDeadlines, readDeadlines } from './miner-deadlines.ts';
import { RoleMemory, readMinerInfo } from './miner-info.ts';
import { SectorPowers } from './sector-powers.ts';

/** Data that is not in the miner's own state is read again after this many epochs. */
const OTHERS_EPOCHS = 20;

/** Cache of one miner by state, so that a new tipset only reads changes. */
export class MinerMemory {
  /** For the selected deadline. */
  readonly powers = new SectorPowers();
  /** Its actor and power, by tipset. */
  readonly actor = new KeptAnswer<MinerContext['actor']>();
  readonly power = new KeptAnswer<Answer<z.output<typeof zNodeMinerPower>>>();
  readonly state = new KeptAnswer<Answer<NodeMinerLinks>>();
  readonly available = new KeptAnswer<Answer<string>>();
  readonly detail = new KeptAnswer<Answer<z.output<typeof zNodeMinerDetail>>>();
  readonly market = new KeptAnswer<Answer<z.output<typeof zNodeMarketBalance>>>();
  readonly deadlines = new DeadlineMemory();
  readonly roles = new RoleMemory();
}

export interface MinerContext {
  readonly isOwn: boolean;
  readonly timeMsOf: (epoch: number) => number;
  readonly versions: VersionAuthority;
  readonly memory: MinerMemory;
  /** The miner's actor; undefined if the endpoint does not return it, so that everything is read again. */
  readonly actor: Answer<z.output<typeof zNodeActor>> | undefined;
}

export interface MinerReading {
  readonly miner: Miner;
  /** Or the error. */
  readonly deadlines: MinerDeadlines | SextantError;
  /** Root of all sectors; undefined if unknown. */
  readonly sectorsRoot: string | undefined;
}

/** @param address ID address with the network's letter: power claims are keyed by ID, and other forms return zero */
export async function readMiner(node: PinnedNode, address: string, context: MinerContext): Promise<MinerReading> {
  const { actor, memory, timeMsOf } = context;
  const head = actor?.value.Head;
  const period = Math.floor(node.ref.height / OTHERS_EPOCHS);
  const state = memory.state.get(head, () => node.as('balance').read('StateReadState', (key) => [address, key], zNodeMinerLinks));
  const links = optional(() => state).then((answer) => answer?.value.State);
  const reading = links.then((known) =>
    readDeadlines(node.as('proving deadlines'), {
      address,
      memory: memory.deadlines,
      cid: known?.Deadlines ?? undefined,
      state: head,
    }),
  );
  const [power, info, balance, market, deadlines, sectors, deadlineReading, sectorsRoot] = await Promise.all([
    panelOf(() => readPower(node.as('power'), address, memory)),
    panelOf(async () => {
      const keys = node.as('keys');
      const detail = await memory.detail.get((await links)?.Info ?? head, () =>
        keys.read('StateMinerInfo', (key) => [address, key], zNodeMinerDetail),
      );
      return readMinerInfo(keys, detail, memory.roles, head === undefined ? undefined : `${head} ${period}`, context);
    }),
    panelOf(async () => readBalance(node.as('balance'), address, await state, context)),
    panelOf(async () => {
      const { value, call } = await memory.market.get(String(period), () =>
        node.as('market').read('StateMarketBalance', (key) => [address, key], zNodeMarketBalance),
      );
      return { value: { escrow: String(value.Escrow), locked: String(value.Locked) }, calls: [call] };
    }),
    panelOf(async () => {
      const { info: now, counts, calls } = await reading;
      const map = deadlineMap(now, counts, timeMsOf);
      return { value: { periodStart: now.PeriodStart, currentIndex: now.Index, deadlines: map }, calls };
    }),
    panelOf(() => countSectors(node.as('sectors'), address, reading)),
    reading.catch((error: unknown) => {
      if (error instanceof SextantError) return error;
      throw error;
    }),
    links.then((known) => known?.Sectors ?? head),
  ]);
  return {
    miner: { address, pinned: node.ref, isOwn: context.isOwn, power, info, balance, market, deadlines, sectors },
    deadlines: deadlineReading,
    sectorsRoot,
  };
}

async function readPower(node: PinnedNode, address: string, memory: MinerMemory) {
  const { value, call } = await memory.power.get(node.ref.key.join(), () =>
    node.read('StateMinerPower', (key) => [address, key], zNodeMinerPower),
  );
  return {
    value: {
      rawBytes: value.MinerPower.RawBytePower,
      qualityAdjusted: value.MinerPower.QualityAdjPower,
      networkRawBytes: value.TotalPower.RawBytePower,
      networkQualityAdjusted: value.TotalPower.QualityAdjPower,
      hasMinimumPower: value.HasMinPower,
    },
    calls: [call],
  };
}

/** The balance changes without the state when funds are sent; it comes from the actor if that was read. */
async function readBalance(node: PinnedNode, address: string, state: Answer<NodeMinerLinks>, { actor, memory }: MinerContext) {
  const { State } = state.value;
  const total = actor?.value.Balance ?? state.value.Balance;
  const available = await optional(() =>
    memory.available.get(actor === undefined ? undefined : `${actor.value.Head} ${total}`, () =>
      node.read('StateMinerAvailableBalance', (key) => [address, key], zNodeAmount),
    ),
  );
  const bound = BigInt(State.InitialPledge) + BigInt(State.LockedFunds) + BigInt(State.PreCommitDeposits) + BigInt(State.FeeDebt);
  return {
    value: {
      total,
      // The actor's own rule if the node does not compute it: neither pledged, vesting, deposited nor owed.
      available: available?.value ?? (BigInt(total) - bound).toString(),
      initialPledge: State.InitialPledge,
      vesting: State.LockedFunds,
      preCommitDeposits: State.PreCommitDeposits,
      feeDebt: State.FeeDebt,
    },
    calls: [state.call, ...[actor, available].flatMap((answer) => (answer === undefined ? [] : [answer.call]))],
  };
}

/** Counted in the partitions, or read separately if those are not available. */
async function countSectors(node: PinnedNode, address: string, reading: Promise<MinerDeadlines>) {
  const deadlines = await optional(() => reading);
  if (deadlines !== undefined) {
    const sum = (key: 'live' | 'active' | 'faulty') => deadlines.counts.reduce((total, count) => total + count[key], 0);
    return { value: { live: sum('live'), active: sum('active'), faulty: sum('faulty') }, calls: deadlines.calls };
  }
  const { value, call } = await node.read('StateMinerSectorCount', (key) => [address, key], zNodeSectorCount);
  return { value: { live: value.Live, active: value.Active, faulty: value.Faulty }, calls: [call] };
}
