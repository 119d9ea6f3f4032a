/** Pending transactions of a multisig, and their proposal hash. */
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, addressToBytes, idOfAddress } from '../addresses/address.ts';
import type { AttoFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { CborWriter } from '../encoding/cbor.ts';

/** A pending transaction of a multisig. */
export interface MultisigProposal {
  /** The proposer's ID address: the first approver. */
  readonly requester: Address;
  readonly to: Address;
  /** attoFIL. */
  readonly value: AttoFil;
  readonly method: bigint;
  readonly params: Uint8Array;
}

/**
 * Return the ProposalHash for Approve and Cancel: blake2b-256 of the CBOR tuple (requester, to, value, method, params), 32 bytes.
 * Throws `DomainError` `address-id` if the requester is not an ID address, which the actor hashes.
 * Source: builtin-actors, actors/multisig/src/lib.rs `compute_proposal_hash`.
 */
export function proposalHash({ requester, to, value, method, params }: MultisigProposal): Uint8Array {
  if (idOfAddress(requester) === undefined) {
    throw new DomainError('address-id', 'The proposal hash needs the proposer’s ID address. Resolve it first.');
  }
  const writer = new CborWriter().array(5).bytes(addressToBytes(requester)).bytes(addressToBytes(to));
  return blake2b(writer.bigInteger(value).integer(method).bytes(params).finish(), { dkLen: 32 });
}

/** Whether a hash matches a proposal. `unhashed`: no hash, so it applies to whatever proposal has the transaction ID then. */
export type ProposalMatch = 'same' | 'other' | 'unhashed';

/**
 * Compare the ProposalHash of an approval or cancellation (32 bytes, or empty) with a proposal. The actor rejects the hash of another
 * proposal and accepts an empty one for any. Throws as `proposalHash`.
 * Source: builtin-actors, actors/multisig/src/lib.rs `get_transaction`.
 */
export function matchProposal(hash: Uint8Array, proposal: MultisigProposal): ProposalMatch {
  if (hash.length === 0) return 'unhashed';
  return equalBytes(hash, proposalHash(proposal)) ? 'same' : 'other';
}

/** Return the parameters of Propose for a proposal, to decode it as it was signed. Never throws. */
export function proposeParams({ to, value, method, params }: Omit<MultisigProposal, 'requester'>): Uint8Array {
  return new CborWriter().array(4).bytes(addressToBytes(to)).bigInteger(value).integer(method).bytes(params).finish();
}
