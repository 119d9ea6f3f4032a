import { useCallback, useState } from 'react';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import { useClient } from '../client/client-context.ts';

export type TrustedDocumentState =
  | { readonly status: 'closed' }
  | { readonly status: 'opening' }
  /** `spareUrl` opens it once more: for a browser that held the first window back. Electron needs none. */
  | { readonly status: 'open'; readonly purpose: TrustedPurpose; readonly spareUrl: string | undefined }
  | { readonly status: 'failed'; readonly cause: unknown };

export interface TrustedDocumentControl {
  readonly state: TrustedDocumentState;
  /** Call it from a press: browsers open windows only then. */
  open(purpose: TrustedPurpose): Promise<void>;
  /** After the spare link was used: fetches another, because each works once. */
  renewSpare(): Promise<void>;
  dismiss(): void;
}

/** Opens the trusted document, in a window that shares nothing with this one. */
export function useTrustedDocument(): TrustedDocumentControl {
  const client = useClient();
  const [state, setState] = useState<TrustedDocumentState>({ status: 'closed' });

  async function open(purpose: TrustedPurpose): Promise<void> {
    setState({ status: 'opening' });
    try {
      const { url } = await client.app.openTrusted(purpose);
      if (url === undefined) {
        setState({ status: 'open', purpose, spareUrl: undefined });
        return;
      }
      // With noopener nothing tells whether the window came; the spare link covers the case that it did not.
      window.open(url, '_blank', 'noopener,noreferrer');
      const spare = await client.app.openTrusted(purpose);
      setState({ status: 'open', purpose, spareUrl: spare.url });
    } catch (cause) {
      setState({ status: 'failed', cause });
    }
  }

  async function renewSpare(): Promise<void> {
    if (state.status !== 'open') return;
    const { purpose } = state;
    try {
      const spare = await client.app.openTrusted(purpose);
      setState({ status: 'open', purpose, spareUrl: spare.url });
    } catch (cause) {
      setState({ status: 'failed', cause });
    }
  }

  const dismiss = useCallback(() => setState({ status: 'closed' }), []);
  return { state, open, renewSpare, dismiss };
}
