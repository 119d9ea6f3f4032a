import { initAddressMap } from '../../../shared/domain/actors/init-state.ts';
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil, FIL } from '../../../shared/domain/amounts/amount.ts';
import { addGenesisDeals } from '../deals/genesis-deals.ts';
import { addEscrowIn } from '../deals/market-balances.ts';
import { emptyMarket, MARKET } from '../deals/market-view.ts';
import { addGenesisMiner, MINER_PROFILES } from '../miners/genesis-miner.ts';
import { addLargeMiner, LARGE_MINER_ID } from '../miners/large-miner.ts';
import { rewardWithStreams, streamAccounts } from '../rewards/bootstrap.ts';
import { initialReward, MINING_SUPPLY } from '../rewards/reward-epoch.ts';
import { REWARD } from '../rewards/reward-view.ts';
import type { Blocks } from '../state/blocks.ts';
import { TOTAL_SUPPLY } from '../state/circulating-supply.ts';
import { INIT } from '../state/init-view.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import { steadyEstimate } from '../state/next-estimate.ts';
import { networkPower } from '../state/power.ts';
import { emptyPower, POWER } from '../state/power-view.ts';
import { ACCOUNT, CRON } from '../state/simple-views.ts';
import {
  BURNT_ID,
  CRON_ID,
  DATA_CAP_ID,
  EAM_ID,
  INIT_ID,
  MARKET_ID,
  POWER_ID,
  RESERVE_ID,
  REWARD_ID,
  refOf,
  State,
  VERIFIED_REGISTRY_ID,
  VERIFIED_ROOT_ID,
} from '../state/state.ts';
import { StateDraft } from '../state/state-draft.ts';
import { actorsVersionAt, type NetworkRules } from '../upgrade/network-rules.ts';
import { DATA_CAP, emptyDataCap } from '../verified/data-cap-view.ts';
import { emptyRegistry, REGISTRY } from '../verified/registry-view.ts';
import { blockFrom } from './block-builder.ts';
import { messagesRoot, receiptsRoot } from './block-collections.ts';
import { keyTextOf, type TipsetNode } from './chain-types.ts';
import type { DevnetKeys } from './keys.ts';
import { networkNameOf } from './network-name.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Chain ID of development networks (lotus build/buildconstants/params_2k.go), covered by delegated signatures. */
export const EIP155_CHAIN_ID = 31_415_926;

/** Initial base fee, in attoFIL per gas. */
const INITIAL_BASE_FEE = 100_000_000n;
const INITIAL_WEIGHT = 0n;

/** First ID assigned (go-state-types builtin/singletons.go FirstNonSingletonActorId). */
const FIRST_FREE_ID = 100;
const POWER_CRON_TICK = 5n;
const MARKET_CRON_TICK = 9n;

/** Genesis accounts by key name, with balances in whole FIL; IDs from 100 on. */
export const FAUCET = 'faucet';
/** Key of f080, the root key of the verified registry. */
export const VERIFIED_ROOT = 'verified-root';
export const TRAFFIC_ACCOUNTS = 6;
export const DEAL_CLIENTS = 3;
const FAUCET_FIL = 200_000_000n;
const TRAFFIC_FIL = 10_000_000n;
const CLIENT_FIL = 100_000n;
const OWNER_FIL = 100_000n;
const WORKER_FIL = 1_000_000n;
/** Balance of the accounts that streams need. */
const STREAM_FIL = 1_000n;
const MINER_FIL = 500_000n;
/** Market balance of each client and provider. */
const ESCROW_FIL = 1_000_000n;

export const trafficName = (index: number): string => `traffic-${index}`;
export const clientName = (index: number): string => `client-${index}`;
export const ownerName = (minerId: number): string => `owner-${minerId}`;

export interface GenesisOptions {
  readonly blocks: Blocks;
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  /** Unix seconds; the network is named after it. */
  readonly genesisTime: number;
  readonly rules: NetworkRules;
  /** Number of sectors of an additional miner; undefined for none. */
  readonly largeMinerSectors?: number;
}

/** Create the genesis state from the seed and the genesis time. */
export function genesisState({ blocks, random, keys, genesisTime, rules, largeMinerSectors = 0 }: GenesisOptions): State {
  const draft = new StateDraft(State.empty(blocks));
  draft.putActorsVersion(actorsVersionAt(rules, 0));
  addSystemActors(draft, networkNameOf({ random, genesisTime }));
  draft.addActor(VERIFIED_ROOT_ID, 'account', keys.get(VERIFIED_ROOT).address);
  give(draft, VERIFIED_ROOT_ID, OWNER_FIL);
  const addAccount = (name: string, fil: bigint): number => {
    const { id } = draft.createActor('account', keys.get(name).address);
    give(draft, id, fil);
    return id;
  };
  addAccount(FAUCET, FAUCET_FIL);
  for (let index = 0; index < TRAFFIC_ACCOUNTS; index += 1) addAccount(trafficName(index), TRAFFIC_FIL);
  for (const name of streamAccounts(rules)) addAccount(name, STREAM_FIL);
  const clients = Array.from({ length: DEAL_CLIENTS }, (_, index) => addAccount(clientName(index), CLIENT_FIL));
  const rolesOf = (minerId: number) => ({
    owner: addAccount(ownerName(minerId), OWNER_FIL),
    worker: addAccount(`worker-${minerId}`, WORKER_FIL),
    control: addAccount(`control-${minerId}`, WORKER_FIL),
  });
  const miners = MINER_PROFILES.map((profile) => ({ profile, roles: rolesOf(profile.id) }));
  if (largeMinerSectors > 0) {
    addLargeMiner(draft, largeMinerSectors, rolesOf(LARGE_MINER_ID), random);
    give(draft, LARGE_MINER_ID, MINER_FIL);
  }
  for (const { profile, roles } of miners) {
    addGenesisMiner(draft, profile, roles, random);
    give(draft, profile.id, MINER_FIL);
  }
  addEscrow(draft, [...clients, ...miners.map(({ profile }) => profile.id)]);
  addGenesisDeals(draft, clients, random);
  beginCounting(draft);
  const reward = initialReward();
  draft.write(REWARD, REWARD_ID, draft.state.actorsVersion === 18 ? reward : rewardWithStreams(reward, draft, keys, rules));
  giveRest(draft);
  return draft.finish(-1);
}

/** Add the singleton actors with their initial state. */
function addSystemActors(draft: StateDraft, networkName: string): void {
  const { blocks } = draft.state;
  draft.addActor(INIT_ID, 'init', undefined);
  draft.write(INIT, INIT_ID, { addressMap: LocalHamt.empty(blocks, initAddressMap.v16), nextId: FIRST_FREE_ID, networkName });
  draft.addActor(REWARD_ID, 'reward', undefined);
  draft.addActor(CRON_ID, 'cron', undefined);
  draft.write(CRON, CRON_ID, {
    entries: [
      { receiver: idAddress(POWER_ID), method: POWER_CRON_TICK },
      { receiver: idAddress(MARKET_ID), method: MARKET_CRON_TICK },
    ],
  });
  draft.addActor(POWER_ID, 'storagepower', undefined);
  draft.write(POWER, POWER_ID, emptyPower(blocks));
  draft.addActor(MARKET_ID, 'storagemarket', undefined);
  draft.write(MARKET, MARKET_ID, emptyMarket(blocks, draft.state.actorsVersion));
  draft.addActor(VERIFIED_REGISTRY_ID, 'verifiedregistry', undefined);
  draft.write(REGISTRY, VERIFIED_REGISTRY_ID, emptyRegistry(blocks));
  draft.addActor(DATA_CAP_ID, 'datacap', undefined);
  draft.write(DATA_CAP, DATA_CAP_ID, emptyDataCap(blocks));
  draft.addActor(EAM_ID, 'eam', undefined);
  for (const id of [RESERVE_ID, BURNT_ID]) {
    draft.addActor(id, 'account', undefined);
    // They have no key: their own address takes its place, as on mainnet.
    draft.write(ACCOUNT, id, { address: idAddress(id) });
  }
}

function addEscrow(draft: StateDraft, parties: readonly number[]): void {
  const market = parties.reduce((sum, id) => addEscrowIn(sum, idAddress(id), ESCROW_FIL * FIL), draft.read(MARKET, MARKET_ID));
  draft.write(MARKET, MARKET_ID, market);
  give(draft, MARKET_ID, BigInt(parties.length) * ESCROW_FIL);
}

/** Initial estimates of the power and reward actors. */
function beginCounting(draft: StateDraft): void {
  const { raw, quality } = networkPower(draft.state);
  const power = draft.read(POWER, POWER_ID);
  draft.write(POWER, POWER_ID, {
    ...power,
    thisEpochRawBytePower: raw,
    thisEpochQualityAdjPower: quality,
    thisEpochPledgeCollateral: power.totalPledgeCollateral,
    thisEpochQaPowerSmoothed: steadyEstimate(quality),
  });
  give(draft, REWARD_ID, MINING_SUPPLY / FIL);
}

/** Set the initial balance of an actor, in whole FIL. */
function give(draft: StateDraft, id: number, fil: bigint): void {
  const actor = draft.actor(id);
  if (actor === undefined) throw new Error(`actor ${id} does not exist`);
  draft.putActor({ ...actor, balance: attoFil(fil * FIL) });
}

/** The reserve gets the remaining supply. */
function giveRest(draft: StateDraft): void {
  const given = draft.state.allActors().reduce((sum, { balance }) => sum + balance, 0n);
  give(draft, RESERVE_ID, (TOTAL_SUPPLY - given) / FIL);
}

/** Create the genesis tipset: one block at height 0 with the genesis time as timestamp. */
export function genesisTipset(state: State, genesisTime: number, random: SeededRandom): TipsetNode {
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
      parentMessageReceipts: receiptsRoot([], state.blocks),
      messages: messagesRoot([], state.blocks),
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
    parentState: refOf(state),
    baseFee: INITIAL_BASE_FEE,
    parentWeight: INITIAL_WEIGHT,
    execution: undefined,
  };
}
