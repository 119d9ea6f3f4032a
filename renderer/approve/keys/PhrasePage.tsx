import { IconAlertTriangle, IconCopy, IconEye, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import styles from '../approve.module.css';
import { FullAddress } from '../FullAddress.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import { ClipboardNote } from './ClipboardNote.tsx';
import { KeyPage } from './KeyPage.tsx';
import keyStyles from './keys.module.css';
import { useHidden } from './use-hidden.ts';
import type { SecretClipboard } from './use-secret-clipboard.ts';
import words from './words.module.css';

export interface ShownPhrase {
  readonly phraseId: string;
  readonly mnemonic: string;
  readonly bip39Passphrase?: string | undefined;
  /** The first key, if it was just created. */
  readonly key?: { readonly address: string; readonly path: string };
}

interface PhrasePageProps {
  readonly phrase: ShownPhrase;
  /** Label of the button that skips the check. */
  readonly laterLabel: string;
  readonly clipboard: SecretClipboard;
  readonly onWritten: () => void;
  readonly onLater: () => void;
}

/** Shows a recovery phrase. Covers it as soon as the window is hidden. */
export function PhrasePage({ phrase, laterLabel, clipboard, onWritten, onLater }: PhrasePageProps) {
  const [isCovered, setIsCovered] = useState(false);
  useHidden(() => setIsCovered(true));
  const list = phrase.mnemonic.split(' ').map((word, index) => ({ word, number: index + 1 }));
  return (
    <KeyPage
      title={`Write down these ${list.length} words`}
      lead="On paper, in this order. Anyone with these words controls every key derived from them."
      step="Step 2 of 3"
      isWide
      hint={
        <>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
          Next, re-enter some of the words.
        </>
      }
      onBack={onLater}
      backLabel={laterLabel}
      primary={{ label: 'I have written them down' }}
      onSubmit={onWritten}
    >
      {isCovered ? (
        <div className={words.cover}>
          <span>Words hidden: the window lost focus.</span>
          <button type="button" className={styles.button} onClick={() => setIsCovered(false)}>
            <IconEye size={14} stroke={1.6} aria-hidden />
            Show the words
          </button>
        </div>
      ) : (
        <ol className={words.list} aria-label="Recovery phrase" data-count={list.length} data-secret>
          {list.map(({ word, number }) => (
            <li key={number}>
              <span aria-hidden>{number}</span>
              {word}
            </li>
          ))}
        </ol>
      )}
      {phrase.bip39Passphrase === undefined || phrase.bip39Passphrase === '' || isCovered ? undefined : (
        <div>
          <span className={keyStyles.caption}>BIP-39 passphrase, case-sensitive</span>
          <code className={keyStyles.secret}>{phrase.bip39Passphrase}</code>
        </div>
      )}
      <div className={keyStyles.row}>
        <button type="button" className={styles.button} onClick={() => window.print()}>
          <IconPrinter size={14} stroke={1.6} aria-hidden />
          Print
        </button>
        <button type="button" className={styles.button} onClick={() => void clipboard.copy(phrase.mnemonic)}>
          <IconCopy size={14} stroke={1.6} aria-hidden />
          Copy
        </button>
        <span className={keyStyles.aside}>Paper is safer: printers may store what they print, and programs can read the clipboard.</span>
      </div>
      <ClipboardNote clipboard={clipboard} />
      <TrustedNote tone="warning" title="Do not photograph, save or send these words">
        Sextant and Filecoin will never ask for them.
      </TrustedNote>
      {phrase.key === undefined ? undefined : (
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>First key</dt>
            <dd>
              <FullAddress address={phrase.key.address} />
            </dd>
          </div>
          <div className={styles.fact}>
            <dt>Derivation path</dt>
            <dd className={styles.cid}>{phrase.key.path}</dd>
          </div>
        </dl>
      )}
    </KeyPage>
  );
}
