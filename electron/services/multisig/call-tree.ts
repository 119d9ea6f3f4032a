/**
 * Reads every call of a message, including the multisig transactions that it approves or cancels.
 *
 * Approve and Cancel name a pending transaction by ID and hash; its content is only in the state. The content is read from the node and
 * hashed here. If the hash equals the one in the bytes to be signed, this content is what the signer approves, even if the node is hostile.
 * If it differs, or nothing can be read, the step says so and no content is shown. The approvals so far and the threshold are only claimed
 * by the node.
 */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { Decoded, DecodedField } from '../../../shared/domain/encoding/decoded-value.ts';
import { type CertainFailure, certainFailure } from '../../../shared/domain/messages/certain-failure.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { callsWithin, type MessageCall } from '../../../shared/domain/messages/message-calls.ts';
import { matchProposal, proposeParams } from '../../../shared/domain/messages/multisig-proposal.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { type DecodeContext, decodeParams } from '../../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { PendingTransaction } from '../../../shared/validation/node/multisig.ts';
import { type AddressOnChain, resolveOnChain } from '../addresses/resolve-address.ts';
import { attempt } from '../attempt.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { learnInnerActors } from '../inner-actors.ts';
import { actorTypesOf } from '../network-version/version-authority.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { readPending, readThreshold } from './multisig-reader.ts';

/** Limits for one message against hostile parameters: multisigs read, and depth of nested calls. */
const MAX_MULTISIGS = 4;
const MAX_DEPTH = 8;
/** A pending transaction is decoded as the parameters of its Propose. */
const PROPOSE = 2n;

/** A multisig as read from the node. */
interface MultisigAnswer {
  /** Absent where it could not be read. */
  readonly pending?: readonly PendingTransaction[];
  readonly threshold?: number;
  /** Why the pending transactions could not be read. */
  readonly problem?: string;
}

/** A proposal, approval or cancellation at one multisig. */
export interface MultisigStep {
  readonly act: 'propose' | 'approve' | 'cancel';
  readonly depth: number;
  readonly multisig: Address;
  /** ID of the transaction; absent for a proposal, which gets its ID on execution. */
  readonly id?: bigint;
  /**
   * Whether the transaction is known. `own`: it is in the parameters. `same`: the node's transaction has the signed hash. `other`: it has
   * a different hash. `unhashed`: no hash is signed. `absent`: the node has no such transaction. `unread`: it could not be read, for the
   * reason in `problem`.
   */
  readonly match: 'own' | 'same' | 'other' | 'unhashed' | 'absent' | 'unread';
  readonly problem?: string;
  /** For `same`: the parameters of its Propose. */
  readonly transaction?: Decoded;
  /** For an approved `same`: why a call in the transaction is certain to fail. */
  readonly failure?: CertainFailure;
  /** ID addresses, as claimed by the node; the first is the proposer. */
  readonly approved?: readonly Address[];
  /** As claimed by the node. */
  readonly threshold?: number;
}

/** The calls of a message and of the transactions it approves, outermost first, and its multisig steps in the same order. */
export interface CallTree {
  readonly calls: readonly MessageCall[];
  readonly steps: readonly MultisigStep[];
  /** Whether calls beyond the maximum depth were left out. */
  readonly isCut: boolean;
}

export interface CallTreeContext {
  /** Actor type of the recipient. */
  readonly actorType: ActorType | undefined;
  readonly networkVersion: number | undefined;
  readonly actorTypeOf: (address: Address) => ActorType | undefined;
  /** For the parameters of constructors inside. */
  readonly actorTypeOfCode: (code: string) => ActorType | undefined;
  readonly multisigs: ReadonlyMap<Address, MultisigAnswer>;
}

type MessageParts = Pick<Message, 'from' | 'to' | 'value' | 'method' | 'params'>;

/** Read the calls of a message, given its multisigs. Calls of a cancelled transaction are not included. */
export function readCallTree(
  message: MessageParts,
  { actorType, networkVersion, actorTypeOf, actorTypeOfCode, multisigs }: CallTreeContext,
): CallTree {
  const context: DecodeContext = { networkVersion, actorTypeOf, actorTypeOfCode };
  const { from, to, value, method, params } = message;
  const name = methodName(actorType, method, networkVersion);
  const calls: MessageCall[] = [];
  const steps: MultisigStep[] = [];
  let isCut = false;
  follow({
    depth: 0,
    from,
    to,
    method,
    value,
    params: decodeParams(actorType, method, params, context),
    ...(actorType === undefined ? {} : { actorType }),
    ...(name === undefined ? {} : { methodName: name }),
  });
  return { calls, steps, isCut };

  function follow(call: MessageCall): void {
    calls.push(call);
    const step = stepOf(call, multisigs, context);
    if (step !== undefined) steps.push(step);
    const approved = step?.act === 'approve' ? step.transaction : undefined;
    const inside = callsWithin(approved === undefined ? call : { ...call, params: approved });
    if (call.depth < MAX_DEPTH) inside.forEach(follow);
    else isCut ||= inside.length > 0;
  }
}

function stepOf(call: MessageCall, multisigs: CallTreeContext['multisigs'], context: DecodeContext): MultisigStep | undefined {
  const act = actOf(call);
  const { depth, to: multisig } = call;
  if (act === undefined || multisig === undefined) return undefined;
  const answer = multisigs.get(multisig);
  const threshold = answer?.threshold === undefined ? {} : { threshold: answer.threshold };
  const step = { act, depth, multisig, ...threshold };
  const fields = call.params.form === 'typed' && call.params.value.kind === 'record' ? call.params.value.fields : undefined;
  if (fields === undefined) return { ...step, match: 'unread', problem: 'The parameters do not match the method.' };
  if (act === 'propose') return { ...step, match: 'own' };
  const id = integerIn(fields, 'ID');
  const hash = bytesIn(fields, 'ProposalHash');
  if (id === undefined || hash === undefined) return { ...step, match: 'unread', problem: 'The parameters do not match the method.' };
  const named = { ...step, id };
  // Without a hash the signature applies to whatever has the ID at execution, so the present transaction proves nothing.
  if (hash.length === 0) return { ...named, match: 'unhashed' };
  if (answer?.pending === undefined) return { ...named, match: 'unread', problem: answer?.problem ?? 'Built without a node.' };
  const pending = answer.pending.find((transaction) => transaction.ID === id);
  const [requester] = pending?.Approved ?? [];
  if (pending === undefined || requester === undefined) return { ...named, match: 'absent' };
  const proposal = { requester, to: pending.To, value: pending.Value, method: pending.Method, params: pending.Params };
  const match = matchProposal(hash, proposal);
  if (match !== 'same') return { ...named, match };
  const transaction = decodeParams('multisig', PROPOSE, proposeParams(proposal), context);
  const failure =
    act === 'approve' ? certainFailure({ actorType: 'multisig', method: PROPOSE, params: transaction }, context.networkVersion) : undefined;
  return { ...named, match, approved: pending.Approved, transaction, ...(failure === undefined ? {} : { failure }) };
}

function actOf({ actorType, methodName: name }: MessageCall): MultisigStep['act'] | undefined {
  if (actorType !== undefined && actorType !== 'multisig') return undefined;
  switch (name) {
    case 'Propose':
      return 'propose';
    case 'Approve':
      return 'approve';
    case 'Cancel':
      return 'cancel';
    default:
      return undefined;
  }
}

function integerIn(fields: readonly DecodedField[], wanted: string): bigint | undefined {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'integer' ? value.value : undefined;
}

function bytesIn(fields: readonly DecodedField[], wanted: string): Uint8Array | undefined {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'bytes' ? value.value : undefined;
}

/** The actors that the calls of a message name, as read from the node. */
export interface InnerFacts {
  /** Actor types of the recipients of inner calls, where known. */
  readonly innerActors: ReadonlyMap<string, ActorType>;
  /** Actor type of a code CID on this chain. */
  readonly actorTypeOfCode: (code: string) => ActorType | undefined;
  /** The same actors, and the recipient of the message. */
  readonly resolved: ReadonlyMap<Address, AddressOnChain>;
  readonly multisigs: ReadonlyMap<Address, MultisigAnswer>;
}

export interface InnerReading {
  readonly message: MessageParts;
  readonly recipient: AddressOnChain;
  readonly networkVersion: number | undefined;
}

/** Read the multisigs and actors inside a message until no new ones appear. */
export async function readInnerFacts(
  node: PinnedNode,
  active: ActiveConnection,
  { message, recipient, networkVersion }: InnerReading,
): Promise<InnerFacts & { readonly calls: readonly CallRef[] }> {
  const innerActors = new Map<string, ActorType>();
  const actorTypeOfCode = actorTypesOf(active);
  const resolved = new Map<Address, AddressOnChain>([[recipient.address, recipient]]);
  const multisigs = new Map<Address, MultisigAnswer>();
  const calls: CallRef[] = [];
  const treeWith = (actorTypeOf: CallTreeContext['actorTypeOf']) =>
    readCallTree(message, { actorType: recipient.actorType, networkVersion, actorTypeOf, actorTypeOfCode, multisigs });
  for (;;) {
    await learnInnerActors(treeWith, innerActors, async (address) => {
      const actor = await resolveOnChain(node, address, active);
      resolved.set(address, actor);
      calls.push(...actor.calls);
      return actor.actorType;
    });
    const unasked = treeWith((address) => innerActors.get(address)).steps.find(({ multisig }) => !multisigs.has(multisig));
    if (unasked === undefined) return { innerActors, actorTypeOfCode, resolved, multisigs, calls };
    multisigs.set(
      unasked.multisig,
      multisigs.size < MAX_MULTISIGS
        ? await readAnswer(node, formatAddress(unasked.multisig, active.letter), calls)
        : { problem: `The message involves more than ${MAX_MULTISIGS} multisigs.` },
    );
  }
}

async function readAnswer(node: PinnedNode, address: string, calls: CallRef[]): Promise<MultisigAnswer> {
  const [pending, threshold] = await Promise.all([attempt(() => readPending(node, address)), readThreshold(node, address)]);
  if (threshold !== undefined) calls.push(threshold.call);
  const known = threshold === undefined ? {} : { threshold: threshold.value };
  if (pending instanceof SextantError) return { ...known, problem: pending.message };
  calls.push(pending.call);
  return { ...known, pending: pending.value };
}

/** Read the actor types of the recipients of calls inside parameters. */
export async function readInnerActors(
  node: PinnedNode,
  active: ActiveConnection,
  call: { actorType: ActorType | undefined; method: bigint; params: Uint8Array; networkVersion: number | undefined },
): Promise<{ types: ReadonlyMap<string, ActorType>; calls: CallRef[] }> {
  const types = new Map<string, ActorType>();
  const calls: CallRef[] = [];
  const { actorType, method, params, networkVersion } = call;
  const decode = (actorTypeOf: DecodeContext['actorTypeOf']) =>
    decodeParams(actorType, method, params, { networkVersion, actorTypeOf, actorTypeOfCode: actorTypesOf(active) });
  await learnInnerActors(decode, types, async (address) => {
    const actor = await resolveOnChain(node, address, active);
    calls.push(...actor.calls);
    return actor.actorType;
  });
  return { types, calls };
}
