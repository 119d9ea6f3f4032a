/** Creates document windows: sandboxed and isolated, with the session and the bridge of their zone. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import type { Zone } from '../../shared/ipc/define.ts';
import { zoneArgument } from '../../shared/ipc/wire.ts';
import type { LockDownOptions } from './lock-down.ts';
import { lockDownContents } from './lock-down.ts';

export interface WindowFactoryOptions extends Omit<LockDownOptions, 'origin'> {
  readonly createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly preloadFile: string;
  readonly isDark: () => boolean;
}

export interface DocumentWindowOptions {
  readonly zone: Zone;
  readonly origin: string;
  readonly session: Session;
  readonly width: number;
  readonly height: number;
}

/** Returns a function that creates windows, shown once they are ready. The caller loads the document. */
export function createWindowFactory(factory: WindowFactoryOptions): (options: DocumentWindowOptions) => BrowserWindow {
  return ({ zone, origin, session, width, height }) => {
    const window = factory.createWindow({
      width,
      height,
      minWidth: Math.min(width, 720),
      minHeight: Math.min(height, 480),
      show: false,
      backgroundColor: factory.isDark() ? '#0e1116' : '#ffffff',
      autoHideMenuBar: true,
      webPreferences: {
        preload: factory.preloadFile,
        session,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        additionalArguments: [zoneArgument(zone)],
      },
    });
    lockDownContents(window.webContents, { origin, openExternal: factory.openExternal, logger: factory.logger });
    window.once('ready-to-show', () => window.show());
    return window;
  };
}
