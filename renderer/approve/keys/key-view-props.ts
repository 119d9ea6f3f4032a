import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import type { TrustedCalls } from '../trusted-client.ts';
import type { SecretClipboard } from './use-secret-clipboard.ts';

/** What every page about keys is given. */
export interface KeyViewProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  /** The document's own: what was copied on one page is emptied in time, whichever page is shown by then. */
  readonly clipboard: SecretClipboard;
}

/** A page that was chosen among others. */
export interface WayProps extends KeyViewProps {
  readonly onBack: () => void;
}
