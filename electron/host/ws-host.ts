/**
 * The contract over WebSockets of one listener. Called with sockets whose Host, Origin and path were found exact; refuses
 * clients its admission does not know, and serves one zone only, which the listener was made for.
 *
 * The app shows a session token. The trusted document shows nothing that could be passed on: each of its sockets gets a
 * challenge of its own, and the key of a paired browser has to sign it. Its session is that one connection, and ends in time.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { Zone } from '../../shared/ipc/define.ts';
import type { SocketMessage, SocketProof } from '../../shared/ipc/wire.ts';
import {
  CLIENT_MESSAGE_BYTES_AT_MOST,
  CLOSE_SESSION_ENDED,
  CLOSE_UNAUTHORISED,
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

/** Topics wait while this much is unsent. */
const TOPIC_BACKLOG_BYTES = 1024 * 1024;
/** A document that takes nothing while replies pile up is cut off. */
const BACKLOG_BYTES_AT_MOST = 256 * 1024 * 1024;
/** A browser signs within milliseconds, on a machine that swaps within seconds. */
export const PROOF_PATIENCE_MS = 30_000;
/** Then the document proves its browser anew, which takes the person nothing. */
export const TRUSTED_SESSION_LIFE_MS = 60 * 60_000;
/** A public key and a signature fit twice over. */
const MAX_PROOF_LENGTH = 1000;

/** Who may speak: the holder of a token, or a paired browser. */
export type Admission =
  | { readonly kind: 'token'; readonly tokens: TokenSpace }
  | { readonly kind: 'key'; readonly browsers: PairedBrowsers; readonly clock: Clock };

export interface WsHostOptions extends Pick<HostSessionOptions, 'dispatch' | 'publisher' | 'logger'> {
  readonly zone: Zone;
  readonly admission: Admission;
}

export class WsHost {
  readonly #options: WsHostOptions;
  /** Ends one trusted session each. */
  readonly #endings = new Set<() => void>();
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
    const { admission, logger } = this.#options;
    const token = tokenOf(request);
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      // Before anything else: without a listener a malformed frame would end the program, and anybody here can send one.
      opened.on('error', (error) => logger.warn('A document socket failed', { reason: error.message }));
      // The handshake is completed for strangers too: only then can the document be told why it is closed.
      if (admission.kind === 'key') this.#challenge(opened, String(request.headers.origin), admission);
      else if (token !== undefined && admission.tokens.isSession(token)) this.#serve(opened);
      else opened.close(CLOSE_UNAUTHORISED, 'unknown session');
    });
  }

  /** Ends every trusted session once its calls have been answered; their documents open the next with a new proof. */
  endTrustedSessions(): void {
    for (const end of [...this.#endings]) end();
  }

  /** Closes every socket. */
  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }

  /** One challenge for each socket and one answer to it: a proof that was seen elsewhere is worth nothing here. */
  #challenge(socket: WebSocket, origin: string, { browsers, clock }: Extract<Admission, { kind: 'key' }>): void {
    const challenge = createSecret();
    const refuse = (): void => socket.close(CLOSE_UNAUTHORISED, 'unknown browser');
    const stopWaiting = clock.after(PROOF_PATIENCE_MS, refuse);
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
    // Not JSON: refused like a missing key.
    return undefined;
  }
}
