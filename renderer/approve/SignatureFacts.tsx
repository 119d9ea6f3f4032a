import { useState } from 'react';
import type { DataSignature } from '../../shared/ipc/schemas/signatures.ts';
import styles from './approve.module.css';
import dataStyles from './data.module.css';
import { groupHex } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { FullAddress } from './FullAddress.tsx';

/** A signature of data, to be copied. It is no secret. */
export function SignatureFacts({ signature }: { readonly signature: DataSignature }) {
  const [copied, setCopied] = useState<'copied' | 'refused' | undefined>(undefined);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(signature.signatureHex);
      setCopied('copied');
    } catch {
      setCopied('refused');
    }
  }
  return (
    <dl className={styles.facts}>
      <Fact name="Signed by">
        <FullAddress address={signature.address} />
      </Fact>
      <Fact name="Signature">
        <div className={dataStyles.signature}>
          <span className={styles.cid} data-signature={signature.signatureHex}>
            {groupHex(signature.signatureHex)}
          </span>
          <div>
            <button type="button" className={styles.button} onClick={() => void copy()}>
              Copy as hex
            </button>{' '}
            <span role="status">
              {copied === 'copied' ? 'Copied' : copied === 'refused' ? 'The browser refused the clipboard; select the text instead.' : ''}
            </span>
          </div>
        </div>
        <div className={styles.under}>With its type before it, as “lotus wallet sign” prints it.</div>
      </Fact>
    </dl>
  );
}
