import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { useSelection } from '../../../../renderer/hooks/use-selection.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let select: ((id: string | undefined) => void) | undefined;

function Probe() {
  const [id, own] = useSelection('/endpoints');
  select = own;
  return <p>{id}</p>;
}

it('selects on its screen, and leaves somebody alone who has left it', async () => {
  const { hook, navigate, history } = memoryLocation({ path: '/endpoints/one', record: true });
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <Router hook={hook}>
        <Route path="/endpoints/:id?">
          <Probe />
        </Route>
      </Router>,
    ),
  );
  await act(async () => select?.('a b'));
  expect(history.at(-1)).toBe('/endpoints/a%20b');
  await act(async () => navigate('/overview'));
  await act(async () => select?.(undefined));
  expect(history.at(-1)).toBe('/overview');
  await act(async () => root.unmount());
});
