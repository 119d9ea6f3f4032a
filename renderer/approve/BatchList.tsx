import { memo, useMemo, useState } from 'react';
import type { FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';
import { isPlainTransfer } from '../../shared/validation/is-plain-transfer.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { AddressNaming } from './AddressNames.tsx';
import { Call, Recipient } from './ApprovalFacts.tsx';
import trusted from './approve.module.css';
import styles from './batch.module.css';
import { ExactAmount } from './ExactAmount.tsx';
import { separateThousands } from './exact-text.ts';
import { TrustedField } from './TrustedField.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { BatchListState } from './use-batch-list.ts';

/** Every message of a batch, with full addresses and exact amounts. Rows out of view are not rendered (content-visibility). */
export function BatchList({ list, count, atMs }: { readonly list: BatchListState; readonly count: number; readonly atMs: number }) {
  const [search, setSearch] = useState('');
  const [isLargestFirst, setIsLargestFirst] = useState(false);
  const messages = list.name === 'failed' ? undefined : list.messages;
  const shown = useMemo(() => arrange(messages ?? [], search, isLargestFirst), [messages, search, isLargestFirst]);
  if (messages === undefined) {
    return (
      <TrustedNote tone="danger" title="The list does not match the batch" role="alert">
        {list.name === 'failed' ? list.reason : ''} Reject the batch and prepare it again.
      </TrustedNote>
    );
  }
  return (
    <section aria-label="All messages" className={styles.list}>
      <div className={styles.head}>
        <h2>All messages</h2>
        <span role="status">{statusText(list, shown.length, count)}</span>
      </div>
      <div className={styles.tools}>
        <TrustedField label="Search by address, nonce, name or comment" isLabelHidden>
          {(input) => (
            <input
              {...input}
              type="search"
              value={search}
              placeholder="Address, nonce, name or comment"
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
        </TrustedField>
        <label className={styles.order}>
          <input
            type="checkbox"
            className={trusted.box}
            checked={isLargestFirst}
            onChange={(event) => setIsLargestFirst(event.currentTarget.checked)}
          />
          Largest amount first
        </label>
      </div>
      <ol className={styles.rows}>
        {shown.map((message) => (
          <Row key={message.nonce} message={message} atMs={atMs} />
        ))}
      </ol>
      {shown.length === 0 && list.name === 'whole' ? <p className={styles.none}>No matching messages.</p> : undefined}
    </section>
  );
}

const Row = memo(function Row({ message, atMs }: { readonly message: FrozenMessage; readonly atMs: number }) {
  const inside = message.moves.filter(({ depth, kind }) => depth > 0 || kind !== 'value');
  return (
    <li className={styles.row} data-nonce={message.nonce}>
      <span className={styles.nonce}>
        <span className={styles.nonceWord}>nonce </span>
        {separateThousands(message.nonce)}
        {message.line === undefined ? undefined : <span className={styles.line}>line {separateThousands(String(message.line))}</span>}
      </span>
      <div className={styles.recipient}>
        <AddressNaming value={{ names: message.names, atMs }}>
          <Recipient to={message.to} />
          {isPlainTransfer(message) && message.paramsHex === '' ? undefined : <Call message={message} />}
        </AddressNaming>
        {message.comment === undefined ? undefined : (
          <p className={styles.comment}>
            Comment: <UntrustedText text={message.comment} />
          </p>
        )}
      </div>
      <div className={styles.amounts}>
        {BigInt(message.value) === 0n && inside.length > 0 ? undefined : <ExactAmount attoFil={message.value} />}
        {inside.map(({ amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: moves have no key, and a frozen approval never changes
          <span key={index}>
            <ExactAmount attoFil={amount} /> <span className={styles.fee}>inside</span>
          </span>
        ))}
        <span className={styles.fee}>
          maximum fee <ExactAmount attoFil={message.maximumFee} />
        </span>
      </div>
    </li>
  );
});

function statusText(list: BatchListState, shownCount: number, count: number): string {
  if (list.name === 'loading') return `${separateThousands(String(shownCount))} of ${separateThousands(String(count))} loaded`;
  return shownCount === count
    ? `All ${separateThousands(String(count))}match the digest`
    : `${separateThousands(String(shownCount))} of ${separateThousands(String(count))} shown`;
}

function arrange(messages: readonly FrozenMessage[], search: string, isLargestFirst: boolean): readonly FrozenMessage[] {
  const wanted = search.replace(/\s/g, '').toLowerCase();
  const found = wanted === '' ? messages : messages.filter((message) => textOf(message).includes(wanted));
  if (!isLargestFirst) return found;
  return [...found].sort((left, right) => {
    const difference = largestOf(right) - largestOf(left);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  });
}

/** The largest amount that the message moves, at any depth. */
function largestOf({ value, moves }: FrozenMessage): bigint {
  return moves.reduce((largest, { amount }) => (BigInt(amount) > largest ? BigInt(amount) : largest), BigInt(value));
}

/** The searchable text, without the spaces that addresses are displayed with. */
function textOf({ nonce, to, names, methodName, comment }: FrozenMessage): string {
  return [nonce, to.address, to.idAddress, to.ethAddress, ...names.map(({ text }) => text), methodName, comment]
    .filter((part) => part !== undefined)
    .join('\n')
    .replace(/[^\S\n]/g, '')
    .toLowerCase();
}
