/** The multisig actor, with the checks, exit codes and texts of builtin-actors v16 (actors/multisig/src/lib.rs). */
import type { MultisigTransaction } from '../../../shared/domain/actors/multisig-state.ts';
import { type Address, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { multisigLockedAt } from '../../../shared/domain/messages/multisig-locked.ts';
import { proposalHash } from '../../../shared/domain/messages/multisig-proposal.ts';
import { FIRST_EXPORTED_METHOD } from '../../../shared/domain/methods/method-number.ts';
import { type ActorRuntime, actorText, exitCodeForCaller, requireCaller, unhandled } from '../state/actor-runtime.ts';
import { EXIT } from '../state/exit.ts';
import { decodeParameterList, readAddress, readBigIntBytes, readBytes, readInteger, readList, readUnsigned } from '../state/read-params.ts';
import { resolveOrCreate } from '../state/resolve-actor.ts';
import { INIT_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { addSigner, changeThreshold, lockBalance, MAX_SIGNERS, refuse, removeSigner, swapSigner } from './multisig-rules.ts';
import { MULTISIG, type Multisig, noTransactions } from './multisig-view.ts';

const NO_BYTES = new Uint8Array();

/** Methods of a multisig. Unknown exported numbers are accepted and do nothing. */
export function invokeMultisigMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  if (runtime.method === 1n) return construct(draft, runtime);
  if (runtime.method >= FIRST_EXPORTED_METHOD) return NO_BYTES;
  const multisig = stateOf(draft, runtime.recipientId);
  switch (runtime.method) {
    case 2n:
      return propose(draft, multisig, runtime);
    case 3n:
      return approve(draft, multisig, runtime);
    case 4n:
      return cancel(draft, multisig, runtime);
    case 5n:
      return addSigner(draft, multisig, runtime);
    case 6n:
      return removeSigner(draft, multisig, runtime);
    case 7n:
      return swapSigner(draft, multisig, runtime);
    case 8n:
      return changeThreshold(draft, multisig, runtime);
    case 9n:
      return lockBalance(draft, multisig, runtime);
    default:
      return unhandled(runtime);
  }
}

function stateOf(draft: StateDraft, id: number): Multisig {
  return draft.read(MULTISIG, id);
}

/** Constructor: [Signers, NumApprovalsThreshold, UnlockDuration, StartEpoch]. */
function construct(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [INIT_ID]);
  const [signerValues, thresholdValue, durationValue, startValue] = decodeParameterList(runtime.params, 4);
  const addresses = readList(signerValues).map(readAddress);
  const threshold = readInteger(thresholdValue);
  const unlockDuration = readInteger(durationValue);
  const startEpoch = readInteger(startValue);
  if (addresses.length === 0) refuse(EXIT.illegalArgument, 'Must have at least one signer');
  if (addresses.length > MAX_SIGNERS) refuse(EXIT.illegalArgument, `cannot add more than ${MAX_SIGNERS} signers`);
  const signers: Address[] = [];
  for (const address of addresses) {
    const signer = idAddress(resolveOrCreate(draft, runtime, address));
    if (signers.includes(signer)) refuse(EXIT.illegalArgument, `duplicate signer not allowed: ${formatAddress(address, 't')}`);
    signers.push(signer);
  }
  if (threshold > signers.length) refuse(EXIT.illegalArgument, 'must not require more approvals than signers');
  if (threshold < 1) refuse(EXIT.illegalArgument, 'must require at least one approval');
  if (unlockDuration < 0) refuse(EXIT.illegalArgument, 'negative unlock duration disallowed');
  const vests = unlockDuration !== 0;
  draft.write(MULTISIG, runtime.recipientId, {
    signers,
    threshold,
    nextTransactionId: 0,
    initialBalance: attoFil(vests ? runtime.value : 0n),
    startEpoch: vests ? startEpoch : 0,
    unlockDuration,
    pendingTransactions: noTransactions(draft.state.blocks),
  });
  return NO_BYTES;
}

function requireSigner(multisig: Multisig, runtime: ActorRuntime): void {
  if (!multisig.signers.includes(idAddress(runtime.senderId))) refuse(EXIT.forbidden, `${actorText(runtime.senderId)} is not a signer`);
}

/** Propose: [To, Value, Method, Params]. Returns [TxnID, Applied, Code, Ret]. */
function propose(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  const [to, valueBytes, method, params] = decodeParameterList(runtime.params, 4);
  const value = readBigIntBytes(valueBytes);
  if (value < 0n) refuse(EXIT.illegalArgument, `proposed value must be non-negative, was ${value}`);
  const id = multisig.nextTransactionId;
  const transaction: MultisigTransaction = {
    to: readAddress(to),
    value: attoFil(value),
    method: readUnsigned(method),
    params: readBytes(params),
    approved: [],
  };
  requireSigner(multisig, runtime);
  draft.write(MULTISIG, runtime.recipientId, { ...withTransaction(multisig, id, transaction), nextTransactionId: id + 1 });
  const { isApplied, code, returned } = addApproval(draft, runtime, id, transaction);
  return encodeCbor([id, isApplied, code, returned]);
}

/** Approve: [ID, ProposalHash]. Returns [Applied, Code, Ret]. */
function approve(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  const { id, hash } = readTransactionId(runtime);
  requireSigner(multisig, runtime);
  const transaction = multisig.pendingTransactions.get(id);
  if (transaction === undefined) refuse(EXIT.notFound, `no such transaction TxnID(${id}) for approval`);
  if (!isHashOf(hash, transaction)) {
    refuse(EXIT.illegalArgument, 'hash does not match proposal params (ensure requester is an ID address)');
  }
  const already = executeIfApproved(draft, runtime, id, transaction);
  const { isApplied, code, returned } = already.isApplied ? already : addApproval(draft, runtime, id, transaction);
  return encodeCbor([isApplied, code, returned]);
}

/** Cancel: [ID, ProposalHash], by the proposer. */
function cancel(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  const { id, hash } = readTransactionId(runtime);
  requireSigner(multisig, runtime);
  const transaction = multisig.pendingTransactions.get(id);
  if (transaction === undefined) refuse(EXIT.notFound, `no such transaction TxnID(${id}) to cancel`);
  if (transaction.approved[0] !== idAddress(runtime.senderId)) refuse(EXIT.forbidden, 'Cannot cancel another signers transaction');
  if (!isHashOf(hash, transaction)) refuse(EXIT.illegalState, 'hash does not match proposal params');
  draft.write(MULTISIG, runtime.recipientId, withoutTransaction(multisig, id));
  return NO_BYTES;
}

function readTransactionId(runtime: ActorRuntime): { readonly id: number; readonly hash: Uint8Array } {
  const [id, hash] = decodeParameterList(runtime.params, 2);
  return { id: readInteger(id), hash: readBytes(hash) };
}

/** An empty hash matches any transaction. */
function isHashOf(hash: Uint8Array, { approved, to, value, method, params }: MultisigTransaction): boolean {
  if (hash.length === 0) return true;
  const [requester] = approved;
  if (requester === undefined) return false;
  return Buffer.compare(hash, proposalHash({ requester, to, value, method, params })) === 0;
}

interface Applied {
  readonly isApplied: boolean;
  readonly code: number;
  readonly returned: Uint8Array;
}

function addApproval(draft: StateDraft, runtime: ActorRuntime, id: number, transaction: MultisigTransaction): Applied {
  const signer = idAddress(runtime.senderId);
  if (transaction.approved.includes(signer)) refuse(EXIT.forbidden, `${actorText(runtime.senderId)} already approved this message`);
  const approved: MultisigTransaction = { ...transaction, approved: [...transaction.approved, signer] };
  draft.write(MULTISIG, runtime.recipientId, withTransaction(stateOf(draft, runtime.recipientId), id, approved));
  return executeIfApproved(draft, runtime, id, approved);
}

/** Execute a transaction with enough approvals. Its failure is only reported in the code; the multisig call succeeds. */
function executeIfApproved(draft: StateDraft, runtime: ActorRuntime, id: number, transaction: MultisigTransaction): Applied {
  const multisig = stateOf(draft, runtime.recipientId);
  if (transaction.approved.length < multisig.threshold) return { isApplied: false, code: EXIT.ok, returned: NO_BYTES };
  requireAvailable(draft, runtime, multisig, transaction.value);
  draft.write(MULTISIG, runtime.recipientId, withoutTransaction(multisig, id));
  const { to, value, method, params } = transaction;
  const outcome = runtime.send({ to, value, method, params });
  return { isApplied: true, code: exitCodeForCaller(outcome), returned: outcome.returned };
}

function requireAvailable(draft: StateDraft, runtime: ActorRuntime, multisig: Multisig, amount: bigint): void {
  const balance = draft.actor(runtime.recipientId)?.balance ?? 0n;
  if (balance < amount) {
    refuse(EXIT.actorInsufficientFunds, `current balance ${balance} less than amount to spend ${amount}`);
  }
  const locked = multisigLockedAt(multisig, runtime.epoch);
  if (amount > 0n && balance - amount < locked) {
    refuse(
      EXIT.actorInsufficientFunds,
      `actor balance ${balance - amount} if spent ${amount} would be less than required locked amount ${locked}`,
    );
  }
}

function withTransaction(multisig: Multisig, id: number, transaction: MultisigTransaction): Multisig {
  return { ...multisig, pendingTransactions: multisig.pendingTransactions.set(id, transaction) };
}

function withoutTransaction(multisig: Multisig, id: number): Multisig {
  return { ...multisig, pendingTransactions: multisig.pendingTransactions.delete(id) };
}
