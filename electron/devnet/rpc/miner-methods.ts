import { bitfieldOf, encodeRunLengths } from '../../../shared/domain/bitfield.ts';
import { bytesToBase64 } from '../../../shared/domain/bytes.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/epoch.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { availableBalance } from '../miners/balances.ts';
import { isPeerId, peerIdText } from '../miners/genesis-miner.ts';
import type { Miner, Sector } from '../miners/miner.ts';
import { PARTITION_SECTORS } from '../miners/place-sector.ts';
import { activeIn } from '../miners/power.ts';
import { MINIMUM_POWER, networkPower } from '../state/network-power.ts';
import { amountJson, cidJson, idJson } from './chain-json.ts';
import { JsonText, type JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, bitfieldParameter, sectorParameter, tipsetKeyParameter, uint64Parameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, minerAt, stateAt, tipsetAt } from './tipset-lookup.ts';

const SIMPLE_QA_POWER = 1;

/** StateMiner* and StateSector*: read from the parent state of the tipset asked for. */
export function addMinerMethods(table: MethodTableBuilder, chain: DevnetChain): void {
  table
    .read('StateListMiners', [tipsetKeyParameter], ([key]) => stateAt(chain, key).miners.sortedKeys().map(idJson))
    .read('StateMinerPower', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const total = networkPower(state);
      const actor = address === undefined ? undefined : actorAt(state, address);
      // Claims are kept by ID address: anything else has none, and that is no error.
      const miner = actor === undefined || !address?.startsWith('f0') ? undefined : state.miners.get(actor.id);
      const claim = address === undefined ? total : { raw: miner?.rawPower ?? 0n, quality: miner?.qualityPower ?? 0n };
      return new JsonText(
        `{"MinerPower":{"RawBytePower":"${claim.raw}","QualityAdjPower":"${claim.quality}"},` +
          `"TotalPower":{"RawBytePower":"${total.raw}","QualityAdjPower":"${total.quality}"},` +
          `"HasMinPower":${address !== undefined && claim.quality >= MINIMUM_POWER}}`,
      );
    })
    .read('StateMinerInfo', [addressParameter, tipsetKeyParameter], ([address, key]) => infoJson(minerAt(stateAt(chain, key), address)))
    .read('StateMinerSectorCount', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const miner = minerAt(stateAt(chain, key), address);
      return { Live: miner.sectors.size, Active: miner.activeSectors, Faulty: miner.faultySectors };
    })
    .read('StateMinerDeadlines', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      minerAt(stateAt(chain, key), address).deadlines.map((deadline) => ({
        PostSubmissions: bits(deadline.posted),
        DisputableProofCount: 0,
        DailyFee: '0',
      })),
    )
    .read('StateMinerPartitions', [addressParameter, uint64Parameter, tipsetKeyParameter], ([address, index, key]) => {
      const deadline = minerAt(stateAt(chain, key), address).deadlines[index];
      if (deadline === undefined) throw new RpcError(`failed to load the deadline: invalid deadline index ${index}`);
      return deadline.partitions.map((partition) => ({
        AllSectors: bits(partition.sectors),
        FaultySectors: bits(partition.faulty),
        RecoveringSectors: bits(partition.recovering),
        LiveSectors: bits(partition.sectors),
        ActiveSectors: bits(activeIn(partition)),
      }));
    })
    .read('StateMinerProvingDeadline', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const tipset = tipsetAt(chain, key);
      return deadlineJson(minerAt(tipset.parentState, address), tipset.height);
    })
    .read('StateMinerFaults', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      bits(
        minerAt(stateAt(chain, key), address).deadlines.flatMap((deadline) => deadline.partitions.flatMap((partition) => partition.faulty)),
      ),
    )
    .read('StateMinerRecoveries', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      bits(
        minerAt(stateAt(chain, key), address).deadlines.flatMap((deadline) =>
          deadline.partitions.flatMap((partition) => partition.recovering),
        ),
      ),
    )
    .read('StateMinerAvailableBalance', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      return amountJson(availableBalance(state, minerAt(state, address)));
    })
    .read('StateMinerSectors', [addressParameter, bitfieldParameter, tipsetKeyParameter], ([address, filter, key]) => {
      const miner = minerAt(stateAt(chain, key), address);
      return sectorsJson(
        miner,
        miner.sectors.sortedKeys().filter((number) => filter?.(number) ?? true),
      );
    })
    .read('StateMinerActiveSectors', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const miner = minerAt(stateAt(chain, key), address);
      return sectorsJson(
        miner,
        miner.deadlines.flatMap((deadline) => deadline.partitions.flatMap(activeIn)).sort((left, right) => left - right),
      );
    })
    .read('StateSectorGetInfo', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) => {
      const sector = minerAt(stateAt(chain, key), address).sectors.get(number);
      return sector === undefined ? null : sectorJson(minerAt(stateAt(chain, key), address), sector);
    })
    .read('StateSectorPartition', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) => {
      const miner = minerAt(stateAt(chain, key), address);
      const deadline = miner.sectors.get(number)?.deadline;
      const partition =
        deadline === undefined ? -1 : (miner.deadlines[deadline]?.partitions.findIndex(({ sectors }) => sectors.includes(number)) ?? -1);
      if (deadline === undefined || partition < 0) throw new RpcError(`sector ${number} not found`);
      return { Deadline: deadline, Partition: partition };
    })
    .read('StateSectorExpiration', [addressParameter, sectorParameter, tipsetKeyParameter], ([address, number, key]) => {
      const sector = minerAt(stateAt(chain, key), address).sectors.get(number);
      if (sector === undefined) throw new RpcError(`failed to find sector ${number}`);
      return { OnTime: sector.expiration, Early: 0 };
    })
    .read('StateMinerAllocated', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const { nextSector } = minerAt(stateAt(chain, key), address);
      return nextSector === 0 ? [0] : [0, nextSector];
    });
}

const bits = (numbers: readonly number[]): JsonValue => encodeRunLengths(bitfieldOf(numbers));

function infoJson(miner: Miner): JsonValue {
  const pending = miner.pendingBeneficiary;
  return {
    Owner: idJson(miner.owner),
    Worker: idJson(miner.worker),
    NewWorker: miner.pendingWorker === undefined ? '<empty>' : idJson(miner.pendingWorker.worker),
    ControlAddresses: miner.controls.map(idJson),
    WorkerChangeEpoch: miner.pendingWorker?.effectiveAt ?? -1,
    PeerId: isPeerId(miner.peerId) ? peerIdText(miner.peerId) : null,
    Multiaddrs: miner.multiaddrs.map(bytesToBase64),
    WindowPoStProofType: miner.windowPostProof,
    SectorSize: miner.sectorSize,
    WindowPoStPartitionSectors: PARTITION_SECTORS,
    ConsensusFaultElapsed: -1,
    PendingOwnerAddress: miner.pendingOwner === undefined ? null : idJson(miner.pendingOwner),
    Beneficiary: idJson(miner.beneficiary),
    BeneficiaryTerm: {
      Quota: amountJson(miner.beneficiaryTerm.quota),
      UsedQuota: amountJson(miner.beneficiaryTerm.usedQuota),
      Expiration: miner.beneficiaryTerm.expiration,
    },
    PendingBeneficiaryTerm:
      pending === undefined
        ? null
        : {
            NewBeneficiary: idJson(pending.beneficiary),
            NewQuota: amountJson(pending.quota),
            NewExpiration: pending.expiration,
            ApprovedByBeneficiary: pending.isApprovedByBeneficiary,
            ApprovedByNominee: pending.isApprovedByNominee,
          },
  };
}

function deadlineJson(miner: Miner, epoch: number): JsonValue {
  const { periodStart, index, open, close, challenge, faultCutoff } = deadlineAt(miner.periodOffset, epoch);
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

function sectorsJson(miner: Miner, numbers: readonly number[]): JsonValue {
  return numbers.flatMap((number) => {
    const sector = miner.sectors.get(number);
    return sector === undefined ? [] : [sectorJson(miner, sector)];
  });
}

function sectorJson(miner: Miner, sector: Sector): JsonValue {
  return {
    SectorNumber: sector.number,
    SealProof: miner.sealProof,
    SealedCID: cidJson(sector.sealedCid),
    Activation: sector.activation,
    Expiration: sector.expiration,
    DealWeight: amountJson(sector.dealWeight),
    VerifiedDealWeight: amountJson(sector.verifiedDealWeight),
    InitialPledge: amountJson(sector.initialPledge),
    ExpectedDayReward: null,
    ExpectedStoragePledge: null,
    PowerBaseEpoch: sector.activation,
    ReplacedDayReward: null,
    SectorKeyCID: null,
    Flags: SIMPLE_QA_POWER,
    DailyFee: '0',
  };
}
