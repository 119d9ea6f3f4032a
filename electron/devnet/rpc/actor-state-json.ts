import { addressToBytes } from '../../../shared/domain/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { type Cid, cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { deadlineAt } from '../../../shared/domain/epoch.ts';
import { MINING_SUPPLY } from '../chain/genesis.ts';
import { dealPrice } from '../deals/deal-cron.ts';
import { ACTOR_CODES } from '../state/init-methods.ts';
import { networkPower } from '../state/network-power.ts';
import { blockReward } from '../state/reward.ts';
import { type Actor, type State, VERIFIED_REGISTRY_ID, VERIFIED_ROOT_ID } from '../state/state.ts';
import { UNITS_PER_BYTE } from '../verified/data-cap-methods.ts';
import { addressJson, amountJson, cidJson, idJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';

/** Fixed point of the reward and power estimates: 128 fractional bits. */
const Q128 = 128n;

/** CID of a collection that this chain does not keep as IPLD: it names the actor and the field, and nothing can be read through it. */
function collection(actor: Actor, field: string): JsonValue {
  return cidJson(cidOfDagCbor(encodeCbor([actor.id, field])));
}

export function actorCode(actor: Actor): Cid {
  return ACTOR_CODES[actor.kind];
}

/** Head of an account is the real CID of its state; of the others it commits to what this chain keeps of them. */
export function actorHead(actor: Actor, state: State): Cid {
  if (actor.kind === 'account' && actor.address !== undefined) return cidOfDagCbor(encodeCbor([addressToBytes(actor.address)]));
  const miner = state.miners.get(actor.id);
  if (miner !== undefined) {
    return cidOfDagCbor(encodeCbor([actor.id, miner.sectors.size, encodeBigIntBytes(miner.qualityPower), miner.activeSectors]));
  }
  const multisig = state.multisigs.get(actor.id);
  if (multisig !== undefined) {
    const { signers, threshold, nextTransactionId, pending } = multisig;
    return cidOfDagCbor(encodeCbor([actor.id, [...signers], threshold, nextTransactionId, pending.length]));
  }
  // Accounts of Ethereum keys and placeholders have no state of their own.
  if (actor.kind === 'ethaccount' || actor.kind === 'placeholder') return cidOfDagCbor(encodeCbor([]));
  return cidOfDagCbor(encodeCbor([actor.id, encodeBigIntBytes(actor.balance)]));
}

/** The State object of StateReadState, with the field names of the state structs in go-state-types builtin/v18. */
export function actorStateJson(state: State, actor: Actor): JsonValue {
  switch (actor.kind) {
    case 'account':
      return { Address: actor.address === undefined ? '<empty>' : addressJson(actor.address) };
    case 'storageminer':
      return minerStateJson(state, actor);
    case 'storagepower':
      return powerStateJson(state, actor);
    case 'reward':
      return rewardStateJson(state, actor);
    case 'storagemarket':
      return marketStateJson(state, actor);
    case 'multisig':
      return multisigStateJson(state, actor);
    case 'verifiedregistry':
      return {
        RootKey: idJson(VERIFIED_ROOT_ID),
        Verifiers: collection(actor, 'Verifiers'),
        RemoveDataCapProposalIDs: collection(actor, 'RemoveDataCapProposalIDs'),
        Allocations: collection(actor, 'Allocations'),
        NextAllocationId: 1,
        Claims: collection(actor, 'Claims'),
      };
    case 'datacap':
      return { Governor: idJson(VERIFIED_REGISTRY_ID), Token: dataCapTokenJson(state, actor) };
    case 'init':
      return { AddressMap: collection(actor, 'AddressMap'), NextID: state.nextActorId, NetworkName: 'localnet' };
    default:
      return {};
  }
}

function multisigStateJson(state: State, actor: Actor): JsonValue {
  const multisig = state.multisigs.get(actor.id);
  if (multisig === undefined) return {};
  return {
    Signers: multisig.signers.map(idJson),
    NumApprovalsThreshold: multisig.threshold,
    NextTxnID: multisig.nextTransactionId,
    InitialBalance: amountJson(multisig.initialBalance),
    StartEpoch: multisig.startEpoch,
    UnlockDuration: multisig.unlockDuration,
    PendingTxns: collection(actor, 'PendingTxns'),
  };
}

function dataCapTokenJson(state: State, actor: Actor): JsonValue {
  let bytes = 0n;
  for (const held of state.dataCaps.values()) bytes += held;
  return {
    Supply: amountJson(bytes * UNITS_PER_BYTE),
    Balances: collection(actor, 'Balances'),
    Allowances: collection(actor, 'Allowances'),
    HamtBitWidth: 5,
  };
}

function minerStateJson(state: State, actor: Actor): JsonValue {
  const miner = state.miners.get(actor.id);
  if (miner === undefined) return {};
  const clock = deadlineAt(miner.periodOffset, state.epoch + 1);
  return {
    Info: collection(actor, 'Info'),
    PreCommitDeposits: amountJson(miner.preCommitDeposits),
    LockedFunds: amountJson(miner.lockedFunds),
    VestingFunds: null,
    FeeDebt: '0',
    InitialPledge: amountJson(miner.initialPledge),
    PreCommittedSectors: collection(actor, 'PreCommittedSectors'),
    PreCommittedSectorsCleanUp: collection(actor, 'PreCommittedSectorsCleanUp'),
    AllocatedSectors: collection(actor, 'AllocatedSectors'),
    Sectors: collection(actor, 'Sectors'),
    ProvingPeriodStart: clock.periodStart,
    CurrentDeadline: clock.index,
    Deadlines: collection(actor, 'Deadlines'),
    EarlyTerminations: [0],
    DeadlineCronActive: true,
  };
}

function powerStateJson(state: State, actor: Actor): JsonValue {
  const power = networkPower(state);
  let pledge = 0n;
  let committed = 0n;
  for (const miner of state.miners.values()) {
    pledge += miner.initialPledge;
    committed += miner.sectorSize * BigInt(miner.sectors.size);
  }
  return {
    TotalRawBytePower: amountJson(power.raw),
    TotalBytesCommitted: amountJson(committed),
    TotalQualityAdjPower: amountJson(power.quality),
    TotalQABytesCommitted: amountJson(power.quality),
    TotalPledgeCollateral: amountJson(pledge),
    ThisEpochRawBytePower: amountJson(power.raw),
    ThisEpochQualityAdjPower: amountJson(power.quality),
    ThisEpochPledgeCollateral: amountJson(pledge),
    ThisEpochQAPowerSmoothed: { PositionEstimate: amountJson(power.quality << Q128), VelocityEstimate: '0' },
    MinerCount: state.miners.size,
    MinerAboveMinPowerCount: power.minersWithPower,
    RampStartEpoch: 0,
    RampDurationEpochs: 0,
    CronEventQueue: collection(actor, 'CronEventQueue'),
    FirstCronEpoch: state.epoch + 1,
    Claims: collection(actor, 'Claims'),
    ProofValidationBatch: null,
  };
}

function rewardStateJson(state: State, actor: Actor): JsonValue {
  const reward = blockReward(state);
  const power = amountJson(networkPower(state).raw);
  return {
    CumsumBaseline: '0',
    CumsumRealized: '0',
    EffectiveNetworkTime: state.epoch,
    EffectiveBaselinePower: power,
    ThisEpochReward: amountJson(reward),
    ThisEpochRewardSmoothed: { PositionEstimate: amountJson(reward << Q128), VelocityEstimate: '0' },
    ThisEpochBaselinePower: power,
    Epoch: state.epoch,
    TotalStoragePowerReward: amountJson(MINING_SUPPLY - actor.balance),
    SimpleTotal: amountJson(MINING_SUPPLY),
    BaselineTotal: '0',
  };
}

function marketStateJson(state: State, actor: Actor): JsonValue {
  let clientCollateral = 0n;
  let providerCollateral = 0n;
  let fees = 0n;
  for (const deal of state.deals.values()) {
    if (deal.slashEpoch >= 0) continue;
    clientCollateral += deal.clientCollateral;
    providerCollateral += deal.providerCollateral;
    fees += dealPrice(deal);
  }
  const names = [
    'Proposals',
    'States',
    'PendingProposals',
    'EscrowTable',
    'LockedTable',
    'DealOpsByEpoch',
    'PendingDealAllocationIds',
    'ProviderSectors',
  ];
  return {
    ...Object.fromEntries(names.map((name) => [name, collection(actor, name)])),
    NextID: state.nextDealId,
    LastCron: state.epoch,
    TotalClientLockedCollateral: amountJson(clientCollateral),
    TotalProviderLockedCollateral: amountJson(providerCollateral),
    TotalClientStorageFee: amountJson(fees),
  };
}
