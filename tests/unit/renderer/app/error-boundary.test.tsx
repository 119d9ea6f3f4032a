import { lazy, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary, ScreenNotLoadedError } from '../../../../renderer/app/ErrorBoundary.tsx';
import { type Rendered, render } from '../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(() => {
  drawn?.unmount();
  vi.restoreAllMocks();
});

/** Draws a screen that fails with this. */
async function drawFailing(failure: Error): Promise<string> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Screen = lazy(() => Promise.reject(failure));
  drawn = await render(
    <ErrorBoundary>
      <Suspense>
        <Screen />
      </Suspense>
    </ErrorBoundary>,
  );
  return drawn.container.textContent ?? '';
}

it('offers a reload where the code of a screen could not be fetched', async () => {
  const text = await drawFailing(new ScreenNotLoadedError(new Error('Failed to fetch')));
  expect(text).toContain('Could not load this screen');
  expect(text).toContain('Reload window');
});

it('says that a bug in a screen is a fault of Sextant', async () => {
  const text = await drawFailing(new Error('undefined is not a function'));
  expect(text).toContain('This is a bug in Sextant');
});
