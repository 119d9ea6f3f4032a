/**
 * The transport of the web host: a WebSocket with a session token or a signed challenge, kept up with growing pauses.
 *
 * The app's token lives in sessionStorage, which belongs to this origin with its port and to this tab; a cookie would be sent
 * to every port of the host name. It is presented as a subprotocol, because a browser lets a page set no other header.
 */
import type { ClientMessage, HostMessage, SocketMessage, SocketProof } from '../../shared/ipc/wire.ts';
import { CLOSE_SESSION_ENDED, CLOSE_UNAUTHORISED, SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../shared/ipc/wire.ts';
import { Listeners } from './listeners.ts';
import type { Transport, TransportStatus } from './transport.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** How this document shows that it may speak. */
export type SocketCredential =
  | {
      readonly kind: 'token';
      /** Finds or exchanges the session token; undefined when there is none. Asked before every attempt. */
      readonly find: () => Promise<string | undefined>;
      /** Called when the host no longer knows the token. */
      readonly forget: () => void;
    }
  | {
      readonly kind: 'key';
      /** Signs a socket's challenge; undefined where this browser was never paired. */
      readonly prove: (challenge: string) => Promise<SocketProof | undefined>;
    };

export interface SocketTransportOptions {
  /** Origin of the document, for example http://127.0.0.1:8800 */
  readonly origin: string;
  readonly credential: SocketCredential;
  readonly createSocket?: (url: string, protocols: string[]) => WebSocket;
}

export function createSocketTransport(options: SocketTransportOptions): Transport {
  const { credential } = options;
  const url = `${options.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`;
  const createSocket = options.createSocket ?? ((address, protocols) => new WebSocket(address, protocols));
  const messages = new Listeners<HostMessage>();
  const statuses = new Listeners<TransportStatus>();
  let status: TransportStatus = 'connecting';
  let wasConnected = false;
  let socket: WebSocket | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function setStatus(next: TransportStatus): void {
    if (status === next || status === 'closed') return;
    status = next;
    statuses.emit(next);
  }

  function tryAgainLater(): void {
    if (status === 'closed') return;
    // Before the first connection nothing was lost: calls keep waiting for it.
    if (wasConnected) setStatus('lost');
    timer = setTimeout(() => void open(), pauseMs * (0.75 + Math.random() / 2));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  async function open(): Promise<void> {
    const protocols = [SOCKET_PROTOCOL];
    if (credential.kind === 'token') {
      let token: string | undefined;
      try {
        token = await credential.find();
      } catch {
        // The host is not there: that is what trying again is for.
        tryAgainLater();
        return;
      }
      if (status === 'closed') return;
      if (token === undefined) {
        setStatus('unauthorised');
        return;
      }
      protocols.push(`${SOCKET_TOKEN_PREFIX}${token}`);
    }
    const opened = createSocket(url, protocols);
    socket = opened;
    opened.addEventListener('open', () => {
      pauseMs = FIRST_PAUSE_MS;
    });
    opened.addEventListener('message', (event) => onText(opened, event.data));
    opened.addEventListener('close', (event) => {
      if (socket !== opened) return;
      socket = undefined;
      if (event.code === CLOSE_UNAUTHORISED) {
        if (credential.kind === 'token') credential.forget();
        setStatus('unauthorised');
      } else if (event.code === CLOSE_SESSION_ENDED) {
        // The host had answered everything it took: what was not answered is sent over the next session.
        setStatus('connecting');
        void open();
      } else {
        tryAgainLater();
      }
    });
  }

  function onText(from: WebSocket, data: unknown): void {
    if (typeof data !== 'string') return;
    const message: SocketMessage = JSON.parse(data);
    if (message.type === 'challenge') {
      void answerChallenge(from, message.challenge);
    } else if (message.type === 'welcome') {
      // Until then nothing of ours would be heard.
      wasConnected = true;
      setStatus('connected');
    } else {
      messages.emit(message);
    }
  }

  async function answerChallenge(from: WebSocket, challenge: string): Promise<void> {
    const proof = credential.kind === 'key' ? await credential.prove(challenge) : undefined;
    if (socket !== from) return;
    if (proof === undefined) {
      setStatus('unauthorised');
      socket = undefined;
      from.close();
    } else {
      from.send(JSON.stringify(proof));
    }
  }

  void open();
  return {
    getStatus: () => status,
    onStatus: (listener) => statuses.add(listener),
    send: (message: ClientMessage) => socket?.send(JSON.stringify(message)),
    onMessage: (listener) => messages.add(listener),
    close() {
      setStatus('closed');
      clearTimeout(timer);
      socket?.close();
      socket = undefined;
    },
  };
}
