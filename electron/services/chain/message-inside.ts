/** Internals of an executed message. Each part succeeds or fails on its own, usually with one call. */
import type { MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { namedTransaction, readNamedProposal } from '../multisig/message-proposal.ts';
import { type PinnedNode, panelOf, readPinned } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import { readEvents } from './message-events.ts';
import { readMessageTrace } from './message-trace.ts';

export interface MessageInsideRequest {
  readonly cid: string;
  /** The tipset that includes the message. */
  readonly tipsetKey: readonly string[];
  readonly eventsRoot?: string | undefined;
}

/** @throws SextantError errors of the node if message or tipset cannot be read */
export async function readMessageInside(
  reader: ChainReader,
  active: ActiveConnection,
  request: MessageInsideRequest,
): Promise<MessageInside> {
  const { cid, tipsetKey, eventsRoot } = request;
  const [inclusion, message] = await Promise.all([reader.summary(tipsetKey, 'message: calls'), reader.message(cid, 'message: message')]);
  const asked = message.value.message;
  const at = <T>(cause: string, read: (node: PinnedNode) => Promise<T>): Promise<T> =>
    readPinned(reader.client, [inclusion.value], cause, read);
  const isOfMultisig = namedTransaction(asked) !== undefined && reader.actorTypes.get(asked.to) === 'multisig';
  const [trace, events, proposal] = await Promise.all([
    panelOf(() =>
      at('message: calls', (node) => readMessageTrace({ reader, node, message: asked, baseFee: BigInt(inclusion.value.baseFee) }, cid)),
    ),
    eventsRoot === undefined ? undefined : panelOf(() => readEvents(reader, eventsRoot)),
    isOfMultisig ? panelOf(() => at('message: proposal', (node) => readNamedProposal(node, active, asked))) : undefined,
  ]);
  return { trace, ...(events === undefined ? {} : { events }), ...(proposal === undefined ? {} : { proposal }) };
}
