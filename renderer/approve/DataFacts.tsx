import type { DataApproval } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import styles from './approve.module.css';
import dataStyles from './data.module.css';
import { groupHex, separateThousands } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { SignerFact } from './SendingFacts.tsx';

const KEYBOARD_SCROLL = { tabIndex: 0 } as const;

/** Data to sign: as text if it is UTF-8, as bytes, and with its envelope. */
export function DataFacts({ approval }: { readonly approval: DataApproval }) {
  const { form, from, text, dataHex, signedBytesHex } = approval;
  return (
    <dl className={styles.facts}>
      <SignerFact from={from} />
      <Fact name="Form">
        <div className={styles.plain}>{form === 'lotus' ? 'Raw bytes' : 'FRC-0102'}</div>
        <div className={styles.under}>
          {form === 'lotus'
            ? 'The key signs the bytes unchanged, like “lotus wallet sign --raw”.'
            : `The key signs the data in an envelope that starts with “${from.keyType === 'delegated' ? 'Ethereum' : 'Filecoin'} Signed Message”. No message or transaction can start with it.`}
        </div>
      </Fact>
      <Fact name="Effect">
        <div className={styles.plain}>
          {form === 'lotus'
            ? 'The signature proves that this key signed these bytes.'
            : 'The signature proves that this key signed this data. It moves no funds.'}
        </div>
        <div className={styles.under}>The signature has no network and no expiry.</div>
      </Fact>
      {text === undefined ? undefined : (
        <Fact name="Text">
          <section className={dataStyles.text} aria-label="Data as text" {...KEYBOARD_SCROLL}>
            <DataText text={text} />
          </section>
        </Fact>
      )}
      <Fact name="Bytes">
        {text === undefined ? <div className={styles.under}>The data is not UTF-8 text.</div> : undefined}
        <Bytes hex={dataHex} label="Data bytes" />
      </Fact>
      {form === 'lotus' ? undefined : (
        <Fact name="Bytes to sign">
          <Bytes hex={signedBytesHex} label="Data with envelope" />
        </Fact>
      )}
    </dl>
  );
}

/** Rendered line by line, so that line breaks are not escaped and text direction resets on every line. */
function DataText({ text }: { readonly text: string }) {
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
    <div key={index}>{line === '' ? '\u00A0' : <UntrustedText text={line} maximumLength={line.length} isMono />}</div>
  ));
}

function Bytes({ hex, label }: { readonly hex: string; readonly label: string }) {
  return (
    <>
      <div className={styles.under}>{separateThousands(String(hex.length / 2))} bytes</div>
      <section className={dataStyles.bytes} aria-label={label} {...KEYBOARD_SCROLL}>
        {hex === '' ? 'none' : groupHex(hex)}
      </section>
    </>
  );
}
