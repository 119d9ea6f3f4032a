/** Electron's IPC host with both of its ends real, over a pair that stands where Electron's processes would be. */
import { EventEmitter } from 'node:events';
import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import { IpcHost } from '../../../electron/host/ipc-host.ts';
import { createPipeTransport } from '../../../renderer/client/pipe-transport.ts';
import type { Zone } from '../../../shared/ipc/define.ts';
import { CHANNEL_FROM_HOST, CHANNEL_TO_HOST } from '../../../shared/ipc/wire.ts';
import type { StartSampleHost } from './sample-host.ts';

export const ORIGINS: Readonly<Record<Zone, string>> = { app: 'app://bundle', approval: 'approve://bundle' };

/** A window as the host sees it, and the page in it. */
export class FakeWindow extends EventEmitter {
  readonly page = new EventEmitter();
  isGone = false;

  isDestroyed(): boolean {
    return this.isGone;
  }

  send(channel: string, ...values: unknown[]): void {
    const copies = structuredClone(values);
    queueMicrotask(() => this.page.emit(channel, ...copies));
  }

  /** Electron's type has hundreds of members; the host uses those above. */
  asContents(): WebContents {
    return this as unknown as WebContents;
  }
}

export class FakeIpcMain extends EventEmitter {
  /** Delivers a message of a page, from its main frame unless told otherwise. */
  deliver(window: FakeWindow, origin: string, text: unknown, frame: { parent: object | null } = { parent: null }): void {
    const event = { sender: window.asContents(), senderFrame: { ...frame, origin } } as unknown as IpcMainEvent;
    this.emit(CHANNEL_TO_HOST, event, text);
  }

  asIpcMain(): Pick<IpcMain, 'on' | 'removeListener'> {
    return this as unknown as Pick<IpcMain, 'on' | 'removeListener'>;
  }
}

export const startIpcHost: StartSampleHost = async (sample) => {
  const ipcMain = new FakeIpcMain();
  const host = new IpcHost({ ...sample, ipcMain: ipcMain.asIpcMain(), origins: ORIGINS });
  return {
    open: async (zone) => {
      const window = new FakeWindow();
      host.admit(window.asContents(), zone);
      return createPipeTransport({
        send: (text) => queueMicrotask(() => ipcMain.deliver(window, ORIGINS[zone], text)),
        onMessage: (listener) => {
          window.page.on(CHANNEL_FROM_HOST, listener);
          return () => window.page.off(CHANNEL_FROM_HOST, listener);
        },
      });
    },
    close: async () => host.close(),
  };
};
