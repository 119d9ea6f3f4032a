import type { ReactNode } from 'react';
import { FullAddress } from '../FullAddress.tsx';
import { ClipboardNote } from './ClipboardNote.tsx';
import keyStyles from './keys.module.css';
import { ResultPage } from './ResultPage.tsx';
import type { SecretClipboard } from './use-secret-clipboard.ts';

interface KeysReadyProps {
  readonly title: string;
  readonly addresses: readonly string[];
  readonly note: { readonly tone: 'success' | 'warning'; readonly title: string; readonly text: string };
  readonly clipboard?: SecretClipboard;
  readonly extra?: ReactNode;
}

/** Last page after adding keys: their full addresses. */
export function KeysReady({ title, addresses, note, clipboard, extra }: KeysReadyProps) {
  return (
    <ResultPage title={title} note={note} extra={extra} {...(clipboard === undefined ? {} : { onClose: () => clipboard.empty() })}>
      {clipboard === undefined ? undefined : <ClipboardNote clipboard={clipboard} />}
      <div>
        <span className={keyStyles.caption}>{addresses.length === 1 ? 'Address' : `${addresses.length} addresses`}</span>
        <ul className={keyStyles.addresses}>
          {addresses.map((address) => (
            <li key={address}>
              <FullAddress address={address} />
            </li>
          ))}
        </ul>
      </div>
    </ResultPage>
  );
}
