import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './approve.module.css';
import { FullAddress } from './FullAddress.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';

interface RecoveryPhraseProps {
  readonly created: { readonly mnemonic: string; readonly address: string; readonly path: string };
  readonly onWritten: () => void;
}

/** The one time the phrase is on screen. It is in this component's props alone and goes when they go. */
export function RecoveryPhrase({ created, onWritten }: RecoveryPhraseProps) {
  const [isWritten, setIsWritten] = useState(false);
  const words = created.mnemonic.split(' ').map((word, index) => ({ word, number: index + 1 }));
  return (
    <TrustedFrame
      hint={
        <>
          <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
          Closing this window now loses the phrase. It is not shown again.
        </>
      }
      actions={
        <button
          type="button"
          className={`${styles.button} ${styles.primary}`}
          aria-disabled={!isWritten}
          title={isWritten ? undefined : 'Tick the box first.'}
          onClick={() => {
            if (isWritten) onWritten();
          }}
        >
          Finish
        </button>
      }
    >
      <div className={styles.centre}>
        <div className={`${styles.column} ${styles.wideColumn}`}>
          <div>
            <h1 className={styles.title}>Write down these {words.length} words</h1>
            <p className={styles.lead}>On paper, in this order. Who has them has the key.</p>
          </div>
          <ol className={styles.words} aria-label="Recovery phrase">
            {words.map(({ word, number }) => (
              <li key={number}>
                <span aria-hidden>{number}</span>
                {word}
              </li>
            ))}
          </ol>
          <TrustedNote tone="warning" title="No photograph, no file, no message to yourself">
            Nobody from Sextant or Filecoin will ever ask for these words.
          </TrustedNote>
          <dl className={styles.facts}>
            <div className={styles.fact}>
              <dt>Address of the key</dt>
              <dd>
                <FullAddress address={created.address} />
              </dd>
            </div>
            <div className={styles.fact}>
              <dt>Derivation path</dt>
              <dd className={styles.cid}>{created.path}</dd>
            </div>
          </dl>
          <label className={styles.consent}>
            <input
              type="checkbox"
              className={styles.box}
              checked={isWritten}
              onChange={(event) => setIsWritten(event.currentTarget.checked)}
            />
            <span>I have written it down, and checked the order of the words</span>
          </label>
        </div>
      </div>
    </TrustedFrame>
  );
}
