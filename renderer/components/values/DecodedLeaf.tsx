import { type ReactNode, useState } from 'react';
import { ethText } from '../../../shared/domain/addresses/address-words.ts';
import type { ValueView } from '../../../shared/ipc/schemas/decoded.ts';
import { countWords, rangeWords, revertWords } from '../../../shared/text/decoded-words.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { ShowMore } from '../tables/ShowMore.tsx';
import { AddressText } from './AddressText.tsx';
import { AmountText } from './AmountText.tsx';
import { DecodedBytes } from './DecodedBytes.tsx';
import styles from './decoded-tree.module.css';
import { EpochText } from './EpochText.tsx';
import { HashText } from './HashText.tsx';
import { UntrustedText } from './UntrustedText.tsx';

/** A value that takes no lines of its own. */
export function DecodedLeaf({ value }: { readonly value: ValueView }): ReactNode {
  switch (value.kind) {
    case 'address':
      return <AddressLeaf address={value.value} />;
    case 'amount':
      return value.value.length > 80 ? <Quiet words="attoFIL">{value.value}</Quiet> : <AmountText value={value.value} />;
    case 'integer':
      return <IntegerLeaf integer={value} />;
    case 'bytes':
      return value.words === undefined ? (
        <DecodedBytes hex={value.hex} sizeBytes={value.sizeBytes} />
      ) : (
        <HashText cid={value.words} size="detail" hasCopy />
      );
    case 'signature':
      return (
        <span className={styles.line}>
          {value.scheme} <DecodedBytes hex={value.hex} sizeBytes={value.sizeBytes} />
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
      return <span className="t3">nested too deeply; see the raw bytes</span>;
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
      {revert.reason === 'custom' || revert.reason === 'bytes' ? <DecodedBytes hex={revert.hex} sizeBytes={revert.sizeBytes} /> : undefined}
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
          <ShowMore hidden={parts.length - limit} onMore={(more) => setLimit(limit + more)} />
        </>
      ) : total > parts.length ? (
        <span className="t3"> and {formatInteger(total - parts.length)} more, not shown</span>
      ) : undefined}
    </>
  );
}
