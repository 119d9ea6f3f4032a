/** The deals of mainnet as an object of a bucket, and the CID checker that reads it. */
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOfAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { commitmentOfPieceCid, pieceCidV2Of } from '../../../shared/domain/deals/piece-cid.ts';
import { parsePaddedPieceSize } from '../../../shared/domain/deals/piece-size.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import { control, resultOf } from '../../builders/devnet-caller.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';

interface DealJson {
  readonly Proposal: {
    readonly PieceCID: { readonly '/': string };
    readonly PieceSize: number;
    readonly Label: string;
    readonly Client: string;
    readonly Provider: string;
  };
  readonly State: { readonly SectorStartEpoch: number };
}

interface Row {
  readonly dealId: number;
  readonly pieceCid: string;
  readonly proposalCid: string;
  readonly provider: string;
  readonly client: string;
  readonly status: string;
  readonly matched: string | null;
}

interface Page {
  readonly total: number;
  readonly deals: readonly Row[];
  readonly notFound: readonly string[];
  readonly next: string | null;
  readonly asOf: { readonly epoch: number; readonly time: string; readonly tipset: readonly string[] };
}

let devnet: HostedDevnet;
let deals: string;
let checker: string;
beforeAll(async () => {
  devnet = await startHostedDevnet({ dealsEveryMs: 3_600_000 }, { historyEpochs: 60 });
  ({ deals, cidChecker: checker } = devnet.hosted);
});
afterAll(() => devnet.node.stop());

const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> => fetch(url, { method, headers });
const marketDeals = (): Promise<Record<string, DealJson>> => resultOf(devnet.node, 'StateMarketDeals', [null]);

describe('the file', () => {
  it('holds what StateMarketDeals tells, in one line, keys in the order of Go', async () => {
    await control(devnet.node, 'renew-deals');
    const answer = await get(deals);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(text)).toEqual(await marketDeals());
    expect(text).not.toContain('\n');
    const ids = [...text.matchAll(/"(\d+)":\{"Proposal"/g)].map(([, id]) => id ?? '');
    expect(ids.length).toBeGreaterThan(20);
    expect(ids).toEqual([...ids].sort());
  });

  it('is there as zst and gz too, each with an ETag of its own', async () => {
    const plain = Buffer.from(await (await get(deals)).arrayBuffer());
    const [zst, gz] = await Promise.all([get(`${deals}.zst`), get(`${deals}.gz`)]);
    expect(zstdDecompressSync(Buffer.from(await zst.arrayBuffer())).equals(plain)).toBe(true);
    expect(gunzipSync(Buffer.from(await gz.arrayBuffer())).equals(plain)).toBe(true);
    expect(new Set([zst, gz, await get(deals)].map(({ headers }) => headers.get('etag'))).size).toBe(3);
  });

  it('says by HEAD what GET would send', async () => {
    const [head, whole] = await Promise.all([get(deals, {}, 'HEAD'), get(deals)]);
    for (const name of ['etag', 'last-modified', 'content-length', 'accept-ranges']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
      expect(head.headers.get(name)).not.toBeNull();
    }
    expect(await head.text()).toBe('');
    expect(Math.abs(Date.parse(head.headers.get('last-modified') ?? '') - Date.now())).toBeLessThan(3_600_000);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, Infinity],
    ['bytes=-7', -7, Infinity],
    ['bytes=5-99999999', 5, Infinity],
  ])('serves the range %s', async (range, start, end) => {
    const whole = Buffer.from(await (await get(deals)).arrayBuffer());
    const answer = await get(deals, { Range: range });
    const part = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(206);
    expect(part.equals(whole.subarray(start, end === Infinity ? undefined : end))).toBe(true);
    const first = start < 0 ? whole.length + start : start;
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${first + part.length - 1}/${whole.length}`);
  });

  it('refuses a range beyond its end, and answers several or none with the whole', async () => {
    const size = Number((await get(deals, {}, 'HEAD')).headers.get('content-length'));
    const beyond = await get(deals, { Range: `bytes=${size}-` });
    expect({ status: beyond.status, range: beyond.headers.get('content-range') }).toEqual({ status: 416, range: `bytes */${size}` });
    for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=9-3', 'bytes=-'])
      expect((await get(deals, { Range: range })).status).toBe(200);
  });

  it('is conditional: unchanged is 304; a resumed download of a renewed object begins anew', async () => {
    const before = await get(deals);
    const etag = before.headers.get('etag') ?? '';
    const modified = before.headers.get('last-modified') ?? '';
    expect((await get(deals, { 'If-None-Match': etag })).status).toBe(304);
    expect((await get(deals, { 'If-Modified-Since': modified })).status).toBe(304);
    expect((await get(deals, { 'If-None-Match': '"other"', 'If-Modified-Since': modified })).status).toBe(200);
    expect((await get(deals, { Range: 'bytes=10-', 'If-Range': etag })).status).toBe(206);
    expect((await get(deals, { Range: 'bytes=10-', 'If-Range': modified })).status).toBe(206);
    await control(devnet.node, 'advance', { epochs: 40 });
    // It is as old as it was: the chain alone has moved.
    expect((await get(deals, { 'If-None-Match': etag })).status).toBe(304);
    await control(devnet.node, 'renew-deals');
    expect((await get(deals, { 'If-None-Match': etag })).status).toBe(200);
    expect((await get(deals, { Range: 'bytes=10-', 'If-Range': etag })).status).toBe(200);
  });

  it('is written anew after its time', async () => {
    const busy = await startHostedDevnet({ dealsEveryMs: 1 }, { historyEpochs: 20 });
    try {
      const first = (await get(busy.hosted.deals)).headers.get('etag');
      await control(busy.node, 'advance', { epochs: 60 });
      expect((await get(busy.hosted.deals)).headers.get('etag')).not.toBe(first);
    } finally {
      await busy.node.stop();
    }
  });

  it('is read only', async () => {
    const answer = await get(deals, {}, 'POST');
    expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });
});

describe('the CID checker', () => {
  const find = async (query: string): Promise<Page> => (await get(`${checker}/deals?${query}`)).json() as Promise<Page>;
  const list = async (body: unknown): Promise<Response> =>
    fetch(`${checker}/deals`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

  it('finds a deal by piece CID of both versions, payload CID, proposal CID, and its id', async () => {
    await control(devnet.node, 'renew-deals');
    const [id, deal] = Object.entries(await marketDeals())[3] as [string, DealJson];
    const { PieceCID, PieceSize, Label } = deal.Proposal;
    const piece = parseCid(PieceCID['/']);
    const size = parsePaddedPieceSize(PieceSize);
    const v2 = pieceCidV2Of({ commitment: commitmentOfPieceCid(piece), paddedSize: size, payloadBytes: (size / 128) * 127 });
    const byId = await find(`dealId=${id}`);
    expect(byId).toMatchObject({
      total: 1,
      next: null,
      deals: [{ dealId: Number(id), pieceCid: piece, payloadCid: Label, matched: null }],
    });
    for (const cid of [piece, v2, Label, byId.deals[0]?.proposalCid ?? '']) {
      const page = await find(`cid=${cid}`);
      expect(page.deals.map(({ dealId }) => dealId)).toContain(Number(id));
      expect(page.deals[0]?.matched).toBe(cid);
      expect(page.notFound).toEqual([]);
    }
  });

  it('tells of what file it speaks', async () => {
    const status = (await (await get(`${checker}/status`)).json()) as { deals: number; asOf: Page['asOf'] };
    expect(status.deals).toBe(Object.keys(await marketDeals()).length);
    const { asOf } = await find('dealId=0');
    expect(asOf).toEqual(status.asOf);
    expect(asOf.tipset.length).toBeGreaterThan(0);
  });

  it('pages over the deals of a provider, each once, whatever the size of a page', async () => {
    const all = Object.entries(await marketDeals()).filter(([, { Proposal }]) => Proposal.Provider === 't01000');
    for (const limit of [1, 3, 1_000]) {
      const seen: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await find(`provider=f01000&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        expect(page.total).toBe(all.length);
        seen.push(...page.deals.map(({ dealId }) => dealId));
        cursor = page.next;
      }
      expect(seen).toEqual(all.map(([id]) => Number(id)).sort((left, right) => left - right));
    }
  });

  it('a cursor of an older file is refused with 410', async () => {
    const { next } = await find('provider=f01000&limit=1');
    await control(devnet.node, 'advance', { epochs: 60 });
    await control(devnet.node, 'renew-deals');
    const answer = await get(`${checker}/deals?provider=f01000&limit=1&cursor=${next}`);
    expect(answer.status).toBe(410);
  });

  it('takes a list of CIDs, and names those that no deal has', async () => {
    const cids = Object.values(await marketDeals())
      .slice(0, 5)
      .map(({ Proposal }) => Proposal.PieceCID['/']);
    const unknown = 'bafkreifyzcwaubtwztxoh3gdgxlgvdkwhvsx4doboiovfzxq2gji6vdiou';
    const page = (await (await list({ cids: [...cids, unknown, 'nonsense', ...cids], limit: 1_000 })).json()) as Page;
    expect(new Set(page.deals.map(({ matched }) => matched))).toEqual(new Set(cids));
    expect(page.notFound.at(-1)).toBe('nonsense');
  });

  it.each([
    ['', 400],
    ['cid=a&dealId=1', 400],
    ['dealId=x', 400],
    ['client=nobody', 400],
    ['provider=f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', 400],
    ['dealId=1&limit=0', 400],
    ['dealId=1&limit=1001', 400],
    ['dealId=1&cursor=x', 400],
  ])('refuses the question %j with %i and a sentence', async (query, status) => {
    const answer = await get(`${checker}/deals?${query}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });

  it('refuses lists that are none, other methods and other paths', async () => {
    for (const body of [{}, { cids: [] }, { cids: [1] }, { cids: Array.from({ length: 1_001 }, String) }, []]) {
      expect((await list(body)).status).toBe(400);
    }
    expect((await get(`${checker}/deals`, {}, 'DELETE')).status).toBe(405);
    expect((await get(`${checker}/other`)).status).toBe(404);
    expect((await get(`${checker}/status`, { Origin: 'https://example.invalid' })).status).toBe(403);
  });

  it('says how each deal stands', async () => {
    const { deals: rows } = await find('provider=f01000&limit=1000');
    const all = await marketDeals();
    for (const { dealId, status, client } of rows) {
      const deal = all[dealId];
      expect(idOfAddress(parseAddress(client))).toBe(idOfAddress(parseAddress(deal?.Proposal.Client ?? '')));
      expect(['active', 'expired', 'slashed'].includes(status)).toBe((deal?.State.SectorStartEpoch ?? -1) >= 0);
    }
  });
});
