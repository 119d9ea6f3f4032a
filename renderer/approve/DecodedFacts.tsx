import type { ReactNode } from 'react';
import type { DecodedView, FieldView, ValueView } from '../../shared/ipc/schemas/decoded.ts';
import { countWords, formWords, NO_EFFECT_WORDS, numbered, rangeWords, revertWords } from '../../shared/text/decoded-words.ts';
import { formatDateTime } from '../../shared/text/format.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { NamedAddress } from './AddressNames.tsx';
import styles from './decoded-facts.module.css';
import { ExactAmount } from './ExactAmount.tsx';
import { groupHex, separateThousands } from './exact-text.ts';

interface DecodedFactsProps {
  readonly view: DecodedView;
  readonly isMethodKnown: boolean;
  /** Method 0, which takes no parameters. */
  readonly isTransfer?: boolean;
}

/** Decoded parameters in full: addresses, exact amounts, every byte and item. Long values scroll; nothing is collapsed. */
export function DecodedFacts({ view, isMethodKnown, isTransfer }: DecodedFactsProps) {
  const words = formWords(view.form, isMethodKnown, isTransfer);
  if (view.value === undefined) return <span className={styles.quiet}>none</span>;
  return (
    <div className={styles.decoded}>
      {words === undefined ? undefined : <p className={styles.form}>{words}</p>}
      {view.isWithoutEffect === undefined ? undefined : <p className={styles.form}>{NO_EFFECT_WORDS}</p>}
      {view.label === undefined && view.value.kind === 'record' ? (
        <Fields fields={view.value.fields} count={view.value.count} />
      ) : (
        <Fields fields={[{ name: view.label ?? 'Value', value: view.value }]} count={1} />
      )}
    </div>
  );
}

function Fields({ fields, count }: { readonly fields: readonly FieldView[]; readonly count: number }) {
  if (count === 0) return <span className={styles.quiet}>no fields</span>;
  return (
    <>
      <dl className={styles.fields}>
        {numbered(withoutRepeats(fields)).map(({ place, item }) => (
          <div key={place} className={isNested(item.value) ? styles.nested : undefined}>
            <dt>
              <UntrustedText text={item.name} maximumLength={2000} />
            </dt>
            <dd>
              <Value value={item.value} />
            </dd>
          </div>
        ))}
      </dl>
      <NotShown count={count - fields.length} noun="fields" />
    </>
  );
}

/** Leaves out fields that the decoded call repeats, such as To, Value and Method of a proposal. */
function withoutRepeats(fields: readonly FieldView[]): readonly FieldView[] {
  const call = fields.map(({ value }) => value).find((value) => value.kind === 'call');
  if (call?.to === undefined) return fields;
  return fields.filter(
    ({ name, value }) =>
      !(
        (value.kind === 'address' && value.value === call.to) ||
        (value.kind === 'amount' && value.value === call.value) ||
        (value.kind === 'integer' && name === 'Method' && value.value === call.method)
      ),
  );
}

/** Whether a value is displayed below its name, indented. */
function isNested(value: ValueView): boolean {
  switch (value.kind) {
    case 'record':
    case 'call':
    case 'callReturn':
    case 'contractCall':
      return true;
    case 'list':
      return value.items.some((item) => item.kind !== 'integer');
    default:
      return false;
  }
}

function Value({ value }: { readonly value: ValueView }): ReactNode {
  switch (value.kind) {
    case 'address':
      return <NamedAddress address={value.value} />;
    case 'amount':
      return <ExactAmount attoFil={value.value} />;
    case 'integer':
      return <IntegerValue integer={value} />;
    case 'bytes':
      return <Bytes hex={value.hex} sizeBytes={value.sizeBytes} words={value.words} />;
    case 'signature':
      return <Bytes hex={value.hex} sizeBytes={value.sizeBytes} words={value.scheme} />;
    case 'cid':
      return <span className={styles.mono}>{value.value}</span>;
    case 'bitfield':
      return (
        <>
          <span className={styles.quiet}>{countWords(value.count, value.unit)}</span>{' '}
          <Long isLong={value.ranges.length > LONG_LIST} label="All numbers">
            {value.ranges.map(rangeWords).join(', ')}
          </Long>
          <NotShown count={value.rangeCount - value.ranges.length} noun="ranges" />
        </>
      );
    case 'boolean':
      return value.value ? 'Yes' : 'No';
    case 'text':
      return value.length === 0 ? (
        <span className={styles.quiet}>empty</span>
      ) : (
        <>
          <UntrustedText text={value.value} maximumLength={value.value.length} />
          <NotShown count={value.length - value.value.length} noun="characters" />
        </>
      );
    case 'none':
      return <span className={styles.quiet}>none</span>;
    case 'tooDeep':
      return <span className={styles.missing}>Nested too deeply to display. See the bytes to sign.</span>;
    case 'revert':
      return (
        <>
          {revertWords(value.reason)} {value.text === undefined ? undefined : <UntrustedText text={value.text} />}
        </>
      );
    case 'list':
      return <List items={value.items} count={value.count} />;
    case 'record':
      return <Fields fields={value.fields} count={value.count} />;
    case 'call':
      return <Call call={value} />;
    case 'callReturn':
      return <DecodedFacts view={value.returned} isMethodKnown={value.methodName !== undefined} />;
    case 'contractCall':
      return <ContractCall call={value} />;
    default:
      return value satisfies never;
  }
}

function IntegerValue({ integer }: { readonly integer: Extract<ValueView, { kind: 'integer' }> }) {
  const beside = integer.timeMs === undefined ? integer.words : formatDateTime(integer.timeMs);
  return (
    <>
      {signed(integer.value)} {beside === undefined ? undefined : <span className={styles.quiet}>{beside}</span>}
    </>
  );
}

function signed(digits: string): string {
  return digits.startsWith('-') ? `−${separateThousands(digits.slice(1))}` : separateThousands(digits);
}

/** An inner call as a sentence, with its parameters. */
function Call({ call }: { readonly call: Extract<ValueView, { kind: 'call' }> }) {
  const actor = call.actorType === undefined ? 'an actor of unknown type' : `${call.actorType} actor`;
  const method = call.methodName ?? `method ${call.method}`;
  return (
    <div className={styles.call}>
      {call.to === undefined ? (
        <p>Creates {call.actorType === undefined ? actor : `a new ${actor}`}.</p>
      ) : (
        <>
          <p>
            {call.method === '0' ? (
              <>Sends {call.value === undefined ? '' : <ExactAmount attoFil={call.value} />} to</>
            ) : (
              <>
                Calls <strong>{method}</strong>
                {call.methodName === undefined ? undefined : <span className={styles.quiet}> method {call.method}</span>} of
              </>
            )}{' '}
            <span className={styles.quiet}>{actor}</span>
          </p>
          <NamedAddress address={call.to} />
        </>
      )}
      {call.value === undefined || call.method === '0' ? undefined : (
        <p>
          and sends <ExactAmount attoFil={call.value} /> with it
        </p>
      )}
      {call.params.value === undefined ? (
        <p className={styles.quiet}>{call.params.isWithoutEffect === undefined ? 'without parameters' : NO_EFFECT_WORDS}</p>
      ) : (
        <DecodedFacts view={call.params} isMethodKnown={call.methodName !== undefined} isTransfer={call.method === '0'} />
      )}
    </div>
  );
}

function ContractCall({ call }: { readonly call: Extract<ValueView, { kind: 'contractCall' }> }) {
  return (
    <div className={styles.call}>
      <p>
        Calls the function{' '}
        {call.signature === undefined ? (
          <>
            <span className={styles.mono}>{call.selector}</span> <span className={styles.quiet}>unknown function</span>
          </>
        ) : (
          <>
            <strong>{call.signature}</strong> <span className={styles.quiet}>selector {call.selector}</span>
          </>
        )}
      </p>
      {call.arguments === undefined ? (
        <Bytes hex={call.hex} sizeBytes={call.sizeBytes} words={undefined} />
      ) : (
        <Fields fields={call.arguments} count={call.arguments.length} />
      )}
    </div>
  );
}

/** Longer lists and byte strings get their own scroll area. */
const LONG_LIST = 12;
const LONG_BYTES = 256;

function List({ items, count }: { readonly items: readonly ValueView[]; readonly count: number }) {
  if (count === 0) return <span className={styles.quiet}>empty</span>;
  const isRun = items.every((item) => item.kind === 'integer');
  return (
    <>
      <span className={styles.quiet}>
        {separateThousands(String(count))} {count === 1 ? 'item' : 'items'}
      </span>{' '}
      <Long isLong={items.length > LONG_LIST} label="All items">
        {isRun ? (
          items.map((item) => (item.kind === 'integer' ? signed(item.value) : '')).join(', ')
        ) : (
          <ol className={styles.items}>
            {numbered(items).map(({ place, item }) => (
              <li key={place}>
                <span className={styles.quiet}>{separateThousands(String(place))}</span>
                <div>
                  <Value value={item} />
                </div>
              </li>
            ))}
          </ol>
        )}
      </Long>
      <NotShown count={count - items.length} noun="items" />
    </>
  );
}

interface BytesProps {
  readonly hex: string;
  readonly sizeBytes: number;
  readonly words: string | undefined;
}

function Bytes({ hex, sizeBytes, words }: BytesProps) {
  return (
    <>
      {words === undefined ? undefined : <span className={styles.mono}>{words} </span>}
      {sizeBytes === 0 ? <span className={styles.quiet}>empty</span> : undefined}
      {sizeBytes > 32 ? <span className={styles.quiet}>{separateThousands(String(sizeBytes))} bytes </span> : undefined}
      <Long isLong={sizeBytes > LONG_BYTES} label="All bytes">
        <span className={styles.mono}>{groupHex(hex)}</span>
      </Long>
      <NotShown count={sizeBytes - hex.length / 2} noun="bytes" />
    </>
  );
}

/** Makes long content scrollable, with the keyboard too. */
function Long({ isLong, label, children }: { readonly isLong: boolean; readonly label: string; readonly children: ReactNode }) {
  if (!isLong) return <>{children}</>;
  return (
    <section className={styles.long} aria-label={label} {...KEYBOARD_SCROLL}>
      {children}
    </section>
  );
}

const KEYBOARD_SCROLL = { tabIndex: 0 } as const;

function NotShown({ count, noun }: { readonly count: number; readonly noun: string }) {
  if (count <= 0) return undefined;
  return (
    <span className={styles.missing}>
      {separateThousands(String(count))} more {noun} not shown. See the bytes to sign.
    </span>
  );
}
