import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import type { TrustedCalls } from '../trusted-client.ts';
import type { SecretClipboard } from './use-secret-clipboard.ts';

/** Props of every key page. */
export interface KeyViewProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  /** Owned by the document, so that the clipboard is cleared in time on whichever page is open. */
  readonly clipboard: SecretClipboard;
}

/** Props of a page that was opened from a choice. */
export interface WayProps extends KeyViewProps {
  readonly onBack: () => void;
}
