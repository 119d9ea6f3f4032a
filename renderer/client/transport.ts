/** What carries a contract to a document: messages both ways, and whether anybody is there. */
import type { ClientMessage, HostMessage } from '../../shared/ipc/wire.ts';

/**
 * `connecting`: the first attempt, or the next session of the trusted document, and calls wait; `connected`; `lost`: tries again by itself;
 * `unauthorised`: the host does not know this document (any more) and a fresh link is needed; `closed`: ended by us.
 */
export type TransportStatus = 'connecting' | 'connected' | 'lost' | 'unauthorised' | 'closed';

export interface Transport {
  getStatus(): TransportStatus;
  /** Calls back after every change; returns the way to stop. */
  onStatus(listener: (status: TransportStatus) => void): () => void;
  /** Only while connected: a message that cannot be sent is the caller's to report. */
  send(message: ClientMessage): void;
  onMessage(listener: (message: HostMessage) => void): () => void;
  close(): void;
}
