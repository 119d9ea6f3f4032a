/**
 * A contract's client over any transport: a promise per call, a subscription per topic, nothing written by hand per call.
 *
 * Calls made before the first connection wait for it. Calls made while the host is lost are refused at once, and calls
 * that were under way are rejected: whether a command was carried out is then unknown, and only its screen can find out.
 */
import type { Contract, Zone } from '../../shared/ipc/define.ts';
import type { ClientOf } from '../../shared/ipc/derive.ts';
import { definitionsOf } from '../../shared/ipc/derive.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { ClientMessage, HostMessage } from '../../shared/ipc/wire.ts';
import type { DroppedUpdates } from './dropped-updates.ts';
import { TopicSubscription } from './topic-subscription.ts';
import type { Transport, TransportStatus } from './transport.ts';

interface PendingCall {
  readonly message: Extract<ClientMessage, { type: 'call' }>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: SextantError) => void;
}

/** Makes the client of one zone; its methods are those of the contract with that zone. `dropped` is told what frames say of updates. */
export function createClient<C extends Contract, Z extends Zone>(
  contract: C,
  transport: Transport,
  zone: Z,
  dropped?: DroppedUpdates,
): ClientOf<C, Z> {
  const pending = new Map<number, PendingCall>();
  const topics = new Map<string, TopicSubscription>();
  let lastId = 0;

  function call(name: string, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const status = transport.getStatus();
      if (status !== 'connected' && status !== 'connecting') {
        reject(lostError(status));
        return;
      }
      lastId += 1;
      const entry: PendingCall = { message: { type: 'call', id: lastId, name, input }, resolve, reject };
      pending.set(lastId, entry);
      if (status === 'connected') transport.send(entry.message);
    });
  }

  function sendIfConnected(message: ClientMessage): void {
    if (transport.getStatus() === 'connected') transport.send(message);
  }

  function onMessage(message: HostMessage): void {
    if (message.type === 'frame') {
      dropped?.note(message.frame.topic, message.frame.dropped);
      topics.get(message.frame.topic)?.take(message.frame);
      return;
    }
    if (message.type === 'refused') {
      console.error(`The topic ${message.topic} was refused: ${message.error.message}`);
      return;
    }
    const entry = pending.get(message.id);
    if (entry === undefined) return;
    pending.delete(message.id);
    if (message.reply.ok) entry.resolve(message.reply.value);
    else entry.reject(SextantError.fromEnvelope(message.reply.error));
  }

  function onStatus(status: TransportStatus): void {
    if (status === 'connected') {
      // Topics first: a document that watches and then acts sees the state before and after.
      for (const topic of topics.values()) topic.resume();
      for (const entry of pending.values()) transport.send(entry.message);
      return;
    }
    if (status === 'connecting') return;
    const abandoned = [...pending.values()];
    pending.clear();
    for (const entry of abandoned) entry.reject(lostError(status));
  }

  const client: Record<string, Record<string, unknown>> = {};
  for (const { name, group, leaf, definition } of definitionsOf(contract, zone)) {
    client[group] ??= {};
    if (definition.kind === 'topic') {
      const topic = new TopicSubscription(name, definition, sendIfConnected);
      topics.set(name, topic);
      client[group][leaf] = { subscribe: (listener: (value: unknown) => void) => topic.subscribe(listener) };
    } else {
      client[group][leaf] = (input: unknown) => call(name, input);
    }
  }
  transport.onMessage(onMessage);
  transport.onStatus(onStatus);
  return client as ClientOf<C, Z>;
}

function lostError(status: TransportStatus): SextantError {
  return status === 'unauthorised'
    ? new SextantError('forbidden', 'This window is no longer known to Sextant. Open a fresh link from where Sextant was started.')
    : new SextantError('cancelled', 'The connection to Sextant was lost.', { retryable: true });
}
