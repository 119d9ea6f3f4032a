/**
 * One loopback listener of the web host: serves one document, exchanges its tickets, and serves its zone of the contract.
 *
 * Any program on this machine and any web page can reach it, so it trusts only tickets, tokens and signed challenges:
 * - the Host header must match exactly (DNS rebinding is rejected);
 * - the ticket exchange and the socket, which change state, require exactly this Origin. That excludes web pages, which cannot choose
 *   their Origin, but not other programs;
 * - files are served to GET and HEAD without a token, since they contain no secret;
 * - pages of other sites cannot open the trusted document; they can open start links, which may come by mail or chat;
 * - the instance endpoint, for a second start of the same profile, rejects requests with an Origin.
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
const MAX_BODY_BYTES = 4096;
const MAX_CONNECTIONS = 512;
/** A second start of the same profile requests a new link here. */
export const INSTANCE_PATH = '/instance';

/** Endpoint at which a document exchanges its ticket: JSON in, JSON out. */
export interface TicketExchange {
  readonly path: string;
  /** Undefined rejects the request. */
  readonly answer: (body: unknown) => unknown;
}

export interface LoopbackListenerOptions extends WsHostOptions {
  readonly exchange: TicketExchange;
  /** Folder of the built documents. */
  readonly rendererFolder: string;
  /** Origin to redirect start links to; absent for the listener of that origin. */
  readonly startOrigin?: () => string;
  /** Answers a second start, authenticated by the secret of the instance file. */
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
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /** Listens on a port of 127.0.0.1 (0: a free one). Returns the port. */
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
      this.#options.logger.error('A request failed with an unexpected error', {
        stack: error instanceof Error ? error.stack : String(error),
      });
      if (!response.headersSent) this.#end(response, 500, 'Internal error in Sextant. See the log for details.');
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.host !== this.#host) {
      this.#end(response, 421, `Open exactly this URL: ${this.origin}/`);
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
      this.#end(response, 405, 'Use GET or HEAD.', { allow: 'GET, HEAD' });
      return;
    }
    const { zone, rendererFolder, startOrigin } = this.#options;
    const isStart = urlPath === START_PATH;
    if (isStart && startOrigin !== undefined) {
      this.#end(response, 302, 'Open the start page.', { location: `${startOrigin()}${START_PATH}` });
      return;
    }
    if (zone === 'approval' && !isStart && request.headers['sec-fetch-site'] === 'cross-site') {
      this.#end(response, 403, 'Open this document from Sextant, not from another site.');
      return;
    }
    const file = isStart ? await readDocumentFile(rendererFolder, 'start', '/') : await readDocumentFile(rendererFolder, zone, urlPath);
    if (file === undefined) {
      this.#end(response, 404, 'Not found.');
      return;
    }
    response.writeHead(200, { ...this.#headers, 'content-type': file.contentType, 'content-length': file.body.length });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  async #exchangeTicket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      this.#end(response, 405, 'Use POST.', { allow: 'POST' });
      return;
    }
    if (request.headers.origin !== this.origin || !isJson(request)) {
      this.#end(response, 403, 'Refused.');
      return;
    }
    const body = await readBody(request);
    const answer = body === undefined ? undefined : this.#options.exchange.answer(parseJson(body));
    if (answer === undefined) this.#end(response, 403, 'This link was already used or has expired. Start Sextant again to get a new one.');
    else this.#json(response, answer);
  }

  #answerInstance(request: IncomingMessage, response: ServerResponse, instance: NonNullable<LoopbackListenerOptions['instance']>): void {
    const isFromBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
    const isKnown = isSameText(request.headers.authorization ?? '', `Bearer ${instance.secret}`);
    if (request.method !== 'POST' || isFromBrowser || !isKnown) this.#end(response, 403, 'Refused.');
    else this.#json(response, instance.answer());
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The peer may disconnect during the handshake.
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

/** The path as sent, neither decoded nor normalised. */
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

/** The body as text; undefined above the size limit. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > MAX_BODY_BYTES) return undefined;
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
