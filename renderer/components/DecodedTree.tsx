import { type ReactNode, useState } from 'react';
import { ethText } from '../../shared/domain/address-words.ts';
import type { DecodedView, FieldView, ValueView } from '../../shared/ipc/schemas/decoded.ts';
import { countWords, formWords, NO_EFFECT_WORDS, numbered, rangeWords, revertWords } from '../../shared/text/decoded-words.ts';
import { formatCount, formatInteger } from '../../shared/text/format.ts';
import { classNames } from '../lib/class-names.ts';
import { AddressText } from './AddressText.tsx';
import { AmountText } from './AmountText.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './decoded-tree.module.css';
import { EpochText } from './EpochText.tsx';
import { HashText } from './HashText.tsx';
import { UntrustedText } from './UntrustedText.tsx';

interface DecodedTreeProps {
  readonly view: DecodedView;
  /** What the tree is, for those who hear it. */
  readonly label: string;
  /** Whether the method has a name here, for the words where its shape does not fit. */
  readonly isMethodKnown: boolean;
  /** Method 0, which takes no parameters. */
  readonly isTransfer?: boolean;
}

/** Decoded parameters or a return value: names beside values, what is inside of something indented below it. */
export function DecodedTree({ view, label, isMethodKnown, isTransfer = false }: DecodedTreeProps) {
  return (
    <section className={styles.tree} aria-label={label}>
      <Content view={view} isMethodKnown={isMethodKnown} isTransfer={isTransfer} />
    </section>
  );
}

interface ContentProps {
  readonly view: DecodedView;
  readonly isMethodKnown: boolean;
  readonly isTransfer?: boolean;
}

function Content({ view, isMethodKnown, isTransfer }: ContentProps) {
  const { value, label } = view;
  const words = formWords(view.form, isMethodKnown, isTransfer);
  if (value === undefined) return <span className="t3">empty</span>;
  return (
    <>
      {words === undefined ? undefined : <p className={styles.form}>{words}</p>}
      {view.isWithoutEffect === undefined ? undefined : <p className={styles.form}>{NO_EFFECT_WORDS}</p>}
      {label === undefined && isBlock(value) ? <Block value={value} /> : <Fields fields={[{ name: label ?? 'Value', value }]} />}
    </>
  );
}

type Block = Extract<ValueView, { kind: 'record' | 'list' | 'call' | 'callReturn' | 'contractCall' }>;

/** Whether a value takes lines of its own, below its name. A list of numbers does not. */
function isBlock(value: ValueView): value is Block {
  switch (value.kind) {
    case 'list':
      return value.items.some((item) => item.kind !== 'integer');
    case 'record':
      return value.fields.length > 0;
    case 'callReturn':
      return value.returned.value !== undefined;
    case 'call':
    case 'contractCall':
      return true;
    default:
      return false;
  }
}

function Fields({ fields, count = fields.length }: { readonly fields: readonly FieldView[]; readonly count?: number }) {
  return (
    <>
      <dl className={styles.fields}>
        {numbered(fields).map(({ place, item }) => (
          <Field key={place} name={item.name} value={item.value} />
        ))}
      </dl>
      {count > fields.length ? <NotShown count={count - fields.length} noun="field" /> : undefined}
    </>
  );
}

function Field({ name, value }: FieldView) {
  if (!isBlock(value)) {
    return (
      <div className={styles.pair}>
        <dt>
          <UntrustedText text={name} maximumLength={60} />
        </dt>
        <dd>
          <Leaf value={value} />
        </dd>
      </div>
    );
  }
  return (
    <div className={styles.branch}>
      <dt>
        <UntrustedText text={name} maximumLength={60} /> <Summary value={value} />
      </dt>
      <dd>
        <Block value={value} />
      </dd>
    </div>
  );
}

/** Beside the name of what is inside. */
function Summary({ value }: { readonly value: Block }) {
  switch (value.kind) {
    case 'list':
      return <span className="t3">{formatCount(value.count, 'item')}</span>;
    case 'record':
      return undefined;
    case 'call':
      return <CallTitle call={value} />;
    case 'callReturn':
      return <span className="t3">of {methodText(value)}</span>;
    case 'contractCall':
      return <FunctionTitle call={value} />;
    default:
      return value satisfies never;
  }
}

function CallTitle({ call }: { readonly call: Extract<ValueView, { kind: 'call' }> }) {
  if (call.to === undefined) {
    return <span className={styles.title}>Makes {call.actorType === undefined ? 'an actor that is not known here' : call.actorType}</span>;
  }
  return (
    <span className={styles.title}>
      {call.method === '0' ? 'Sends to' : 'Calls'} <AddressText address={call.to} hasCopy isLink />
      <span className="t3">·</span> {call.actorType ?? <span className="t3">actor type not known</span>}
      {call.method === '0' ? undefined : (
        <>
          <span className="t3">·</span> <span className="m">{methodText(call)}</span>
        </>
      )}
    </span>
  );
}

function methodText({ method, methodName }: { readonly method: string; readonly methodName?: string | undefined }): string {
  return methodName ?? `method ${formatInteger(method)}`;
}

function FunctionTitle({ call }: { readonly call: Extract<ValueView, { kind: 'contractCall' }> }) {
  return (
    <span className={styles.title}>
      {call.signature === undefined ? (
        <>
          Function <span className="mono">{call.selector}</span> <span className="t3">not known here</span>
        </>
      ) : (
        <>
          <span className="m">{call.signature}</span> <span className="mono t3">{call.selector}</span>
        </>
      )}
    </span>
  );
}

function Block({ value }: { readonly value: Block }) {
  switch (value.kind) {
    case 'record':
      return <Fields fields={value.fields} count={value.count} />;
    case 'list':
      return <Items items={value.items} count={value.count} />;
    case 'call':
      return value.params.value === undefined ? (
        <span className="t3">{value.params.isWithoutEffect === undefined ? 'without parameters' : NO_EFFECT_WORDS}</span>
      ) : (
        <Content view={value.params} isMethodKnown={value.methodName !== undefined} isTransfer={value.method === '0'} />
      );
    case 'callReturn':
      return <Content view={value.returned} isMethodKnown={value.methodName !== undefined} />;
    case 'contractCall':
      return value.arguments === undefined ? (
        <Bytes hex={value.hex} sizeBytes={value.sizeBytes} />
      ) : value.arguments.length === 0 ? (
        <span className="t3">without arguments</span>
      ) : (
        <Fields fields={value.arguments} />
      );
    default:
      return value satisfies never;
  }
}

/** Items drawn at first, and more with every press. */
const FIRST_BLOCKS = 4;
const FIRST_LINES = 12;
const MORE_ITEMS = 100;

function Items({ items, count }: { readonly items: readonly ValueView[]; readonly count: number }) {
  const [limit, setLimit] = useState(items.some(isBlock) ? FIRST_BLOCKS : FIRST_LINES);
  return (
    <>
      <ol className={styles.items}>
        {numbered(items.slice(0, limit)).map(({ place, item }) => (
          <li key={place} className={classNames(isBlock(item) && styles.blockItem)}>
            <span className={styles.number}>{formatInteger(place)}</span>
            <div className="grow">{isBlock(item) ? <ItemBlock value={item} /> : <Leaf value={item} />}</div>
          </li>
        ))}
      </ol>
      {items.length > limit ? <ShowMore hidden={items.length - limit} onMore={() => setLimit(limit + MORE_ITEMS)} /> : undefined}
      {items.length <= limit && count > items.length ? <NotShown count={count - items.length} noun="item" /> : undefined}
    </>
  );
}

function ItemBlock({ value }: { readonly value: Block }) {
  return (
    <>
      {value.kind === 'record' || value.kind === 'list' ? undefined : <Summary value={value} />}
      <Block value={value} />
    </>
  );
}

function ShowMore({ hidden, onMore }: { readonly hidden: number; readonly onMore: () => void }) {
  const next = Math.min(hidden, MORE_ITEMS);
  return (
    <button type="button" className={styles.more} onClick={onMore}>
      Show {next === hidden ? `the other ${formatInteger(hidden)}` : `${formatInteger(next)} more of ${formatInteger(hidden)}`}
    </button>
  );
}

function NotShown({ count, noun }: { readonly count: number; readonly noun: string }) {
  return <p className={styles.form}>{formatCount(count, `more ${noun}`)}, not shown: the raw bytes have them.</p>;
}

function Leaf({ value }: { readonly value: ValueView }): ReactNode {
  switch (value.kind) {
    case 'address':
      return <AddressLeaf address={value.value} />;
    case 'amount':
      return value.value.length > 80 ? <Quiet words="attoFIL">{value.value}</Quiet> : <AmountText value={value.value} />;
    case 'integer':
      return <IntegerLeaf integer={value} />;
    case 'bytes':
      return value.words === undefined ? (
        <Bytes hex={value.hex} sizeBytes={value.sizeBytes} />
      ) : (
        <HashText cid={value.words} size="detail" hasCopy />
      );
    case 'signature':
      return (
        <span className={styles.line}>
          {value.scheme} <Bytes hex={value.hex} sizeBytes={value.sizeBytes} />
        </span>
      );
    case 'cid':
      return <HashText cid={value.value} size="detail" hasCopy />;
    case 'bitfield':
      return <SetLeaf set={value} />;
    case 'boolean':
      return value.value ? 'Yes' : 'No';
    case 'text':
      return <TextLeaf text={value.value} length={value.length} />;
    case 'none':
      return <span className="t3">none</span>;
    case 'tooDeep':
      return <span className="t3">deeper inside than is shown: the raw bytes have it</span>;
    case 'revert':
      return <RevertLeaf revert={value} />;
    case 'list':
      return <Numbers items={value.items} count={value.count} />;
    case 'record':
      return <span className="t3">{value.count === 0 ? 'no fields' : `${formatCount(value.count, 'field')}, not shown`}</span>;
    case 'callReturn':
    case 'call':
    case 'contractCall':
      return <span className="t3">empty</span>;
    default:
      return value satisfies never;
  }
}

/** The 0x form beside an f410 address: contracts and their tools write that one. */
function AddressLeaf({ address }: { readonly address: string }) {
  const eth = ethText(address);
  return (
    <span className={styles.line}>
      <AddressText address={address} hasCopy isLink />
      {eth === undefined ? undefined : <span className="mono t3">{eth}</span>}
    </span>
  );
}

function IntegerLeaf({ integer }: { readonly integer: Extract<ValueView, { kind: 'integer' }> }) {
  const { value, unit, words, timeMs } = integer;
  if (timeMs !== undefined) return <EpochText height={Number(value)} timeMs={timeMs} />;
  if (words === undefined) return <>{formatInteger(value)}</>;
  // A size is read as one; which proof it is, by its name.
  const isFailure = unit === 'exitCode' && value !== '0';
  return (
    <Quiet words={words}>
      <span className={isFailure ? 'bad' : undefined}>{formatInteger(value)}</span>
    </Quiet>
  );
}

function Quiet({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <>
      {children} <span className="t3">{words}</span>
    </>
  );
}

/** Bytes shown in full, and the ends of longer ones. */
const WHOLE_BYTES = 32;
const HEAD_DIGITS = 24;
const TAIL_DIGITS = 8;

function Bytes({ hex, sizeBytes }: { readonly hex: string; readonly sizeBytes: number }) {
  if (sizeBytes === 0) return <span className="t3">empty</span>;
  const isComplete = hex.length === sizeBytes * 2;
  const isWhole = isComplete && sizeBytes <= WHOLE_BYTES;
  const tail = isComplete ? hex.slice(-TAIL_DIGITS) : '';
  return (
    <span className={styles.line}>
      <span className="mono">{isWhole ? hex : `${hex.slice(0, HEAD_DIGITS)}…${tail}`}</span>
      <span className="t3">{formatCount(sizeBytes, 'byte')}</span>
      {isComplete ? <CopyButton text={hex} label="Copy bytes" /> : undefined}
    </span>
  );
}

function TextLeaf({ text, length }: { readonly text: string; readonly length: number }) {
  if (length === 0) return <span className="t3">empty</span>;
  return (
    <>
      <UntrustedText text={text} maximumLength={600} />
      {text.length < length ? <span className="t3"> … {formatInteger(length - text.length)} more characters</span> : undefined}
    </>
  );
}

function RevertLeaf({ revert }: { readonly revert: Extract<ValueView, { kind: 'revert' }> }) {
  return (
    <>
      {revertWords(revert.reason)} {revert.text === undefined ? undefined : <UntrustedText text={revert.text} maximumLength={600} />}
      {revert.reason === 'custom' || revert.reason === 'bytes' ? <Bytes hex={revert.hex} sizeBytes={revert.sizeBytes} /> : undefined}
    </>
  );
}

/** Numbers and ranges on one line. */
const FIRST_NUMBERS = 24;

function SetLeaf({ set }: { readonly set: Extract<ValueView, { kind: 'bitfield' }> }) {
  if (set.count === '0') return <span className="t3">none</span>;
  return (
    <Run parts={set.ranges.map(rangeWords)} total={set.rangeCount}>
      <span className="t3">{countWords(set.count, set.unit)}: </span>
    </Run>
  );
}

function Numbers({ items, count }: { readonly items: readonly ValueView[]; readonly count: number }) {
  if (count === 0) return <span className="t3">empty</span>;
  return <Run parts={items.map((item) => (item.kind === 'integer' ? formatInteger(item.value) : ''))} total={count} />;
}

function Run({ parts, total, children }: { readonly parts: readonly string[]; readonly total: number; readonly children?: ReactNode }) {
  const [limit, setLimit] = useState(FIRST_NUMBERS);
  return (
    <>
      {children}
      {parts.slice(0, limit).join(', ')}
      {parts.length > limit ? (
        <>
          {' '}
          <ShowMore hidden={parts.length - limit} onMore={() => setLimit(limit + MORE_ITEMS)} />
        </>
      ) : total > parts.length ? (
        <span className="t3"> and {formatInteger(total - parts.length)} more, not shown</span>
      ) : undefined}
    </>
  );
}
