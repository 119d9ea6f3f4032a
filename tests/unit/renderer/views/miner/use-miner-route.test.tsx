import { act } from 'react';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { type GoToMiner, useMinerRoute } from '../../../../../renderer/views/miner/use-miner-route.ts';
import { render } from '../../../../builders/rendered.tsx';

it('ignores changes after the screen was left', async () => {
  const { hook, searchHook, history, navigate } = memoryLocation({ path: '/miners/t01001', searchPath: 'deadline=3', record: true });
  let go: GoToMiner = () => undefined;
  function Screen() {
    [, go] = useMinerRoute('t01001');
    return undefined;
  }
  const inRouter = (isShown: boolean) => (
    <Router hook={hook} searchHook={searchHook}>
      {isShown ? <Screen /> : undefined}
    </Router>
  );
  const { rerender } = await render(inRouter(true));
  await act(async () => go({ sector: 7 }));
  expect(history.at(-1)).toBe('/miners/t01001?deadline=3&sector=7');
  navigate('/compose');
  await rerender(inRouter(false));
  go({ deadline: undefined, sector: undefined });
  expect(history.at(-1)).toBe('/compose');
});
