/**
 * The trusted document's windows: one for each purpose that is open. The app can ask for one and for nothing more: a window
 * that is open is brought to the front as it stands, because another address could take away what is shown or typed there.
 */
import type { BrowserWindow } from 'electron';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import { writePurpose } from '../../shared/ipc/trusted-purpose.ts';
import { DOCUMENT_ORIGINS } from './schemes.ts';

/** A person looks at one or two; more is a document gone wild. */
const WINDOWS_AT_MOST = 6;

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
      if (windows.size >= WINDOWS_AT_MOST) throw new SextantError('cancelled', 'Close an approval window first: too many are open.');
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
