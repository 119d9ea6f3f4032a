import { useState } from 'react';
import type { DecodedView, FieldView, ValueView } from '../../../shared/ipc/schemas/decoded.ts';
import { formWords, NO_EFFECT_WORDS, numbered } from '../../../shared/text/decoded-words.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { classNames } from '../../lib/class-names.ts';
import { ShowMore } from '../tables/ShowMore.tsx';
import { AddressText } from './AddressText.tsx';
import { DecodedBytes } from './DecodedBytes.tsx';
import { DecodedLeaf } from './DecodedLeaf.tsx';
import styles from './decoded-tree.module.css';
import { UntrustedText } from './UntrustedText.tsx';

interface DecodedTreeProps {
  readonly view: DecodedView;
  /** What the tree is, for those who hear it. */
  readonly label: string;
  /** Whether the method has a name here, for the words where its shape does not fit; absent for what belongs to no method. */
  readonly isMethodKnown?: boolean;
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
  readonly isMethodKnown?: boolean | undefined;
  readonly isTransfer?: boolean;
}

function Content({ view, isMethodKnown, isTransfer }: ContentProps) {
  const { value, label } = view;
  const words = isMethodKnown === undefined ? undefined : formWords(view.form, isMethodKnown, isTransfer);
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
          <DecodedLeaf value={value} />
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
    return <span className={styles.title}>Makes {call.actorType === undefined ? 'an unknown actor' : call.actorType}</span>;
  }
  return (
    <span className={styles.title}>
      {call.method === '0' ? 'Sends to' : 'Calls'} <AddressText address={call.to} hasCopy isLink />
      <span className="t3">·</span> {call.actorType ?? <span className="t3">unknown actor type</span>}
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
          Function <span className="mono">{call.selector}</span> <span className="t3">unknown</span>
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
        <DecodedBytes hex={value.hex} sizeBytes={value.sizeBytes} />
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

function Items({ items, count }: { readonly items: readonly ValueView[]; readonly count: number }) {
  const [limit, setLimit] = useState(items.some(isBlock) ? FIRST_BLOCKS : FIRST_LINES);
  return (
    <>
      <ol className={styles.items}>
        {numbered(items.slice(0, limit)).map(({ place, item }) => (
          <li key={place} className={classNames(isBlock(item) && styles.blockItem)}>
            <span className={styles.number}>{formatInteger(place)}</span>
            <div className="grow">{isBlock(item) ? <ItemBlock value={item} /> : <DecodedLeaf value={item} />}</div>
          </li>
        ))}
      </ol>
      {items.length > limit ? <ShowMore hidden={items.length - limit} onMore={(more) => setLimit(limit + more)} /> : undefined}
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

function NotShown({ count, noun }: { readonly count: number; readonly noun: string }) {
  return <p className={styles.form}>{formatCount(count, `more ${noun}`)}, not shown; see the raw bytes.</p>;
}
