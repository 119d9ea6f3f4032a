import { IconCheck, IconChevronDown, IconChevronRight, IconCopy, IconRoute2 } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import type { BodyNode } from '../../../shared/ipc/schemas/inspector.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { classNames } from '../../lib/class-names.ts';
import { childPath, type TreeSource } from '../../lib/json-nodes.ts';
import { showInScroller } from '../../lib/show-in-scroller.ts';
import styles from './json-tree.module.css';
import { UntrustedText } from './UntrustedText.tsx';
import { type OpenBranch, type TreeTroubles, useJsonTree } from './use-json-tree.ts';

/** How long the check stays. */
const ANSWER_MS = 1400;
const INDENT_PX = 16;

export interface TreeMark {
  readonly tone: 'danger' | 'success';
  readonly words: ReactNode;
}

interface JsonTreeProps {
  readonly label: string;
  /** Where the values come from; a new one is a new tree. */
  readonly source: TreeSource;
  /** The value that is to be shown: opened, scrolled to and highlighted. */
  readonly path?: string | undefined;
  /** Lines with something to say, by path. */
  readonly marks?: ReadonlyMap<string, TreeMark>;
  /** What stands in the way is told by whoever shows the tree. */
  readonly troubles?: TreeTroubles;
}

interface Row {
  readonly id: string;
  readonly depth: number;
  readonly path: string;
  readonly node: BodyNode;
  readonly kind: 'value' | 'close' | 'more';
  readonly branch: OpenBranch | undefined;
  readonly hasComma: boolean;
  readonly hasName: boolean;
}

/**
 * JSON to read, fetched as it is opened: a body of 100 MB costs what is seen of it. Numbers and strings stand as they were written,
 * and every text is treated as untrusted. One stop for Tab; arrows move, `c` copies a value, `p` its path.
 */
export function JsonTree({ label, source, path, marks, troubles }: JsonTreeProps) {
  const id = useId();
  const { root, branches, open, close, loadMore, revealed } = useJsonTree(source, path, troubles);
  const rows = useMemo(() => (root === undefined ? [] : rowsOf(root, branches)), [root, branches]);
  const [activeId, setActiveId] = useState<string | undefined>(undefined);
  const [copied, setCopied] = useState<{ readonly id: string; readonly words: string } | undefined>(undefined);
  const items = rows.filter((row) => row.kind !== 'close');
  const activeIndex = Math.max(
    0,
    items.findIndex((row) => row.id === activeId),
  );
  const active = items[activeIndex];

  useEffect(() => {
    if (copied === undefined) return;
    const timer = setTimeout(() => setCopied(undefined), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  // Once the value that the address names is there, it is brought into sight and made the current one.
  const revealedId = revealed === undefined ? undefined : `${id}-${revealed}`;
  useEffect(() => {
    if (revealed === undefined || revealedId === undefined) return;
    setActiveId(String(revealed));
    const line = document.getElementById(revealedId);
    if (line !== null) showInScroller(line, 'center');
  }, [revealed, revealedId]);

  async function copy(row: Row, what: 'value' | 'path'): Promise<void> {
    try {
      const text = what === 'path' ? row.path : await source.read(row.node);
      await navigator.clipboard.writeText(what === 'value' && row.node.kind === 'string' ? stringOf(text) : text);
      setCopied({ id: row.id, words: what === 'path' ? 'Path copied' : 'Copied' });
    } catch (error) {
      setCopied({ id: row.id, words: error instanceof RangeError ? error.message : 'The browser denied clipboard access' });
    }
  }

  function toggle(row: Row): void {
    if (row.kind === 'more') void loadMore(row.node.start);
    else if (row.branch?.isOpen === true) close(row.node.start);
    else if (isContainer(row.node)) void open(row.node);
  }

  function moveTo(index: number): void {
    const row = items[Math.min(items.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setActiveId(row.id);
    const line = document.getElementById(`${id}-${row.id}`);
    if (line !== null) showInScroller(line, 'nearest');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || active === undefined) return;
    switch (event.key) {
      case 'ArrowDown':
        moveTo(activeIndex + 1);
        break;
      case 'ArrowUp':
        moveTo(activeIndex - 1);
        break;
      case 'Home':
        moveTo(0);
        break;
      case 'End':
        moveTo(items.length - 1);
        break;
      case 'ArrowRight':
        if (active.branch?.isOpen === true) moveTo(activeIndex + 1);
        else toggle(active);
        break;
      case 'ArrowLeft':
        if (active.kind === 'value' && active.branch?.isOpen === true) close(active.node.start);
        else moveTo(items.findLastIndex((row, index) => index < activeIndex && row.depth < active.depth));
        break;
      case 'Enter':
      case ' ':
        toggle(active);
        break;
      case 'c':
        if (active.kind === 'value') void copy(active, 'value');
        break;
      case 'p':
        if (active.kind === 'value') void copy(active, 'path');
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <div
        className={styles.tree}
        role="tree"
        aria-label={label}
        aria-busy={root === undefined}
        tabIndex={0}
        {...(active === undefined ? {} : { 'aria-activedescendant': `${id}-${active.id}` })}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => {
          const mark = row.kind === 'value' ? marks?.get(row.path) : undefined;
          const isActive = row === active;
          if (row.kind === 'close') {
            return (
              <div key={row.id} className={styles.line} style={indent(row.depth)} aria-hidden="true">
                {row.node.kind === 'array' ? ']' : '}'}
                {row.hasComma ? ',' : ''}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the tree is the only tab stop
            <div
              key={row.id}
              id={`${id}-${row.id}`}
              className={classNames(styles.line, isActive && styles.active, row.node.start === revealed && styles.revealed)}
              data-tone={mark?.tone}
              style={indent(row.depth)}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={isActive}
              {...(row.kind === 'value' && isContainer(row.node) ? { 'aria-expanded': row.branch?.isOpen === true } : {})}
              onClick={() => {
                setActiveId(row.id);
                if (!hasSelection()) toggle(row);
              }}
            >
              {row.kind === 'more' ? <More row={row} /> : <Value row={row} />}
              {mark === undefined ? undefined : <span className={styles.tag}>{mark.words}</span>}
              {row.kind === 'more' ? undefined : (
                <span className={styles.actions} data-is-answering={copied?.id === row.id || undefined}>
                  {copied?.id === row.id ? (
                    <span className={styles.answer}>
                      <IconCheck size={12} stroke={2} aria-hidden="true" />
                      {copied.words}
                    </span>
                  ) : (
                    <>
                      <LineButton
                        label="Copy value (c)"
                        icon={<IconCopy size={12} stroke={1.7} />}
                        onPress={() => void copy(row, 'value')}
                      />
                      {row.path === '' ? undefined : (
                        <LineButton
                          label="Copy path (p)"
                          icon={<IconRoute2 size={12} stroke={1.7} />}
                          onPress={() => void copy(row, 'path')}
                        />
                      )}
                    </>
                  )}
                </span>
              )}
            </div>
          );
        })}
      </div>
      <span className="visually-hidden" role="status">
        {copied?.words}
      </span>
    </>
  );
}

interface LineButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
}

/** For the pointer only: the tree itself has a key for it. */
function LineButton({ label, icon, onPress }: LineButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {icon}
    </button>
  );
}

function Value({ row }: { readonly row: Row }) {
  const { node, branch } = row;
  const comma = row.hasComma ? ',' : '';
  const name = row.hasName && node.key !== undefined ? <Name name={node.key} /> : undefined;
  if (!isContainer(node)) {
    return (
      <span className={styles.content}>
        {name}
        <span className={styles[node.kind]}>
          <UntrustedText text={node.text ?? ''} maximumLength={2000} />
        </span>
        {comma}
      </span>
    );
  }
  const [first, last] = node.kind === 'array' ? ['[', ']'] : ['{', '}'];
  if (node.count === 0) {
    return (
      <span className={styles.content}>
        {name}
        {first}
        {last}
        {comma}
      </span>
    );
  }
  const Icon = branch?.isOpen === true ? IconChevronDown : IconChevronRight;
  return (
    <span className={styles.content}>
      <Icon className={styles.twist} size={12} stroke={2} aria-hidden="true" />
      {name}
      {first}
      {branch?.isOpen === true ? undefined : (
        <>
          <span className={styles.summary}> {countWords(node)} </span>
          {last}
          {comma}
        </>
      )}
      {branch?.failure === undefined ? undefined : <span className={styles.failure}> {branch.failure}</span>}
    </span>
  );
}

function Name({ name }: { readonly name: string }) {
  return (
    <>
      <span className={styles.name}>
        "<UntrustedText text={name} maximumLength={120} />"
      </span>
      {': '}
    </>
  );
}

function More({ row }: { readonly row: Row }) {
  const shown = row.branch?.children.length ?? 0;
  const { count, isCountExact } = row.node;
  return (
    <span className={styles.more}>
      {formatInteger(shown)} of {count === undefined ? 'more' : `${isCountExact === false ? 'at least ' : ''}${formatInteger(count)}`},{' '}
      {row.branch?.isLoading === true ? 'reading' : 'show more'}
    </span>
  );
}

function countWords(node: BodyNode): string {
  if (node.count === undefined) return '…';
  return `${node.isCountExact === false ? 'at least ' : ''}${formatCount(node.count, node.kind === 'array' ? 'item' : 'field')}`;
}

function isContainer(node: BodyNode): boolean {
  return node.kind === 'array' || node.kind === 'object';
}

/** What is drawn, top to bottom: values, their closing brackets, and a line where children are still to be fetched. */
function rowsOf(root: BodyNode, branches: ReadonlyMap<number, OpenBranch>): readonly Row[] {
  const rows: Row[] = [];
  function add(node: BodyNode, path: string, depth: number, hasComma: boolean, hasName: boolean): void {
    const branch = branches.get(node.start);
    const base = { depth, path, node, branch, hasComma, hasName };
    rows.push({ ...base, id: String(node.start), kind: 'value' });
    if (branch?.isOpen !== true) return;
    const known = new Set(branch.children.map((child) => child.start));
    // A value named by the address may stand behind those that were fetched.
    const behind = branch.revealed.filter((child) => !known.has(child.start));
    const children = [...branch.children, ...behind];
    for (const [index, child] of children.entries()) {
      if (index === branch.children.length && branch.next !== undefined) {
        rows.push({ ...base, id: `${node.start}-more`, depth: depth + 1, kind: 'more' });
      }
      const isLast = index === children.length - 1 && (branch.next === undefined || behind.length > 0);
      add(child, childPath(path, node.kind, child.key ?? ''), depth + 1, !isLast, node.kind === 'object');
    }
    if (branch.next !== undefined && behind.length === 0) rows.push({ ...base, id: `${node.start}-more`, depth: depth + 1, kind: 'more' });
    rows.push({ ...base, id: `${node.start}-close`, kind: 'close' });
  }
  add(root, '', 0, false, false);
  return rows;
}

function indent(depth: number): { readonly paddingLeft: number } {
  return { paddingLeft: 20 + Math.min(depth, 24) * INDENT_PX };
}

function hasSelection(): boolean {
  return (window.getSelection()?.toString() ?? '') !== '';
}

/** What a string says, without its quotes and escapes. */
function stringOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    // Cut short by the recording's cap: as it stands there.
    return text;
  }
}
