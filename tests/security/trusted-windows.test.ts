/** Electron's windows of the trusted document: the app can ask for one, and can neither multiply nor replace what is in it. */
import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, test, vi } from 'vitest';
import { createTrustedWindows } from '../../electron/shell/trusted-windows.ts';

class FakeWindow extends EventEmitter {
  readonly focus = vi.fn();
  isDestroyed(): boolean {
    return false;
  }
}

function trustedWindows() {
  const opened: { readonly url: string; readonly window: FakeWindow }[] = [];
  const windows = createTrustedWindows({
    createWindow: async (url) => {
      const window = new FakeWindow();
      opened.push({ url, window });
      return window as unknown as BrowserWindow;
    },
  });
  return { windows, opened };
}

test('a window that is open comes to the front as it stands, however often it is asked for', async () => {
  const { windows, opened } = trustedWindows();
  const purpose = { name: 'approve', approvalId: 'a' } as const;
  await Promise.all([windows.open(purpose), windows.open(purpose), windows.open(purpose)]);
  expect(opened).toHaveLength(1);
  expect(opened[0]?.window.focus).toHaveBeenCalledTimes(2);
  opened[0]?.window.emit('closed');
  await windows.open(purpose);
  expect(opened).toHaveLength(2);
});

test('every window is at the trusted origin, and there are only so many', async () => {
  const { windows, opened } = trustedWindows();
  for (let index = 0; index < 6; index += 1) await windows.open({ name: 'approve', approvalId: `a&b=${index}#/` });
  await expect(windows.open({ name: 'unlock' })).rejects.toMatchObject({ code: 'cancelled' });
  expect(opened).toHaveLength(6);
  for (const { url } of opened) expect(new URL(url)).toMatchObject({ protocol: 'approve:', host: 'bundle', pathname: '/' });
});
