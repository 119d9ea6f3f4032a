import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { useFilteredSelection } from '../../../../renderer/hooks/use-filtered-selection.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let list: ReturnType<typeof useFilteredSelection> | undefined;

function Probe() {
  list = useFilteredSelection('/accounts');
  return <p>{list.filter}</p>;
}

it('keeps filter and selection in the route, and each while the other changes', async () => {
  const { hook, searchHook, history } = memoryLocation({ path: '/accounts?filter=cold&at=7', record: true });
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () =>
    root.render(
      <Router hook={hook} searchHook={searchHook}>
        <Route path="/accounts/:id?">
          <Probe />
        </Route>
      </Router>,
    ),
  );
  expect(container.textContent).toBe('cold');
  await act(async () => list?.select('a b'));
  expect(history.at(-1)).toBe('/accounts/a%20b?filter=cold&at=7');
  expect(list?.selected).toBe('a b');
  const { length } = history;
  await act(async () => list?.setFilter('cold &'));
  expect(history).toHaveLength(length);
  expect(history.at(-1)).toBe('/accounts/a%20b?filter=cold+%26&at=7');
  expect(container.textContent).toBe('cold &');
  await act(async () => list?.setFilter(''));
  await act(async () => list?.select(undefined));
  expect(history.at(-1)).toBe('/accounts?at=7');
  await act(async () => root.unmount());
});
