import { idAddress } from '../../../shared/domain/address.ts';
import { attoFil, FIL } from '../../../shared/domain/amount.ts';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { genesisDeals } from '../deals/genesis-deals.ts';
import { genesisMiner, MINER_PROFILES } from '../miners/genesis-miner.ts';
import { withPower } from '../miners/power.ts';
import { CowMap } from '../state/cow-map.ts';
import {
  type Actor,
  type ActorKind,
  BURNT_ID,
  DATA_CAP_ID,
  INIT_ID,
  MARKET_ID,
  POWER_ID,
  RESERVE_ID,
  REWARD_ID,
  type State,
  VERIFIED_REGISTRY_ID,
  VERIFIED_ROOT_ID,
} from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { blockFrom, messagesRoot } from './block-builder.ts';
import { keyTextOf, type TipsetNode } from './chain-types.ts';
import type { DevnetKeys } from './keys.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Chain id of development networks (lotus build/buildconstants/params_2k.go): delegated signatures cover it. */
export const EIP155_CHAIN_ID = 31_415_926;

export const TOTAL_SUPPLY = 2_000_000_000n * FIL;
/** What the reward actor holds at the start. */
export const MINING_SUPPLY = 1_100_000_000n * FIL;
/** attoFIL per gas at the start; it falls and rises with demand from there. */
const INITIAL_BASE_FEE = 100_000_000n;
const INITIAL_WEIGHT = 0n;

const SINGLETONS: readonly (readonly [number, ActorKind])[] = [
  [0, 'system'],
  [INIT_ID, 'init'],
  [REWARD_ID, 'reward'],
  [3, 'cron'],
  [POWER_ID, 'storagepower'],
  [MARKET_ID, 'storagemarket'],
  [VERIFIED_REGISTRY_ID, 'verifiedregistry'],
  [DATA_CAP_ID, 'datacap'],
  [10, 'eam'],
  [RESERVE_ID, 'account'],
  [BURNT_ID, 'account'],
];

/** Accounts that exist from the start, by key name, with whole FIL; IDs count up from 100. */
export const FAUCET = 'faucet';
/** The key behind f080, which names the verifiers of DataCap. */
export const VERIFIED_ROOT = 'verified-root';
export const TRAFFIC_ACCOUNTS = 6;
export const DEAL_CLIENTS = 3;
const FAUCET_FIL = 200_000_000n;
const TRAFFIC_FIL = 10_000_000n;
const CLIENT_FIL = 100_000n;
const OWNER_FIL = 100_000n;
const WORKER_FIL = 1_000_000n;
const MINER_FIL = 500_000n;
/** Put into the market actor for each client and provider. */
const ESCROW_FIL = 1_000_000n;

export const trafficName = (index: number): string => `traffic-${index}`;
export const clientName = (index: number): string => `client-${index}`;

/** The state before anything happened, made from the seed alone. */
export function genesisState(random: SeededRandom, keys: DevnetKeys): State {
  const actors: Actor[] = SINGLETONS.map(([id, kind]) => ({ id, kind, address: undefined, nonce: 0n, balance: 0n }));
  let nextActorId = 100;
  const addAccount = (name: string, fil: bigint): number => {
    const id = nextActorId;
    nextActorId += 1;
    actors.push({ id, kind: 'account', address: keys.get(name).address, nonce: 0n, balance: fil * FIL });
    return id;
  };
  actors.push({ id: VERIFIED_ROOT_ID, kind: 'account', address: keys.get(VERIFIED_ROOT).address, nonce: 0n, balance: OWNER_FIL * FIL });
  addAccount(FAUCET, FAUCET_FIL);
  for (let index = 0; index < TRAFFIC_ACCOUNTS; index += 1) addAccount(trafficName(index), TRAFFIC_FIL);
  const clients = Array.from({ length: DEAL_CLIENTS }, (_, index) => addAccount(clientName(index), CLIENT_FIL));
  const miners = MINER_PROFILES.map((profile) => {
    const owner = addAccount(`owner-${profile.id}`, OWNER_FIL);
    const worker = addAccount(`worker-${profile.id}`, WORKER_FIL);
    const control = addAccount(`control-${profile.id}`, WORKER_FIL);
    return genesisMiner(profile, { owner, worker, control }, random);
  });
  for (const miner of miners)
    actors.push({ id: miner.id, kind: 'storageminer', address: miner.robustAddress, nonce: 0n, balance: MINER_FIL * FIL });

  const parties = [...clients, ...miners.map((miner) => miner.id)];
  const funded: Actor[] = actors.map((actor) => {
    if (actor.id === REWARD_ID) return { ...actor, balance: MINING_SUPPLY };
    return actor.id === MARKET_ID ? { ...actor, balance: BigInt(parties.length) * ESCROW_FIL * FIL } : actor;
  });
  const given = funded.reduce((sum, actor) => sum + actor.balance, 0n);
  const balanced = funded.map((actor) => (actor.id === RESERVE_ID ? { ...actor, balance: TOTAL_SUPPLY - given } : actor));

  const empty: State = {
    epoch: -1,
    root: cidOfDagCbor(encodeCbor(['genesis'])),
    actors: CowMap.from(balanced.map((actor) => [actor.id, actor] as const)),
    addresses: CowMap.from(
      balanced.flatMap((actor) => (actor.address === undefined ? [] : [[actor.address as string, actor.id] as const])),
    ),
    nextActorId: Math.max(nextActorId, ...miners.map((miner) => miner.id + 1)),
    miners: CowMap.from([]),
    deals: CowMap.from([]),
    nextDealId: 1,
    multisigs: CowMap.from([]),
    verifiers: CowMap.from([]),
    dataCaps: CowMap.from([]),
    escrows: CowMap.from(parties.map((id) => [id, { escrow: ESCROW_FIL * FIL, locked: 0n }] as const)),
  };
  const draft = new StateDraft(empty);
  for (const actor of balanced) draft.putActor(actor);
  for (const miner of miners) draft.putMiner(withPower(miner));
  genesisDeals(draft, clients, random);
  return draft.finish(-1);
}

/** The genesis tipset: one block at height 0. Its timestamp is the genesis time. */
export function genesisTipset(state: State, genesisTime: number, random: SeededRandom): TipsetNode {
  const receipts = cidOfDagCbor(encodeCbor([]));
  const block = blockFrom(
    {
      miner: idAddress(0n),
      ticket: random.bytes('genesis-ticket'),
      electionProof: { winCount: 0n, vrfProof: new Uint8Array() },
      beaconEntries: [],
      winPoStProof: [],
      parents: [],
      parentWeight: INITIAL_WEIGHT,
      height: 0,
      parentStateRoot: state.root,
      parentMessageReceipts: receipts,
      messages: messagesRoot([]),
      blsAggregate: undefined,
      timestamp: genesisTime,
      blockSig: undefined,
      forkSignaling: 0n,
      parentBaseFee: attoFil(INITIAL_BASE_FEE),
    },
    [],
  );
  return {
    key: [block.cid],
    keyText: keyTextOf([block.cid]),
    height: 0,
    blocks: [block],
    parent: undefined,
    parentState: state,
    baseFee: INITIAL_BASE_FEE,
    parentWeight: INITIAL_WEIGHT,
    execution: undefined,
  };
}
