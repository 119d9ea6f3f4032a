/** Who may act for a miner and where its funds go, with the checks and texts of builtin-actors v16 (actors/miner/src/lib.rs). */
import { addressProtocol, addressToBytes, formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { actorText, requireSuccess } from '../state/call-actor.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { type MethodCall, requireCaller } from '../state/invoke-method.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes, readBytes, readInteger, readList } from '../state/read-params.ts';
import { resolveKnown } from '../state/resolve-actor.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { availableBalance } from './balances.ts';
import type { BeneficiaryTerm, Miner } from './miner.ts';

const NO_BYTES = new Uint8Array();
/** Epochs until a new worker can be confirmed: a finality (builtin-actors, `WORKER_KEY_CHANGE_DELAY`). */
const WORKER_CHANGE_DELAY = 900;
const MAX_CONTROL_ADDRESSES = 10;
const MAX_PEER_ID_BYTES = 128;
const MAX_MULTIADDRS_BYTES = 1_024;

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}

export const operatorsOf = (miner: Miner): readonly number[] => [...miner.controls, miner.worker, miner.owner];

/** ControlAddresses. Answers [Owner, Worker, ControlAddrs]. */
export function controlAddresses(miner: Miner): Uint8Array {
  const bytes = (id: number): Uint8Array => addressToBytes(idAddress(id));
  return encodeCbor([bytes(miner.owner), bytes(miner.worker), miner.controls.map(bytes)]);
}

/** ChangeWorkerAddress: [NewWorker, NewControlAddrs]. The control addresses change at once, the worker when it is confirmed. */
export function changeWorker(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [workerValue, controlValues] = decodeParameterList(call.params, 2);
  const addresses = readList(controlValues).map(readAddress);
  if (addresses.length > MAX_CONTROL_ADDRESSES) {
    illegal(`control addresses length ${addresses.length} exceeds max control addresses length ${MAX_CONTROL_ADDRESSES}`);
  }
  const worker = resolveKnown(draft, readAddress(workerValue), 'unable to resolve address');
  const actor = draft.actor(worker);
  if (actor?.kind !== 'account') illegal(`worker actor type must be an account, was ${actor?.kind ?? 'none'}`);
  // The workers that this chain began with have secp256k1 keys; a new one must be as the real actor wants it.
  if (worker !== miner.worker && (actor.address === undefined || addressProtocol(actor.address) !== 3)) {
    illegal(`worker account ${worker} must have BLS pubkey, was ${actor.address === undefined ? 0 : addressProtocol(actor.address)}`);
  }
  const controls = addresses.map((address) => resolveKnown(draft, address, 'unable to resolve control address'));
  requireCaller(call, [miner.owner]);
  const isChange = worker !== miner.worker && miner.pendingWorker === undefined;
  const pendingWorker = isChange ? { worker, effectiveAt: call.epoch + WORKER_CHANGE_DELAY } : miner.pendingWorker;
  draft.putMiner({ ...miner, controls, pendingWorker });
  return NO_BYTES;
}

/** ConfirmChangeWorkerAddress: does nothing before its epoch. */
export function confirmWorker(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  requireCaller(call, [miner.owner]);
  const { pendingWorker } = miner;
  if (pendingWorker !== undefined && call.epoch >= pendingWorker.effectiveAt) {
    draft.putMiner({ ...miner, worker: pendingWorker.worker, pendingWorker: undefined });
  }
  return NO_BYTES;
}

/** ChangePeerID: [NewID]. */
export function changePeerId(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [value] = decodeParameterList(call.params, 1);
  const peerId = readBytes(value);
  if (peerId.length > MAX_PEER_ID_BYTES) illegal(`peer ID size of ${peerId.length} exceeds maximum size of ${MAX_PEER_ID_BYTES}`);
  requireCaller(call, operatorsOf(miner));
  draft.putMiner({ ...miner, peerId });
  return NO_BYTES;
}

/** ChangeMultiaddrs: [NewMultiaddrs]. */
export function changeMultiaddrs(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [values] = decodeParameterList(call.params, 1);
  const multiaddrs = readList(values).map(readBytes);
  if (multiaddrs.some((entry) => entry.length === 0)) illegal('invalid empty multiaddr');
  const size = multiaddrs.reduce((sum, entry) => sum + entry.length, 0);
  if (size > MAX_MULTIADDRS_BYTES) illegal(`multiaddr size of ${size} exceeds maximum of ${MAX_MULTIADDRS_BYTES}`);
  requireCaller(call, operatorsOf(miner));
  draft.putMiner({ ...miner, multiaddrs });
  return NO_BYTES;
}

/** ChangeOwnerAddress: the raw ID address; proposed by the owner, confirmed by the new one with the same value. */
export function changeOwner(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const address = readAddress(decodeRaw(call.params));
  if (addressProtocol(address) !== 0) illegal('owner address must be an ID address');
  const proposed = draft.resolve(address);
  const { owner, pendingOwner } = miner;
  if (call.senderId === owner || pendingOwner === undefined) {
    requireCaller(call, [owner]);
    // The real actor takes an ID of nobody too; here IDs are known or refused.
    if (proposed === undefined) illegal(`unable to resolve address: ${formatAddress(address, 't')}`);
    draft.putMiner({ ...miner, pendingOwner: proposed === owner ? undefined : proposed });
    return NO_BYTES;
  }
  requireCaller(call, [pendingOwner]);
  if (proposed !== pendingOwner) illegal(`expected confirmation of ${actorText(pendingOwner)} got ${formatAddress(address, 't')}`);
  draft.putMiner({
    ...miner,
    owner: pendingOwner,
    pendingOwner: undefined,
    beneficiary: miner.beneficiary === owner ? pendingOwner : miner.beneficiary,
    pendingBeneficiary: undefined,
  });
  return NO_BYTES;
}

/** What a beneficiary may still withdraw; attoFIL. */
function remainingQuota({ quota, usedQuota, expiration }: BeneficiaryTerm, epoch: number): bigint {
  return expiration > epoch && quota > usedQuota ? quota - usedQuota : 0n;
}

/** ChangeBeneficiary: [NewBeneficiary, NewQuota, NewExpiration]; proposed by the owner, approved by the old and the new one. */
export function changeBeneficiary(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [addressValue, quotaValue, expirationValue] = decodeParameterList(call.params, 3);
  const nominee = resolveKnown(draft, readAddress(addressValue), 'unable to resolve address');
  const quota = readBigIntBytes(quotaValue);
  const expiration = readInteger(expirationValue);
  const caller = call.senderId;
  let pending = miner.pendingBeneficiary;
  if (caller === miner.owner) {
    if (nominee !== miner.owner && quota <= 0n) illegal(`beneficial quota ${quota} must bigger than zero`);
    if (nominee === miner.owner && quota !== 0n) illegal(`owner beneficial quota ${quota} must be zero`);
    if (nominee === miner.owner && expiration !== 0) illegal(`owner beneficial expiration ${expiration} must be zero`);
    const isFree = remainingQuota(miner.beneficiaryTerm, call.epoch) === 0n;
    pending = { beneficiary: nominee, quota, expiration, isApprovedByBeneficiary: isFree, isApprovedByNominee: false };
  } else if (pending === undefined) {
    throw new MethodFailure(EXIT.forbidden, 'No changeBeneficiary proposal exists');
  } else if (caller !== miner.beneficiary && caller !== pending.beneficiary) {
    throw new MethodFailure(
      EXIT.forbidden,
      `message caller ${actorText(caller)} is neither proposal beneficiary${actorText(nominee)} nor current beneficiary${actorText(miner.beneficiary)}`,
    );
  } else if (pending.beneficiary !== nominee) {
    illegal(`new beneficiary address must be equal expect ${actorText(pending.beneficiary)}, but got ${actorText(nominee)}`);
  } else if (pending.quota !== quota) {
    illegal(`new beneficiary quota must be equal expect ${pending.quota}, but got ${quota}`);
  } else if (pending.expiration !== expiration) {
    illegal(`new beneficiary expire date must be equal expect ${pending.expiration}, but got ${expiration}`);
  }
  const approved = {
    ...pending,
    isApprovedByBeneficiary: pending.isApprovedByBeneficiary || caller === miner.beneficiary,
    isApprovedByNominee: pending.isApprovedByNominee || caller === nominee,
  };
  const isDone = approved.isApprovedByBeneficiary && approved.isApprovedByNominee;
  const usedQuota = nominee === miner.beneficiary ? miner.beneficiaryTerm.usedQuota : 0n;
  draft.putMiner(
    isDone
      ? { ...miner, beneficiary: nominee, beneficiaryTerm: { quota, usedQuota, expiration }, pendingBeneficiary: undefined }
      : { ...miner, pendingBeneficiary: approved },
  );
  return NO_BYTES;
}

/** GetBeneficiary. Answers [Active, Proposed]. */
export function getBeneficiary({ beneficiary, beneficiaryTerm, pendingBeneficiary }: Miner): Uint8Array {
  const { quota, usedQuota, expiration } = beneficiaryTerm;
  const active = [addressToBytes(idAddress(beneficiary)), [encodeBigIntBytes(quota), encodeBigIntBytes(usedQuota), expiration]];
  if (pendingBeneficiary === undefined) return encodeCbor([active, null]);
  const { beneficiary: nominee, quota: newQuota, expiration: newExpiration } = pendingBeneficiary;
  const { isApprovedByBeneficiary, isApprovedByNominee } = pendingBeneficiary;
  const proposed = [
    addressToBytes(idAddress(nominee)),
    encodeBigIntBytes(newQuota),
    newExpiration,
    isApprovedByBeneficiary,
    isApprovedByNominee,
  ];
  return encodeCbor([active, proposed]);
}

/** WithdrawBalance: [AmountRequested], to the beneficiary. Answers the amount paid. */
export function withdraw(draft: StateDraft, miner: Miner, call: MethodCall): Uint8Array {
  const [amountValue] = decodeParameterList(call.params, 1);
  const requested = readBigIntBytes(amountValue);
  if (requested < 0n) illegal(`negative fund requested for withdrawal: ${requested}`);
  requireCaller(call, [miner.owner, miner.beneficiary]);
  const available = availableBalance(draft.state, miner);
  let paid = requested < available ? requested : available;
  if (miner.beneficiary !== miner.owner) {
    const { quota, usedQuota, expiration } = miner.beneficiaryTerm;
    const left = remainingQuota(miner.beneficiaryTerm, call.epoch);
    if (left === 0n) {
      throw new MethodFailure(
        EXIT.forbidden,
        `beneficiary expiration of epoch ${expiration} passed or quota of ${quota} depleted with ${usedQuota} used`,
      );
    }
    paid = paid < left ? paid : left;
    draft.putMiner({ ...miner, beneficiaryTerm: { quota, usedQuota: usedQuota + paid, expiration } });
  }
  if (paid > 0n) requireSuccess(call.send({ to: idAddress(miner.beneficiary), value: paid, method: 0n, params: NO_BYTES }));
  return encodeCbor(encodeBigIntBytes(paid));
}
