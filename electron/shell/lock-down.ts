/**
 * What a document may not do, whatever runs in it: leave its origin, open windows, load anything from elsewhere, write a file that
 * it did not make itself or that nobody was asked about, or use a permission other than writing text to the clipboard. Called for
 * every session and every window before anything loads.
 */
import type { Session, WebContents } from 'electron';
import type { Logger } from '../platform/ports.ts';
import { parseExternalLink } from './external-link.ts';

/** Copy buttons. Reading the clipboard is not among it. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** Denies permissions, and requests and downloads of anything but the document's own origin. */
export function lockDownSession(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === ALLOWED_PERMISSION));
  session.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED_PERMISSION);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const isOwn =
      details.url.startsWith(`${origin}/`) ||
      isOwnBlob(details.url, origin) ||
      details.url.startsWith('devtools://') ||
      details.url.startsWith('data:image/');
    answer({ cancel: !isOwn });
  });
  session.on('will-download', (event, item) => {
    // What a document has put together itself; where it goes is asked, always.
    if (isOwnBlob(item.getURL(), origin)) item.setSaveDialogOptions({ properties: ['createDirectory', 'showOverwriteConfirmation'] });
    else event.preventDefault();
  });
}

/** The address of bytes that a document of this origin holds in memory. */
function isOwnBlob(url: string, origin: string): boolean {
  return url.startsWith(`blob:${origin}/`);
}

export interface LockDownOptions {
  readonly origin: string;
  readonly openExternal: (url: string) => void;
  readonly logger: Logger;
}

/** Keeps a window on its document. */
export function lockDownContents(contents: WebContents, options: LockDownOptions): void {
  const { origin, openExternal, logger } = options;
  // Neither the CSP nor the filter of requests sees what a peer connection sends over UDP.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(({ url }) => {
    const external = parseExternalLink(url);
    if (external === undefined) logger.warn('A window that a document wanted to open was refused');
    else openExternal(external);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    // A reload is a navigation to where the document already is.
    if (event.url.startsWith(`${origin}/`)) return;
    event.preventDefault();
    logger.warn('A document tried to leave its origin');
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
