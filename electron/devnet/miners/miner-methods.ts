import { quantizeToEveryDeadline } from '../../../shared/domain/actors/miner-quantization.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { bitfieldOf, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { sealProofType } from '../../../shared/domain/sectors/proof-type.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { activateDeals } from '../deals/market.ts';
import { claimPieces, decodeSectorPieces, type SectorPiece, sizeOf } from '../deals/sector-pieces.ts';
import { noteSector } from '../sealing/sealing.ts';
import { type ActorRuntime, requireCaller, unhandled } from '../state/actor-runtime.ts';
import { circulatingSupply } from '../state/circulating-supply.ts';
import { isPieceCid, isSealedCid } from '../state/constructed-cids.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { addPledge } from '../state/power.ts';
import { ON_DEFERRED_CRON_EVENT } from '../state/power-methods.ts';
import { decodeParameterList, readCount, readInteger, readLink, readList } from '../state/read-params.ts';
import { POWER_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { applyRewards } from './apply-rewards.ts';
import { availableBalance } from './balances.ts';
import type { Sector } from './deadline-view.ts';
import { NO_SECTORS } from './expiration-queue.ts';
import { extendExpiration } from './extend-expiration.ts';
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
import { enrolDeadlineCron, onDeadlineCron } from './miner-cron.ts';
import type { Miner, PreCommit } from './miner-view.ts';
import { minerOfDraft, putMiner } from './miners.ts';
import { checkExpiration, newSector, withDailyFee } from './new-sector.ts';
import { deadlineForNewSector, placeSectors } from './place-sector.ts';
import { pledgeFor } from './pledge.ts';
import { declare, submitWindowPost, terminate } from './proving-methods.ts';
import { upgradeQuality } from './upgrade-quality.ts';

const NO_BYTES = new Uint8Array();
/** Epochs between a pre-commit and the earliest prove-commit on this chain (150 on mainnet). */
export const PRE_COMMIT_CHALLENGE_DELAY = 6;
/** Epochs after which an unproven pre-commit is removed (builtin-actors, `max_prove_commit_duration` and EXPIRED_PRE_COMMIT_CLEAN_UP_DELAY). */
const PRE_COMMIT_LIFETIME = 30 * EPOCHS.perDay + PRE_COMMIT_CHALLENGE_DELAY + 8 * EPOCHS.perHour;

/** Methods with exported numbers, which contracts can also call. */
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

/** Supported methods of the miner actor; others fail with exit code 22. */
export function invokeMinerMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const miner = minerOfDraft(draft, runtime.recipientId);
  if (miner === undefined) throw new MethodFailure(EXIT.notFound, 'no such miner');
  const requireOperator = (): void => requireCaller(runtime, operatorsOf(miner));
  switch (EXPORTED.get(runtime.method) ?? runtime.method) {
    case 2n:
      return controlAddresses(miner);
    case 3n:
      return changeWorker(draft, miner, runtime);
    case 4n:
      return changePeerId(draft, miner, runtime);
    case 5n:
      requireOperator();
      return submitWindowPost(draft, miner, runtime);
    case 9n:
      requireOperator();
      return terminate(draft, miner, runtime);
    case 10n:
    case 11n:
      requireOperator();
      return declare(draft, miner, runtime, runtime.method === 11n);
    case ON_DEFERRED_CRON_EVENT:
      requireCaller(runtime, [POWER_ID]);
      onDeadlineCron(draft, runtime.recipientId, runtime.epoch);
      return NO_BYTES;
    case 14n:
      return applyRewards(draft, miner, runtime);
    case 16n:
      return withdraw(draft, miner, runtime);
    case 18n:
      return changeMultiaddrs(draft, miner, runtime);
    case 21n:
      return confirmWorker(draft, miner, runtime);
    case 22n:
      // RepayDebt: miners on this chain never have debt.
      requireOperator();
      return NO_BYTES;
    case 23n:
      return changeOwner(draft, miner, runtime);
    case 28n:
      requireOperator();
      return preCommit(draft, miner, runtime);
    case 30n:
      return changeBeneficiary(draft, miner, runtime);
    case 31n:
      return getBeneficiary(miner);
    case 32n:
      requireOperator();
      return extendExpiration(draft, miner, runtime);
    case 34n:
      requireOperator();
      return proveCommit(draft, runtime);
    case 37n:
      if (draft.state.actorsVersion === 18) return unhandled(runtime);
      requireOperator();
      return upgradeQuality(draft, miner, runtime);
    default:
      return unhandled(runtime);
  }
}

/** PreCommitSectorBatch2: [[[SealProof, SectorNumber, SealedCID, SealRandEpoch, DealIDs, Expiration, UnsealedCid?]]]. */
function preCommit(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [values] = decodeParameterList(runtime.params, 1);
  const { sectorSize } = miner.info.value;
  const cleanUpEpoch = quantizeToEveryDeadline(runtime.epoch + PRE_COMMIT_LIFETIME, miner.provingPeriodStart);
  const preCommitDeposit = attoFil(pledgeFor(sectorSize) / 10n);
  let next = miner;
  const infos = readList(values).map((value) => readPreCommitInfo(value, sectorSize));
  if (infos.length === 0) illegal('batch empty');
  for (const info of infos) {
    const { sectorNumber, expiration, sealRandEpoch, dealIds } = info;
    if (draft.state.actorsVersion > 18 && dealIds.length > 0) illegal('deal IDs are not supported in pre-commit');
    if (sealRandEpoch >= runtime.epoch) illegal(`seal challenge epoch ${sealRandEpoch} must be before now ${runtime.epoch}`);
    checkExpiration(expiration, runtime.epoch);
    const allocated = next.allocatedSectors.value;
    if (isInBitfield(allocated, sectorNumber)) illegal(`sector number ${sectorNumber} already allocated`);
    if (availableBalance(draft.state, runtime.recipientId, next) < preCommitDeposit)
      throw new MethodFailure(EXIT.actorInsufficientFunds, 'insufficient funds for deposit');
    const cleanUp = next.preCommittedSectorsCleanUp;
    const number = bitfieldOf([sectorNumber]);
    next = {
      ...next,
      preCommitDeposits: attoFil(next.preCommitDeposits + preCommitDeposit),
      allocatedSectors: next.allocatedSectors.with(union([allocated, number])),
      preCommittedSectors: next.preCommittedSectors.set(sectorNumber, { info, preCommitDeposit, preCommitEpoch: runtime.epoch }),
      preCommittedSectorsCleanUp: cleanUp.set(cleanUpEpoch, union([cleanUp.get(cleanUpEpoch) ?? NO_SECTORS, number])),
    };
    noteSector(draft, runtime.recipientId, sectorNumber, { preCommitMessage: runtime.messageCid });
  }
  putMiner(draft, runtime.recipientId, { ...next, deadlineCronActive: true });
  if (!miner.deadlineCronActive) enrolDeadlineCron(draft, runtime.recipientId, miner, runtime.epoch);
  return NO_BYTES;
}

function readPreCommitInfo(value: unknown, sectorSize: bigint): PreCommit['info'] {
  const [sealProofValue, numberValue, sealedValue, randEpochValue, dealValues, expirationValue, unsealedValue] = readList(value);
  const sealProof = readInteger(sealProofValue);
  if (BigInt(sealProofType(sealProof)?.sectorSizeBytes ?? 0) !== sectorSize) illegal(`unsupported seal proof type ${sealProof}`);
  const sealedCid = readLink(sealedValue);
  if (!isSealedCid(sealedCid)) illegal('sealed CID had wrong prefix');
  const unsealedCid = unsealedValue === null ? undefined : readLink(unsealedValue);
  if (unsealedCid !== undefined && !isPieceCid(unsealedCid)) illegal('unsealed CID had wrong prefix');
  return {
    sealProof,
    sectorNumber: readCount(numberValue),
    sealedCid,
    sealRandEpoch: readInteger(randEpochValue),
    dealIds: readList(dealValues).map(readCount),
    expiration: readInteger(expirationValue),
    unsealedCid,
  };
}

/** ProveCommitSectors3: [[[SectorNumber, Pieces]], SectorProofs, AggregateProof, …]. */
function proveCommit(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [activations] = decodeParameterList(runtime.params, 6);
  const entries = readList(activations);
  for (const entry of entries) {
    const [numberValue, piecesValue] = readList(entry);
    activate(draft, runtime, readCount(numberValue), decodeSectorPieces(piecesValue));
  }
  return encodeCbor([entries.length, []]);
}

function activate(draft: StateDraft, runtime: ActorRuntime, number: number, pieces: readonly SectorPiece[]): void {
  const minerId = runtime.recipientId;
  const miner = minerOfDraft(draft, minerId);
  const preCommitted = miner?.preCommittedSectors.get(number);
  if (miner === undefined || preCommitted === undefined) {
    throw new MethodFailure(EXIT.notFound, `no pre-commitment for sector ${number}`);
  }
  const { info, preCommitEpoch, preCommitDeposit } = preCommitted;
  if (runtime.epoch < preCommitEpoch + PRE_COMMIT_CHALLENGE_DELAY)
    throw new MethodFailure(EXIT.forbidden, `too early to prove sector ${number}`);
  checkExpiration(info.expiration, runtime.epoch);
  const { expiration } = info;
  const hasFullPower = draft.state.actorsVersion > 18;
  // The miner actor no longer calls the registry: allocations in the parameters are ignored.
  const data = hasFullPower ? { plainBytes: sizeOf(pieces), verifiedBytes: 0n } : claimPieces(runtime, { number, expiration }, pieces);
  const proven = sectorFrom(miner, info, { ...data, hasFullPower }, runtime.epoch);
  const sector = withDailyFee(proven, miner.info.value.sectorSize, circulatingSupply(draft.state));
  activateDeals(
    draft,
    minerId,
    { number, expiration },
    pieces.flatMap(({ dealIds }) => dealIds),
    runtime.epoch,
  );
  const unlocked: Miner = {
    ...miner,
    preCommittedSectors: miner.preCommittedSectors.delete(number),
    preCommitDeposits: attoFil(miner.preCommitDeposits - preCommitDeposit),
  };
  if (availableBalance(draft.state, minerId, unlocked) < sector.initialPledge)
    throw new MethodFailure(EXIT.actorInsufficientFunds, 'insufficient funds for pledge');
  putMiner(draft, minerId, placeSectors(draft.state, unlocked, deadlineForNewSector(miner, runtime.epoch), [sector]));
  addPledge(draft, sector.initialPledge);
  noteSector(draft, minerId, number, { commitMessage: runtime.messageCid });
}

function sectorFrom(
  miner: Miner,
  { sectorNumber, sealProof, sealedCid, expiration }: PreCommit['info'],
  { plainBytes, verifiedBytes, hasFullPower }: ReturnType<typeof claimPieces> & { readonly hasFullPower: boolean },
  activation: number,
): Sector {
  const { sectorSize } = miner.info.value;
  if (plainBytes + verifiedBytes > sectorSize) illegal(`deals too large to fit in sector ${plainBytes + verifiedBytes} > ${sectorSize}`);
  return newSector({ sectorNumber, sealProof, sealedCid, activation, expiration, plainBytes, verifiedBytes, hasFullPower, sectorSize });
}

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}
