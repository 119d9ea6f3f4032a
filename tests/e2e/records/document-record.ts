/**
 * What passes between documents and their host, and what they say: frames of sockets, requests and answers, console. Of the stand-in,
 * whose documents have no socket, what goes over the line to the browser that stands where Electron's IPC is.
 */
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

export interface DocumentRecord {
  /** Where the stand-in finds the browser: it is passed on from there. */
  readonly browserUrl: string;
  /** Of the app's document, the first that was opened, and of all others, which are the trusted one. */
  kept(whose: 'app' | 'trusted'): Promise<readonly Buffer[]>;
  stop(): Promise<void>;
}

type Kept = (Buffer | Promise<Buffer>)[];

/** @param cdpUrl DevTools address of the browser */
export async function recordDocuments(context: BrowserContext, cdpUrl: string): Promise<DocumentRecord> {
  const byPage = new Map<Page, Kept>();
  const onPage = (page: Page): void => {
    const kept: Kept = [];
    byPage.set(page, kept);
    const keep = (content: string | Buffer): void => void kept.push(Buffer.from(content as string));
    page.on('websocket', (socket) => {
      keep(socket.url());
      socket.on('framesent', ({ payload }) => keep(payload));
      socket.on('framereceived', ({ payload }) => keep(payload));
    });
    page.on('request', (request) =>
      keep(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`),
    );
    page.on('response', (response) => {
      keep(JSON.stringify(response.headers()));
      // The body of a redirection, or of a page that is closed by now, is not to be had.
      kept.push(response.body().catch(() => Buffer.alloc(0)));
    });
    page.on('console', (message) => keep(message.text()));
    page.on('framenavigated', (frame) => keep(frame.url()));
  };
  context.on('page', onPage);
  const line = await recordLine(cdpUrl);
  return {
    browserUrl: line.url,
    async kept(whose) {
      const pages = [...byPage.values()].filter((each) => each.length > 0);
      const chosen = whose === 'app' ? pages.slice(0, 1) : pages.slice(1);
      return [...(await Promise.all(chosen.flat())), ...line.kept(whose)];
    },
    async stop() {
      context.off('page', onPage);
      await line.stop();
    },
  };
}

/** Passes DevTools messages on and keeps those of attached pages, the first of which is the app's. */
async function recordLine(cdpUrl: string) {
  const bySession = new Map<string, Buffer[]>();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 2 ** 30 });
  const sockets = new Set<WebSocket>();
  const keep = (data: RawData): string => {
    const text = data.toString();
    const { sessionId }: { sessionId?: string } = JSON.parse(text);
    if (sessionId === undefined) return text;
    const kept = bySession.get(sessionId) ?? [];
    kept.push(Buffer.from(text));
    bySession.set(sessionId, kept);
    return text;
  };
  server.on('connection', (near) => {
    const far = new WebSocket(cdpUrl, { maxPayload: 2 ** 30 });
    const opened = new Promise<void>((resolve) => far.once('open', resolve));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.terminate());
    }
    near.on('message', (data) => {
      const text = keep(data);
      void opened.then(() => far.send(text));
    });
    far.on('message', (data) => near.send(keep(data)));
    near.on('close', () => far.terminate());
    far.on('close', () => near.terminate());
  });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kept(whose: 'app' | 'trusted'): Buffer[] {
      const sessions = [...bySession.values()];
      return (whose === 'app' ? sessions.slice(0, 1) : sessions.slice(1)).flat();
    },
    async stop() {
      for (const socket of sockets) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
