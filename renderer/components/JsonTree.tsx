import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../shared/text/format.ts';
import { ExactNumber, parseJson } from '../lib/parse-json.ts';
import styles from './json-tree.module.css';
import { UntrustedText } from './UntrustedText.tsx';

/** Entries drawn at once; more on demand, so that a list of a million costs nothing until it is asked for. */
const CHUNK = 100;

interface JsonTreeProps {
  /** JSON as text, so that big integers stay exact. Text that is not JSON is shown as it is. */
  readonly text: string;
  readonly label: string;
  /** Levels that start open. */
  readonly openDepth?: number;
}

/** JSON to read: branches are drawn when they are opened, numbers are exact, and every text is treated as untrusted. */
export function JsonTree({ text, label, openDepth = 2 }: JsonTreeProps) {
  const parsed = useMemo(() => tryParse(text), [text]);
  if (parsed === undefined) {
    return (
      <div className={styles.tree}>
        <UntrustedText text={text} maximumLength={20_000} isMono />
      </div>
    );
  }
  return (
    <section className={styles.tree} aria-label={label}>
      <Branch name={undefined} value={parsed.value} depth={0} openDepth={openDepth} />
    </section>
  );
}

function tryParse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    // Not JSON, or cut short by the recording's cap: the text itself is shown.
    return undefined;
  }
}

interface BranchProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
  readonly openDepth: number;
}

function Branch({ name, value, depth, openDepth }: BranchProps) {
  const [isOpen, setIsOpen] = useState(depth < openDepth);
  const [limit, setLimit] = useState(CHUNK);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return (
      <div className={styles.line}>
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string, unknown])[] = isList
    ? value.slice(0, limit).map((item, index) => [String(index), item] as const)
    : Object.entries(value).slice(0, limit);
  const count = isList ? value.length : Object.keys(value).length;
  const summary = isList ? formatCount(count, 'item') : formatCount(count, 'field');
  return (
    <div>
      <div className={styles.line}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? (
            <IconChevronDown size={12} stroke={2} aria-hidden="true" />
          ) : (
            <IconChevronRight size={12} stroke={2} aria-hidden="true" />
          )}
          <Name name={name} />
          <span className={styles.summary}>
            {isList ? '[' : '{'} {summary} {isList ? ']' : '}'}
          </span>
        </button>
      </div>
      {isOpen ? (
        <div className={styles.children}>
          {entries.map(([key, child]) => (
            <Branch key={key} name={key} value={child} depth={depth + 1} openDepth={openDepth} />
          ))}
          {count > limit ? (
            <button type="button" className={styles.more} onClick={() => setLimit(limit + CHUNK)}>
              Show {Math.min(CHUNK, count - limit)} more of {formatCount(count, 'item')}
            </button>
          ) : undefined}
        </div>
      ) : undefined}
    </div>
  );
}

function Name({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return undefined;
  return (
    <span className={styles.name}>
      <UntrustedText text={name} maximumLength={120} />:
    </span>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  if (typeof value === 'string') {
    return (
      <span className={styles.string}>
        “<UntrustedText text={value} maximumLength={2000} />”
      </span>
    );
  }
  if (value instanceof ExactNumber) return <span className={styles.number}>{value.text}</span>;
  if (typeof value === 'number') return <span className={styles.number}>{value}</span>;
  return <span className={styles.nothing}>{String(value)}</span>;
}
