/** Deals, claims and allocations as one list, over the embedded node: whole, by provider, and block by block. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DealPage, type DealQuestion, zDeal, zDealPage, zDealRead, zDealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';

let services: DevnetServices;

beforeAll(async () => {
  services = await startDevnetServices();
  await services.control('advance', { epochs: 60 });
});
afterAll(() => services.stop());

const BY_ID: DealQuestion = { order: { by: 'id', direction: 'ascending' }, offset: 0, limit: 500 };

async function list(change: Partial<DealQuestion> = {}): Promise<DealPage> {
  return zDealPage.parse(await services.deals.listDeals({ ...BY_ID, ...change }));
}

/** What the node says itself, past the service. */
async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  return (await services.connections.requireActive()).client.call(method, params, { cause: 'test' }).then(({ value }) => value);
}

interface NodeDeal {
  readonly Proposal: {
    readonly Provider: string;
    readonly Client: string;
    readonly PieceCID: { readonly '/': string };
    readonly VerifiedDeal: boolean;
  };
  readonly State: { readonly SectorNumber: number; readonly SectorStartEpoch: number };
}
interface NodeClaim {
  readonly Provider: number;
  readonly Client: number;
  readonly Data: { readonly '/': string };
  readonly Sector: number;
  readonly TermStart: number;
  readonly TermMin: number;
  readonly TermMax: number;
}

describe('the whole market', () => {
  it('has every deal once, and every claim that no deal stands behind', async () => {
    const page = await list();
    const key = page.pinned.key.map((cid) => ({ '/': cid }));
    const deals = (await ask('StateMarketDeals', key)) as Record<string, NodeDeal>;
    const claims = Object.entries((await ask('StateGetAllClaims', key)) as Record<string, NodeClaim>);
    const allocations = (await ask('StateGetAllAllocations', key)) as Record<string, unknown>;
    const placeOf = (provider: string, sector: number, piece: string): string => `${provider} ${sector} ${piece}`;
    const behind = new Set(
      Object.values(deals)
        .filter(({ Proposal, State }) => Proposal.VerifiedDeal && State.SectorStartEpoch >= 0)
        .map(({ Proposal, State }) => placeOf(Proposal.Provider, State.SectorNumber, Proposal.PieceCID['/'])),
    );
    const alone = claims.filter(([, claim]) => !behind.has(placeOf(`t0${claim.Provider}`, claim.Sector, claim.Data['/'])));
    expect(page.source).toBe('market');
    expect(page.gaps).toEqual([]);
    expect(page.odd).toBe(0);
    expect(Object.keys(deals).length).toBeGreaterThan(20);
    expect(claims.length).toBeGreaterThan(0);
    expect(page.joined).toBe(claims.length - alone.length);
    expect(page.total).toBe(Object.keys(deals).length + alone.length + Object.keys(allocations).length);
    expect(page.rows.filter(({ kind }) => kind === 'f05').map(({ key: id }) => id)).toEqual(
      Object.keys(deals).sort((left, right) => Number(left) - Number(right)),
    );
  });
});

describe('a provider', () => {
  it('is read block by block to the same rows as by the large call', async () => {
    const market = await list();
    const provider = market.rows.find(({ kind, sectorNumber }) => kind === 'f05' && sectorNumber !== undefined)?.provider ?? '';
    await services.deals.startRead({ of: [provider], callBudget: 10_000 });
    await eventually(() => services.deals.topic.get().state !== 'running', 'the end of the reading');
    expect(zDealRead.parse(services.deals.topic.get())).toMatchObject({ state: 'done', of: [provider] });
    const read = await list({ of: [provider] });
    expect(read.source).toBe('state');
    const held = market.rows.filter((row) => row.provider === provider && row.kind !== 'allocation' && row.sectorNumber !== undefined);
    expect(held.length).toBeGreaterThan(0);
    const plain = ({ state: _, ...row }: DealPage['rows'][number]) => row;
    expect(read.rows.filter(({ kind }) => kind !== 'allocation').map(plain)).toEqual(held.map(plain));
  });
});

describe('one deal', () => {
  it('tells its sector, its claim and its terms', async () => {
    const verified = (await list({ filter: 'verified:yes state:proving', kind: 'f05' })).rows.find(({ claimId }) => claimId !== undefined);
    expect(verified).toBeDefined();
    const deal = zDeal.parse(await services.deals.getDeal({ key: verified?.key ?? '' }));
    expect(deal.row.claimId).toBe(verified?.claimId);
    expect(deal.terms?.claimId).toBe(verified?.claimId);
    expect(deal.sector).toMatchObject({ value: { number: verified?.sectorNumber } });
    expect(zDealSummary.parse(await services.deals.summarizeDeals({})).matching).toBe((await list()).total);
  });
});
