import { minerPreCommit } from '../../../shared/domain/actors/miner-pre-commit.ts';
import { minerSector } from '../../../shared/domain/actors/miner-sector.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { type Bitfield, encodeRunLengths, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { formatPeerId } from '../../../shared/domain/keys/peer-id.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { availableBalance } from '../miners/balances.ts';
import type { Deadline, Sector } from '../miners/deadline-view.ts';
import type { Miner } from '../miners/miner-view.ts';
import { deadlineOf, minerIds } from '../miners/miners.ts';
import { activeSectors, liveSectors, loadSectors } from '../miners/partition.ts';
import type { Partition } from '../miners/partition-view.ts';
import { placeOfSector } from '../miners/place.ts';
import { vestedFunds } from '../miners/vesting.ts';
import { claimOf, MINIMUM_POWER, networkPower } from '../state/power.ts';
import { addressJson, amountJson, idJson, LETTER } from './chain-json.ts';
import { JsonText, type JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, bitfieldParameter, sectorParameter, tipsetKeyParameter, uint64Parameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, minerAt, requireAddress, stateAt, stateBefore, tipsetAt } from './tipset-lookup.ts';

/** StateMiner* and StateSector*: read from the parent state of the tipset asked for. */
export function addMinerMethods(table: MethodTableBuilder, chain: ChainView): void {
  const minerFor = (address: Parameters<typeof minerAt>[1], key: Parameters<typeof stateAt>[1]): Miner =>
    minerAt(stateAt(chain, key), address);
  table
    .read('StateListMiners', [tipsetKeyParameter], ([key]) => minerIds(stateAt(chain, key)).map(idJson))
    .read('StateMinerPower', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const total = networkPower(state);
      const actor = address === undefined ? undefined : actorAt(state, address);
      // Claims are stored by ID address; other addresses have none, which is not an error.
      const own = actor === undefined || !address?.startsWith('f0') ? undefined : claimOf(state, actor.id);
      const claim = address === undefined ? total : (own ?? { raw: 0n, quality: 0n });
      return new JsonText(
        `{"MinerPower":{"RawBytePower":"${claim.raw}","QualityAdjPower":"${claim.quality}"},` +
          `"TotalPower":{"RawBytePower":"${total.raw}","QualityAdjPower":"${total.quality}"},` +
          `"HasMinPower":${address !== undefined && claim.raw >= MINIMUM_POWER}}`,
      );
    })
    .read('StateMinerInfo', [addressParameter, tipsetKeyParameter], ([address, key]) => infoJson(minerFor(address, key)))
    .read('StateMinerSectorCount', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const partitions = partitionsOf(minerFor(address, key));
      return {
        Live: sumOf(partitions, (partition) => liveSectors(partition).count),
        Active: sumOf(partitions, (partition) => activeSectors(partition).count),
        Faulty: sumOf(partitions, ({ faults }) => faults.count),
      };
    })
    .read('StateMinerDeadlines', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      minerFor(address, key).deadlines.value.map(({ value }) => ({
        PostSubmissions: encodeRunLengths(value.partitionsPosted),
        DisputableProofCount: value.optimisticPostSubmissionsSnapshot.count,
        DailyFee: amountJson(value.dailyFee),
      })),
    )
    .read('StateMinerPartitions', [addressParameter, uint64Parameter, tipsetKeyParameter], ([address, index, key]) => {
      const deadline = deadlineOf(minerFor(address, key), index);
      if (deadline === undefined) throw new RpcError(`failed to load the deadline: invalid deadline index ${index}`);
      return deadline.partitions.values().map((partition) => ({
        AllSectors: encodeRunLengths(partition.sectors),
        FaultySectors: encodeRunLengths(partition.faults),
        RecoveringSectors: encodeRunLengths(partition.recoveries),
        LiveSectors: encodeRunLengths(liveSectors(partition)),
        ActiveSectors: encodeRunLengths(activeSectors(partition)),
      }));
    })
    .read('StateMinerProvingDeadline', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const tipset = tipsetAt(chain, key);
      return deadlineJson(minerAt(stateBefore(chain, tipset), address), tipset.height);
    })
    .read('StateMinerFaults', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      allOf(minerFor(address, key), ({ faults }) => faults),
    )
    .read('StateMinerRecoveries', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      allOf(minerFor(address, key), ({ recoveries }) => recoveries),
    )
    .read('StateMinerAvailableBalance', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const tipset = tipsetAt(chain, key);
      const state = stateBefore(chain, tipset);
      const id = actorAt(state, requireAddress(address))?.id ?? -1;
      const miner = minerAt(state, address);
      return amountJson(availableBalance(state, id, miner) + vestedFunds(miner, tipset.height));
    })
    .read('StateMinerSectors', [addressParameter, bitfieldParameter, tipsetKeyParameter], ([address, filter, key]) => {
      const { sectors } = minerFor(address, key);
      return (filter === undefined ? sectors.values() : selected(sectors, filter)).map(sectorJson);
    })
    .read('StateMinerActiveSectors', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const miner = minerFor(address, key);
      return loadSectors(miner.sectors, union(partitionsOf(miner).map(activeSectors))).map(sectorJson);
    })
    .read('StateSectorGetInfo', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) => {
      const sector = minerFor(address, key).sectors.get(number);
      return sector === undefined ? null : sectorJson(sector);
    })
    .read('StateSectorPreCommitInfo', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) => {
      const preCommit = minerFor(address, key).preCommittedSectors.get(number);
      return preCommit === undefined ? null : minerPreCommit.v16.toJson(preCommit, LETTER);
    })
    .read('StateSectorPartition', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) => {
      const place = placeOfSector(minerFor(address, key), number);
      if (place === undefined) throw new RpcError(`sector ${number} not due at any deadline`);
      return { Deadline: place.deadline, Partition: place.partition };
    })
    .read('StateSectorExpiration', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) =>
      expirationJson(minerFor(address, key), number),
    )
    .read('StateMinerAllocated', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      encodeRunLengths(minerFor(address, key).allocatedSectors.value),
    )
    .read('StateMinerSectorAllocated', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) =>
      isInBitfield(minerFor(address, key).allocatedSectors.value, number),
    );
}

const deadlinesOf = (miner: Miner): Deadline[] => miner.deadlines.value.map(({ value }) => value);

const partitionsOf = (miner: Miner): Partition[] => deadlinesOf(miner).flatMap(({ partitions }) => partitions.values());

const sumOf = (partitions: readonly Partition[], count: (partition: Partition) => bigint): number =>
  Number(partitions.reduce((sum, partition) => sum + count(partition), 0n));

const allOf = (miner: Miner, some: (partition: Partition) => Bitfield): JsonValue => encodeRunLengths(union(partitionsOf(miner).map(some)));

/** The sectors with these numbers: all of them or none (go-state-types, builtin/v18/miner/miner_types.go `Sectors.Load`). */
function selected(sectors: Miner['sectors'], { ranges }: Bitfield): Sector[] {
  return ranges.flatMap((range) => {
    const [from, before] = [Number(range.start), Number(range.end)];
    const entries = sectors.entries({ from, before });
    const gap = entries.findIndex(([number], at) => number !== from + at);
    const known = gap === -1 ? entries.length : gap;
    if (from + known < before) throw new RpcError(`failed to load sectors: can't find sector ${from + known}`);
    return entries.map(([, sector]) => sector);
  });
}

const sectorJson = (sector: Sector): JsonValue => minerSector.v16.toJson(sector, LETTER);

/** Return a sector's actual expiration: the queue has faulty sectors at an early expiration only. */
function expirationJson(miner: Miner, number: number): JsonValue {
  const place = placeOfSector(miner, number);
  const queue = place && deadlineOf(miner, place.deadline)?.partitions.get(place.partition)?.expirationsEpochs;
  for (const [epoch, { onTimeSectors, earlySectors }] of queue?.entries() ?? []) {
    if (isInBitfield(onTimeSectors, number)) return { OnTime: epoch, Early: 0 };
    if (isInBitfield(earlySectors, number)) return { OnTime: 0, Early: epoch };
  }
  throw new RpcError(`failed to find sector ${number}`);
}

function infoJson(miner: Miner): JsonValue {
  const info = miner.info.value;
  const { pendingWorkerKey, pendingOwnerAddress, beneficiaryTerm, pendingBeneficiaryTerm: pending } = info;
  return {
    Owner: addressJson(info.owner),
    Worker: addressJson(info.worker),
    NewWorker: pendingWorkerKey === undefined ? '<empty>' : addressJson(pendingWorkerKey.newWorker),
    ControlAddresses: info.controlAddresses.map(addressJson),
    WorkerChangeEpoch: pendingWorkerKey?.effectiveAt ?? -1,
    PeerId: formatPeerId(info.peerId) ?? null,
    Multiaddrs: info.multiaddrs.map(bytesToBase64),
    WindowPoStProofType: info.windowPoStProofType,
    SectorSize: info.sectorSize,
    WindowPoStPartitionSectors: info.windowPoStPartitionSectors,
    ConsensusFaultElapsed: info.consensusFaultElapsed,
    PendingOwnerAddress: pendingOwnerAddress === undefined ? null : addressJson(pendingOwnerAddress),
    Beneficiary: addressJson(info.beneficiary),
    BeneficiaryTerm: {
      Quota: amountJson(beneficiaryTerm.quota),
      UsedQuota: amountJson(beneficiaryTerm.usedQuota),
      Expiration: beneficiaryTerm.expiration,
    },
    PendingBeneficiaryTerm:
      pending === undefined
        ? null
        : {
            NewBeneficiary: addressJson(pending.newBeneficiary),
            NewQuota: amountJson(pending.newQuota),
            NewExpiration: pending.newExpiration,
            ApprovedByBeneficiary: pending.approvedByBeneficiary,
            ApprovedByNominee: pending.approvedByNominee,
          },
  };
}

function deadlineJson({ provingPeriodStart }: Miner, epoch: number): JsonValue {
  const { periodStart, index, open, close, challenge, faultCutoff } = deadlineAt(provingPeriodStart, epoch);
  return {
    CurrentEpoch: epoch,
    PeriodStart: periodStart,
    Index: index,
    Open: open,
    Close: close,
    Challenge: challenge,
    FaultCutoff: faultCutoff,
    WPoStPeriodDeadlines: EPOCHS.deadlinesPerPeriod,
    WPoStProvingPeriod: EPOCHS.provingPeriod,
    WPoStChallengeWindow: EPOCHS.deadlineWindow,
    WPoStChallengeLookback: EPOCHS.challengeLookback,
    FaultDeclarationCutoff: EPOCHS.faultCutoff,
  };
}
