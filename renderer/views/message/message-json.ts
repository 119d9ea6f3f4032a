import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { partOf } from '../../components/QueryContent.tsx';

/**
 * The message as this screen knows it, without the calls that brought it: for a ticket, a script, another person.
 *
 * @param note how far this release was checked for it
 */
export function messageJson(message: Message, inside: MessageInside | undefined, note?: string): string {
  const { calls: _calls, ...shown } = message;
  const { trace, events, proposal } = inside ?? {};
  return JSON.stringify({ note, ...shown, trace: partOf(trace), events: partOf(events), proposal: partOf(proposal) }, undefined, 2);
}
