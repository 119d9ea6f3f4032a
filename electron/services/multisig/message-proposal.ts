/** Reads the proposal that a multisig approval or cancellation names, from the state before the message, with its hash computed here. */
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import type { DecodedValue } from '../../../shared/domain/encoding/decoded-value.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { decodeParams } from '../../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { readProposal } from './multisig-proposals.ts';
import { readPending, readThreshold } from './multisig-reader.ts';

/** Return the transaction that Approve or Cancel names; undefined for any other message. */
export function namedTransaction(
  message: Pick<Message, 'method' | 'params'>,
): { readonly id: bigint; readonly hash: Uint8Array } | undefined {
  const name = methodName('multisig', message.method);
  if (name !== 'Approve' && name !== 'Cancel') return undefined;
  const { value } = decodeParams('multisig', message.method, message.params);
  const field = (wanted: string): DecodedValue | undefined =>
    value.kind === 'record' ? value.fields.find((each) => each.name === wanted)?.value : undefined;
  const id = field('ID');
  const hash = field('ProposalHash');
  return id?.kind === 'integer' ? { id: id.value, hash: hash?.kind === 'bytes' ? hash.value : new Uint8Array() } : undefined;
}

/**
 * @param node pinned to the tipset that includes the message: its state is the one before its messages
 * @throws SextantError `not-found` if the multisig had no such transaction; errors of calls
 */
export async function readNamedProposal(node: PinnedNode, active: ActiveConnection, message: Message) {
  const named = namedTransaction(message);
  if (named === undefined) throw new Error('the message does not name a transaction');
  const address = formatAddress(message.to, active.letter);
  const [{ value: pending, call }, threshold] = await Promise.all([readPending(node, address), readThreshold(node, address)]);
  const transaction = pending.find(({ ID }) => ID === named.id);
  if (transaction === undefined) {
    throw new SextantError(
      'not-found',
      `Transaction ${formatInteger(named.id)} was not pending before this tipset: it was proposed in the same tipset, or already executed or cancelled.`,
    );
  }
  const { proposal, calls } = await readProposal(node, active, transaction);
  const hash = named.hash.length === 0 ? 'absent' : bytesToHex(named.hash) === proposal.proposalHash ? 'matches' : 'differs';
  return {
    value: { proposal, hash, ...(threshold === undefined ? {} : { threshold: threshold.value }) } as const,
    calls: [call, ...(threshold === undefined ? [] : [threshold.call]), ...calls],
  };
}
