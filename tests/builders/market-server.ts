/** An object store with one market file, with simulated network faults. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface MarketObject {
  readonly bytes: Buffer;
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface MarketServer {
  readonly url: string;
  /** Headers of all requests, in order. */
  readonly requests: { readonly range: string | undefined; readonly ifRange: string | undefined }[];
  object: MarketObject;
  /** Body lengths after which the next responses are cut, each used once. */
  cuts: number[];
  /** Announce a different length than sent. */
  announcedBytes: number | undefined;
  /** Stall at this position until set to undefined. */
  hold(atByte: number): { release(): void };
  close(): Promise<void>;
}

export async function startMarketServer(object: MarketObject): Promise<MarketServer> {
  let held: { readonly atByte: number; readonly released: Promise<void> } | undefined;
  const http = createServer((incoming, outgoing) => {
    const { range, 'if-range': ifRange } = incoming.headers;
    server.requests.push({ range, ifRange: ifRange as string | undefined });
    const { bytes, etag, lastModified } = server.object;
    if (etag !== undefined) outgoing.setHeader('etag', etag);
    if (lastModified !== undefined) outgoing.setHeader('last-modified', lastModified);
    if (etag !== undefined && incoming.headers['if-none-match'] === etag) {
      outgoing.writeHead(304).end();
      return;
    }
    const isSame = ifRange === undefined || ifRange === etag || ifRange === lastModified;
    const from = range !== undefined && isSame ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0;
    if (from > 0 && from >= bytes.length) {
      outgoing.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    const length = server.announcedBytes ?? bytes.length - from;
    if (from > 0)
      outgoing.writeHead(206, { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`, 'content-length': length });
    else outgoing.writeHead(200, { 'content-length': length });
    void send(outgoing, bytes.subarray(from), from);
  });

  async function send(outgoing: ServerResponse, bytes: Buffer, from: number): Promise<void> {
    const cut = server.cuts.shift();
    const end = cut === undefined ? bytes.length : Math.min(cut, bytes.length);
    const pause = held === undefined ? end : Math.max(0, Math.min(end, held.atByte - from));
    outgoing.write(bytes.subarray(0, pause));
    if (pause < end) await held?.released;
    if (outgoing.destroyed) return;
    outgoing.write(bytes.subarray(pause, end), () => {
      // Written bytes are sent; the announced rest never is.
      if (cut !== undefined) outgoing.socket?.destroySoon();
      else outgoing.end();
    });
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: MarketServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/StateMarketDeals.json`,
    requests: [],
    object,
    cuts: [],
    announcedBytes: undefined,
    hold(atByte) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = () => {
          held = undefined;
          resolve();
        };
      });
      held = { atByte, released };
      return { release };
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  return server;
}
