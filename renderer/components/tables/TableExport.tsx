import { Popover } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconTableExport, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { unverifiedMark, versionAt } from '../../../shared/domain/chain/network-version.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type TableForm, TableText, type TextColumn } from '../../../shared/text/table-text.ts';
import { toEnvelope } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { exportFileName } from '../../lib/export-file-name.ts';
import { readAllRows } from '../../lib/read-all-rows.ts';
import { saveFile } from '../../lib/save-file.ts';
import { shownTipset } from '../../stores/shown-tipset.ts';
import { useStores } from '../../stores/stores-context.ts';
import { Button } from '../inputs/Button.tsx';
import styles from './table-menu.module.css';

/** How long the answer stays. */
const ANSWER_MS = 4000;

interface TableExportProps<T> {
  /** What the rows are, for the name of the file: `sectors-f01000`. */
  readonly name: string;
  readonly columns: readonly TextColumn<T>[];
  /** Rows that pass the filter. */
  readonly count: number;
  readonly unit: readonly [one: string, several: string];
  readonly readPage: (offset: number, limit: number) => Promise<readonly T[]>;
  readonly rowKey: (row: T) => string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

interface Way {
  readonly label: string;
  readonly form: TableForm;
  readonly isFile: boolean;
}

const WAYS: readonly Way[] = [
  { label: 'Copy as CSV', form: 'csv', isFile: false },
  { label: 'Copy as JSON', form: 'json', isFile: false },
  { label: 'Save CSV', form: 'csv', isFile: true },
  { label: 'Save JSON', form: 'json', isFile: true },
];

/** Copies or saves all rows that pass the filter, also those that the page does not hold. */
export function TableExport<T>({ name, columns, count, unit, readPage, rowKey, isOpen, onOpen }: TableExportProps<T>) {
  const stores = useStores();
  const knowledge = useTopic('chain.versionChanged', (value) => value?.knowledge);
  const [done, setDone] = useState<number | undefined>(undefined);
  const [answer, setAnswer] = useState<{ readonly isGood: boolean; readonly words: string } | undefined>(undefined);
  /** Another one, or none, ends a run that is under way. */
  const run = useRef(0);
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  function cancel(): void {
    run.current += 1;
    setDone(undefined);
  }

  async function take({ form, isFile }: Way): Promise<void> {
    onOpen(false);
    setAnswer(undefined);
    setDone(0);
    run.current += 1;
    const own = run.current;
    const state = stores['chain.headChanged'].store.getState().value;
    const height = shownTipset.getState().height ?? state?.head?.height;
    const mark = knowledge === undefined || height === undefined ? undefined : unverifiedMark(versionAt(knowledge, height));
    // In every row: rows are pasted without what stands above them.
    const table = new TableText(mark === undefined ? columns : [...columns, { name: 'Note', text: () => sanitiseToText(mark, 80) }], form);
    const onRows = (rows: readonly T[]): void => {
      table.add(rows);
      setDone(table.rowCount);
    };
    try {
      if (!(await readAllRows(readPage, rowKey, onRows, () => run.current === own))) return;
      if (isFile) {
        const type = form === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
        saveFile(new Blob([...table.finish()], { type }), exportFileName(name, state?.networkName, state?.head?.height, form, mark));
      } else {
        await navigator.clipboard.writeText(table.finish().join(''));
      }
      setAnswer({ isGood: true, words: `${formatCount(table.rowCount, unit[0], unit[1])} ${isFile ? 'saved' : 'copied'}` });
    } catch (error) {
      if (run.current !== own) return;
      // The clipboard may be refused to a page that is not in front; a page of rows may be refused as any answer.
      setAnswer({
        isGood: false,
        words: error instanceof DOMException ? 'The browser denied clipboard access' : toEnvelope(error).message,
      });
    }
    setDone(undefined);
  }

  const isRunning = done !== undefined;
  return (
    <span className={styles.menu}>
      <span className={styles.answer} role="status">
        {answer?.isGood === true ? <IconCheck size={12} stroke={2} aria-hidden="true" /> : undefined}
        {answer?.words}
        {isRunning && done > 0 ? `${formatInteger(done)} of ${formatInteger(count)}` : undefined}
      </span>
      {isRunning ? (
        <Button size="small" kind="quiet" icon={IconX} onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Popover opened={isOpen} onChange={onOpen} position="top-end" withinPortal trapFocus returnFocus withRoles={false}>
          <Popover.Target>
            <span>
              <Button
                size="small"
                kind="quiet"
                icon={IconTableExport}
                isIconWhenNarrow
                hint="Copy or save rows"
                isExpanded={isOpen}
                disabledReason={count === 0 ? 'Nothing to copy.' : undefined}
                onClick={() => onOpen(!isOpen)}
              >
                Copy or save
              </Button>
            </span>
          </Popover.Target>
          <Popover.Dropdown className={styles.dropdown} role="dialog" aria-label="Copy or save rows">
            <p className={styles.head}>{formatCount(count, unit[0], unit[1])}</p>
            {WAYS.map((way) => (
              <button key={way.label} type="button" className={styles.item} onClick={() => void take(way)}>
                {way.isFile ? (
                  <IconDownload size={14} stroke={1.6} aria-hidden="true" />
                ) : (
                  <IconCopy size={14} stroke={1.6} aria-hidden="true" />
                )}
                {way.label}
              </button>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}
