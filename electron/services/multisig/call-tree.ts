/**
 * Everything that a message does, down to the transactions which it approves or cancels at multisigs.
 *
 * An Approve or a Cancel names a pending transaction by its ID and its hash; what the transaction does is only in the state. It is read
 * from the node, and hashed here: where that gives the hash in the bytes to be signed, it is what the signer approves, whatever the node
 * is. Where it does not, or nothing can be read, the step says so, and nothing is shown in its place. How many signers approved, and how
 * many have to, stays the node's word.
 */
import { methodName } from '../../../shared/domain/actor-methods.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import type { Address } from '../../../shared/domain/address.ts';
import { formatAddress } from '../../../shared/domain/address.ts';
import { type CertainFailure, certainFailure } from '../../../shared/domain/certain-failure.ts';
import type { Decoded, DecodedField } from '../../../shared/domain/decoded-value.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { callsWithin, type MessageCall } from '../../../shared/domain/message-calls.ts';
import { type DecodeContext, decodeParams } from '../../../shared/domain/method-decode.ts';
import { matchProposal, proposeParams } from '../../../shared/domain/multisig-proposal.ts';
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

/** Multisigs that are asked for one message, and calls inside calls that are followed, whatever a hostile sender packs. */
const MAX_MULTISIGS = 4;
const MAX_DEPTH = 8;
/** A pending transaction is read as the parameters that it was proposed with. */
const PROPOSE = 2n;

/** What a node said of a multisig. */
interface MultisigAnswer {
  /** Absent where it could not be read. */
  readonly pending?: readonly PendingTransaction[];
  readonly threshold?: number;
  /** Why the pending transactions could not be read. */
  readonly problem?: string;
}

/** What a message does at one multisig. */
export interface MultisigStep {
  readonly act: 'propose' | 'approve' | 'cancel';
  readonly depth: number;
  readonly multisig: Address;
  /** Of the transaction; a proposal gets its ID when it is executed. */
  readonly id?: bigint;
  /**
   * Whether the transaction is known. `own`: it stands in the parameters. `same`: the node's transaction has the hash that is signed.
   * `other`: it has another hash. `unhashed`: no hash is signed. `absent`: the node has no such transaction. `unread`: it could not be
   * read, and `problem` says why.
   */
  readonly match: 'own' | 'same' | 'other' | 'unhashed' | 'absent' | 'unread';
  readonly problem?: string;
  /** Of `same`: the parameters that the transaction was proposed with. */
  readonly transaction?: Decoded;
  /** Of `same`, where it is approved: why a call in the transaction is certain to fail. */
  readonly failure?: CertainFailure;
  /** Ids, by the node's word; the first proposed it. */
  readonly approved?: readonly Address[];
  /** By the node's word. */
  readonly threshold?: number;
}

/** The calls of a message and of what it approves, outermost first, and its steps at multisigs in the same order. */
export interface CallTree {
  readonly calls: readonly MessageCall[];
  readonly steps: readonly MultisigStep[];
  /** Whether there are calls that are too deep to be followed: nothing is known of them. */
  readonly isCut: boolean;
}

export interface CallTreeContext {
  /** Of the recipient. */
  readonly actorType: ActorType | undefined;
  readonly networkVersion: number | undefined;
  readonly actorTypeOf: (address: Address) => ActorType | undefined;
  /** For the parameters of constructors inside. */
  readonly actorTypeOfCode: (code: string) => ActorType | undefined;
  readonly multisigs: ReadonlyMap<Address, MultisigAnswer>;
}

type MessageParts = Pick<Message, 'from' | 'to' | 'value' | 'method' | 'params'>;

/** Reads a message with what is known of the multisigs in it. What a cancelled transaction would have done is none of the calls. */
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
  if (fields === undefined) return { ...step, match: 'unread', problem: 'The parameters do not fit the method.' };
  if (act === 'propose') return { ...step, match: 'own' };
  const id = integerIn(fields, 'ID');
  const hash = bytesIn(fields, 'ProposalHash');
  if (id === undefined || hash === undefined) return { ...step, match: 'unread', problem: 'The parameters do not fit the method.' };
  const named = { ...step, id };
  // Without a hash the signature means whatever has the ID by then, so that what has it now says nothing.
  if (hash.length === 0) return { ...named, match: 'unhashed' };
  if (answer?.pending === undefined) return { ...named, match: 'unread', problem: answer?.problem ?? 'No node was asked.' };
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

/** What the chain says of everybody that the calls of a message name. */
export interface InnerFacts {
  /** Types of the actors that calls inside of the message go to, where the chain tells. */
  readonly innerActors: ReadonlyMap<string, ActorType>;
  /** Types of actors by their codes on this chain. */
  readonly actorTypeOfCode: (code: string) => ActorType | undefined;
  /** The same actors, with the message's own recipient. */
  readonly resolved: ReadonlyMap<Address, AddressOnChain>;
  readonly multisigs: ReadonlyMap<Address, MultisigAnswer>;
}

export interface InnerReading {
  readonly message: MessageParts;
  readonly recipient: AddressOnChain;
  readonly networkVersion: number | undefined;
}

/** Asks for the multisigs and the actors inside of a message until nothing new comes to light. */
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
        : { problem: `The message goes through more than ${MAX_MULTISIGS} multisigs.` },
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

/** Types of the actors that calls inside of parameters go to. */
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
