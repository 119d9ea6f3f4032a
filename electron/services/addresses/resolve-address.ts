/**
 * Every form of an address, and what is there, at one pinned tipset.
 *
 * Trusts nothing a node says beyond its shape. The forms that follow from the address itself are filled without the chain; what an
 * endpoint refuses or does not serve leaves its field out and fails nothing else. Asked by the address book's calls and by the review
 * of drafts, for senders and recipients.
 */
import { type ActorType, singletonOf } from '../../../shared/domain/actor-type.ts';
import type { Address, NetworkLetter } from '../../../shared/domain/address.ts';
import { addressProtocol, formatAddress, idOfAddress, tryParseAddress } from '../../../shared/domain/address.ts';
import { ethText } from '../../../shared/domain/address-words.ts';
import { type AttoFil, attoFil } from '../../../shared/domain/amount.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { knownContractName } from '../../../shared/domain/known-contracts.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import { zNodeActor, zNodeAddress } from '../../../shared/validation/node/provider-state.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import { type Answer, type PinnedNode, saysActorIsAbsent } from '../pinned/pinned-node.ts';
import type { KnownAddresses } from './known-addresses.ts';

/** An id below this names an actor that was there from the beginning; few of them have another address. */
const FIRST_USER_ID = 100n;
/** Looking an id's first address up makes a node walk the whole table of addresses. */
const ROBUST_TIMEOUT_MS = 5000;

/** What the chain says of an address; addresses are canonical, with the letter f. */
export interface AddressOnChain {
  readonly address: Address;
  readonly idAddress?: Address;
  /** The key address of an account, or the f2 of another actor. */
  readonly robustAddress?: Address;
  readonly delegatedAddress?: Address;
  /** With the capital letters of EIP-55. */
  readonly ethAddress?: string;
  /** Says nothing while there is a `problem`. */
  readonly exists: boolean;
  readonly actorType?: ActorType;
  readonly balance?: AttoFil;
  readonly nonce?: bigint;
  /** Its code and its state. */
  readonly entry?: { readonly code: Cid; readonly head: Cid };
  /** Of an actor that is the same on every network, or a contract that governs this one. */
  readonly name?: string;
  /** Why the chain could not be asked. */
  readonly problem?: string;
  readonly calls: readonly CallRef[];
}

export interface ResolveOptions {
  /**
   * How the f2 address of an actor that is known by its id is found: sought in the node's table of addresses, or the one that was found
   * before, which is asked after, because a reorg gives the id to another actor. Seeking takes a node of a large network seconds, so
   * a review that is repeated while somebody types does without.
   */
  readonly robust?: 'seek' | Address;
}

/**
 * Reads what is at an address, with one call for an id and two for others (three where a key address has to be looked up).
 *
 * An endpoint's failure is told in `problem`, never thrown; only a tipset that the endpoint does not have is passed on, so that the
 * whole view is pinned deeper.
 *
 * @param connection the one of the pinned tipset: its letter, for what is sent to the node, and what it knows of codes
 */
export async function resolveOnChain(
  node: PinnedNode,
  address: Address,
  { letter, versions, facts }: Pick<ActiveConnection, 'letter' | 'versions' | 'facts'>,
  options: ResolveOptions = {},
): Promise<AddressOnChain> {
  const text = formatAddress(address, letter);
  const known = formsOf(address);
  const [actor, lookup] = await Promise.all([
    answerOrRefusal(() => node.read('StateGetActor', (key) => [text, key], zNodeActor)),
    known.idAddress === undefined ? optional(() => node.read('StateLookupID', (key) => [text, key], zNodeAddress)) : undefined,
  ]);
  if (actor instanceof SextantError) {
    const { message } = actor;
    return { ...known, exists: false, ...(saysActorIsAbsent(actor) ? {} : { problem: message }), calls: [] };
  }
  const calls = [actor.call];
  if (lookup !== undefined) calls.push(lookup.call);
  const idAddress = known.idAddress ?? idOf(lookup?.value);
  const actorType = await versions.readActorType(node, actor.value.Code);
  const delegatedAddress = known.delegatedAddress ?? delegatedOf(actor.value.DelegatedAddress ?? undefined);
  const ethAddress = known.ethAddress ?? (delegatedAddress === undefined ? undefined : ethText(delegatedAddress));
  let robustAddress = known.robustAddress;
  if (robustAddress === undefined && idAddress !== undefined) {
    const robust = await readRobust(node, idAddress, letter, actorType, delegatedAddress !== undefined, options);
    if (robust !== undefined) {
      const found = tryParseAddress(robust.value);
      // The delegated address is an answer too where the actor has no other.
      if (found !== undefined && found !== idAddress && found !== delegatedAddress) robustAddress = found;
      calls.push(robust.call);
    }
  }
  const contract = delegatedAddress === undefined ? undefined : knownContractName(delegatedAddress, facts.genesisCid);
  const name = known.name ?? (idAddress === undefined ? undefined : singletonOf(idAddress)?.name) ?? contract;
  return {
    address,
    ...(idAddress === undefined ? {} : { idAddress }),
    ...(robustAddress === undefined ? {} : { robustAddress }),
    ...(delegatedAddress === undefined ? {} : { delegatedAddress }),
    ...(ethAddress === undefined ? {} : { ethAddress }),
    exists: true,
    ...(actorType === undefined ? {} : { actorType }),
    balance: attoFil(actor.value.Balance),
    nonce: actor.value.Nonce,
    entry: { code: actor.value.Code, head: actor.value.Head },
    ...(name === undefined ? {} : { name }),
    calls,
  };
}

type Forms = Pick<AddressOnChain, 'address' | 'idAddress' | 'robustAddress' | 'delegatedAddress' | 'ethAddress' | 'name'>;

/** The forms that an address tells by itself; all there is while no node can be asked. */
export function formsOf(address: Address): Forms {
  const name = singletonOf(address)?.name;
  const named = { address, ...(name === undefined ? {} : { name }) };
  const protocol = addressProtocol(address);
  switch (protocol) {
    case 0:
      return { ...named, idAddress: address };
    case 1:
    case 2:
    case 3:
      return { ...named, robustAddress: address };
    case 4: {
      const ethAddress = ethText(address);
      return { ...named, delegatedAddress: address, ...(ethAddress === undefined ? {} : { ethAddress }) };
    }
    default:
      return protocol satisfies never;
  }
}

/**
 * The forms by which an address may be known here. Only of an id is the node believed whose it is: an address that says whose it is could
 * be passed off as somebody known by a node that lies about its other forms.
 */
export function formsToKnow({ address, robustAddress, delegatedAddress }: AddressOnChain): readonly Address[] {
  return addressProtocol(address) === 0 ? [address, robustAddress, delegatedAddress].filter((form) => form !== undefined) : [address];
}

/** The contract's form of what was read: addresses in the network's letter, with what this machine knows of them (`formsToKnow`). */
export function toResolvedAddress(read: AddressOnChain, letter: NetworkLetter, book: Pick<KnownAddresses, 'find'>): ResolvedAddress {
  const known = formsToKnow(read)
    .map((form) => book.find(form))
    .filter((found) => found !== undefined);
  const label = known.find((found) => found.label !== '')?.label;
  const firstSeenAtMs = known.find((found) => found.firstSeenAtMs !== undefined)?.firstSeenAtMs;
  return {
    address: formatAddress(read.address, letter),
    ...(read.idAddress === undefined ? {} : { idAddress: formatAddress(read.idAddress, letter) }),
    ...(read.robustAddress === undefined ? {} : { robustAddress: formatAddress(read.robustAddress, letter) }),
    ...(read.delegatedAddress === undefined ? {} : { delegatedAddress: formatAddress(read.delegatedAddress, letter) }),
    ...(read.ethAddress === undefined ? {} : { ethAddress: read.ethAddress }),
    exists: read.exists,
    ...(read.actorType === undefined ? {} : { actorType: read.actorType }),
    ...(read.balance === undefined ? {} : { balance: read.balance.toString() }),
    ...(read.nonce === undefined ? {} : { nonce: read.nonce.toString() }),
    ...(read.name === undefined ? {} : { name: read.name }),
    ...(label === undefined ? {} : { label }),
    isOwn: known.some((found) => found.source === 'key'),
    ...(firstSeenAtMs === undefined ? {} : { firstSeenAtMs }),
    ...(read.problem === undefined ? {} : { problem: read.problem }),
    calls: [...read.calls],
  };
}

async function answerOrRefusal<T>(read: () => Promise<T>): Promise<T | SextantError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SextantError) return error;
    throw error;
  }
}

/** StateAccountKey for accounts; for actors that a method made the table of addresses, where it is worth its price. */
async function readRobust(
  node: PinnedNode,
  idAddress: Address,
  letter: NetworkLetter,
  actorType: ActorType | undefined,
  hasDelegated: boolean,
  { robust }: ResolveOptions,
): Promise<Answer<string> | undefined> {
  const id = formatAddress(idAddress, letter);
  if (actorType === 'account') return optional(() => node.read('StateAccountKey', (key) => [id, key], zNodeAddress));
  const isOfBeginning = (idOfAddress(idAddress) ?? 0n) < FIRST_USER_ID;
  if (robust === undefined || isOfBeginning || hasDelegated) return undefined;
  if (robust !== 'seek') {
    const foundBefore = formatAddress(robust, letter);
    const lookup = await answerOrRefusal(() => node.read('StateLookupID', (key) => [foundBefore, key], zNodeAddress));
    if (lookup instanceof SextantError) {
      if (!saysActorIsAbsent(lookup)) return undefined;
    } else if (idOf(lookup.value) === idAddress) {
      return { ...lookup, value: foundBefore };
    }
  }
  return optional(() => node.read('StateLookupRobustAddress', (key) => [id, key], zNodeAddress, { timeoutMs: ROBUST_TIMEOUT_MS }));
}

function idOf(text: string | undefined): Address | undefined {
  const parsed = text === undefined ? undefined : tryParseAddress(text);
  return parsed !== undefined && idOfAddress(parsed) !== undefined ? parsed : undefined;
}

function delegatedOf(text: string | undefined): Address | undefined {
  const parsed = text === undefined ? undefined : tryParseAddress(text);
  return parsed !== undefined && addressProtocol(parsed) === 4 ? parsed : undefined;
}
