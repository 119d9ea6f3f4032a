/** Stream methods of the reward actor, since network version 29 (builtin-actors v19, `actors/reward/src/lib.rs`). */
import {
  PENDING_OPERATIONS,
  type PendingOperation,
  type PendingWrite,
  registerStreamPayload,
  setDistributionPayload,
  weightRecord,
  weightUpdates,
} from '../../../shared/domain/actors/reward-streams.ts';
import { type Address, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import {
  address,
  type Codec,
  count,
  decodeBlock,
  encodeBlock,
  integer,
  list,
  optional,
  struct,
  uint64,
} from '../../../shared/domain/ipld/codec.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { numberOf } from '../miners/miners.ts';
import { type ActorRuntime, actorText, requireCaller, requireSuccess, unhandled } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decoding } from '../state/read-params.ts';
import { BURNT_ID, REWARD_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import {
  admittedShares,
  claim,
  explicitOf,
  type Fold,
  type Ledger,
  ledgerOf,
  refuse,
  type Shares,
  setShares,
  withLedger,
} from './ledger.ts';
import { addressReplaced, appliedEvents, claimPayout, sharesSet, writeEvent } from './reward-events.ts';
import { REWARD, type RewardOf29 } from './reward-view.ts';
import { type Applied, applyDue, cancelWrite, queueWrite } from './write-queue.ts';

const NO_BYTES = new Uint8Array();
const SEND = 0n;
const SET_WEIGHT_RECORDS = methodNumberOfName('SetWeightRecords');
const STEP_WEIGHT_RECORDS = methodNumberOfName('StepWeightRecords');
const REGISTER_STREAM = methodNumberOfName('RegisterStream');
const REMOVE_STREAM = methodNumberOfName('RemoveStream');
const SET_DISTRIBUTION = methodNumberOfName('SetDistribution');
const CANCEL_PENDING = methodNumberOfName('CancelPending');
export const SET_SHARES = methodNumberOfName('SetShares');
const REPLACE_ADDRESS = methodNumberOfName('ReplaceAddress');
const CLAIM = methodNumberOfName('Claim');
/** Recipients of a stream, and wallets of a claim. */
const MAX_RECIPIENTS = 64;
const NO_PAYLOAD = encodeCbor([]);

const shares = list(struct({ recipient: ['Recipient', address], share: ['Share', uint64] }));
const registerParams = struct({
  id: ['ID', uint64],
  weight: ['Weight', weightRecord],
  distribution: ['Distribution', optional(struct({ writer: ['Writer', address], shares: ['Shares', shares] }))],
  activationEpoch: ['ActivationEpoch', integer],
});
const removeParams = struct({ id: ['ID', uint64] });
const setDistributionParams = struct({ id: ['ID', uint64], writer: ['Writer', address] });
const cancelParams = struct({ id: ['ID', optional(uint64)], operation: ['Op', count] });
export const setSharesParams = struct({ id: ['ID', uint64], shares: ['Shares', shares] });
const replaceParams = struct({ id: ['ID', uint64], old: ['OldAddress', address], replacement: ['NewAddress', address] });
const claimParams = struct({ id: ['ID', uint64], wallets: ['Wallets', list(address)] });

export function invokeStreamMethod(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): Uint8Array {
  switch (runtime.method) {
    case SET_WEIGHT_RECORDS:
      return queue(draft, runtime, reward, weightsWrite(runtime, reward, 'SetWeightRecords'));
    case STEP_WEIGHT_RECORDS:
      return queue(draft, runtime, reward, weightsWrite(runtime, reward, 'StepWeightRecords'));
    case REGISTER_STREAM:
      return queue(draft, runtime, reward, registration(draft, runtime, reward));
    case REMOVE_STREAM:
      return queue(draft, runtime, reward, removal(runtime, reward));
    case SET_DISTRIBUTION:
      return queue(draft, runtime, reward, newWriter(draft, runtime, reward));
    case CANCEL_PENDING:
      return cancel(draft, runtime, reward);
    case SET_SHARES:
      return replaceShares(draft, runtime, reward);
    case REPLACE_ADDRESS:
      return replaceRecipient(draft, runtime, reward);
    case CLAIM:
      return payClaims(draft, runtime, reward);
    default:
      return unhandled(runtime);
  }
}

function read<T>(runtime: ActorRuntime, codec: Codec<T>): T {
  return decoding('expected the parameters of a stream', () => decodeBlock(codec, runtime.params));
}

/** Only the stream weights actor can change streams and weights. */
const requireSwa = (runtime: ActorRuntime, { swaActor }: RewardOf29): void => requireCaller(runtime, [numberOf(swaActor)]);

const operation = (name: PendingOperation): number => PENDING_OPERATIONS.indexOf(name);

/** SetWeightRecords and StepWeightRecords: [[[ID, Weight]]]. */
function weightsWrite(runtime: ActorRuntime, reward: RewardOf29, name: 'SetWeightRecords' | 'StepWeightRecords'): PendingWrite {
  requireSwa(runtime, reward);
  const { updates } = read(runtime, weightUpdates);
  const payload = encodeBlock(weightUpdates, { updates: updates.toSorted((left, right) => Number(left.id - right.id)) });
  return { id: undefined, operation: operation(name), payload, effectiveEpoch: runtime.epoch + reward.swaTimelockEpochs };
}

/** RegisterStream: [ID, Weight, [Writer, Shares] or null, ActivationEpoch]. */
function registration(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): PendingWrite {
  requireSwa(runtime, reward);
  const { id, weight, distribution, activationEpoch } = read(runtime, registerParams);
  const earliest = runtime.epoch + reward.swaTimelockEpochs;
  if (activationEpoch < earliest) refuse(`activation epoch ${activationEpoch} is before timelock floor ${earliest}`);
  const resolved = distribution && {
    writer: existing(draft, distribution.writer, 'distribution writer'),
    shares: admittedShares(resolvedShares(draft, distribution.shares)),
  };
  const payload = encodeBlock(registerStreamPayload, { weight, distribution: resolved });
  return { id, operation: operation('RegisterStream'), payload, effectiveEpoch: activationEpoch };
}

/** RemoveStream: [ID]. */
function removal(runtime: ActorRuntime, reward: RewardOf29): PendingWrite {
  requireSwa(runtime, reward);
  const { id } = read(runtime, removeParams);
  return { id, operation: operation('RemoveStream'), payload: NO_PAYLOAD, effectiveEpoch: runtime.epoch + reward.swaTimelockEpochs };
}

/** SetDistribution: [ID, Writer]. */
function newWriter(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): PendingWrite {
  requireSwa(runtime, reward);
  const { id, writer } = read(runtime, setDistributionParams);
  const payload = encodeBlock(setDistributionPayload, { writer: existing(draft, writer, 'distribution writer') });
  return { id, operation: operation('SetDistribution'), payload, effectiveEpoch: runtime.epoch + reward.swaTimelockEpochs };
}

function queue(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29, write: PendingWrite): Uint8Array {
  const { ledger, result } = applyDue(ledgerOf(reward), runtime.epoch);
  settle(draft, runtime, reward, queueWrite(ledger, write), result);
  runtime.emit(writeEvent('write-queued', write));
  return NO_BYTES;
}

/** CancelPending: [ID or null, Operation]. No effect without such a pending write. */
function cancel(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): Uint8Array {
  requireSwa(runtime, reward);
  const { ledger, result } = applyDue(ledgerOf(reward), runtime.epoch);
  const { ledger: next, cancelled } = cancelWrite(ledger, read(runtime, cancelParams));
  settle(draft, runtime, reward, next, result);
  if (cancelled !== undefined) runtime.emit(writeEvent('write-cancelled', cancelled));
  return NO_BYTES;
}

/** SetShares: [ID, [[Recipient, Share]]], by the stream's writer. */
function replaceShares(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): Uint8Array {
  const { id, shares: given } = read(runtime, setSharesParams);
  if (given.length > MAX_RECIPIENTS) refuse(`recipient count ${given.length} exceeds maximum ${MAX_RECIPIENTS}`);
  const { ledger, result } = applyDue(ledgerOf(reward), runtime.epoch);
  requireWriter(runtime, ledger, id);
  const installed = admittedShares(resolvedShares(draft, given));
  const { ledger: next, fold } = setShares(ledger, id, installed, 'set-shares');
  settle(draft, runtime, reward, next, result, fold);
  runtime.emit(sharesSet(id, installed));
  return NO_BYTES;
}

/** ReplaceAddress: [ID, Old, New], by the stream's writer. The old address keeps what it is owed; f099 as the new one burns the share. */
function replaceRecipient(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): Uint8Array {
  const params = read(runtime, replaceParams);
  const { id } = params;
  const { ledger, result } = applyDue(ledgerOf(reward), runtime.epoch);
  requireWriter(runtime, ledger, id);
  const old = existing(draft, params.old, 'old recipient address');
  const replacement = recipientOf(draft, params.replacement, 'new recipient address');
  const { shares: present } = explicitOf(ledger, id);
  if (!present.some(({ recipient }) => recipient === old)) refuse(`address ${old} is not a recipient of stream ${id}`);
  if (present.some(({ recipient }) => recipient === replacement)) refuse(`address ${replacement} is already a recipient of stream ${id}`);
  const changed = present
    .map((row) => (row.recipient === old ? { ...row, recipient: replacement } : row))
    .filter(({ recipient }) => numberOf(recipient) !== BURNT_ID)
    .sort((left, right) => numberOf(left.recipient) - numberOf(right.recipient));
  const { ledger: next, fold } = setShares(ledger, id, changed, 'replace-address');
  settle(draft, runtime, reward, next, result, fold);
  runtime.emit(addressReplaced(id, old, replacement));
  return NO_BYTES;
}

/** Claim: [ID, [Wallets]], by anyone. Pays each wallet its claimable amount. Returns [Amounts], zero for an unknown wallet. */
function payClaims(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29): Uint8Array {
  const { id, wallets } = read(runtime, claimParams);
  if (wallets.length > MAX_RECIPIENTS) refuse(`wallet count ${wallets.length} exceeds maximum ${MAX_RECIPIENTS}`);
  const { ledger, result } = applyDue(ledgerOf(reward), runtime.epoch);
  let next = ledger;
  const claims = wallets.map((wallet) => {
    const known = draft.resolve(wallet);
    const recipient = known === undefined ? undefined : idAddress(known);
    const claimed = claim(next, id, recipient);
    next = claimed.ledger;
    return { recipient, amount: claimed.amount };
  });
  settle(draft, runtime, reward, next, result);
  for (const { recipient, amount } of claims) {
    if (recipient === undefined || amount === 0n) continue;
    requireSuccess(runtime.send({ to: recipient, value: amount, method: SEND, params: NO_BYTES }));
    runtime.emit(claimPayout(id, recipient, amount));
  }
  return encodeCbor([claims.map(({ amount }) => encodeBigIntBytes(amount))]);
}

/** Store the ledger, emit events of due writes, and burn rounding remainders of closed periods. */
function settle(draft: StateDraft, runtime: ActorRuntime, reward: RewardOf29, ledger: Ledger, applied: Applied, fold?: Fold): void {
  draft.write(REWARD, REWARD_ID, withLedger(reward, ledger));
  const result = fold === undefined ? applied : { ...applied, folds: [...applied.folds, fold] };
  for (const event of appliedEvents(result)) runtime.emit(event);
  const dust = result.folds.reduce((sum, one) => sum + one.dust, 0n);
  if (dust > 0n) requireSuccess(runtime.send({ to: idAddress(BURNT_ID), value: dust, method: SEND, params: NO_BYTES }));
}

function requireWriter(runtime: ActorRuntime, ledger: Ledger, id: bigint): void {
  const writer = numberOf(explicitOf(ledger, id).writer);
  if (runtime.senderId === writer) return;
  throw new MethodFailure(EXIT.forbidden, `caller ${actorText(runtime.senderId)} is not stream ${id} writer ${actorText(writer)}`);
}

/** Return the ID address of an existing actor. */
function existing(draft: StateDraft, given: Address, what: string): Address {
  const id = draft.resolve(given);
  if (id === undefined) throw new MethodFailure(EXIT.notFound, `failed to resolve ${what} ${formatAddress(given, 't')}`);
  return idAddress(id);
}

/** As `existing`, for recipients: payment channels are rejected, because they can be deleted. */
function recipientOf(draft: StateDraft, given: Address, what: string): Address {
  const recipient = existing(draft, given, what);
  if (draft.actor(numberOf(recipient))?.kind === 'paymentchannel') refuse(`${what} ${formatAddress(given, 't')} is a payment channel`);
  return recipient;
}

function resolvedShares(draft: StateDraft, given: Shares): Shares {
  return given.map(({ recipient, share }) => ({ recipient: recipientOf(draft, recipient, 'share recipient'), share }));
}
