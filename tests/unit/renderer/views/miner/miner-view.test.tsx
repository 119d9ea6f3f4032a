import { afterEach, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { MinerView } from '../../../../../renderer/views/miner/MinerView.tsx';
import { clientWith, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

test.each([
  ['0', ''],
  ['xyz', ''],
  ['<script>', ''],
  ['f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', ''],
  ['0', '?source=state'],
])('%s%s is not a miner: shows why, without buttons or calls', async (address, search) => {
  const getMiner = vi.fn();
  const { hook, searchHook } = memoryLocation({ path: `/miners/${encodeURIComponent(address)}${search}` });
  rendered = await render(
    <Router hook={hook} searchHook={searchHook}>
      <Route path="/miners/:id">
        <MinerView />
      </Route>
    </Router>,
    clientWith({ miners: { getMiner } }),
  );
  expect(rendered.container.textContent).toContain(`${address} is not a miner`);
  expect(rendered.container.textContent).not.toMatch(/expected string|Too small|invalid_/i);
  expect(rendered.container.querySelector('button, input')).toBeNull();
  expect(getMiner).not.toHaveBeenCalled();
});
