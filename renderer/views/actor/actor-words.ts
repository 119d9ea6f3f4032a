import { tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { beginsWithFunds, singletonOf } from '../../../shared/domain/methods/actor-type.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';

/** Display names of actor types. */
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

/** One sentence for each actor type. */
const TYPE_MEANINGS: Readonly<Record<string, string>> = {
  account: 'The account of one secp256k1 or BLS key.',
  cron: 'Runs the power and market actors at the end of each tipset.',
  datacap: 'Holds the DataCap balances of verified clients.',
  eam: 'Creates contracts.',
  ethaccount: 'An account controlled by an Ethereum key.',
  evm: 'An EVM smart contract.',
  init: 'Assigns ID addresses to new actors.',
  multisig: 'Executes transactions that enough of its signers approve.',
  paymentchannel: 'Holds funds for payments between two parties, settled on chain.',
  placeholder: 'An address that received funds before its actor was created.',
  reward: 'Pays block rewards.',
  storagemarket: 'Holds deals and their collateral.',
  storageminer: 'Stores data and proves it.',
  storagepower: 'Tracks the power of all miners.',
  system: 'Lists the code CIDs of the built-in actors.',
  verifiedregistry: 'Holds verifiers, allocations and claims.',
};

export function typeName(type: string | undefined): string {
  return type === undefined ? 'Actor' : (TYPE_NAMES[type] ?? 'Actor');
}

/** One sentence on an actor: that its funds are burned, or its type. */
export function meaningOf({ idAddress, actorType }: Pick<ResolvedAddress, 'idAddress' | 'actorType'>): string | undefined {
  const id = idAddress === undefined ? undefined : tryParseAddress(idAddress);
  if (id !== undefined && singletonOf(id)?.payout === 'nobody') return 'No one has its key: funds sent to it are burned.';
  return actorType === undefined ? undefined : TYPE_MEANINGS[actorType];
}

/** Why funds cannot be sent to an address; undefined if they can. */
export function unsendable(identity: Pick<ResolvedAddress, 'address' | 'exists' | 'problem'> | undefined): string | undefined {
  if (identity === undefined) return 'This address is not loaded yet.';
  const { address, exists, problem } = identity;
  const parsed = tryParseAddress(address);
  return exists || problem !== undefined || (parsed !== undefined && beginsWithFunds(parsed))
    ? undefined
    : 'No actor has this address, and sending funds does not create one.';
}

export function actorPath(address: string): string {
  return `/actors/${encodeURIComponent(address)}`;
}

/** All address forms of an actor, without duplicates. */
export function formsOf({ address, idAddress, robustAddress, delegatedAddress }: ResolvedAddress): readonly string[] {
  return [...new Set([address, idAddress, robustAddress, delegatedAddress].filter((form) => form !== undefined))];
}
