/** Proving methods of the miner actor, with the checks and texts of builtin-actors v16 (actors/miner/src/lib.rs). */
import { NO_POWER } from '../../../shared/domain/actors/miner-power.ts';
import { deadlineAt, EPOCHS, nextDeadlineWindow } from '../../../shared/domain/chain/epoch.ts';
import { type Bitfield, bitfieldOf } from '../../../shared/domain/encoding/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { ADDRESSED_SECTORS_MAX, DECLARATIONS_MAX } from '../../../shared/domain/sectors/sector-declarations.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { ActorRuntime } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decodeParameterList, readBytes, readCount, readInteger, readList, readSectors } from '../state/read-params.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { changePower } from './claims.ts';
import { declareFaults, declareRecoveries, type PartitionSectors, proveDeadline, terminateInDeadline } from './deadline.ts';
import type { Deadline } from './deadline-view.ts';
import { settleEarlyTerminations } from './early-terminations.ts';
import { NO_SECTORS } from './expiration-queue.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf, provingOf, putMiner, withDeadline } from './miners.ts';

const NO_BYTES = new Uint8Array();
/** Proof size of one partition (ref-fvm, `RegisteredPoStProof::proof_size`). */
const PROOF_BYTES = 192;

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}

/** SubmitWindowedPoSt: [Deadline, [[Index, Skipped]], [[PoStProof, ProofBytes]], ChainCommitEpoch, ChainCommitRand]. */
export function submitWindowPost(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [deadlineValue, partitionValues, proofValues] = decodeParameterList(runtime.params, 5);
  const proofs = readList(proofValues).map((value) => {
    const [postProof, proofBytes] = readList(value);
    return { postProof: readInteger(postProof), proofBytes: readBytes(proofBytes) };
  });
  const [proof] = proofs;
  if (proof === undefined || proofs.length !== 1) illegal(`expected exactly one proof, got ${proofs.length}`);
  const { windowPoStProofType } = miner.info.value;
  if (proof.postProof !== windowPoStProofType) illegal(`expected proof of type ${windowPoStProofType}, got ${proof.postProof}`);
  const skipped = new Map<number, Bitfield>();
  for (const value of readList(partitionValues)) {
    const [index, sectors] = readList(value);
    if (skipped.has(readCount(index))) illegal('duplicate partitions proven');
    skipped.set(readCount(index), readSectors(sectors));
  }
  const maximum = PROOF_BYTES * skipped.size;
  if (proof.proofBytes.length > maximum) illegal(`expected proof to be smaller than ${maximum} bytes`);
  const index = readCount(deadlineValue);
  const clock = deadlineAt(miner.provingPeriodStart, runtime.epoch);
  const deadline = deadlineOf(miner, index);
  if (deadline === undefined || index !== clock.index) {
    illegal(`invalid deadline ${index} at epoch ${runtime.epoch}, expected ${clock.index}`);
  }
  const faultExpiration = clock.close - 1 + EPOCHS.faultMaxAge;
  const { deadline: next, power } = proveDeadline(deadline, provingOf(draft.state, miner, index), faultExpiration, skipped, proofs);
  putMiner(draft, runtime.recipientId, withDeadline(miner, index, next));
  changePower(draft, runtime.recipientId, miner, power);
  return NO_BYTES;
}

/** DeclareFaults and DeclareFaultsRecovered: [[[Deadline, Partition, Sectors]]]. */
export function declare(draft: StateDraft, miner: Miner, runtime: ActorRuntime, isRecovery: boolean): Uint8Array {
  const clock = deadlineAt(miner.provingPeriodStart, runtime.epoch);
  let next = miner;
  for (const { index, deadline, sectors } of readDeclarations(miner, runtime)) {
    const window = nextDeadlineWindow(clock.periodStart, index, runtime.epoch);
    if (index === clock.index || runtime.epoch >= window.faultCutoff) illegal(`deadline ${index} is past its fault cutoff`);
    const proving = provingOf(draft.state, miner, index);
    const { deadline: changed, power } = isRecovery
      ? { deadline: declareRecoveries(deadline, proving, sectors), power: NO_POWER }
      : declareFaults(deadline, proving, window.close - 1 + EPOCHS.faultMaxAge, sectors);
    next = withDeadline(next, index, changed);
    changePower(draft, runtime.recipientId, miner, power);
  }
  putMiner(draft, runtime.recipientId, next);
  return NO_BYTES;
}

/** TerminateSectors: [[[Deadline, Partition, Sectors]]]. Returns [Done]. Also allowed in the open deadline, unlike the real actor. */
export function terminate(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  let next = miner;
  for (const { index, deadline, sectors } of readDeclarations(miner, runtime)) {
    const { deadline: changed, power } = terminateInDeadline(deadline, provingOf(draft.state, miner, index), runtime.epoch, sectors);
    const earlyTerminations = union([next.earlyTerminations, changed.earlyTerminations.count > 0n ? bitfieldOf([index]) : NO_SECTORS]);
    next = { ...withDeadline(next, index, changed), earlyTerminations };
    changePower(draft, runtime.recipientId, miner, power);
  }
  putMiner(draft, runtime.recipientId, next);
  settleEarlyTerminations(draft, runtime.recipientId, runtime.epoch);
  return encodeCbor([true]);
}

interface Declaration {
  readonly index: number;
  readonly deadline: Deadline;
  readonly sectors: PartitionSectors;
}

/** [[[Deadline, Partition, Sectors]]], grouped by deadline. */
function readDeclarations(miner: Miner, runtime: ActorRuntime): Declaration[] {
  const [values] = decodeParameterList(runtime.params, 1);
  const count = readList(values).length;
  if (count > DECLARATIONS_MAX) illegal(`too many declarations ${count}, max ${DECLARATIONS_MAX}`);
  const byDeadline = new Map<number, Map<number, Bitfield>>();
  for (const value of readList(values)) {
    const [deadlineValue, partitionValue, sectorsValue] = readList(value);
    const index = readCount(deadlineValue);
    const partition = readCount(partitionValue);
    const sectors = byDeadline.get(index) ?? new Map<number, Bitfield>();
    byDeadline.set(index, sectors.set(partition, union([sectors.get(partition) ?? NO_SECTORS, readSectors(sectorsValue)])));
  }
  const addressed = [...byDeadline.values()].flatMap((sectors) => [...sectors.values()]).reduce((sum, { count: own }) => sum + own, 0n);
  if (addressed > ADDRESSED_SECTORS_MAX) illegal(`too many sectors ${addressed}, max ${ADDRESSED_SECTORS_MAX}`);
  return [...byDeadline].map(([index, sectors]) => {
    const deadline = deadlineOf(miner, index);
    if (deadline === undefined) illegal(`invalid deadline ${index}`);
    return { index, deadline, sectors };
  });
}
