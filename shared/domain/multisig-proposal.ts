/** The pending transactions of a multisig, and the hash by which a signer says which one is meant. */
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, addressToBytes, idOfAddress } from './address.ts';
import type { AttoFil } from './amount.ts';
import { equalBytes } from './bytes.ts';
import { CborWriter } from './cbor.ts';
import { DomainError } from './domain-error.ts';

/** A transaction that a multisig keeps until enough signers have approved it. */
export interface MultisigProposal {
  /** Who proposed it, as an id address: the first of its approvers. */
  readonly requester: Address;
  readonly to: Address;
  /** attoFIL. */
  readonly value: AttoFil;
  readonly method: bigint;
  readonly params: Uint8Array;
}

/**
 * The ProposalHash that Approve and Cancel take: blake2b-256 of the CBOR tuple (requester, to, value, method, params). 32 bytes.
 * Throws `DomainError` `address-id` where the requester is not in its id form, in which the actor hashes it.
 * Source: builtin-actors, actors/multisig/src/lib.rs `compute_proposal_hash`.
 */
export function proposalHash({ requester, to, value, method, params }: MultisigProposal): Uint8Array {
  if (idOfAddress(requester) === undefined) {
    throw new DomainError('address-id', 'The proposal is hashed with the id address of its proposer: resolve it first.');
  }
  const writer = new CborWriter().array(5).bytes(addressToBytes(requester)).bytes(addressToBytes(to));
  return blake2b(writer.bigInteger(value).integer(method).bytes(params).finish(), { dkLen: 32 });
}

/** Whether a hash means a proposal. `unhashed`: there is no hash, and whatever has the transaction ID by then is meant. */
export type ProposalMatch = 'same' | 'other' | 'unhashed';

/**
 * Compares the ProposalHash of an approval or a cancellation (32 bytes; empty where it was left out) with a proposal. The actor refuses
 * a hash of another proposal, and takes none for any. Throws as `proposalHash`.
 * Source: builtin-actors, actors/multisig/src/lib.rs `get_transaction`.
 */
export function matchProposal(hash: Uint8Array, proposal: MultisigProposal): ProposalMatch {
  if (hash.length === 0) return 'unhashed';
  return equalBytes(hash, proposalHash(proposal)) ? 'same' : 'other';
}

/** The parameters of Propose that a proposal was made with, so that it is read as what was signed then. Never throws. */
export function proposeParams({ to, value, method, params }: Omit<MultisigProposal, 'requester'>): Uint8Array {
  return new CborWriter().array(4).bytes(addressToBytes(to)).bigInteger(value).integer(method).bytes(params).finish();
}
