/** Electron's gate: which frame of which window is heard, and as whom. */
import { beforeEach, describe, expect, test } from 'vitest';
import { IpcHost } from '../../electron/host/ipc-host.ts';
import { CHANNEL_FROM_HOST, MAX_CLIENT_MESSAGE_BYTES } from '../../shared/ipc/wire.ts';
import { FakeIpcMain, FakeWindow, ORIGINS } from '../contract/hosts/ipc.ts';
import type { Sample } from '../contract/sample.ts';
import { createSample } from '../contract/sample.ts';

let sample: Sample;
let ipcMain: FakeIpcMain;
let host: IpcHost;
let appWindow: FakeWindow;
let trustedWindow: FakeWindow;
let answers: string[];

const ECHO = JSON.stringify({ type: 'call', id: 1, name: 'plain.getEcho', input: { text: 'a', amount: '1' } });
const UNLOCK = JSON.stringify({ type: 'call', id: 1, name: 'guarded.unlock', input: { secret: 'x' } });

function openWindow(): FakeWindow {
  const window = new FakeWindow();
  window.page.on(CHANNEL_FROM_HOST, (text: string) => answers.push(text));
  return window;
}

beforeEach(() => {
  sample = createSample();
  ipcMain = new FakeIpcMain();
  host = new IpcHost({ ...sample, ipcMain: ipcMain.asIpcMain(), origins: ORIGINS });
  answers = [];
  appWindow = openWindow();
  trustedWindow = openWindow();
  host.admit(appWindow.asContents(), 'app');
  host.admit(trustedWindow.asContents(), 'approval');
});

/** Everything that was sent has been answered, or will never be. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('heard', () => {
  test('the main frame of each window at its own document', async () => {
    ipcMain.deliver(appWindow, ORIGINS.app, ECHO);
    ipcMain.deliver(trustedWindow, ORIGINS.approval, UNLOCK);
    await settle();
    expect(answers.map((text) => JSON.parse(text).reply.ok)).toEqual([true, true]);
  });

  test('a window is of its own zone, whatever it sends', async () => {
    ipcMain.deliver(appWindow, ORIGINS.app, UNLOCK);
    await settle();
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ reply: { ok: false, error: { code: 'forbidden' } } });
    expect(sample.changed.get()).toEqual({ isOpen: false });
  });
});

describe('dropped', () => {
  test.each([
    { what: 'a subframe', send: () => ipcMain.deliver(appWindow, ORIGINS.app, ECHO, { parent: {} }) },
    { what: 'another origin in our window', send: () => ipcMain.deliver(appWindow, 'https://evil.example', ECHO) },
    { what: 'an origin that only begins like ours', send: () => ipcMain.deliver(appWindow, 'app://bundle.evil', ECHO) },
    { what: 'an opaque origin', send: () => ipcMain.deliver(appWindow, 'null', ECHO) },
    { what: "the trusted document's origin in the app's window", send: () => ipcMain.deliver(appWindow, ORIGINS.approval, UNLOCK) },
    { what: "the app's origin in the trusted window", send: () => ipcMain.deliver(trustedWindow, ORIGINS.app, UNLOCK) },
    { what: 'a window that the shell did not open', send: () => ipcMain.deliver(openWindow(), ORIGINS.app, ECHO) },
    {
      what: 'a window that is gone',
      send: () => {
        appWindow.emit('destroyed');
        ipcMain.deliver(appWindow, ORIGINS.app, ECHO);
      },
    },
  ])('$what', async ({ send }) => {
    send();
    await settle();
    expect(answers).toEqual([]);
    expect(sample.lines.filter((line) => line.level === 'warn')).toHaveLength(1);
    expect(sample.changed.get()).toEqual({ isOpen: false });
  });

  test.each([
    { what: 'an object instead of text', value: { type: 'subscribe', topic: 'plain.counted' } },
    { what: 'text that is not JSON', value: '{' },
    {
      what: 'more text than any message has',
      value: JSON.stringify({ type: 'subscribe', topic: 'x'.repeat(MAX_CLIENT_MESSAGE_BYTES) }),
    },
  ])('$what', async ({ value }) => {
    ipcMain.deliver(appWindow, ORIGINS.app, value);
    await settle();
    expect(answers).toEqual([]);
  });
});

test('a document that navigates or crashes loses its subscriptions', async () => {
  for (const event of ['did-navigate', 'render-process-gone']) {
    ipcMain.deliver(appWindow, ORIGINS.app, JSON.stringify({ type: 'subscribe', topic: 'plain.counted' }));
    await settle();
    expect(sample.counted.subscriberCount).toBe(1);
    appWindow.emit(event);
    expect(sample.counted.subscriberCount).toBe(0);
  }
});
