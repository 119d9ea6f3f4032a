import type { DataApproval } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/UntrustedText.tsx';
import styles from './approve.module.css';
import dataStyles from './data.module.css';
import { groupHex, separateThousands } from './exact-text.ts';
import { Fact } from './Fact.tsx';
import { SignerFact } from './SendingFacts.tsx';

const KEYBOARD_SCROLL = { tabIndex: 0 } as const;

/** Data that is no message: as text where that says all, as bytes in any case, and what the key signs of it. */
export function DataFacts({ approval }: { readonly approval: DataApproval }) {
  const { form, from, text, dataHex, signedBytesHex } = approval;
  return (
    <dl className={styles.facts}>
      <SignerFact from={from} />
      <Fact name="Form">
        <div className={styles.plain}>{form === 'lotus' ? 'Raw bytes' : 'FRC-0102'}</div>
        <div className={styles.under}>
          {form === 'lotus'
            ? 'The key signs the bytes as they are, as “lotus wallet sign --raw” does.'
            : `The key signs the data in an envelope that begins with “${from.keyType === 'delegated' ? 'Ethereum' : 'Filecoin'} Signed Message”, which no message and no transaction can have.`}
        </div>
      </Fact>
      <Fact name="What it means">
        <div className={styles.plain}>
          {form === 'lotus'
            ? 'Whoever has the signature can show that this key signed these bytes, for whatever they mean elsewhere.'
            : 'Whoever has the signature can show that this key signed this data. It moves no funds.'}
        </div>
        <div className={styles.under}>The token has no network and no expiry.</div>
      </Fact>
      {text === undefined ? undefined : (
        <Fact name="As text">
          <section className={dataStyles.text} aria-label="The data as text" {...KEYBOARD_SCROLL}>
            <DataText text={text} />
          </section>
        </Fact>
      )}
      <Fact name="As bytes">
        {text === undefined ? <div className={styles.under}>The data is not UTF-8 text.</div> : undefined}
        <Bytes hex={dataHex} label="The data" />
      </Fact>
      {form === 'lotus' ? undefined : (
        <Fact name="With its envelope">
          <Bytes hex={signedBytesHex} label="What the key signs" />
        </Fact>
      )}
    </dl>
  );
}

/** Line by line: a line end is no mark, and a direction ends with its line. */
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
