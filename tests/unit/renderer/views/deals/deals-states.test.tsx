import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DealCounts } from '../../../../../renderer/views/deals/DealCounts.tsx';
import { DealList } from '../../../../../renderer/views/deals/DealList.tsx';
import { DealPane } from '../../../../../renderer/views/deals/DealPane.tsx';
import { DealScope } from '../../../../../renderer/views/deals/DealScope.tsx';
import { PieceMatches } from '../../../../../renderer/views/deals/PieceMatches.tsx';
import { StorageDealWords } from '../../../../../renderer/views/deals/StorageDealWords.tsx';
import { NO_VERSION_KNOWLEDGE } from '../../../../../shared/domain/chain/network-version.ts';
import type { Deal, DealPage, DealRead, DealRow } from '../../../../../shared/ipc/schemas/deals.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const PINNED = { height: 6_562_208, key: ['bafy2bzacea'], timeMs: Date.UTC(2026, 10, 22) };
const CLAIM: DealRow = {
  key: 'claim-1518369-87922000',
  kind: 'ddo',
  id: 87922000,
  pieceCid: 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq',
  pieceSizeBytes: 34359738368,
  isVerified: true,
  client: 'f03143085',
  provider: 'f01518369',
  sectorNumber: 810472,
  state: 'proving',
  startEpoch: 4622129,
  endEpoch: 8518769,
  endTimeMs: PINNED.timeMs,
  mayEndEpoch: 8259569,
};
const MARKET: DealRow = {
  ...CLAIM,
  key: '69352803',
  kind: 'f05',
  id: 69352803,
  label: '<img src=x onerror=alert(1)>',
  startEpoch: 3_612_384,
  endEpoch: 7_249_824,
  pricePerEpoch: '0',
};
const PAGE: DealPage = {
  pinned: PINNED,
  calls: [],
  source: 'market',
  reading: 1,
  total: 2,
  matching: 2,
  offset: 0,
  rows: [CLAIM, MARKET],
  counts: { proving: 2, faulty: 0, endingSoon: 0, expired: 0 },
  joined: 0,
  faultsUnknown: { count: 0, some: [] },
  odd: 0,
  leftOut: 0,
  gaps: [],
};

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function show(node: Parameters<typeof render>[0], client = clientWith({})): Promise<string> {
  rendered = await render(node, client);
  return rendered.container.textContent ?? '';
}

function listOf(page: DealPage | undefined, error?: { code: 'method-not-served'; message: string; retryable: boolean }) {
  return {
    rows: {
      count: page?.matching ?? 0,
      offset: 0,
      loaded: page?.rows ?? [],
      onWindow: () => undefined,
      topKey: '',
      sort: undefined,
      sortableColumns: new Set<string>(),
      onSort: () => undefined,
    },
    page,
    seen: [],
    isStale: error !== undefined,
    isDefaultOrder: true,
    isAtTop: true,
    error,
    refresh: () => undefined,
  };
}

describe('deal list', () => {
  const list = (page: DealPage | undefined, filter = '', error?: Parameters<typeof listOf>[1]) => (
    <DealList
      deals={listOf(page, error)}
      selectedKey={undefined}
      onSelect={() => undefined}
      filter={filter}
      isFiltered={filter !== ''}
      onClearFilters={() => undefined}
    />
  );

  it('shows gaps, unreadable rows and rows over the limit', async () => {
    const problem = { code: 'method-not-served', message: 'no', retryable: false };
    const text = await show(list({ ...PAGE, odd: 2, leftOut: 1, joined: 7, gaps: [{ what: 'claims', problem }] }));
    expect(text).toContain(
      '7 joined by piece and sector, without claims (method-not-served), 2 rows unreadable, 1 row over the limit not shown',
    );
  });

  it('distinguishes no deals from no matching deals', async () => {
    const empty = { ...PAGE, rows: [], matching: 0, total: 0 };
    expect(await show(list(empty))).toContain('No deals on this network yet');
    await rendered?.unmount();
    expect(await show(list({ ...empty, total: 5 }, 'state:faulty'))).toContain('No deal matches5 deals were read.');
    await rendered?.unmount();
    const misread = await show(list({ ...empty, total: 5 }, 'state:nonsense'));
    expect(misread).toContain('Invalid filter');
    expect(misread).toContain('not "nonsense".');
    expect(misread).not.toContain('No deal matches');
    await rendered?.unmount();
    expect(await show(list({ ...empty, of: ['f01000'], source: 'calls' }))).toContain('No claims or allocations');
  });

  it('shows the method that is not served', async () => {
    const error = {
      code: 'method-not-served',
      message: 'it does not serve StateMarketDeals',
      retryable: false,
      details: { method: 'StateMarketDeals' },
    } as const;
    expect(await show(list(undefined, '', error))).toContain('StateMarketDeals');
  });
});

describe('allocations once DataCap is frozen', () => {
  const knowledge = {
    ...NO_VERSION_KNOWLEDGE,
    ranges: [
      { version: 28, from: 5, to: 6 },
      { version: 29, from: 7, to: 9 },
    ],
    upgrades: [{ name: 'Solstice', height: 6, version: 29 }],
  };
  const allocation: DealRow = { ...CLAIM, key: 'allocation-1', kind: 'allocation', id: 1, state: 'allocated' };
  const page: DealPage = { ...PAGE, rows: [allocation], total: 1, matching: 1 };
  const clientAt = (height: number) =>
    clientWith({
      chain: {
        headChanged: new ManualTopic({ head: { height } } as never),
        versionChanged: new ManualTopic({ knowledge } as never),
      } as never,
      deals: { listDeals: async () => page } as never,
      connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as never) },
    });
  const toneOf = (): string | undefined =>
    [...(rendered?.container.querySelectorAll('[data-tone]') ?? [])]
      .find(({ textContent }) => textContent === 'Not claimed')
      ?.getAttribute('data-tone') ?? undefined;

  it('need no action in the list, nor with a piece', async () => {
    const list = (
      <DealList
        deals={listOf(page)}
        selectedKey={undefined}
        onSelect={() => undefined}
        filter=""
        isFiltered={false}
        onClearFilters={() => undefined}
      />
    );
    const matches = <PieceMatches pieceCid={CLAIM.pieceCid} paddedBytes={CLAIM.pieceSizeBytes} onFilter={() => undefined} />;
    for (const node of [list, matches]) {
      const tones: string[] = [];
      for (const height of [6, 7]) {
        await show(node, clientAt(height));
        tones.push(
          await eventually(async () => {
            await act(async () => undefined);
            return toneOf();
          }, 'the state of the allocation'),
        );
        await rendered?.unmount();
      }
      rendered = undefined;
      expect(tones).toEqual(['pending', 'neutral']);
    }
  });
});

describe('deal counts', () => {
  it('show unknown faults instead of 0', async () => {
    const filters: string[] = [];
    const page = { ...PAGE, faultsUnknown: { count: 1, some: ['f01000'] } };
    const text = await show(<DealCounts page={page} filter="state:expired size:>1GiB" onFilter={(filter) => filters.push(filter)} />);
    expect(text).toContain('faults unknown');
    const buttons = [...(rendered?.container.querySelectorAll('button') ?? [])];
    buttons[0]?.click();
    buttons[2]?.click();
    expect(filters).toEqual(['size:>1GiB state:proving', 'state:expired size:>1GiB end:now..+30d (state:proving or state:faulty)']);
  });
});

describe('scope', () => {
  const READ: DealRead = {
    state: 'running',
    of: ['f01000'],
    phase: 'deals of f01000',
    step: { done: 512, total: 2048 },
    startedAtMs: 0,
    blocks: 10,
    cachedBlocks: 0,
    bytes: 0,
    calls: 40,
    callBudget: 5000,
  };
  const page: DealPage = { ...PAGE, source: 'calls', of: ['f01000'] };

  it('is shown for a part of the market only', async () => {
    const scope = (shown: DealPage) => <DealScope of={[]} page={shown} error={undefined} isPinned={false} onOf={() => undefined} />;
    expect(await show(scope(PAGE))).toBe('');
    await rendered?.unmount();
    expect(await show(scope(page))).toContain('Claims and allocations of');
  });

  it('shows the progress of a read, and cancels it', async () => {
    const readProgressed = new ManualTopic<DealRead>(READ);
    const cancelRead = vi.fn(async () => ({}));
    const client = clientWith({ deals: { readProgressed: readProgressed as never, cancelRead } });
    const text = await show(<DealScope of={['f01000']} page={page} error={undefined} isPinned={false} onOf={() => undefined} />, client);
    expect(text).toContain('Reading deals of f01000, 512 of 2,048, 40 of 5,000 calls');
    [...(rendered?.container.querySelectorAll('button') ?? [])].find((button) => button.textContent === 'Cancel')?.click();
    expect(cancelRead).toHaveBeenCalledOnce();
  });

  it('shows why a read failed, and offers to continue', async () => {
    const problem = { code: 'block-mismatch', message: 'gave bytes that are not the block', retryable: false };
    const readProgressed = new ManualTopic<DealRead>({ ...READ, state: 'failed', problem });
    const client = clientWith({ deals: { readProgressed: readProgressed as never } });
    const text = await show(<DealScope of={['f01000']} page={page} error={undefined} isPinned={false} onOf={() => undefined} />, client);
    expect(text).toContain('Failed at deals of f01000: gave bytes that are not the block');
    expect(text).toContain('Continue');
  });
});

describe('pane of a claim', () => {
  const deal: Deal = {
    pinned: PINNED,
    calls: [],
    row: CLAIM,
    terms: { termMin: 3637440, termMax: 3896640, termStart: 4622129, claimId: 87922000 },
    counterpart: MARKET,
  };

  it('compares it with a deal of the same client and provider', async () => {
    const text = await show(<DealPane deal={deal} onClose={() => undefined} />);
    expect(text).toContain('Claim 87922000');
    expect(text).toContain('Deal and claim');
    expect(text).toContain('fixed, 3.46 y');
    expect(text).toContain('3.46 to 3.71 y');
    expect(text).toContain('agreed off chain');
    expect(text).not.toMatch(/NaN|undefined|null|\[object/);
  });

  it('shows its deal instead, if known', async () => {
    const { counterpart: _, ...rest } = deal;
    const text = await show(<DealPane deal={{ ...rest, beside: MARKET }} onClose={() => undefined} />);
    expect(text).toContain('Claim of an f05 deal');
    expect(text).not.toContain('No f05 deal');
  });

  it('shows the label of a hostile client as text', async () => {
    await show(
      <DealPane
        deal={{ pinned: PINNED, calls: [], row: MARKET, agreed: { providerCollateral: '5', clientCollateral: '0' } }}
        onClose={() => undefined}
      />,
    );
    expect(rendered?.container.querySelector('img')).toBeNull();
    expect(rendered?.container.textContent).toContain('onerror');
  });
});

describe('state of the legacy market', () => {
  it.each([0, 7, 11, 26, 29, 30])('of code %i is explained', async (code) => {
    const text = await show(<StorageDealWords state={code} message="" />);
    expect(text.length).toBeGreaterThan(30);
    expect(text).not.toContain('Unknown state');
  });

  it('with an unknown code is shown as unknown; messages are explained if known', async () => {
    expect(await show(<StorageDealWords state={77} message="" />)).toContain('Unknown state');
    await rendered?.unmount();
    const text = await show(
      <StorageDealWords state={26} message="deal rejected: storage price per epoch less than asking price: 100 < 200" />,
    );
    expect(text).toContain('Offer at least 200 attoFIL per epoch instead of 100.');
    await rendered?.unmount();
    expect(await show(<StorageDealWords state={26} message="a text of nobody" />)).toContain('a text of nobody');
  });
});
