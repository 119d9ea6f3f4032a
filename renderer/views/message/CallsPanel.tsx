import { useEffect, useMemo, useRef } from 'react';
import type { TracedCallView } from '../../../shared/ipc/schemas/execution.ts';
import type { MessageInside, MessageTrace } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useRowHeight } from '../../hooks/use-row-height.ts';
import styles from './message.module.css';
import { callName, exitWords } from './message-words.ts';

interface CallRow {
  readonly index: number;
  readonly call: TracedCallView;
  /** For each outer level: whether another call of that level follows. */
  readonly rails: readonly boolean[];
}

/** Higher method numbers are hashes of method names (FRC-0042), and are not shown. */
const MAX_SHOWN_METHOD = (1n << 24n) - 1n;

const COLUMNS: readonly DataColumn<CallRow>[] = [
  { id: 'call', head: 'Call', leastPx: 232, cell: (row) => <CallCell row={row} />, text: ({ call }) => callName(call) },
  {
    id: 'to',
    head: 'To',
    widthPx: 180,
    text: ({ call }) => call.to,
    cell: ({ call }) => (
      <>
        <AddressText address={call.to} />{' '}
        {call.actorType === undefined ? undefined : (
          <span className="t3">
            <UntrustedText text={call.actorType} maximumLength={40} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'value',
    head: 'Value',
    widthPx: 124,
    isWideOnly: true,
    align: 'right',
    text: ({ call }) => call.value,
    cell: ({ call }) => <AmountText value={call.value} />,
  },
  {
    id: 'gas',
    head: 'Gas used',
    widthPx: 100,
    isWideOnly: true,
    align: 'right',
    text: ({ call }) => call.gasUsed ?? '',
    cell: ({ call }) => (call.gasUsed === undefined ? <span className="t3">unknown</span> : formatInteger(call.gasUsed)),
  },
  { id: 'exit', head: 'Exit', widthPx: 172, text: ({ call }) => call.exitCode, cell: ({ call }) => <CallExit call={call} /> },
];

/** The method, indented under its caller, with the lines of the tree. */
function CallCell({ row: { call, rails } }: { readonly row: CallRow }) {
  return (
    <span className={styles.call}>
      {rails.map((isOpen, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rails are identified by their level
        <i key={level} className={styles.rail} data-open={isOpen || undefined} data-last={level === rails.length - 1 || undefined} />
      ))}
      <span className={call.depth === 0 || call.exitCode !== 0 ? 'm' : undefined}>{callName(call)}</span>{' '}
      {call.methodName === undefined || BigInt(call.method) > MAX_SHOWN_METHOD ? undefined : (
        <span className="t3">method {formatInteger(call.method)}</span>
      )}
    </span>
  );
}

function CallExit({ call }: { readonly call: TracedCallView }) {
  if (call.exitCode !== 0) {
    return (
      <StatusText tone="danger" isStrong>
        {exitWords(call.exitCode, call.exitName)}
      </StatusText>
    );
  }
  return call.isUndone ? <StatusText tone="warning">0, reverted</StatusText> : <StatusText tone="success">0, OK</StatusText>;
}

interface CallsPanelProps {
  /** Undefined while loading. */
  readonly trace: MessageInside['trace'] | undefined;
  readonly selectedIndex: number | undefined;
  readonly onSelect: (index: number) => void;
  readonly onRetry: () => void;
}

/** The calls of a message as a tree, each with its exit code. */
export function CallsPanel({ trace, selectedIndex, onSelect, onRetry }: CallsPanelProps) {
  return (
    <Panel title="Calls" calls={callsOf(trace)} hasRule>
      <PanelContent panel={trace} onRetry={onRetry} waiting={<SkeletonRows rows={3} columns={5} />}>
        {(value) => <CallsTable trace={value} selectedIndex={selectedIndex} onSelect={onSelect} />}
      </PanelContent>
    </Panel>
  );
}

interface CallsTableProps {
  readonly trace: MessageTrace;
  readonly selectedIndex: number | undefined;
  readonly onSelect: (index: number) => void;
}

function CallsTable({ trace, selectedIndex, onSelect }: CallsTableProps) {
  const rows = useMemo(() => callRows(trace.calls), [trace]);
  const isLong = rows.length > 12;
  const frame = useRef<HTMLDivElement>(null);
  const rowHeightPx = useRowHeight();
  useEffect(() => {
    // Scrolls a long list to the open call.
    const scroller = frame.current?.querySelector('table')?.parentElement;
    if (!isLong || selectedIndex === undefined || scroller === null || scroller === undefined) return;
    const top = selectedIndex * rowHeightPx;
    const seen = scroller.clientHeight - 2 * rowHeightPx;
    if (top < scroller.scrollTop || top > scroller.scrollTop + seen) scroller.scrollTop = top - seen / 2;
  }, [isLong, selectedIndex, rowHeightPx]);
  const hasGas = trace.calls.some(({ depth, gasUsed }) => depth > 0 && gasUsed !== undefined) || trace.calls.length === 1;
  return (
    <div ref={frame} className={isLong ? styles.longCalls : undefined}>
      <DataTable
        label="Calls"
        unit={['call', 'calls']}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => String(row.index)}
        selectedKey={selectedIndex === undefined ? undefined : String(selectedIndex)}
        onSelect={(row) => onSelect(row.index)}
        copyText={({ call }) => call.to}
        isFilling={isLong}
        hasFooter={isLong || rows.length > 1}
        exportName="calls"
        total={rows.length + trace.omittedCount}
      />
      {trace.omittedCount === 0 ? undefined : (
        <p className={styles.foot}>{formatCount(trace.omittedCount, 'more call')} not shown; failures among them are counted.</p>
      )}
      {hasGas ? undefined : <p className={styles.foot}>This node's traces have no gas per call.</p>}
    </div>
  );
}

/** Rows of the call tree. The line of a level continues while another call of that level follows. */
export function callRows(calls: readonly TracedCallView[]): readonly CallRow[] {
  const rows: CallRow[] = [];
  /** Whether a later call of each level exists; the loop runs from the end. */
  const follows: boolean[] = [];
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index];
    if (call === undefined) continue;
    rows.unshift({ index, call, rails: Array.from({ length: call.depth }, (_, level) => follows[level + 1] === true) });
    follows.length = call.depth + 1;
    follows[call.depth] = true;
  }
  return rows;
}
