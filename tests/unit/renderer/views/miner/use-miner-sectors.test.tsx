import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useMinerSectors } from '../../../../../renderer/views/miner/use-miner-sectors.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { SectorsProgress } from '../../../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const miner = (deadlines: unknown): Miner => ({ address: 't01000', deadlines }) as unknown as Miner;
const THERE = { value: { periodStart: 0, currentIndex: 0, deadlines: [] }, calls: [] };
const PROGRESS: SectorsProgress = {
  key: 't01000',
  pinned: { height: 1, key: ['bafy2bzacea'], timeMs: 0 },
  state: 'done',
  total: 3,
  read: 3,
  sectorsACall: 5000,
  leftOut: 0,
  revision: 1,
};

test('sectors are read once the deadlines are there, once, and again when they were forgotten with their connection', async () => {
  const progressed = new ManualTopic<readonly SectorsProgress[]>([]);
  const readSectors = vi.fn(async () => ({}));
  function Sectors({ of }: { readonly of: Miner }) {
    return <i>{useMinerSectors(of, undefined).progress?.state ?? 'nothing'}</i>;
  }
  const client = clientWith({ miners: { sectorsProgressed: progressed as never, readSectors } });
  drawn = await render(<Sectors of={miner({ error: { code: 'x', message: '', retryable: true } })} />, client);
  expect(readSectors).not.toHaveBeenCalled();
  await drawn.rerender(<Sectors of={miner(THERE)} />);
  expect(readSectors).toHaveBeenCalledExactlyOnceWith({ address: 't01000', isAll: false });
  await drawn.rerender(<Sectors of={miner({ ...THERE })} />);
  await act(async () => progressed.set([PROGRESS]));
  expect(drawn.container.textContent).toBe('done');
  expect(readSectors).toHaveBeenCalledOnce();
  await act(async () => progressed.set([]));
  expect(readSectors).toHaveBeenCalledTimes(2);
});

test('what was asked of another connection is asked of this one, also where nothing came of it yet', async () => {
  const connections = new ManualTopic({ activeId: 'a', revision: 1 } as ConnectionsState);
  const readSectors = vi.fn(async () => ({}));
  function Sectors() {
    useMinerSectors(miner(THERE), undefined);
    return undefined;
  }
  const progressed = new ManualTopic<readonly SectorsProgress[]>([]);
  const client = clientWith({ connections: { changed: connections }, miners: { sectorsProgressed: progressed as never, readSectors } });
  drawn = await render(<Sectors />, client);
  expect(readSectors).toHaveBeenCalledOnce();
  await act(async () => connections.set({ activeId: 'b', revision: 1 } as ConnectionsState));
  expect(readSectors).toHaveBeenCalledTimes(2);
});
