/**
 * One loopback listener of the web host: serves one document, exchanges its tickets, and carries its zone of the contract.
 *
 * Anybody on this machine and any web page can reach it, so it trusts nothing but tickets, tokens and signed challenges:
 * - the Host header must be this address to the letter (a name rebound to 127.0.0.1 is refused);
 * - what changes state, the ticket exchange and the socket, needs exactly this Origin. A web page cannot choose its Origin,
 *   but any other program can: it keeps pages out and proves nothing;
 * - files are served to GET and HEAD only, without any token: they hold no secret;
 * - the trusted document is not opened by another site's page; start links are, because a mail or a chat may hold one;
 * - the instance endpoint, for a second start of the same profile, refuses whatever comes with an Origin.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { START_PATH } from '../../shared/ipc/pairing.ts';
import { SOCKET_PATH } from '../../shared/ipc/wire.ts';
import { readDocumentFile } from './document-files.ts';
import { documentHeaders } from './document-policy.ts';
import type { WsHostOptions } from './ws-host.ts';
import { WsHost } from './ws-host.ts';

const ADDRESS = '127.0.0.1';
const BODY_BYTES_AT_MOST = 4096;
const CONNECTIONS_AT_MOST = 512;
/** Where a second start of the same profile asks for a fresh link. */
export const INSTANCE_PATH = '/instance';

/** Where a document turns its ticket into what it needs: JSON in, JSON out. */
export interface TicketExchange {
  readonly path: string;
  /** Undefined refuses the body, whatever is wrong with it. */
  readonly answer: (body: unknown) => unknown;
}

export interface LoopbackListenerOptions extends WsHostOptions {
  readonly exchange: TicketExchange;
  /** Where the built documents are. */
  readonly rendererFolder: string;
  /** Sends start links to the origin that has their page; absent for the listener of that origin. */
  readonly startOrigin?: () => string;
  /** Answers a second start that knows the secret of the instance file. */
  readonly instance?: { readonly secret: string; readonly answer: () => unknown };
}

export class LoopbackListener {
  readonly #options: LoopbackListenerOptions;
  readonly #server: Server;
  readonly #sockets: WsHost;
  #host = '';
  #headers: Readonly<Record<string, string>> = {};

  constructor(options: LoopbackListenerOptions) {
    this.#options = options;
    this.#sockets = new WsHost(options);
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.maxConnections = CONNECTIONS_AT_MOST;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Listens on a port (0 for a free one) of 127.0.0.1 and returns the port. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host: ADDRESS, port, exclusive: true }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
    this.#host = `${ADDRESS}:${address.port}`;
    this.#headers = documentHeaders({ connectSources: [`ws://${this.#host}`] });
    return address.port;
  }

  /** For example http://127.0.0.1:7400 */
  get origin(): string {
    return `http://${this.#host}`;
  }

  endTrustedSessions(): void {
    this.#sockets.endTrustedSessions();
  }

  async close(): Promise<void> {
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      this.#options.logger.error('A request failed with a bug', { stack: error instanceof Error ? error.stack : String(error) });
      if (!response.headersSent) this.#end(response, 500, 'Something went wrong inside Sextant.');
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.host !== this.#host) {
      this.#end(response, 421, `Open this address exactly as it was printed: ${this.origin}/`);
      return;
    }
    const urlPath = pathOf(request);
    if (urlPath === this.#options.exchange.path) {
      await this.#exchangeTicket(request, response);
      return;
    }
    if (urlPath === INSTANCE_PATH && this.#options.instance !== undefined) {
      this.#answerInstance(request, response, this.#options.instance);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      this.#end(response, 405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' });
      return;
    }
    const { zone, rendererFolder, startOrigin } = this.#options;
    const isStart = urlPath === START_PATH;
    if (isStart && startOrigin !== undefined) {
      this.#end(response, 302, 'Open the start page.', { location: `${startOrigin()}${START_PATH}` });
      return;
    }
    if (zone === 'approval' && !isStart && request.headers['sec-fetch-site'] === 'cross-site') {
      this.#end(response, 403, 'This document opens from Sextant, not from another site.');
      return;
    }
    const file = isStart ? await readDocumentFile(rendererFolder, 'start', '/') : await readDocumentFile(rendererFolder, zone, urlPath);
    if (file === undefined) {
      this.#end(response, 404, 'There is nothing here.');
      return;
    }
    response.writeHead(200, { ...this.#headers, 'content-type': file.contentType, 'content-length': file.body.length });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  async #exchangeTicket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      this.#end(response, 405, 'Only POST is answered here.', { allow: 'POST' });
      return;
    }
    if (request.headers.origin !== this.origin || !isJson(request)) {
      this.#end(response, 403, 'Refused.');
      return;
    }
    const body = await readBody(request);
    const answer = body === undefined ? undefined : this.#options.exchange.answer(parseJson(body));
    if (answer === undefined) this.#end(response, 403, 'This link was used before or has expired. Start Sextant again for a new one.');
    else this.#json(response, answer);
  }

  #answerInstance(request: IncomingMessage, response: ServerResponse, instance: NonNullable<LoopbackListenerOptions['instance']>): void {
    const isFromBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
    const isKnown = isSameText(request.headers.authorization ?? '', `Bearer ${instance.secret}`);
    if (request.method !== 'POST' || isFromBrowser || !isKnown) this.#end(response, 403, 'Refused.');
    else this.#json(response, instance.answer());
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A peer that goes away in the middle of a handshake is no event.
    socket.on('error', () => socket.destroy());
    const isExact = request.headers.host === this.#host && request.headers.origin === this.origin && pathOf(request) === SOCKET_PATH;
    if (isExact) this.#sockets.accept(request, socket, head);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }

  #json(response: ServerResponse, value: unknown): void {
    response.writeHead(200, { ...this.#headers, 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify(value));
  }

  #end(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
    response.writeHead(status, { ...this.#headers, ...headers, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${text}\n`);
  }
}

/** The path exactly as it was sent: nothing is decoded or normalised before it is compared. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

function isJson(request: IncomingMessage): boolean {
  return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim() === 'application/json';
}

function isSameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The body as text, or undefined beyond the limit. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > BODY_BYTES_AT_MOST) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
