/**
 * Restrictions on documents, whatever runs in them: no navigation, windows or requests outside their origin, no downloads except of their
 * own data with a save dialog, and no permission except writing text to the clipboard. Called for every session and window before
 * anything loads.
 */
import type { Session, WebContents } from 'electron';
import type { Logger } from '../platform/ports.ts';
import { parseExternalLink } from './external-link.ts';

/** For copy buttons. Does not allow reading the clipboard. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** Denies permissions, and requests and downloads outside the document's origin. */
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
    // Data created by the document itself; always with a save dialog.
    if (isOwnBlob(item.getURL(), origin)) item.setSaveDialogOptions({ properties: ['createDirectory', 'showOverwriteConfirmation'] });
    else event.preventDefault();
  });
}

/** Whether a URL is a blob of this origin. */
function isOwnBlob(url: string, origin: string): boolean {
  return url.startsWith(`blob:${origin}/`);
}

export interface LockDownOptions {
  readonly origin: string;
  readonly openExternal: (url: string) => void;
  readonly logger: Logger;
}

/** Restricts a window to its document. */
export function lockDownContents(contents: WebContents, options: LockDownOptions): void {
  const { origin, openExternal, logger } = options;
  // Neither the CSP nor the request filter covers UDP of peer connections.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(({ url }) => {
    const external = parseExternalLink(url);
    if (external === undefined) logger.warn('A document was denied opening a window');
    else openExternal(external);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    // Allow reloads.
    if (event.url.startsWith(`${origin}/`)) return;
    event.preventDefault();
    logger.warn('A document was denied navigation to another origin');
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
