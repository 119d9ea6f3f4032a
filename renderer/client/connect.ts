/**
 * Connects this document to its host: Electron's preload bridge where there is one, the web host's socket otherwise.
 * Called once, before the first render: it takes the ticket out of the address before a router reads it.
 */
import type { SextantContract } from '../../shared/ipc/contract.ts';
import { contract } from '../../shared/ipc/contract.ts';
import type { Zone } from '../../shared/ipc/define.ts';
import type { ClientOf } from '../../shared/ipc/derive.ts';
import type { MessagePipe } from '../../shared/ipc/wire.ts';
import { BRIDGE_NAME } from '../../shared/ipc/wire.ts';
import { findBrowserKey, signProof } from './browser-key.ts';
import { createClient } from './create-client.ts';
import { DroppedUpdates } from './dropped-updates.ts';
import { createPipeTransport } from './pipe-transport.ts';
import { createSessionToken } from './session-token.ts';
import type { SocketCredential } from './socket-transport.ts';
import { createSocketTransport } from './socket-transport.ts';
import { takeTicket } from './take-ticket.ts';
import type { Transport, TransportStatus } from './transport.ts';

export interface Connection<Z extends Zone> {
  readonly client: ClientOf<SextantContract, Z>;
  readonly dropped: DroppedUpdates;
  getStatus(): TransportStatus;
  /** Calls back after every change; returns the way to stop. */
  onStatus(listener: (status: TransportStatus) => void): () => void;
  close(): void;
}

export function connect<Z extends Zone>(zone: Z): Connection<Z> {
  const bridge: unknown = Reflect.get(window, BRIDGE_NAME);
  const transport = bridge === undefined ? openSocket(zone) : createPipeTransport(bridge as MessagePipe);
  const dropped = new DroppedUpdates();
  return {
    client: createClient(contract, transport, zone, dropped),
    dropped,
    getStatus: () => transport.getStatus(),
    onStatus: (listener) => transport.onStatus(listener),
    close: () => transport.close(),
  };
}

function openSocket(zone: Zone): Transport {
  const { origin } = window.location;
  return createSocketTransport({ origin, credential: zone === 'app' ? tokenCredential() : keyCredential(origin) });
}

function tokenCredential(): SocketCredential {
  const token = createSessionToken(takeTicket(window.location, window.history), window.sessionStorage);
  return { kind: 'token', find: () => token.find(), forget: () => token.forget() };
}

function keyCredential(origin: string): SocketCredential {
  return {
    kind: 'key',
    async prove(challenge) {
      try {
        const key = await findBrowserKey();
        return key === undefined ? undefined : await signProof(key, origin, challenge);
      } catch (error) {
        // A browser that keeps no key is not paired, and the page says how to pair it.
        console.warn('The pairing key could not be used:', error);
        return undefined;
      }
    },
  };
}
