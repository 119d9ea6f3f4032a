/**
 * Pending transactions of a multisig, decoded so that a signer sees what an approval approves.
 *
 * The hash of a proposal is computed here from the content shown. If a node returns other content than is pending, the multisig rejects
 * the hash: either the content shown is approved, or nothing.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import { certainFailure } from '../../../shared/domain/messages/certain-failure.ts';
import { proposalHash } from '../../../shared/domain/messages/multisig-proposal.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { decodeParams } from '../../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Proposal, ProposalList } from '../../../shared/ipc/schemas/drafts.ts';
import { SCREEN_LIMITS, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import type { PendingTransaction } from '../../../shared/validation/node/multisig.ts';
import { readActor } from '../addresses/account-reader.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import { readInnerActors } from './call-tree.ts';
import { readPending, readThreshold } from './multisig-reader.ts';

/** The maximum in the contract; the newest are the ones a signer needs. */
const MAX_PROPOSALS = 20;

/** @throws SextantError `not-connected`, and the error of the node for an address that is not a multisig */
export function readProposals(active: ActiveConnection, tipsets: readonly ChainTipset[], multisig: Address): Promise<ProposalList> {
  const address = formatAddress(multisig, active.letter);
  return readPinned(active.client, tipsets, 'compose: proposals', async (node) => {
    const [{ value: pending, call }, threshold] = await Promise.all([readPending(node, address), readThreshold(node, address)]);
    const { calls, ...list } = await describeProposals(node, active, pending);
    return {
      pinned: node.ref,
      ...defined({ threshold: threshold?.value }),
      ...list,
      calls: [call, ...(threshold === undefined ? [] : [threshold.call]), ...calls],
    };
  });
}

/** Decode and hash the newest pending transactions. */
export async function describeProposals(
  node: PinnedNode,
  active: ActiveConnection,
  pending: readonly PendingTransaction[],
): Promise<Pick<ProposalList, 'proposals' | 'omittedCount' | 'calls'>> {
  const newest = pending.toSorted((left, right) => (left.ID < right.ID ? 1 : -1)).slice(0, MAX_PROPOSALS);
  const read = await Promise.all(newest.map((transaction) => readProposal(node, active, transaction)));
  return {
    proposals: read.map(({ proposal }) => proposal),
    omittedCount: pending.length - newest.length,
    calls: read.flatMap(({ calls }) => calls),
  };
}

/** Read one pending transaction: decoded parameters and the hash for its approval. */
export async function readProposal(
  node: PinnedNode,
  active: ActiveConnection,
  { ID: id, To: to, Value: value, Method: method, Params: params, Approved: approved }: PendingTransaction,
): Promise<{ proposal: Proposal; calls: CallRef[] }> {
  const { letter, facts, versions } = active;
  const networkVersion = (await versions.read(node))?.version;
  const recipient = await readActor(node, to, active);
  const { actorType } = recipient;
  const inner = await readInnerActors(node, active, { actorType, method, params, networkVersion });
  const decoded = decodeParams(actorType, method, params, {
    networkVersion,
    actorTypeOf: (address) => inner.types.get(address),
    actorTypeOfCode: (code) => versions.actorType(code),
  });
  const [requester] = approved;
  // The schema requires at least one approver.
  if (requester === undefined) throw new SextantError('endpoint-bad-reply', 'The node returned a proposal without a proposer.');
  const name = methodName(actorType, method, networkVersion);
  const failure = certainFailure({ actorType, method, params: decoded, value }, networkVersion);
  return {
    proposal: {
      id: id.toString(),
      to: formatAddress(to, letter),
      ...defined({ toActorType: actorType }),
      value: value.toString(),
      method: method.toString(),
      ...defined({ methodName: name }),
      params: viewOfDecoded(decoded, { letter, clock: facts, limits: SCREEN_LIMITS }),
      ...(failure === undefined ? {} : { failure: { exitCode: failure.exitCode, reason: failure.reason } }),
      approved: approved.map((signer) => formatAddress(signer, letter)),
      proposalHash: bytesToHex(proposalHash({ requester, to, value, method, params })),
    },
    calls: [...recipient.calls, ...inner.calls],
  };
}
