import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';

/**
 * The message with trace and events as JSON, without its provenance.
 *
 * @param note on a network version newer than this release
 */
export function messageJson(message: Message, inside: MessageInside | undefined, note?: string): string {
  const { calls: _calls, ...shown } = message;
  const { trace, events, proposal } = inside ?? {};
  return JSON.stringify({ note, ...shown, trace: partOf(trace), events: partOf(events), proposal: partOf(proposal) }, undefined, 2);
}
