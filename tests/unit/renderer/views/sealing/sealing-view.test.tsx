import { act } from 'react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { SealingView } from '../../../../../renderer/views/sealing/SealingView.tsx';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { SealingBoard } from '../../../../../shared/ipc/schemas/sealing.ts';
import { clientWith, ManualTopic, render } from '../../../../builders/rendered.tsx';

const CALL = { id: 1, method: 'SectorsList', tookMs: 1, atMs: 0, isCached: false };
const EMPTY: SealingBoard = {
  status: 'live',
  source: 'miner-api',
  miner: 'f01000',
  pastMs: {},
  wholeMs: [],
  leftOut: 0,
  gaps: [],
  sectors: [],
  calls: [CALL],
};

const FAULTY: SealingBoard['sectors'][number] = {
  number: 5,
  state: 'Faulty',
  group: 'failed',
  isOnChain: true,
  isActive: false,
  deals: [],
  isUpgrade: false,
  chainCall: CALL,
  call: CALL,
};

/** The screen over a board of the API, and one's own miners with their boards from the chain. */
async function show(
  board: Partial<SealingBoard>,
  own: { miners: string[]; served?: string },
  waitFor: string,
  chain?: SealingBoard | SextantError,
  path = '/sealing',
) {
  const asked: string[] = [];
  const stopped: string[] = [];
  const live = new ManualTopic<SealingBoard>({ ...EMPTY, ...board });
  const client = clientWith({
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) },
    sealing: {
      boardChanged: live,
      listMiners: async () => own,
      getChainBoard: async ({ miner }) => {
        asked.push(miner);
        if (chain instanceof SextantError || chain === undefined) throw chain ?? new Error('not expected');
        return chain;
      },
      stopChainBoard: async ({ miner }) => {
        stopped.push(miner);
        return {};
      },
      getSectorProgress: async () => ({ states: [], call: CALL }),
    },
  });
  const { hook, searchHook } = memoryLocation({ path });
  const { container, unmount } = await render(
    <Router hook={hook} searchHook={searchHook}>
      <Route path="/sealing/:id?">
        <SealingView />
      </Route>
    </Router>,
    client,
  );
  for (let round = 0; round < 100 && !(container.textContent ?? '').includes(waitFor); round++) {
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 50))));
  }
  return { text: container.textContent ?? '', container, asked, stopped, live, unmount };
}

it('says what to do where there is no storage-miner API and no own miner', async () => {
  const { text, unmount } = await show({ status: 'no-miner-api' }, { miners: [] }, 'no storage-miner API');
  expect(text).toContain('This endpoint has no storage-miner API');
  expect(text).toContain('add a miner to My miners');
  expect(text).toContain('Paste a list');
  await unmount();
});

it('takes the first own miner from the chain, and says which source that is', async () => {
  const chain: SealingBoard = {
    ...EMPTY,
    source: 'chain',
    miner: 'f02000',
    gaps: ['This miner has 90,000 sectors. Only inactive ones are shown.'],
    sectors: [FAULTY],
  };
  const { text, asked, unmount } = await show({ status: 'no-miner-api' }, { miners: ['f02000', 'f03000'] }, 'Proof missed', chain);
  expect(asked).toEqual(['f02000']);
  expect(text).toContain('starting at pre-commit');
  expect(text).toContain('Only inactive ones are shown');
  expect(text).toContain('Proof missed: no power, daily fault fee');
  for (const odd of ['NaN', 'undefined', 'null', '[object']) expect(text).not.toContain(odd);
  await unmount();
});

it('notes inactive sectors with deals as info, since every pipeline has some', async () => {
  const sealing: typeof FAULTY = { ...FAULTY, state: 'PreCommit1', group: 'pre-commit', isOnChain: false, deals: [7] };
  const { container, unmount } = await show({ sectors: [sealing] }, { miners: [], served: 'f01000' }, 'are not active');
  const note = [...container.querySelectorAll('h2')].find(({ textContent }) => textContent?.includes('are not active'));
  expect(note?.closest('[data-tone]')?.getAttribute('data-tone')).toBe('info');
  await unmount();
});

it('names what the endpoint does not serve, and another way', async () => {
  const missing = new SextantError('method-not-served', 'This endpoint does not serve ChainReadObj.', {
    details: { method: 'ChainReadObj' },
  });
  const { text, unmount } = await show({ status: 'no-miner-api' }, { miners: ['f02000'] }, 'ChainReadObj', missing);
  expect(text).toContain('ChainReadObj');
  expect(text).toContain('Paste a list');
  await unmount();
});

it('keeps what it has when the miner goes away, marked, and says why where it has nothing', async () => {
  const gone = { status: 'failed', problem: { code: 'endpoint-unreachable', message: 'Nobody answers.' } } as const;
  const nothing = await show(gone, { miners: ['f01000'], served: 'f01000' }, 'Nobody answers.');
  expect(nothing.text).toContain('The storage miner does not answer');
  expect(nothing.text).toContain('Nobody answers.');
  await nothing.unmount();
  const sector = {
    number: 7,
    state: 'Quantum',
    group: 'unknown',
    isOnChain: false,
    isActive: false,
    deals: [94],
    isUpgrade: false,
    chainCall: CALL,
    call: CALL,
  } as const;
  const kept = await show(
    { ...gone, sectors: [{ ...sector, deals: [...sector.deals] }] },
    { miners: ['f01000'], served: 'f01000' },
    'Quantum',
  );
  expect(kept.text).toContain('miner not responding');
  expect(kept.text).toContain('Unknown state');
  expect(kept.text).toContain('returns an empty (0 KB) file');
  await kept.unmount();
});

it('lets the storage miner rest while the board of another one, or a pasted list, is shown', async () => {
  const own = { miners: ['f01000', 'f02000'], served: 'f01000' };
  const other = await show(
    {},
    own,
    'it sees sectors',
    { ...EMPTY, source: 'chain', miner: 'f02000', sectors: [FAULTY] },
    '/sealing?miner=f02000',
  );
  expect(other.text).toContain('starting at pre-commit');
  expect(other.live.watcherCount).toBe(0);
  expect(other.stopped).toEqual([]);
  await other.unmount();
  expect(other.stopped).toEqual(['f02000']);
  const pasted = await show({}, own, 'Paste', undefined, '/sealing/paste');
  expect(pasted.text).toContain('Paste');
  expect(pasted.live.watcherCount).toBe(0);
  expect(pasted.asked).toEqual([]);
  await pasted.unmount();
  const served = await show({ sectors: [FAULTY] }, own, 'stuck sectors first', undefined, '/sealing?miner=f01000');
  expect(served.text).toContain('stuck sectors first');
  expect(served.live.watcherCount).toBe(1);
  expect(served.asked).toEqual([]);
  await served.unmount();
});

it('has the commands that begin a failed step again, for one sector and for all, only where the miner is asked itself', async () => {
  const failed = { ...FAULTY, number: 148_169, state: 'CommitFailed', isOnChain: false };
  const own = { miners: ['f01000'], served: 'f01000' };
  const one = await show({ sectors: [failed, { ...failed, number: 3 }, FAULTY] }, own, 'CommitFailed', undefined, '/sealing/148169');
  const commands = [...one.container.querySelectorAll('code')].map(({ textContent }) => textContent);
  expect(commands).toEqual([
    'lotus-miner sectors update-state --really-do-it 148169 Committing',
    'lotus-miner sectors remove --really-do-it 148169',
  ]);
  expect(one.text).toContain('Copy 2 retry commands for lotus-miner');
  await one.unmount();
  const chain: SealingBoard = { ...EMPTY, source: 'chain', miner: 'f02000', sectors: [failed] };
  const other = await show({ status: 'no-miner-api' }, { miners: ['f02000'] }, 'CommitFailed', chain, '/sealing/148169');
  expect(other.container.querySelector('code')).toBeNull();
  expect(other.text).not.toContain('retry command');
  await other.unmount();
});
