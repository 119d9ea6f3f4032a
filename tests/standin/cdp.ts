/** A connection to Chromium's DevTools protocol, as much of it as the stand-in needs. */
import { EventEmitter } from 'node:events';

type Parameters = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface CdpSession {
  send<R = unknown>(method: string, params?: Parameters): Promise<R>;
  on<P>(method: string, listener: (params: P) => void): void;
}

export class Cdp {
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #waiting = new Map<number, Waiting>();
  readonly #socket: WebSocket;
  #lastId = 0;

  static async open(url: string): Promise<Cdp> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`No browser answers at ${url}.`)));
    });
    return new Cdp(socket);
  }

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#receive(String(event.data)));
    socket.addEventListener('close', () => this.#events.emit('close'));
  }

  onClose(listener: () => void): void {
    this.#events.on('close', listener);
  }

  on<P>(method: string, listener: (params: P) => void): void {
    this.#events.on(method, listener);
  }

  send<R = unknown>(method: string, params: Parameters = {}, sessionId?: string): Promise<R> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<R>((resolve, reject) => {
      this.#waiting.set(id, { method, resolve: (result) => resolve(result as R), reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  session(sessionId: string): CdpSession {
    return {
      send: (method, params) => this.send(method, params, sessionId),
      on: (method, listener) => this.on(`${sessionId}:${method}`, listener),
    };
  }

  #receive(text: string): void {
    const message = JSON.parse(text);
    if (message.id === undefined) {
      this.#events.emit(message.sessionId === undefined ? message.method : `${message.sessionId}:${message.method}`, message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
  }
}
