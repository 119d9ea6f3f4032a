import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { partOf } from '../../components/QueryContent.tsx';

/** The message as this screen knows it, without the calls that brought it: for a ticket, a script, another person. */
export function messageJson(message: Message, inside: MessageInside | undefined): string {
  const { calls: _calls, ...shown } = message;
  const { trace, events, proposal } = inside ?? {};
  return JSON.stringify({ ...shown, trace: partOf(trace), events: partOf(events), proposal: partOf(proposal) }, undefined, 2);
}
