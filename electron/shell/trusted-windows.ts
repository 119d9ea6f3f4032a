/**
 * The windows of the trusted document, one per purpose. The app can only request a window: an open one is focused unchanged, because
 * navigating it could discard what is shown or typed there.
 */
import type { BrowserWindow } from 'electron';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import { writePurpose } from '../../shared/ipc/trusted-purpose.ts';
import { DOCUMENT_ORIGINS } from './schemes.ts';

/** Protects against a runaway document. */
const MAX_WINDOWS = 6;

export interface TrustedWindowsOptions {
  readonly createWindow: (url: string) => Promise<BrowserWindow>;
}

export interface TrustedWindows {
  open(purpose: TrustedPurpose): Promise<void>;
}

export function createTrustedWindows({ createWindow }: TrustedWindowsOptions): TrustedWindows {
  const windows = new Map<string, Promise<BrowserWindow>>();
  return {
    async open(purpose) {
      const url = `${DOCUMENT_ORIGINS.approval}/#${new URLSearchParams(writePurpose(purpose))}`;
      const known = windows.get(url);
      if (known !== undefined) {
        (await known).focus();
        return;
      }
      if (windows.size >= MAX_WINDOWS) throw new SextantError('cancelled', 'Too many approval windows are open. Close one first.');
      const opening = createWindow(url);
      windows.set(url, opening);
      try {
        const window = await opening;
        if (window.isDestroyed()) windows.delete(url);
        else window.on('closed', () => windows.delete(url));
      } catch (error) {
        windows.delete(url);
        throw error;
      }
    },
  };
}
