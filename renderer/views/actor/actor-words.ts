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

export function typeMeaning(type: string | undefined): string | undefined {
  return type === undefined ? undefined : TYPE_MEANINGS[type];
}

export function actorPath(address: string): string {
  return `/actors/${encodeURIComponent(address)}`;
}

/** Every form of an address that messages may have, each once. */
export function formsOf({ address, idAddress, robustAddress, delegatedAddress }: ResolvedAddress): readonly string[] {
  return [...new Set([address, idAddress, robustAddress, delegatedAddress].filter((form) => form !== undefined))];
}
