/** Methods that change a multisig's signers, threshold and locked balance (builtin-actors v16, actors/multisig/src/lib.rs). */
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type ActorRuntime, requireCaller } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decodeParameterList, readAddress, readBigIntBytes, readBoolean, readInteger } from '../state/read-params.ts';
import { resolveOrCreate } from '../state/resolve-actor.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { MULTISIG, type Multisig } from './multisig-view.ts';

const NO_BYTES = new Uint8Array();
export const MAX_SIGNERS = 256;

export function refuse(exitCode: number, message: string): never {
  throw new MethodFailure(exitCode, message);
}

/** AddSigner: [Signer, Increase], by the multisig itself. */
export function addSigner(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [runtime.recipientId]);
  const [signer, increase] = decodeParameterList(runtime.params, 2);
  const raisesThreshold = readBoolean(increase);
  const id = resolveOrCreate(draft, runtime, readAddress(signer));
  if (multisig.signers.length >= MAX_SIGNERS) refuse(EXIT.forbidden, `cannot add more than ${MAX_SIGNERS} signers`);
  if (multisig.signers.includes(idAddress(id))) refuse(EXIT.forbidden, `${id} is already a signer`);
  draft.write(MULTISIG, runtime.recipientId, {
    ...multisig,
    signers: [...multisig.signers, idAddress(id)],
    threshold: multisig.threshold + (raisesThreshold ? 1 : 0),
  });
  return NO_BYTES;
}

/** RemoveSigner: [Signer, Decrease], by the multisig itself. */
export function removeSigner(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [runtime.recipientId]);
  const [signer, decrease] = decodeParameterList(runtime.params, 2);
  const lowersThreshold = readBoolean(decrease);
  const id = resolveOrCreate(draft, runtime, readAddress(signer));
  const leaving = idAddress(id);
  const { signers, threshold } = multisig;
  if (!signers.includes(leaving)) refuse(EXIT.forbidden, `${id} is not a signer`);
  if (signers.length === 1) refuse(EXIT.forbidden, 'Cannot remove only signer');
  if (!lowersThreshold && signers.length - 1 < threshold) {
    refuse(EXIT.illegalArgument, `can't reduce signers to ${signers.length} below threshold ${threshold} with decrease=false`);
  }
  if (lowersThreshold && threshold < 2) {
    refuse(EXIT.illegalArgument, `can't decrease approvals from ${threshold} to ${threshold - 1}`);
  }
  draft.write(MULTISIG, runtime.recipientId, {
    ...withoutApprovalsOf(multisig, leaving),
    signers: signers.filter((entry) => entry !== leaving),
    threshold: threshold - (lowersThreshold ? 1 : 0),
  });
  return NO_BYTES;
}

/** SwapSigner: [From, To], by the multisig itself. */
export function swapSigner(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [runtime.recipientId]);
  const [fromValue, toValue] = decodeParameterList(runtime.params, 2);
  const from = resolveOrCreate(draft, runtime, readAddress(fromValue));
  const to = resolveOrCreate(draft, runtime, readAddress(toValue));
  const leaving = idAddress(from);
  if (!multisig.signers.includes(leaving)) refuse(EXIT.forbidden, `${from} is not a signer`);
  if (multisig.signers.includes(idAddress(to))) refuse(EXIT.illegalArgument, `${to} is already a signer`);
  const signers = [...multisig.signers.filter((entry) => entry !== leaving), idAddress(to)];
  draft.write(MULTISIG, runtime.recipientId, { ...withoutApprovalsOf(multisig, leaving), signers });
  return NO_BYTES;
}

/** Remove a signer's approvals; transactions without other approvals are removed. */
function withoutApprovalsOf(multisig: Multisig, signer: Address): Multisig {
  let { pendingTransactions } = multisig;
  for (const [id, transaction] of pendingTransactions.entries()) {
    if (!transaction.approved.includes(signer)) continue;
    const approved = transaction.approved.filter((entry) => entry !== signer);
    pendingTransactions =
      approved.length === 0 ? pendingTransactions.delete(id) : pendingTransactions.set(id, { ...transaction, approved });
  }
  return { ...multisig, pendingTransactions };
}

/** ChangeNumApprovalsThreshold: [NewThreshold], by the multisig itself. */
export function changeThreshold(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [runtime.recipientId]);
  const [value] = decodeParameterList(runtime.params, 1);
  const threshold = readInteger(value);
  if (threshold < 1 || threshold > multisig.signers.length) refuse(EXIT.illegalArgument, 'New threshold value not supported');
  draft.write(MULTISIG, runtime.recipientId, { ...multisig, threshold });
  return NO_BYTES;
}

/** LockBalance: [StartEpoch, UnlockDuration, Amount], by the multisig itself, once. */
export function lockBalance(draft: StateDraft, multisig: Multisig, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [runtime.recipientId]);
  const [start, duration, amountValue] = decodeParameterList(runtime.params, 3);
  const unlockDuration = readInteger(duration);
  const amount = readBigIntBytes(amountValue);
  const startEpoch = readInteger(start);
  if (unlockDuration <= 0) refuse(EXIT.illegalArgument, 'unlock duration must be positive');
  if (amount < 0n) refuse(EXIT.illegalArgument, 'amount to lock must be positive');
  if (multisig.unlockDuration !== 0) refuse(EXIT.forbidden, 'modification of unlock disallowed');
  draft.write(MULTISIG, runtime.recipientId, { ...multisig, startEpoch, unlockDuration, initialBalance: attoFil(amount) });
  return NO_BYTES;
}
