/** Deals, claims and allocations as one list, over the embedded node: whole, by provider, and block by block. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DealPage, type DealQuestion, zDeal, zDealPage, zDealRead, zDealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { type DealsServices, startDealsServices } from '../../builders/deals-services.ts';
import { eventually } from '../../builders/eventually.ts';

let services: DealsServices;

beforeAll(async () => {
  // Allocations are made before network version 29 only.
  services = await startDealsServices({ upgradeEpoch: 280 });
});
afterAll(() => services.stop());

const BY_ID: DealQuestion = { order: { by: 'id', direction: 'ascending' }, offset: 0, limit: 500 };

async function list(change: Partial<DealQuestion> = {}): Promise<DealPage> {
  return zDealPage.parse(await services.deals.listDeals({ ...BY_ID, ...change }));
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
    const deals = (await services.ask('StateMarketDeals', key)) as Record<string, NodeDeal>;
    const claims = Object.entries((await services.ask('StateGetAllClaims', key)) as Record<string, NodeClaim>);
    const allocations = (await services.ask('StateGetAllAllocations', key)) as Record<string, unknown>;
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
    // Deals that are over, and those that were slashed, have left the list of their provider's sectors; those that wait are not in it yet.
    const kept = ({ kind, state }: DealPage['rows'][number]) => kind === 'f05' && (state === 'proving' || state === 'faulty');
    const held = market.rows.filter((row) => row.provider === provider && kept(row));
    expect(held.length).toBeGreaterThan(0);
    expect(read.rows.filter(kept)).toEqual(held);
    // What a claim was made for may be gone: the state has every sector.
    expect(read.rows.filter(({ kind }) => kind === 'ddo').length).toBeGreaterThan(0);
    expect(read.rows.filter(({ kind, state }) => kind === 'ddo' && state === 'ended').length).toBeGreaterThan(0);
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

describe('what is asked of a list', () => {
  it('finds a client by its key address as by its id', async () => {
    const [row] = (await list({ kind: 'f05' })).rows;
    const key = (await services.ask('StateAccountKey', row?.client, [])) as string;
    const byId = await list({ filter: `client:${row?.client}` });
    expect(key).toMatch(/^t[13]/);
    expect(byId.matching).toBeGreaterThan(0);
    expect((await list({ filter: `client:${key}` })).rows).toEqual(byId.rows);
    expect((await list({ filter: key })).rows).toEqual(byId.rows);
    expect((await list({ filter: `client:${key.replace(/^t/, 'f')}` })).rows).toEqual(byId.rows);
    // Whose key it is stays known with the list.
    const before = services.tap.methods().length;
    expect((await list({ filter: `client:${key} size:>0`, offset: 1 })).matching).toBe(byId.matching);
    expect(services.tap.methods().length).toBe(before);
  });

  it('stays at the epoch that it was pinned to', async () => {
    const { pinned } = await list();
    const before = await list({ at: pinned.height - 20 });
    await services.control('advance', { epochs: 5 });
    expect(before.pinned.height).toBeLessThanOrEqual(pinned.height - 20);
    expect(await list({ at: pinned.height - 20 })).toEqual(before);
  });

  it('costs no call for pages, orders and filters of one reading', async () => {
    const { pinned } = await list();
    await list({ at: pinned.height });
    const before = services.tap.methods().length;
    await list({ at: pinned.height, order: { by: 'size', direction: 'descending' }, offset: 3, limit: 2, filter: 'verified:yes' });
    await services.deals.summarizeDeals({ at: pinned.height });
    expect(await services.deals.listFilterValues({ at: pinned.height, field: 'provider', prefix: 't01000' })).toHaveLength(1);
    expect(services.tap.methods().length).toBe(before);
  });

  it('says that a deal is not there, and what is no address', async () => {
    await expect(services.deals.getDeal({ key: '99999999' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(services.deals.getDeal({ key: 'claim-1000-99999999' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(list({ of: ['nobody'] })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('computes the CID by which the market knows a proposal that waits', async () => {
    const waiting = (await list({ filter: 'state:published' })).rows;
    expect(waiting.length).toBeGreaterThan(0);
    for (const { key } of waiting.slice(0, 3)) {
      const { agreed } = await services.deals.getDeal({ key });
      expect(await services.ask('StateMarketProposalPending', { '/': agreed?.pendingProposalCid }, [])).toBe(true);
    }
  });

  it('reads a claim and an allocation as a deal', async () => {
    const joined = (await list({ filter: 'verified:yes', kind: 'f05' })).rows.find(({ claimId }) => claimId !== undefined);
    const claim = zDeal.parse(await services.deals.getDeal({ key: `claim-${joined?.provider.slice(2)}-${joined?.claimId}` }));
    expect(claim.row).toMatchObject({ kind: 'ddo', pieceCid: joined?.pieceCid, sectorNumber: joined?.sectorNumber });
    expect(claim.beside?.key).toBe(joined?.key);
    expect(claim.row.endEpoch).toBe((claim.terms?.termStart ?? 0) + (claim.terms?.termMax ?? 0));
    const [waiting] = (await list({ kind: 'allocation' })).rows;
    expect(zDeal.parse(await services.deals.getDeal({ key: waiting?.key ?? '' })).row).toEqual(waiting);
  });
});

describe('an endpoint that does not give the market', () => {
  it('lists what own miners claimed, and reads their deals from the state within a budget', async () => {
    const gateway = await startDealsServices({ isGateway: true, ownMiners: ['t01000'] });
    try {
      const ask = async (change: Partial<DealQuestion> = {}) => zDealPage.parse(await gateway.deals.listDeals({ ...BY_ID, ...change }));
      const claims = await ask();
      expect(claims).toMatchObject({ source: 'calls', of: ['t01000'], faultsUnknown: { count: 1 } });
      expect(claims.gaps).toMatchObject([{ what: 'deals' }, { what: 'faults', problem: { code: 'method-not-served' } }]);
      expect(claims.rows.length).toBeGreaterThan(0);
      expect(claims.rows.every(({ kind, provider }) => kind !== 'f05' && provider === 't01000')).toBe(true);

      await gateway.deals.startRead({ of: ['t01000'], callBudget: 15 });
      await eventually(() => gateway.deals.topic.get().state === 'budget-spent', 'the end of the budget');
      expect(gateway.deals.topic.get().calls).toBe(15);
      await gateway.deals.startRead({ of: ['t01000'], callBudget: 5000 });
      await eventually(() => gateway.deals.topic.get().state === 'done', 'the end of the reading');
      const read = await ask({ of: ['t01000'] });
      expect(read).toMatchObject({ source: 'state', gaps: [], faultsUnknown: { count: 0 } });
      expect(read.rows.filter(({ kind }) => kind === 'f05').length).toBeGreaterThan(10);
      expect(read.joined).toBeGreaterThan(0);

      const [row] = read.rows.filter(({ state, kind }) => kind === 'f05' && state === 'proving');
      const deal = zDeal.parse(await gateway.deals.getDeal({ key: row?.key ?? '' }));
      // A gateway knows the sector and not its place.
      expect(deal.sector).toMatchObject({ value: { number: row?.sectorNumber, expiration: expect.any(Number) } });
      expect(deal.sector).not.toHaveProperty('value.deadline');

      gateway.reopen();
      expect(await ask({ of: ['t01000'] })).toMatchObject({ source: 'calls' });
      expect(gateway.deals.topic.get()).toMatchObject({ state: 'idle', of: [] });
    } finally {
      await gateway.stop();
    }
  });

  it('says so where no miner is one’s own', async () => {
    const gateway = await startDealsServices({ isGateway: true });
    try {
      await expect(gateway.deals.listDeals(BY_ID)).rejects.toMatchObject({ code: 'method-not-served' });
      expect((await gateway.deals.listDeals({ ...BY_ID, of: ['t0107'] })).of).toEqual(['t0107']);
    } finally {
      await gateway.stop();
    }
  });
});
