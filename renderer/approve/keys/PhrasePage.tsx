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
  /** Of the first key, where it was just made. */
  readonly key?: { readonly address: string; readonly path: string };
}

interface PhrasePageProps {
  readonly phrase: ShownPhrase;
  /** What leaving out the check is called. */
  readonly laterLabel: string;
  readonly clipboard: SecretClipboard;
  readonly onWritten: () => void;
  readonly onLater: () => void;
}

/** A recovery phrase on screen. It is covered as soon as the window goes out of sight. */
export function PhrasePage({ phrase, laterLabel, clipboard, onWritten, onLater }: PhrasePageProps) {
  const [isCovered, setIsCovered] = useState(false);
  useHidden(() => setIsCovered(true));
  const list = phrase.mnemonic.split(' ').map((word, index) => ({ word, number: index + 1 }));
  return (
    <KeyPage
      title={`Write down these ${list.length} words`}
      lead="On paper, in this order. Who has them has every key that comes from them."
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
          <span className={keyStyles.caption}>And its BIP-39 passphrase, to the letter</span>
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
        <span className={keyStyles.aside}>
          Paper is safer than both: a printer may keep what it prints, and programs read the clipboard.
        </span>
      </div>
      <ClipboardNote clipboard={clipboard} />
      <TrustedNote tone="warning" title="No photograph, no file, no message to yourself">
        Nobody from Sextant or Filecoin will ever ask for these words.
      </TrustedNote>
      {phrase.key === undefined ? undefined : (
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>Its first key</dt>
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
