/**
 * The transport of the web host: a WebSocket with a session token, kept up with growing pauses.
 *
 * The token lives in sessionStorage, which belongs to this origin with its port and to this tab; a cookie would be sent to
 * every port of the host name. It is presented as a subprotocol, because a browser lets a page set no other header.
 */
import type { ClientMessage, HostMessage, SocketMessage } from '../../shared/ipc/wire.ts';
import { CLOSE_UNAUTHORISED, SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../shared/ipc/wire.ts';
import { Listeners } from './listeners.ts';
import type { Transport, TransportStatus } from './transport.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

export interface SocketTransportOptions {
  /** Origin of the document, for example http://127.0.0.1:8800 */
  readonly origin: string;
  /** Finds or exchanges the session token; undefined when there is none to be had. Asked before every attempt. */
  readonly findToken: () => Promise<string | undefined>;
  /** Called when the host no longer knows the token. */
  readonly forgetToken: () => void;
  readonly createSocket?: (url: string, protocols: string[]) => WebSocket;
}

export function createSocketTransport(options: SocketTransportOptions): Transport {
  const url = `${options.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`;
  const createSocket = options.createSocket ?? ((address, protocols) => new WebSocket(address, protocols));
  const messages = new Listeners<HostMessage>();
  const statuses = new Listeners<TransportStatus>();
  let status: TransportStatus = 'connecting';
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
    if (status === 'connected') setStatus('lost');
    timer = setTimeout(() => void open(), pauseMs * (0.75 + Math.random() / 2));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }

  async function open(): Promise<void> {
    let token: string | undefined;
    try {
      token = await options.findToken();
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
    const opened = createSocket(url, [SOCKET_PROTOCOL, `${SOCKET_TOKEN_PREFIX}${token}`]);
    socket = opened;
    opened.addEventListener('open', () => {
      pauseMs = FIRST_PAUSE_MS;
    });
    opened.addEventListener('message', (event) => onText(event.data));
    opened.addEventListener('close', (event) => {
      if (socket !== opened) return;
      socket = undefined;
      if (event.code === CLOSE_UNAUTHORISED) {
        options.forgetToken();
        setStatus('unauthorised');
      } else {
        tryAgainLater();
      }
    });
  }

  function onText(data: unknown): void {
    if (typeof data !== 'string') return;
    const message: SocketMessage = JSON.parse(data);
    // The host greets once it knows the token; until then nothing of ours would be heard.
    if (message.type === 'welcome') setStatus('connected');
    else messages.emit(message);
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
