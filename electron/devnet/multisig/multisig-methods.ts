/** The multisig actor, with the checks, exit codes and texts of builtin-actors v16 (actors/multisig/src/lib.rs). */
import { formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { FIRST_EXPORTED_METHOD } from '../../../shared/domain/method-number.ts';
import { proposalHash } from '../../../shared/domain/multisig-proposal.ts';
import { actorText, exitCodeForCaller } from '../state/call-actor.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { type MethodCall, requireCaller, unhandled } from '../state/invoke-method.ts';
import {
  decodeParameterList,
  readAddress,
  readBigIntBytes,
  readBoolean,
  readBytes,
  readInteger,
  readList,
  readUnsigned,
} from '../state/read-params.ts';
import { resolveOrCreate } from '../state/resolve-actor.ts';
import { INIT_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { lockedAt, type Multisig, type MultisigTransaction } from './multisig.ts';

const NO_BYTES = new Uint8Array();
const MAX_SIGNERS = 256;

/** Methods of a multisig. Exported numbers that it has not are accepted and do nothing. */
export function invokeMultisigMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  if (call.method === 1n) return construct(draft, call);
  if (call.method >= FIRST_EXPORTED_METHOD) return NO_BYTES;
  const multisig = stateOf(draft, call.recipientId);
  switch (call.method) {
    case 2n:
      return propose(draft, multisig, call);
    case 3n:
      return approve(draft, multisig, call);
    case 4n:
      return cancel(draft, multisig, call);
    case 5n:
      return addSigner(draft, call);
    case 6n:
      return removeSigner(draft, multisig, call);
    case 7n:
      return swapSigner(draft, call);
    case 8n:
      return changeThreshold(draft, multisig, call);
    case 9n:
      return lockBalance(draft, multisig, call);
    default:
      return unhandled(call);
  }
}

function stateOf(draft: StateDraft, id: number): Multisig {
  const multisig = draft.multisig(id);
  if (multisig === undefined) throw new MethodFailure(EXIT.illegalState, 'no state');
  return multisig;
}

function refuse(exitCode: number, message: string): never {
  throw new MethodFailure(exitCode, message);
}

/** Constructor: [Signers, NumApprovalsThreshold, UnlockDuration, StartEpoch]. */
function construct(draft: StateDraft, call: MethodCall): Uint8Array {
  requireCaller(call, [INIT_ID]);
  const [signerValues, thresholdValue, durationValue, startValue] = decodeParameterList(call.params, 4);
  const addresses = readList(signerValues).map(readAddress);
  const threshold = readInteger(thresholdValue);
  const unlockDuration = readInteger(durationValue);
  const startEpoch = readInteger(startValue);
  if (addresses.length === 0) refuse(EXIT.illegalArgument, 'Must have at least one signer');
  if (addresses.length > MAX_SIGNERS) refuse(EXIT.illegalArgument, `cannot add more than ${MAX_SIGNERS} signers`);
  const signers: number[] = [];
  for (const address of addresses) {
    const id = resolveOrCreate(draft, call, address);
    if (signers.includes(id)) refuse(EXIT.illegalArgument, `duplicate signer not allowed: ${formatAddress(address, 't')}`);
    signers.push(id);
  }
  if (threshold > signers.length) refuse(EXIT.illegalArgument, 'must not require more approvals than signers');
  if (threshold < 1) refuse(EXIT.illegalArgument, 'must require at least one approval');
  if (unlockDuration < 0) refuse(EXIT.illegalArgument, 'negative unlock duration disallowed');
  const vests = unlockDuration !== 0;
  draft.putMultisig({
    id: call.recipientId,
    signers,
    threshold,
    nextTransactionId: 0,
    initialBalance: vests ? call.value : 0n,
    startEpoch: vests ? startEpoch : 0,
    unlockDuration,
    pending: [],
  });
  return NO_BYTES;
}

function requireSigner(multisig: Multisig, call: MethodCall): void {
  if (!multisig.signers.includes(call.senderId)) refuse(EXIT.forbidden, `${actorText(call.senderId)} is not a signer`);
}

/** Propose: [To, Value, Method, Params]. Answers [TxnID, Applied, Code, Ret]. */
function propose(draft: StateDraft, multisig: Multisig, call: MethodCall): Uint8Array {
  const [to, valueBytes, method, params] = decodeParameterList(call.params, 4);
  const value = readBigIntBytes(valueBytes);
  if (value < 0n) refuse(EXIT.illegalArgument, `proposed value must be non-negative, was ${value}`);
  const transaction = {
    id: multisig.nextTransactionId,
    to: readAddress(to),
    value,
    method: readUnsigned(method),
    params: readBytes(params),
    approved: [],
  };
  requireSigner(multisig, call);
  draft.putMultisig({ ...multisig, nextTransactionId: transaction.id + 1, pending: [...multisig.pending, transaction] });
  const { isApplied, code, returned } = addApproval(draft, call, transaction);
  return encodeCbor([transaction.id, isApplied, code, returned]);
}

/** Approve: [ID, ProposalHash]. Answers [Applied, Code, Ret]. */
function approve(draft: StateDraft, multisig: Multisig, call: MethodCall): Uint8Array {
  const { id, hash } = readTransactionId(call);
  requireSigner(multisig, call);
  const transaction = multisig.pending.find((candidate) => candidate.id === id);
  if (transaction === undefined) refuse(EXIT.notFound, `no such transaction TxnID(${id}) for approval`);
  if (!isHashOf(hash, transaction)) {
    refuse(EXIT.illegalArgument, 'hash does not match proposal params (ensure requester is an ID address)');
  }
  const already = executeIfApproved(draft, call, transaction);
  const { isApplied, code, returned } = already.isApplied ? already : addApproval(draft, call, transaction);
  return encodeCbor([isApplied, code, returned]);
}

/** Cancel: [ID, ProposalHash], by who proposed it. */
function cancel(draft: StateDraft, multisig: Multisig, call: MethodCall): Uint8Array {
  const { id, hash } = readTransactionId(call);
  requireSigner(multisig, call);
  const transaction = multisig.pending.find((candidate) => candidate.id === id);
  if (transaction === undefined) refuse(EXIT.notFound, `no such transaction TxnID(${id}) to cancel`);
  if (transaction.approved[0] !== call.senderId) refuse(EXIT.forbidden, 'Cannot cancel another signers transaction');
  if (!isHashOf(hash, transaction)) refuse(EXIT.illegalState, 'hash does not match proposal params');
  draft.putMultisig(withoutTransaction(multisig, id));
  return NO_BYTES;
}

function readTransactionId(call: MethodCall): { readonly id: number; readonly hash: Uint8Array } {
  const [id, hash] = decodeParameterList(call.params, 2);
  return { id: readInteger(id), hash: readBytes(hash) };
}

/** An empty hash fits any transaction. */
function isHashOf(hash: Uint8Array, { approved, to, value, method, params }: MultisigTransaction): boolean {
  if (hash.length === 0) return true;
  const [requester] = approved;
  if (requester === undefined) return false;
  return Buffer.compare(hash, proposalHash({ requester: idAddress(requester), to, value: attoFil(value), method, params })) === 0;
}

interface Applied {
  readonly isApplied: boolean;
  readonly code: number;
  readonly returned: Uint8Array;
}

function addApproval(draft: StateDraft, call: MethodCall, transaction: MultisigTransaction): Applied {
  if (transaction.approved.includes(call.senderId)) {
    refuse(EXIT.forbidden, `${actorText(call.senderId)} already approved this message`);
  }
  const approved: MultisigTransaction = { ...transaction, approved: [...transaction.approved, call.senderId] };
  const multisig = stateOf(draft, call.recipientId);
  draft.putMultisig({ ...multisig, pending: multisig.pending.map((entry) => (entry.id === approved.id ? approved : entry)) });
  return executeIfApproved(draft, call, approved);
}

/** Runs a transaction that has enough approvals. That it fails is no failure of the multisig: the code says so. */
function executeIfApproved(draft: StateDraft, call: MethodCall, transaction: MultisigTransaction): Applied {
  const multisig = stateOf(draft, call.recipientId);
  if (transaction.approved.length < multisig.threshold) return { isApplied: false, code: EXIT.ok, returned: NO_BYTES };
  requireAvailable(draft, multisig, transaction.value, call.epoch);
  draft.putMultisig(withoutTransaction(multisig, transaction.id));
  const { to, value, method, params } = transaction;
  const outcome = call.send({ to, value, method, params });
  return { isApplied: true, code: exitCodeForCaller(outcome), returned: outcome.returned };
}

function requireAvailable(draft: StateDraft, multisig: Multisig, amount: bigint, epoch: number): void {
  const balance = draft.actor(multisig.id)?.balance ?? 0n;
  if (balance < amount) {
    refuse(EXIT.actorInsufficientFunds, `current balance ${balance} less than amount to spend ${amount}`);
  }
  const locked = lockedAt(multisig, epoch);
  if (amount > 0n && balance - amount < locked) {
    refuse(
      EXIT.actorInsufficientFunds,
      `actor balance ${balance - amount} if spent ${amount} would be less than required locked amount ${locked}`,
    );
  }
}

function withoutTransaction(multisig: Multisig, id: number): Multisig {
  return { ...multisig, pending: multisig.pending.filter((entry) => entry.id !== id) };
}

/** AddSigner: [Signer, Increase], by the multisig itself. */
function addSigner(draft: StateDraft, call: MethodCall): Uint8Array {
  requireCaller(call, [call.recipientId]);
  const [signer, increase] = decodeParameterList(call.params, 2);
  const raisesThreshold = readBoolean(increase);
  const id = resolveOrCreate(draft, call, readAddress(signer));
  const multisig = stateOf(draft, call.recipientId);
  if (multisig.signers.length >= MAX_SIGNERS) refuse(EXIT.forbidden, `cannot add more than ${MAX_SIGNERS} signers`);
  if (multisig.signers.includes(id)) refuse(EXIT.forbidden, `${id} is already a signer`);
  draft.putMultisig({
    ...multisig,
    signers: [...multisig.signers, id],
    threshold: multisig.threshold + (raisesThreshold ? 1 : 0),
  });
  return NO_BYTES;
}

/** RemoveSigner: [Signer, Decrease], by the multisig itself. */
function removeSigner(draft: StateDraft, multisig: Multisig, call: MethodCall): Uint8Array {
  requireCaller(call, [call.recipientId]);
  const [signer, decrease] = decodeParameterList(call.params, 2);
  const lowersThreshold = readBoolean(decrease);
  const id = resolveOrCreate(draft, call, readAddress(signer));
  const { signers, threshold } = multisig;
  if (!signers.includes(id)) refuse(EXIT.forbidden, `${id} is not a signer`);
  if (signers.length === 1) refuse(EXIT.forbidden, 'Cannot remove only signer');
  if (!lowersThreshold && signers.length - 1 < threshold) {
    refuse(EXIT.illegalArgument, `can't reduce signers to ${signers.length} below threshold ${threshold} with decrease=false`);
  }
  if (lowersThreshold && threshold < 2) {
    refuse(EXIT.illegalArgument, `can't decrease approvals from ${threshold} to ${threshold - 1}`);
  }
  draft.putMultisig({
    ...withoutApprovalsOf(multisig, id),
    signers: signers.filter((entry) => entry !== id),
    threshold: threshold - (lowersThreshold ? 1 : 0),
  });
  return NO_BYTES;
}

/** SwapSigner: [From, To], by the multisig itself. */
function swapSigner(draft: StateDraft, call: MethodCall): Uint8Array {
  requireCaller(call, [call.recipientId]);
  const [fromValue, toValue] = decodeParameterList(call.params, 2);
  const from = resolveOrCreate(draft, call, readAddress(fromValue));
  const to = resolveOrCreate(draft, call, readAddress(toValue));
  const multisig = stateOf(draft, call.recipientId);
  if (!multisig.signers.includes(from)) refuse(EXIT.forbidden, `${from} is not a signer`);
  if (multisig.signers.includes(to)) refuse(EXIT.illegalArgument, `${to} is already a signer`);
  const signers = [...multisig.signers.filter((entry) => entry !== from), to];
  draft.putMultisig({ ...withoutApprovalsOf(multisig, from), signers });
  return NO_BYTES;
}

/** What a signer that leaves had approved counts no more; a transaction that nobody else approved goes. */
function withoutApprovalsOf(multisig: Multisig, signer: number): Multisig {
  const pending = multisig.pending.flatMap((transaction) => {
    if (!transaction.approved.includes(signer)) return [transaction];
    const approved = transaction.approved.filter((entry) => entry !== signer);
    return approved.length === 0 ? [] : [{ ...transaction, approved }];
  });
  return { ...multisig, pending };
}

/** ChangeNumApprovalsThreshold: [NewThreshold], by the multisig itself. */
function changeThreshold(draft: StateDraft, multisig: Multisig, call: MethodCall): Uint8Array {
  requireCaller(call, [call.recipientId]);
  const [value] = decodeParameterList(call.params, 1);
  const threshold = readInteger(value);
  if (threshold < 1 || threshold > multisig.signers.length) refuse(EXIT.illegalArgument, 'New threshold value not supported');
  draft.putMultisig({ ...multisig, threshold });
  return NO_BYTES;
}

/** LockBalance: [StartEpoch, UnlockDuration, Amount], by the multisig itself, once. */
function lockBalance(draft: StateDraft, multisig: Multisig, call: MethodCall): Uint8Array {
  requireCaller(call, [call.recipientId]);
  const [start, duration, amountValue] = decodeParameterList(call.params, 3);
  const unlockDuration = readInteger(duration);
  const amount = readBigIntBytes(amountValue);
  const startEpoch = readInteger(start);
  if (unlockDuration <= 0) refuse(EXIT.illegalArgument, 'unlock duration must be positive');
  if (amount < 0n) refuse(EXIT.illegalArgument, 'amount to lock must be positive');
  if (multisig.unlockDuration !== 0) refuse(EXIT.forbidden, 'modification of unlock disallowed');
  draft.putMultisig({ ...multisig, startEpoch, unlockDuration, initialBalance: amount });
  return NO_BYTES;
}
