import { createRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { HostStatus } from '../../../../renderer/app/HostStatus.tsx';
import { TopBar } from '../../../../renderer/app/TopBar.tsx';
import type { Connection } from '../../../../renderer/client/connect.ts';
import type { TransportStatus } from '../../../../renderer/client/transport.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

async function draw(status: TransportStatus, lock: () => void): Promise<HTMLElement> {
  const client = clientWith({
    chain: {
      headChanged: new ManualTopic({
        connectionName: 'harbour-1',
        status: 'live',
        latencyMs: 18,
        head: { height: 6_562_208, timeMs: Date.now(), key: ['bafy'] },
        strip: [],
        reorgs: [],
        calls: {},
      }) as never,
    },
    wallet: { changed: new ManualTopic({ status: 'unlocked', accounts: [] }) as never },
  });
  const connection = { getStatus: () => status, onStatus: () => () => undefined } as unknown as Connection<'app'>;
  drawn = await render(
    <HostStatus connection={connection}>
      <TopBar searchField={createRef()} onLockWallet={lock} />
    </HostStatus>,
    client,
  );
  return drawn.container;
}

const lockButton = (page: HTMLElement) => page.querySelector<HTMLButtonElement>('button[aria-label="Unlocked"]');

it('says how the node does while Sextant answers', async () => {
  const lock = vi.fn();
  const page = await draw('connected', lock);
  expect(page.textContent).toContain('live, 18 ms');
  expect(page.textContent).toMatch(/head, (now|\d+ s ago)/);
  lockButton(page)?.click();
  expect(lock).toHaveBeenCalledOnce();
});

it('shows all of it as what was known last once Sextant is not responding, and locks nothing', async () => {
  const lock = vi.fn();
  const page = await draw('lost', lock);
  expect(page.textContent).toContain('6,562,208');
  expect(page.textContent).toContain('last known head');
  expect(page.textContent).not.toMatch(/live|ago/);
  expect(page.querySelector('section')?.hasAttribute('data-stale')).toBe(true);
  lockButton(page)?.click();
  expect(lock).not.toHaveBeenCalled();
});
