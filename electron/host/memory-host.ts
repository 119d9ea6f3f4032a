/** The contract inside one process: for tests, and for anything that wants the services without a document. */
import type { Zone } from '../../shared/ipc/define.ts';
import type { HostMessage, MessagePipe } from '../../shared/ipc/wire.ts';
import type { HostSessionOptions } from './host-session.ts';
import { HostSession } from './host-session.ts';

export type MemoryHostOptions = Pick<HostSessionOptions, 'dispatch' | 'publisher' | 'logger'>;

export interface MemoryDocument extends MessagePipe {
  close(): void;
}

/** Opens a document of a zone. Messages cross as JSON text, as they do on a socket, so that nothing is shared by reference. */
export function openMemoryDocument(zone: Zone, options: MemoryHostOptions): MemoryDocument {
  const listeners = new Set<(message: HostMessage) => void>();
  const session = new HostSession({
    ...options,
    zone,
    send: (message) => {
      const text = JSON.stringify(message);
      queueMicrotask(() => {
        for (const listener of listeners) listener(JSON.parse(text));
      });
    },
  });
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      queueMicrotask(() => session.receive(JSON.parse(text)));
    },
    onMessage: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => session.close(),
  };
}
