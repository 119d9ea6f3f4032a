/** Control methods of the miner actor, with the checks and texts of builtin-actors v16 (actors/miner/src/lib.rs). */
import { type Address, addressProtocol, addressToBytes, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { type ActorRuntime, requireCaller, requireSuccess } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { addPledge } from '../state/power.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes, readBytes, readInteger, readList } from '../state/read-params.ts';
import { resolveKnown } from '../state/resolve-actor.ts';
import { ACCOUNT } from '../state/simple-views.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { availableBalance } from './balances.ts';
import type { Info, Miner } from './miner-view.ts';
import { numberOf, putMiner } from './miners.ts';
import { unlockVested } from './vesting.ts';

const NO_BYTES = new Uint8Array();
/** Epochs until a new worker can be confirmed: finality (builtin-actors, `WORKER_KEY_CHANGE_DELAY`). */
const WORKER_CHANGE_DELAY = 900;
const MAX_CONTROL_ADDRESSES = 10;
/** Protocol of BLS addresses. */
const BLS = 3;
const MAX_PEER_ID_BYTES = 128;
const MAX_MULTIADDRS_BYTES = 1_024;

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}

export function operatorsOf(miner: Miner): readonly number[] {
  const { controlAddresses: controls, worker, owner } = miner.info.value;
  return [...controls, worker, owner].map(numberOf);
}

function putInfo(draft: StateDraft, miner: Miner, runtime: ActorRuntime, change: Partial<Info>): Uint8Array {
  putMiner(draft, runtime.recipientId, { ...miner, info: miner.info.with({ ...miner.info.value, ...change }) });
  return NO_BYTES;
}

/** ControlAddresses. Returns [Owner, Worker, ControlAddrs]. */
export function controlAddresses(miner: Miner): Uint8Array {
  const { owner, worker, controlAddresses: controls } = miner.info.value;
  return encodeCbor([addressToBytes(owner), addressToBytes(worker), controls.map(addressToBytes)]);
}

/** ChangeWorkerAddress: [NewWorker, NewControlAddrs]. Control addresses change immediately, the worker once confirmed. */
export function changeWorker(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [workerValue, controlValues] = decodeParameterList(runtime.params, 2);
  const addresses = readList(controlValues).map(readAddress);
  if (addresses.length > MAX_CONTROL_ADDRESSES) {
    illegal(`control addresses length ${addresses.length} exceeds max control addresses length ${MAX_CONTROL_ADDRESSES}`);
  }
  const info = miner.info.value;
  const worker = resolveKnown(draft, readAddress(workerValue), 'unable to resolve address');
  const newWorker = idAddress(worker);
  const actor = draft.actor(worker);
  if (actor?.kind !== 'account') illegal(`worker actor type must be an account, was ${actor?.kind ?? 'none'}`);
  // Genesis workers have secp256k1 keys; a new worker must be BLS, as the real actor requires.
  const protocol = addressProtocol(draft.read(ACCOUNT, worker).address);
  if (newWorker !== info.worker && protocol !== BLS) illegal(`worker account ${worker} must have BLS pubkey, was ${protocol}`);
  const controls = addresses.map((address) => idAddress(resolveKnown(draft, address, 'unable to resolve control address')));
  requireCaller(runtime, [numberOf(info.owner)]);
  const isChange = newWorker !== info.worker && info.pendingWorkerKey === undefined;
  const pendingWorkerKey = isChange ? { newWorker, effectiveAt: runtime.epoch + WORKER_CHANGE_DELAY } : info.pendingWorkerKey;
  return putInfo(draft, miner, runtime, { controlAddresses: controls, pendingWorkerKey });
}

/** ConfirmChangeWorkerAddress: no effect before its epoch. Also applied at the end of the next window. */
export function confirmWorker(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [numberOf(miner.info.value.owner)]);
  putMiner(draft, runtime.recipientId, withPendingWorker(miner, runtime.epoch));
  return NO_BYTES;
}

/** Apply a pending worker change if its epoch has been reached. */
export function withPendingWorker(miner: Miner, epoch: number): Miner {
  const info = miner.info.value;
  const { pendingWorkerKey } = info;
  if (pendingWorkerKey === undefined || epoch < pendingWorkerKey.effectiveAt) return miner;
  return { ...miner, info: miner.info.with({ ...info, worker: pendingWorkerKey.newWorker, pendingWorkerKey: undefined }) };
}

/** ChangePeerID: [NewID]. */
export function changePeerId(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [value] = decodeParameterList(runtime.params, 1);
  const peerId = readBytes(value);
  if (peerId.length > MAX_PEER_ID_BYTES) illegal(`peer ID size of ${peerId.length} exceeds maximum size of ${MAX_PEER_ID_BYTES}`);
  requireCaller(runtime, operatorsOf(miner));
  return putInfo(draft, miner, runtime, { peerId });
}

/** ChangeMultiaddrs: [NewMultiaddrs]. */
export function changeMultiaddrs(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [values] = decodeParameterList(runtime.params, 1);
  const multiaddrs = readList(values).map(readBytes);
  if (multiaddrs.some((entry) => entry.length === 0)) illegal('invalid empty multiaddr');
  const size = multiaddrs.reduce((sum, entry) => sum + entry.length, 0);
  if (size > MAX_MULTIADDRS_BYTES) illegal(`multiaddr size of ${size} exceeds maximum of ${MAX_MULTIADDRS_BYTES}`);
  requireCaller(runtime, operatorsOf(miner));
  return putInfo(draft, miner, runtime, { multiaddrs });
}

/** ChangeOwnerAddress: the raw ID address; proposed by the owner, confirmed by the new one with the same value. */
export function changeOwner(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const address = readAddress(decodeRaw(runtime.params));
  if (addressProtocol(address) !== 0) illegal('owner address must be an ID address');
  const { owner, pendingOwnerAddress: pending, beneficiary } = miner.info.value;
  if (runtime.senderId === numberOf(owner) || pending === undefined) {
    requireCaller(runtime, [numberOf(owner)]);
    // The real actor also accepts unknown IDs; here they are rejected.
    if (draft.resolve(address) === undefined) illegal(`unable to resolve address: ${formatAddress(address, 't')}`);
    return putInfo(draft, miner, runtime, { pendingOwnerAddress: address === owner ? undefined : address });
  }
  requireCaller(runtime, [numberOf(pending)]);
  if (address !== pending) illegal(`expected confirmation of ${formatAddress(pending, 't')} got ${formatAddress(address, 't')}`);
  return putInfo(draft, miner, runtime, {
    owner: pending,
    pendingOwnerAddress: undefined,
    beneficiary: beneficiary === owner ? pending : beneficiary,
    pendingBeneficiaryTerm: undefined,
  });
}

/** Return a beneficiary's remaining quota, in attoFIL. */
function remainingQuota({ quota, usedQuota, expiration }: Info['beneficiaryTerm'], epoch: number): bigint {
  return expiration > epoch && quota > usedQuota ? quota - usedQuota : 0n;
}

/** ChangeBeneficiary: [NewBeneficiary, NewQuota, NewExpiration]; proposed by the owner, approved by the old and the new one. */
export function changeBeneficiary(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [addressValue, quotaValue, expirationValue] = decodeParameterList(runtime.params, 3);
  const nominee = idAddress(resolveKnown(draft, readAddress(addressValue), 'unable to resolve address'));
  const quota = readBigIntBytes(quotaValue);
  const expiration = readInteger(expirationValue);
  const { owner, beneficiary, beneficiaryTerm, pendingBeneficiaryTerm } = miner.info.value;
  const caller = idAddress(runtime.senderId);
  let pending = pendingBeneficiaryTerm;
  if (caller === owner) {
    if (nominee !== owner && quota <= 0n) illegal(`beneficial quota ${quota} must bigger than zero`);
    if (nominee === owner && quota !== 0n) illegal(`owner beneficial quota ${quota} must be zero`);
    if (nominee === owner && expiration !== 0) illegal(`owner beneficial expiration ${expiration} must be zero`);
    pending = {
      newBeneficiary: nominee,
      newQuota: attoFil(quota),
      newExpiration: expiration,
      approvedByBeneficiary: remainingQuota(beneficiaryTerm, runtime.epoch) === 0n,
      approvedByNominee: false,
    };
  } else if (pending === undefined) {
    throw new MethodFailure(EXIT.forbidden, 'No changeBeneficiary proposal exists');
  } else if (caller !== beneficiary && caller !== pending.newBeneficiary) {
    const text = (address: Address): string => formatAddress(address, 't');
    throw new MethodFailure(
      EXIT.forbidden,
      `message caller ${text(caller)} is neither proposal beneficiary${text(nominee)} nor current beneficiary${text(beneficiary)}`,
    );
  } else if (pending.newBeneficiary !== nominee) {
    illegal(
      `new beneficiary address must be equal expect ${formatAddress(pending.newBeneficiary, 't')}, but got ${formatAddress(nominee, 't')}`,
    );
  } else if (pending.newQuota !== quota) {
    illegal(`new beneficiary quota must be equal expect ${pending.newQuota}, but got ${quota}`);
  } else if (pending.newExpiration !== expiration) {
    illegal(`new beneficiary expire date must be equal expect ${pending.newExpiration}, but got ${expiration}`);
  }
  const approved = {
    ...pending,
    approvedByBeneficiary: pending.approvedByBeneficiary || caller === beneficiary,
    approvedByNominee: pending.approvedByNominee || caller === nominee,
  };
  const isDone = approved.approvedByBeneficiary && approved.approvedByNominee;
  const usedQuota = nominee === beneficiary ? beneficiaryTerm.usedQuota : attoFil(0n);
  return putInfo(
    draft,
    miner,
    runtime,
    isDone
      ? { beneficiary: nominee, beneficiaryTerm: { quota: approved.newQuota, usedQuota, expiration }, pendingBeneficiaryTerm: undefined }
      : { pendingBeneficiaryTerm: approved },
  );
}

/** GetBeneficiary. Returns [Active, Proposed]. */
export function getBeneficiary(miner: Miner): Uint8Array {
  const { beneficiary, beneficiaryTerm, pendingBeneficiaryTerm: pending } = miner.info.value;
  const { quota, usedQuota, expiration } = beneficiaryTerm;
  const active = [addressToBytes(beneficiary), [encodeBigIntBytes(quota), encodeBigIntBytes(usedQuota), expiration]];
  const proposed =
    pending === undefined
      ? null
      : [
          addressToBytes(pending.newBeneficiary),
          encodeBigIntBytes(pending.newQuota),
          pending.newExpiration,
          pending.approvedByBeneficiary,
          pending.approvedByNominee,
        ];
  return encodeCbor([active, proposed]);
}

/** WithdrawBalance: [AmountRequested], to the beneficiary. Unlocks vested funds first. Returns the amount paid. */
export function withdraw(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  const [amountValue] = decodeParameterList(runtime.params, 1);
  const requested = readBigIntBytes(amountValue);
  if (requested < 0n) illegal(`negative fund requested for withdrawal: ${requested}`);
  const { owner, beneficiary, beneficiaryTerm } = miner.info.value;
  requireCaller(runtime, [numberOf(owner), numberOf(beneficiary)]);
  const { miner: vested, lockedDelta } = unlockVested(miner, draft.state.blocks, runtime.epoch);
  putMiner(draft, runtime.recipientId, vested);
  addPledge(draft, lockedDelta);
  const available = availableBalance(draft.state, runtime.recipientId, vested);
  let paid = requested < available ? requested : available;
  if (beneficiary !== owner) {
    const { quota, usedQuota, expiration } = beneficiaryTerm;
    const left = remainingQuota(beneficiaryTerm, runtime.epoch);
    if (left === 0n) {
      throw new MethodFailure(
        EXIT.forbidden,
        `beneficiary expiration of epoch ${expiration} passed or quota of ${quota} depleted with ${usedQuota} used`,
      );
    }
    paid = paid < left ? paid : left;
    putInfo(draft, vested, runtime, { beneficiaryTerm: { quota, usedQuota: attoFil(usedQuota + paid), expiration } });
  }
  if (paid > 0n) requireSuccess(runtime.send({ to: beneficiary, value: paid, method: 0n, params: NO_BYTES }));
  return encodeCbor(encodeBigIntBytes(paid));
}
