import { useState } from 'react';
import { ethSignatureText } from '../../shared/domain/delegated-signature.ts';
import type { DataSignature } from '../../shared/ipc/schemas/signatures.ts';
import styles from './approve.module.css';
import dataStyles from './data.module.css';
import { groupHex } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { FullAddress } from './FullAddress.tsx';

/** A signature of data, to be copied. It is no secret. */
export function SignatureFacts({ signature }: { readonly signature: DataSignature }) {
  const ethereum = ethSignatureText(signature.signatureHex);
  return (
    <dl className={styles.facts}>
      <Fact name="Signed by">
        <FullAddress address={signature.address} />
      </Fact>
      <Fact name="Signature">
        <SignatureText text={signature.signatureHex} copyLabel="Copy as hex" />
        <div className={styles.under}>With its type before it, as “lotus wallet sign” prints it.</div>
      </Fact>
      {ethereum === undefined ? undefined : (
        <Fact name="For Ethereum">
          <SignatureText text={ethereum} copyLabel="Copy with 0x" />
          <div className={styles.under}>As MetaMask and other Ethereum tools write it.</div>
        </Fact>
      )}
    </dl>
  );
}

function SignatureText({ text, copyLabel }: { readonly text: string; readonly copyLabel: string }) {
  const [copied, setCopied] = useState<'copied' | 'refused' | undefined>(undefined);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('copied');
    } catch {
      setCopied('refused');
    }
  }
  return (
    <div className={dataStyles.signature}>
      <span className={styles.cid} data-signature={text}>
        {groupHex(text)}
      </span>
      <div>
        <button type="button" className={styles.button} onClick={() => void copy()}>
          {copyLabel}
        </button>{' '}
        <span role="status">
          {copied === 'copied' ? 'Copied' : copied === 'refused' ? 'The browser refused the clipboard; select the text instead.' : ''}
        </span>
      </div>
    </div>
  );
}
