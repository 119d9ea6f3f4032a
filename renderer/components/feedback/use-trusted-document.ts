import { useCallback, useState } from 'react';
import type { TrustedPurpose } from '../../../shared/ipc/schemas/app.ts';
import { useClient } from '../../client/client-context.ts';

type TrustedDocumentState =
  | { readonly status: 'closed' }
  | { readonly status: 'opening' }
  /** `url` opens it again: for a browser that held the first window back. Electron needs none. */
  | { readonly status: 'open'; readonly purpose: TrustedPurpose; readonly url: string | undefined }
  | { readonly status: 'failed'; readonly cause: unknown };

export interface TrustedDocumentControl {
  readonly state: TrustedDocumentState;
  /** Call it from a press: browsers open windows only then. */
  open(purpose: TrustedPurpose): Promise<void>;
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
      // With noopener nothing tells whether the window came; the link in the note covers the case that it did not.
      if (url !== undefined) window.open(url, '_blank', 'noopener,noreferrer');
      setState({ status: 'open', purpose, url });
    } catch (cause) {
      setState({ status: 'failed', cause });
    }
  }

  const dismiss = useCallback(() => setState({ status: 'closed' }), []);
  return { state, open, dismiss };
}
