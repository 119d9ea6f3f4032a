/**
 * Resolves all forms of an address and its actor, at one pinned tipset.
 *
 * Responses are validated, but not trusted. Forms that follow from the address itself need no call; a refused or unsupported call only
 * leaves out its field. Used by the address book's calls and by the review of drafts, for senders and recipients.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { Address, NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { addressProtocol, formatAddress, idOfAddress, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { ethText } from '../../../shared/domain/addresses/address-words.ts';
import { type AttoFil, attoFil } from '../../../shared/domain/amounts/amount.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { knownContractName } from '../../../shared/domain/evm/known-contracts.ts';
import { type ActorType, singletonOf } from '../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import { zNodeActor, zNodeAddress } from '../../../shared/validation/node/provider-state.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import { type Answer, type PinnedNode, saysActorIsAbsent } from '../pinned/pinned-node.ts';
import type { KnownAddresses } from './known-addresses.ts';

/** Lower IDs are built-in actors, few of which have another address. */
const FIRST_USER_ID = 100n;
/** StateLookupRobustAddress makes a node iterate its whole address table. */
const ROBUST_TIMEOUT_MS = 5000;

/** An address as resolved on chain. Addresses are canonical, with the prefix f. */
export interface AddressOnChain {
  readonly address: Address;
  readonly idAddress?: Address;
  /** The key address of an account, or the f2 of another actor. */
  readonly robustAddress?: Address;
  readonly delegatedAddress?: Address;
  /** With the EIP-55 checksum. */
  readonly ethAddress?: string;
  /** Unknown if `problem` is set. */
  readonly exists: boolean;
  readonly actorType?: ActorType;
  readonly balance?: AttoFil;
  readonly nonce?: bigint;
  /** Code and state CIDs. */
  readonly entry?: { readonly code: Cid; readonly head: Cid };
  /** Name of a singleton actor or a known contract. */
  readonly name?: string;
  /** Why it could not be resolved on chain. */
  readonly problem?: string;
  readonly calls: readonly CallRef[];
}

export interface ResolveOptions {
  /**
   * How to get the f2 address of an actor given by ID: look it up, or check the one found before, as a reorg can assign the ID to another
   * actor. A lookup takes a node of a large network seconds, so repeated reviews of drafts omit it.
   */
  readonly robust?: 'find' | Address;
}

/**
 * Resolve an address, with one call for an ID and two for others (three if a key address has to be looked up).
 *
 * Errors of the endpoint are in `problem`, never thrown. Only a missing tipset is thrown, so that the view is pinned one epoch deeper.
 *
 * @param connection of the pinned tipset, for the network prefix and actor versions
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
    resultOrError(() => node.read('StateGetActor', (key) => [text, key], zNodeActor)),
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
      // The node may return the delegated address if there is no other.
      if (found !== undefined && found !== idAddress && found !== delegatedAddress) robustAddress = found;
      calls.push(robust.call);
    }
  }
  const contract = delegatedAddress === undefined ? undefined : knownContractName(delegatedAddress, facts.genesisCid);
  const name = known.name ?? (idAddress === undefined ? undefined : singletonOf(idAddress)?.name) ?? contract;
  return {
    address,
    ...defined({ idAddress, robustAddress, delegatedAddress, ethAddress }),
    exists: true,
    ...defined({ actorType }),
    balance: attoFil(actor.value.Balance),
    nonce: actor.value.Nonce,
    entry: { code: actor.value.Code, head: actor.value.Head },
    ...defined({ name }),
    calls,
  };
}

type Forms = Pick<AddressOnChain, 'address' | 'idAddress' | 'robustAddress' | 'delegatedAddress' | 'ethAddress' | 'name'>;

/** Forms that follow from the address itself, without a node. */
export function formsOf(address: Address): Forms {
  const name = singletonOf(address)?.name;
  const named = { address, ...defined({ name }) };
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
      return { ...named, delegatedAddress: address, ...defined({ ethAddress }) };
    }
    default:
      return protocol satisfies never;
  }
}

/**
 * Forms used to find an address among the known ones. The node's forms are used for an ID only, so that a lying node cannot make a robust
 * address appear as a known one.
 */
export function formsToKnow({ address, robustAddress, delegatedAddress }: AddressOnChain): readonly Address[] {
  return addressProtocol(address) === 0 ? [address, robustAddress, delegatedAddress].filter((form) => form !== undefined) : [address];
}

/** Convert to the IPC form: addresses with the network prefix, and labels of known addresses (`formsToKnow`). */
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
    ...defined({ ethAddress: read.ethAddress }),
    exists: read.exists,
    ...defined({ actorType: read.actorType, balance: read.balance?.toString(), nonce: read.nonce?.toString(), name: read.name, label }),
    isOwn: known.some((found) => found.source === 'key'),
    ...defined({ firstSeenAtMs, problem: read.problem }),
    calls: [...read.calls],
  };
}

async function resultOrError<T>(read: () => Promise<T>): Promise<T | SextantError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SextantError) return error;
    throw error;
  }
}

/** StateAccountKey for accounts; StateLookupRobustAddress for other actors, if requested. */
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
  const isBuiltIn = (idOfAddress(idAddress) ?? 0n) < FIRST_USER_ID;
  if (robust === undefined || isBuiltIn || hasDelegated) return undefined;
  if (robust !== 'find') {
    const foundBefore = formatAddress(robust, letter);
    const lookup = await resultOrError(() => node.read('StateLookupID', (key) => [foundBefore, key], zNodeAddress));
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
