import { bitfieldMembers, decodeRlePlus } from '../../../shared/domain/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { deadlineAt, nextDeadlineWindow } from '../../../shared/domain/epoch.ts';
import { methodNumberOfName } from '../../../shared/domain/method-number.ts';
import { activateDeals, terminateDeals } from '../deals/deal-cron.ts';
import { decodeSectorPieces, sectorDealWeights } from '../deals/sector-deals.ts';
import type { PipelineSector } from '../sealing/pipeline-sector.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { type MethodCall, requireCaller, unhandled } from '../state/invoke-method.ts';
import { decodeParameterList, readBytes, readInteger, readLink, readList } from '../state/read-params.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { availableBalance } from './balances.ts';
import type { Miner, Partition } from './miner.ts';
import {
  changeBeneficiary,
  changeMultiaddrs,
  changeOwner,
  changePeerId,
  changeWorker,
  confirmWorker,
  controlAddresses,
  getBeneficiary,
  operatorsOf,
  withdraw,
} from './miner-control-methods.ts';
import { deadlineForNewSector, placeSector, removeSectors } from './place-sector.ts';
import { pledgeFor } from './pledge.ts';
import { replaceDeadline, union, without, withPower } from './power.ts';

const NO_BYTES = new Uint8Array();
/** Epochs between a pre-commit and the earliest prove-commit on this chain (150 on mainnet). */
export const PRE_COMMIT_CHALLENGE_DELAY = 6;

/** The exported twins of methods that contracts may call too. */
const EXPORTED: ReadonlyMap<bigint, bigint> = new Map(
  (
    [
      ['ChangeWorkerAddress', 3n],
      ['ChangePeerID', 4n],
      ['WithdrawBalance', 16n],
      ['ChangeMultiaddrs', 18n],
      ['ConfirmChangeWorkerAddress', 21n],
      ['RepayDebt', 22n],
      ['ChangeOwnerAddress', 23n],
      ['ChangeBeneficiary', 30n],
      ['GetBeneficiary', 31n],
    ] as const
  ).map(([name, method]) => [methodNumberOfName(name), method]),
);

/** Methods of the miner actor that this chain executes; any other ends with exit code 22. */
export function invokeMinerMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  const miner = draft.miner(call.recipientId);
  if (miner === undefined) throw new MethodFailure(EXIT.notFound, 'no such miner');
  const requireOperator = (): void => requireCaller(call, operatorsOf(miner));
  switch (EXPORTED.get(call.method) ?? call.method) {
    case 2n:
      return controlAddresses(miner);
    case 3n:
      return changeWorker(draft, miner, call);
    case 4n:
      return changePeerId(draft, miner, call);
    case 5n:
      requireOperator();
      return submitWindowPost(draft, miner, call);
    case 9n:
      requireOperator();
      return terminate(draft, miner, call);
    case 10n:
    case 11n:
      requireOperator();
      return declare(draft, miner, call, call.method === 11n);
    case 16n:
      return withdraw(draft, miner, call);
    case 18n:
      return changeMultiaddrs(draft, miner, call);
    case 21n:
      return confirmWorker(draft, miner, call);
    case 22n:
      // RepayDebt: no miner of this chain owes anything.
      requireOperator();
      return NO_BYTES;
    case 23n:
      return changeOwner(draft, miner, call);
    case 28n:
      requireOperator();
      return preCommit(draft, miner, call);
    case 30n:
      return changeBeneficiary(draft, miner, call);
    case 31n:
      return getBeneficiary(miner);
    case 34n:
      requireOperator();
      return proveCommit(draft, miner, call);
    default:
      return unhandled(call);
  }
}

/** SubmitWindowedPoSt: [Deadline, [[Index, Skipped]], Proofs, ChainCommitEpoch, ChainCommitRand]. */
function submitWindowPost(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [deadlineValue, partitionValues] = decodeParameterList(call.params, 5);
  const index = readInteger(deadlineValue);
  const clock = deadlineAt(miner.periodOffset, call.epoch);
  const deadline = miner.deadlines[index];
  if (deadline === undefined || index !== clock.index) {
    throw new MethodFailure(EXIT.illegalArgument, `invalid deadline ${index} at epoch ${call.epoch}, expected ${clock.index}`);
  }
  let { partitions, posted } = deadline;
  for (const entry of readList(partitionValues)) {
    const [numberValue, skippedValue] = readList(entry);
    const number = readInteger(numberValue);
    const partition = partitions[number];
    if (partition === undefined) throw new MethodFailure(EXIT.notFound, `no such partition ${number}`);
    if (posted.includes(number)) throw new MethodFailure(EXIT.illegalArgument, `partition ${number} already proven`);
    const skipped = sectorsIn(skippedValue).filter((sector) => partition.sectors.includes(sector));
    const recovered = without(partition.recovering, skipped);
    partitions = partitions.with(number, {
      sectors: partition.sectors,
      faulty: union(without(partition.faulty, recovered), skipped),
      recovering: [],
      unproven: [],
    });
    posted = union(posted, [number]);
  }
  draft.putMiner(withPower(replaceDeadline(miner, index, { partitions, posted })));
  return NO_BYTES;
}

/** DeclareFaults and DeclareFaultsRecovered: [[[Deadline, Partition, Sectors]]]. */
function declare(draft: StateDraft, miner: Miner, call: MethodCall, isRecovery: boolean): Uint8Array {
  const [declarations] = decodeParameterList(call.params, 1);
  let next = miner;
  for (const entry of readList(declarations)) {
    const [deadlineValue, partitionValue, sectorsValue] = readList(entry);
    const index = readInteger(deadlineValue);
    const number = readInteger(partitionValue);
    const deadline = next.deadlines[index];
    const partition = deadline?.partitions[number];
    if (deadline === undefined || partition === undefined)
      throw new MethodFailure(EXIT.notFound, `no partition ${number} in deadline ${index}`);
    const clock = deadlineAt(miner.periodOffset, call.epoch);
    if (index === clock.index || call.epoch >= nextDeadlineWindow(clock.periodStart, index, call.epoch).faultCutoff) {
      throw new MethodFailure(EXIT.illegalArgument, `deadline ${index} is past its fault cutoff`);
    }
    const sectors = sectorsIn(sectorsValue).filter((sector) => partition.sectors.includes(sector));
    const changed: Partition = isRecovery
      ? {
          ...partition,
          recovering: union(
            partition.recovering,
            sectors.filter((sector) => partition.faulty.includes(sector)),
          ),
        }
      : {
          ...partition,
          faulty: union(partition.faulty, sectors),
          recovering: without(partition.recovering, sectors),
          unproven: without(partition.unproven, sectors),
        };
    next = replaceDeadline(next, index, { ...deadline, partitions: deadline.partitions.with(number, changed) });
  }
  draft.putMiner(withPower(next));
  return NO_BYTES;
}

/** TerminateSectors: [[[Deadline, Partition, Sectors]]]. Answers [Done]. */
function terminate(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [terminations] = decodeParameterList(call.params, 1);
  const numbers = readList(terminations)
    .flatMap((entry) => sectorsIn(readList(entry)[2]))
    .filter((number) => miner.sectors.has(number));
  terminateDeals(draft, miner, numbers, call.epoch, { isPenal: true });
  draft.putMiner(withPower(removeSectors(miner, numbers)));
  return encodeCbor([true]);
}

/** PreCommitSectorBatch2: [[[SealProof, SectorNumber, SealedCID, SealRandEpoch, DealIDs, Expiration, UnsealedCid?]]]. */
function preCommit(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [sectors] = decodeParameterList(call.params, 1);
  let next = miner;
  for (const entry of readList(sectors)) {
    const [, numberValue, sealedValue, randEpochValue, dealValues, expirationValue, unsealedValue] = readList(entry);
    const sectorNumber = readInteger(numberValue);
    if (next.sectors.has(sectorNumber) || next.preCommits.has(sectorNumber)) {
      throw new MethodFailure(EXIT.illegalArgument, `sector number ${sectorNumber} already allocated`);
    }
    const deposit = pledgeFor(miner.sectorSize) / 10n;
    if (availableBalance(draft.state, next) < deposit)
      throw new MethodFailure(EXIT.actorInsufficientFunds, 'insufficient funds for deposit');
    next = {
      ...noteMessage(next, sectorNumber, { preCommitMessage: call.messageCid }),
      preCommitDeposits: next.preCommitDeposits + deposit,
      nextSector: Math.max(next.nextSector, sectorNumber + 1),
      preCommits: next.preCommits.set(sectorNumber, {
        sectorNumber,
        sealedCid: readLink(sealedValue),
        unsealedCid: readLink(unsealedValue),
        dealIds: readList(dealValues).map(readInteger),
        expiration: readInteger(expirationValue),
        sealRandEpoch: readInteger(randEpochValue),
        epoch: call.epoch,
        deposit,
      }),
    };
  }
  draft.putMiner(next);
  return NO_BYTES;
}

/** ProveCommitSectors3: [[[SectorNumber, Pieces]], SectorProofs, AggregateProof, …]. */
function proveCommit(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [activations] = decodeParameterList(call.params, 6);
  let next = miner;
  let count = 0;
  for (const entry of readList(activations)) {
    const [numberValue, piecesValue] = readList(entry);
    const number = readInteger(numberValue);
    const preCommitted = next.preCommits.get(number);
    if (preCommitted === undefined) throw new MethodFailure(EXIT.notFound, `no pre-commitment for sector ${number}`);
    if (call.epoch < preCommitted.epoch + PRE_COMMIT_CHALLENGE_DELAY)
      throw new MethodFailure(EXIT.forbidden, `too early to prove sector ${number}`);
    const dealIds = decodeSectorPieces(piecesValue).filter((id) => draft.deal(id)?.provider === miner.id);
    const weights = sectorDealWeights(draft.state, dealIds);
    const quality = miner.sectorSize + 9n * weights.verifiedBytes;
    const initialPledge = pledgeFor(quality);
    const unlocked = { ...next, preCommitDeposits: next.preCommitDeposits - preCommitted.deposit };
    if (availableBalance(draft.state, unlocked) < initialPledge)
      throw new MethodFailure(EXIT.actorInsufficientFunds, 'insufficient funds for pledge');
    const duration = BigInt(preCommitted.expiration - call.epoch);
    next = placeSector(
      { ...unlocked, preCommits: next.preCommits.delete(number), initialPledge: next.initialPledge + initialPledge },
      {
        number,
        sealedCid: preCommitted.sealedCid,
        activation: call.epoch,
        expiration: preCommitted.expiration,
        dealWeight: weights.plainBytes * duration,
        verifiedDealWeight: weights.verifiedBytes * duration,
        verifiedBytes: weights.verifiedBytes,
        initialPledge,
        dealIds,
        deadline: deadlineForNewSector(miner, call.epoch),
      },
    );
    next = noteMessage(next, number, { commitMessage: call.messageCid });
    activateDeals(draft, number, dealIds, call.epoch);
    count += 1;
  }
  draft.putMiner(withPower(next));
  return encodeCbor([count, []]);
}

/** The pipeline learns which message of its own landed. */
function noteMessage(miner: Miner, number: number, change: Partial<PipelineSector>): Miner {
  const sector = miner.pipeline.get(number);
  return sector === undefined ? miner : { ...miner, pipeline: miner.pipeline.set(number, { ...sector, ...change }) };
}

function sectorsIn(value: unknown): number[] {
  try {
    return bitfieldMembers(decodeRlePlus(readBytes(value)));
  } catch (error) {
    throw new MethodFailure(EXIT.serialization, `bad bitfield: ${error instanceof Error ? error.message : String(error)}`);
  }
}
