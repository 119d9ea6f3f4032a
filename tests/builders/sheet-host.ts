import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';

export interface SheetHost {
  readonly root: Root;
  readonly host: HTMLElement;
}

/** Host for rendering a sheet of the trusted document, with a focused window and a manual clock. */
export function openSheetHost(startMs: number): SheetHost {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const host = document.createElement('div');
  document.body.append(host);
  return { root: createRoot(host), host };
}

export function closeSheetHost({ root, host }: SheetHost): void {
  act(() => root.unmount());
  host.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
