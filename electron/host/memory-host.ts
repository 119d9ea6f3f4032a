/** Serves the contract inside one process, for tests. */
import type { Zone } from '../../shared/ipc/define.ts';
import type { MessagePipe } from '../../shared/ipc/wire.ts';
import type { HostSessionOptions } from './host-session.ts';
import { HostSession } from './host-session.ts';

export type MemoryHostOptions = Pick<HostSessionOptions, 'dispatch' | 'publisher' | 'logger'>;

export interface MemoryDocument extends MessagePipe {
  close(): void;
}

/** Opens a document of a zone. As on a socket, messages arrive in order and asynchronously. */
export function openMemoryDocument(zone: Zone, options: MemoryHostOptions): MemoryDocument {
  const listeners = new Set<(text: string) => void>();
  const session = new HostSession({
    ...options,
    zone,
    send: (message) => {
      const text = JSON.stringify(message);
      queueMicrotask(() => {
        for (const listener of listeners) listener(text);
      });
    },
  });
  return {
    send: (text) => queueMicrotask(() => session.receive(text)),
    onMessage: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => session.close(),
  };
}
