import { beginsWithFunds, singletonOf } from '../../../shared/domain/actor-type.ts';
import { tryParseAddress } from '../../../shared/domain/address.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';

/** What the types of actors are called, for people. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  account: 'Account',
  cron: 'Cron',
  datacap: 'DataCap token',
  eam: 'Ethereum address manager',
  ethaccount: 'Ethereum account',
  evm: 'Contract',
  init: 'Init actor',
  multisig: 'Multisig',
  paymentchannel: 'Payment channel',
  placeholder: 'Placeholder',
  reward: 'Reward actor',
  storagemarket: 'Storage market',
  storageminer: 'Miner',
  storagepower: 'Storage power actor',
  system: 'System actor',
  verifiedregistry: 'Verified registry',
};

/** What actors of a type are, in one sentence. */
const TYPE_MEANINGS: Readonly<Record<string, string>> = {
  account: 'The actor of one key: who has the key sends its messages.',
  cron: 'Calls the power and the market actor at the end of each tipset.',
  datacap: 'Keeps who holds DataCap, the right to store verified data.',
  eam: 'Makes contracts.',
  ethaccount: 'An account whose messages are Ethereum transactions.',
  evm: 'A contract of the Ethereum virtual machine.',
  init: 'Gives each new actor its id.',
  multisig: 'Sends what enough of its signers approve.',
  paymentchannel: 'Holds funds of one for payments to another, settled on chain.',
  placeholder: 'An address that received funds before anybody used it.',
  reward: 'Pays the winners of blocks.',
  storagemarket: 'Keeps deals and what backs them.',
  storageminer: 'Stores data and proves it; has a screen of its own.',
  storagepower: 'Keeps the power of all miners.',
  system: 'Names the code of all actors.',
  verifiedregistry: 'Keeps verifiers, allocations and claims of verified data.',
};

export function typeName(type: string | undefined): string {
  return type === undefined ? 'Actor' : (TYPE_NAMES[type] ?? 'Actor');
}

/** What an actor is: by what nobody can do with it, or by its type. */
export function meaningOf({ idAddress, actorType }: Pick<ResolvedAddress, 'idAddress' | 'actorType'>): string | undefined {
  const id = idAddress === undefined ? undefined : tryParseAddress(idAddress);
  if (id !== undefined && singletonOf(id)?.payout === 'nobody') return 'Nobody has its key: what is sent there is burnt.';
  return actorType === undefined ? undefined : TYPE_MEANINGS[actorType];
}

/** Why nothing can be sent to an address; undefined where it can. */
export function unsendable(identity: Pick<ResolvedAddress, 'address' | 'exists' | 'problem'> | undefined): string | undefined {
  if (identity === undefined) return 'Nothing is known of this address.';
  const { address, exists, problem } = identity;
  const parsed = tryParseAddress(address);
  return exists || problem !== undefined || (parsed !== undefined && beginsWithFunds(parsed))
    ? undefined
    : 'There is no actor with this address, and funds do not make one.';
}

export function actorPath(address: string): string {
  return `/actors/${encodeURIComponent(address)}`;
}

/** Every form of an address that messages may have, each once. */
export function formsOf({ address, idAddress, robustAddress, delegatedAddress }: ResolvedAddress): readonly string[] {
  return [...new Set([address, idAddress, robustAddress, delegatedAddress].filter((form) => form !== undefined))];
}
