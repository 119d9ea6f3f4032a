/**
 * The contract over WebSockets of one listener. Called with sockets whose Host, Origin and path were found exact; refuses a
 * token it does not know, and serves one zone only, which the listener was made for.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Zone } from '../../shared/ipc/define.ts';
import type { SocketMessage } from '../../shared/ipc/wire.ts';
import { CLIENT_MESSAGE_BYTES_AT_MOST, CLOSE_UNAUTHORISED, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../shared/ipc/wire.ts';
import type { HostSessionOptions } from './host-session.ts';
import { HostSession } from './host-session.ts';
import type { TokenSpace } from './token-space.ts';

/** Topics wait while this much is unsent. */
const TOPIC_BACKLOG_BYTES = 1024 * 1024;
/** A document that takes nothing while replies pile up is cut off. */
const BACKLOG_BYTES_AT_MOST = 256 * 1024 * 1024;

export interface WsHostOptions extends Pick<HostSessionOptions, 'dispatch' | 'publisher' | 'logger'> {
  readonly zone: Zone;
  readonly tokens: TokenSpace;
}

export class WsHost {
  readonly #options: WsHostOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: CLIENT_MESSAGE_BYTES_AT_MOST,
    // Loopback: compressing would only cost.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  });

  constructor(options: WsHostOptions) {
    this.#options = options;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const token = tokenOf(request);
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      // Before anything else: without a listener a malformed frame would end the program, and anybody here can send one.
      opened.on('error', (error) => this.#options.logger.warn('A document socket failed', { reason: error.message }));
      // The handshake is completed for an unknown token too: only then can the document be told why it is closed.
      if (token === undefined || !this.#options.tokens.isSession(token)) opened.close(CLOSE_UNAUTHORISED, 'unknown session');
      else this.#serve(opened);
    });
  }

  /** Closes every socket. */
  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  #serve(socket: WebSocket): void {
    const { zone, dispatch, publisher, logger } = this.#options;
    const send = (message: SocketMessage): void => {
      if (socket.bufferedAmount > BACKLOG_BYTES_AT_MOST) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    const canTake = (): boolean => socket.bufferedAmount < TOPIC_BACKLOG_BYTES;
    const session = new HostSession({ zone, dispatch, publisher, logger, send, canTake });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) session.receive(data.toString());
    });
    socket.on('close', () => session.close());
    send({ type: 'welcome' });
  }
}

function tokenOf(request: IncomingMessage): string | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((entry) => entry.trim());
  return offered.find((entry) => entry.startsWith(SOCKET_TOKEN_PREFIX))?.slice(SOCKET_TOKEN_PREFIX.length);
}
