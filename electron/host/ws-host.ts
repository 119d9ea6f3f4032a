/**
 * Serves one zone of the contract over WebSockets of one listener. The listener has checked Host, Origin and path; clients that its
 * admission does not accept are rejected.
 *
 * The app authenticates with a session token. The trusted document sends nothing that could be reused: the key of a paired browser must
 * sign a new challenge for each socket. A session is one connection and expires.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Zone } from '../../shared/ipc/define.ts';
import type { SocketMessage, SocketProof } from '../../shared/ipc/wire.ts';
import {
  CLOSE_SESSION_ENDED,
  CLOSE_UNAUTHORISED,
  MAX_CLIENT_MESSAGE_BYTES,
  SOCKET_PROTOCOL,
  SOCKET_TOKEN_PREFIX,
  zSocketProof,
} from '../../shared/ipc/wire.ts';
import type { Clock } from '../platform/ports.ts';
import type { HostSessionOptions } from './host-session.ts';
import { HostSession } from './host-session.ts';
import type { PairedBrowsers } from './paired-browsers.ts';
import { createSecret } from './ticket-book.ts';
import type { TokenSpace } from './token-space.ts';

/** Topic frames are held back above this backlog. */
const MAX_TOPIC_BACKLOG_BYTES = 1024 * 1024;
/** Above this backlog the document is disconnected. */
const MAX_BACKLOG_BYTES = 256 * 1024 * 1024;
/** A browser signs within milliseconds, a slow machine within seconds. */
export const PROOF_TIMEOUT_MS = 30_000;
/** After this time the document reconnects with a new proof, without user action. */
export const TRUSTED_SESSION_LIFE_MS = 60 * 60_000;
/** Twice the length of a public key with a signature. */
const MAX_PROOF_LENGTH = 1000;

/** Accepted clients: holders of a token, or paired browsers. */
export type Admission =
  | { readonly kind: 'token'; readonly tokens: TokenSpace }
  | { readonly kind: 'key'; readonly browsers: PairedBrowsers; readonly clock: Clock };

export interface WsHostOptions extends Pick<HostSessionOptions, 'dispatch' | 'publisher' | 'logger'> {
  readonly zone: Zone;
  readonly admission: Admission;
}

export class WsHost {
  readonly #options: WsHostOptions;
  /** One function per trusted session, which ends it. */
  readonly #endings = new Set<() => void>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
    // Not worth its cost on loopback.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  });

  constructor(options: WsHostOptions) {
    this.#options = options;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { admission, logger } = this.#options;
    const token = tokenOf(request);
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      // First: without this listener a malformed frame from any local program would end the process.
      opened.on('error', (error) => logger.warn('A document socket failed', { reason: error.message }));
      // The handshake is always completed, because only then can the close code give the reason.
      if (admission.kind === 'key') this.#challenge(opened, String(request.headers.origin), admission);
      else if (token !== undefined && admission.tokens.isSession(token)) this.#serve(opened);
      else opened.close(CLOSE_UNAUTHORISED, 'unknown session');
    });
  }

  /** Ends every trusted session after its pending calls; documents reconnect with a new proof. */
  endTrustedSessions(): void {
    for (const end of [...this.#endings]) end();
  }

  /** Closes every socket. */
  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  /** One challenge and one answer per socket, so that a proof cannot be replayed. */
  #challenge(socket: WebSocket, origin: string, { browsers, clock }: Extract<Admission, { kind: 'key' }>): void {
    const challenge = createSecret();
    const refuse = (): void => socket.close(CLOSE_UNAUTHORISED, 'unknown browser');
    const stopWaiting = clock.after(PROOF_TIMEOUT_MS, refuse);
    socket.once('close', stopWaiting);
    socket.once('message', (data, isBinary) => {
      stopWaiting();
      if (socket.readyState !== socket.OPEN) return;
      const proof = isBinary ? undefined : parseProof(data);
      if (proof === undefined || !browsers.isProven(origin, challenge, proof)) {
        refuse();
        return;
      }
      const session = this.#serve(socket);
      const end = (): void => session.endAfterCalls(() => socket.close(CLOSE_SESSION_ENDED, 'session ended'));
      const stopTimer = clock.after(TRUSTED_SESSION_LIFE_MS, end);
      this.#endings.add(end);
      socket.once('close', () => {
        stopTimer();
        this.#endings.delete(end);
      });
    });
    socket.send(JSON.stringify({ type: 'challenge', challenge } satisfies SocketMessage));
  }

  #serve(socket: WebSocket): HostSession {
    const { zone, dispatch, publisher, logger } = this.#options;
    const send = (message: SocketMessage): void => {
      if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.terminate();
      else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    };
    const canTake = (): boolean => socket.bufferedAmount < MAX_TOPIC_BACKLOG_BYTES;
    const session = new HostSession({ zone, dispatch, publisher, logger, send, canTake });
    socket.on('message', (data, isBinary) => {
      if (!isBinary) session.receive(data.toString());
    });
    socket.on('close', () => session.close());
    send({ type: 'welcome' });
    return session;
  }
}

function tokenOf(request: IncomingMessage): string | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((entry) => entry.trim());
  return offered.find((entry) => entry.startsWith(SOCKET_TOKEN_PREFIX))?.slice(SOCKET_TOKEN_PREFIX.length);
}

function parseProof(data: RawData): SocketProof | undefined {
  const text = data.toString();
  if (text.length > MAX_PROOF_LENGTH) return undefined;
  try {
    return zSocketProof.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: rejected like an unknown key.
    return undefined;
  }
}
