import { useState } from 'react';
import { ethSignatureText } from '../../shared/domain/signatures/delegated-signature.ts';
import type { DataSignature } from '../../shared/ipc/schemas/signatures.ts';
import styles from './approve.module.css';
import dataStyles from './data.module.css';
import { groupHex } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { FullAddress } from './FullAddress.tsx';

/** A signature of data, with copy buttons. A signature is not secret. */
export function SignatureFacts({ signature }: { readonly signature: DataSignature }) {
  const ethereum = ethSignatureText(signature.signatureHex);
  return (
    <dl className={styles.facts}>
      <Fact name="Signed by">
        <FullAddress address={signature.address} />
      </Fact>
      <Fact name="Signature">
        <SignatureText text={signature.signatureHex} copyLabel="Copy as hex" />
        <div className={styles.under}>Includes the signature type, like the output of “lotus wallet sign”.</div>
      </Fact>
      {ethereum === undefined ? undefined : (
        <Fact name="Ethereum format">
          <SignatureText text={ethereum} copyLabel="Copy with 0x" />
          <div className={styles.under}>Format of MetaMask and other Ethereum tools.</div>
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
          {copied === 'copied'
            ? 'Copied'
            : copied === 'refused'
              ? 'Could not copy: the browser denied clipboard access. Select the text instead.'
              : ''}
        </span>
      </div>
    </div>
  );
}
