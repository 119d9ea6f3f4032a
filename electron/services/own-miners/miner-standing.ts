/** Slowly changing data of an own miner: roles, debts, faults and expirations. Every part may be refused. */
import { z } from 'zod';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import { zSafeInteger } from '../../../shared/validation/node/primitives.ts';
import { zNodeActor, zNodeMinerInfo, zNodeMinerState } from '../../../shared/validation/node/provider-state.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import { mapBounded } from '../bounded.ts';
import { consensusFaultAt } from '../miners/consensus-fault.ts';
import { isSet, newWorkerOf, rolesOf } from '../miners/miner-roles.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { type FaultyFacts, readFaultyDeadlines } from './faulty-deadlines.ts';
import { MAX_LOOKED_THROUGH, readSectorEnds } from './sector-ends.ts';

const CONCURRENCY = 3;
/** Maximum number of addresses: a miner may have ten control addresses and a few more roles. */
const MAX_KEYS = 20;

const zInfo = zNodeMinerInfo.extend({ WorkerChangeEpoch: zSafeInteger.nullish() });
/** Counts by name of the state; invalid names of a hostile answer are dropped. */
const zSummary = z.record(z.string().max(100), zSafeInteger.pipe(z.number().min(0)));

export interface StandingFacts extends FaultyFacts {
  readonly sectors: { readonly live: number; readonly faulty: number } | undefined;
  /** The storage-miner API, if it belongs to this miner. */
  readonly minerApi: NodeClient | undefined;
  readonly nowMs: number;
  /** Deals and claims of the miner that end within 30 days. */
  readonly endingDeals: () => Promise<MinerStanding['endingDeals']>;
  /** Expiring sectors and deals, if read recently. */
  readonly knownEnds: Pick<MinerStanding, 'expiring' | 'endingDeals' | 'endsReadAtMs'> | undefined;
}

/** @param calls receives every call made */
export async function readStanding(node: PinnedNode, facts: StandingFacts, calls: CallRef[]): Promise<MinerStanding> {
  const { address } = facts;
  const onAnswer = <T extends { readonly call: CallRef }>(answer: T | undefined): T | undefined => {
    if (answer !== undefined) calls.push(answer.call);
    return answer;
  };
  const [info, state, sealing, ends, faulty] = await Promise.all([
    optional(() => node.read('StateMinerInfo', (key) => [address, key], zInfo)).then(onAnswer),
    optional(() => node.read('StateReadState', (key) => [address, key], zNodeMinerState)).then(onAnswer),
    facts.minerApi === undefined ? undefined : readSealing(facts.minerApi).then(onAnswer),
    facts.knownEnds ?? readEnds(node, facts, onAnswer),
    readFaultyDeadlines(node, facts, onAnswer),
  ]);
  const people = info === undefined ? [] : rolesOf(info.value).slice(0, MAX_KEYS);
  const balances = new Map<string, string>();
  await mapBounded([...new Set(people.map((person) => person.address))], CONCURRENCY, async (id) => {
    const actor = onAnswer(await optional(() => node.read('StateGetActor', (key) => [id, key], zNodeActor)));
    if (actor !== undefined) balances.set(id, actor.value.Balance);
  });
  const newWorker = info === undefined ? undefined : newWorkerOf(info.value);
  const { WorkerChangeEpoch, PendingOwnerAddress, SectorSize } = info?.value ?? {};
  const fault = consensusFaultAt(info?.value.ConsensusFaultElapsed, node.ref.height, facts.timeMsOf);
  return {
    readAtMs: facts.nowMs,
    keys: people.map(({ role, address: id }) => {
      const balance = balances.get(id);
      return { role, address: id, ...(balance === undefined ? {} : { balance }) };
    }),
    ...(SectorSize === undefined ? {} : { sectorSize: SectorSize }),
    ...(newWorker !== undefined
      ? {
          pendingWorker: {
            address: newWorker,
            ...(typeof WorkerChangeEpoch === 'number' && WorkerChangeEpoch > 0 ? { fromEpoch: WorkerChangeEpoch } : {}),
          },
        }
      : {}),
    ...(isSet(PendingOwnerAddress) ? { pendingOwner: PendingOwnerAddress } : {}),
    ...(fault === undefined ? {} : { consensusFault: fault }),
    ...(state === undefined ? {} : { feeDebt: state.value.State.FeeDebt, available: availableOf(state.value) }),
    ...(sealing === undefined ? {} : { sealing: sealing.value }),
    ...ends,
    ...(faulty === undefined ? {} : { faulty }),
  };
}

/** Compute it like the actor (builtin-actors actors/miner/src/state.rs, `get_available_balance`). */
function availableOf({ Balance, State }: z.output<typeof zNodeMinerState>): string {
  const locked = [State.InitialPledge, State.LockedFunds, State.PreCommitDeposits, State.FeeDebt].reduce(
    (sum, part) => sum + BigInt(part),
    0n,
  );
  return (BigInt(Balance) - locked).toString();
}

function readSealing(minerApi: NodeClient) {
  return optional(() => minerApi.call('SectorsSummary', [], { schema: zSummary, cause: 'overview: sealing' }));
}

type OnAnswer = <T extends { readonly call: CallRef }>(answer: T | undefined) => T | undefined;

async function readEnds(node: PinnedNode, facts: StandingFacts, onAnswer: OnAnswer): Promise<NonNullable<StandingFacts['knownEnds']>> {
  const live = facts.sectors?.live;
  if (live === undefined || facts.deadline === undefined || live > MAX_LOOKED_THROUGH) return { endsReadAtMs: facts.nowMs };
  const { address, timeMsOf } = facts;
  const [expiring, endingDeals] = await Promise.all([
    readSectorEnds(node, { address, live, timeMsOf, deadlineCount: facts.deadline.WPoStPeriodDeadlines }, onAnswer),
    optional(facts.endingDeals),
  ]);
  return {
    endsReadAtMs: facts.nowMs,
    ...(expiring === undefined ? {} : { expiring }),
    ...(endingDeals === undefined ? {} : { endingDeals }),
  };
}
