import {
  IconArrowsDiff,
  IconCircleCheck,
  IconCornerDownRight,
  IconDatabase,
  IconNote,
  IconPinned,
  IconPlug,
  IconStack2,
} from '@tabler/icons-react';
import type { CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatInteger, formatLatency } from '../../../../shared/text/format.ts';
import { timeCell } from '../../../../shared/text/table-text.ts';
import { StatusText } from '../../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../../components/tables/DataTable.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { formatClock, formatDateTime } from '../../../lib/shown-time.ts';
import type { Tone } from '../../../lib/tone.ts';
import { sizeText } from '../call/size-text.ts';
import { paramsWords } from '../console/params-words.ts';
import type { TimeSpan } from '../inspector-route.ts';
import { methodWords } from '../method-name.ts';
import { placeInSpan } from './call-extent.ts';
import styles from './call-list.module.css';

interface ColumnOptions {
  /** What the column of times covers. */
  readonly span: TimeSpan | undefined;
  readonly nowMs: number;
  /** The call that the selected one is compared with. */
  readonly comparedId: number | undefined;
  readonly onOpen: (id: number) => void;
}

/** The columns of the list of calls. */
export function inspectorColumns({ span, nowMs, comparedId, onOpen }: ColumnOptions): readonly DataColumn<CallSummary>[] {
  return [
    {
      id: 'id',
      head: 'Time',
      widthPx: 84,
      cell: (call) => <span title={formatDateTime(call.atMs)}>{formatClock(call.atMs)}</span>,
      text: (call) => timeCell(call.atMs),
    },
    {
      id: 'method',
      head: 'Method',
      leastPx: 300,
      cell: (call) => <MethodCell call={call} isCompared={call.id === comparedId} onOpen={onOpen} />,
      text: (call) => call.method,
    },
    {
      id: 'endpoint',
      head: 'Endpoint',
      widthPx: 128,
      cell: (call) => <UntrustedText text={call.connectionName} maximumLength={40} />,
      text: (call) => call.connectionName,
      isWideOnly: true,
    },
    { id: 'status', head: 'Status', widthPx: 136, cell: (call) => <CallStatus call={call} />, text: statusText },
    {
      id: 'timeline',
      head: 'Timeline',
      widthPx: 132,
      cell: (call) => (span === undefined ? undefined : <TimelineCell call={call} span={span} nowMs={nowMs} />),
      isWideOnly: true,
    },
    { id: 'took', head: 'Took', widthPx: 76, align: 'right', cell: tookText, text: (call) => call.tookMs ?? '', textName: 'took_ms' },
    {
      id: 'size',
      head: 'Size',
      widthPx: 80,
      align: 'right',
      cell: (call) => (call.responseBytes === undefined ? '' : sizeText(call.responseBytes)),
      text: (call) => call.responseBytes ?? '',
      textName: 'size_bytes',
    },
    {
      id: 'cause',
      head: 'Caller',
      widthPx: 168,
      cell: (call) => <UntrustedText text={call.cause} maximumLength={60} />,
      text: (call) => call.cause,
      isHidden: true,
    },
    {
      id: 'params',
      head: 'Parameters',
      widthPx: 240,
      cell: (call) => <UntrustedText text={call.paramsPreview} maximumLength={120} />,
      text: (call) => call.paramsPreview,
      isHidden: true,
    },
    {
      id: 'error',
      head: 'Error',
      widthPx: 240,
      cell: (call) => <UntrustedText text={call.errorMessage ?? ''} maximumLength={120} />,
      text: (call) => call.errorMessage ?? '',
      isHidden: true,
    },
    {
      id: 'number',
      head: 'Number',
      widthPx: 84,
      align: 'right',
      cell: (call) => formatInteger(call.id),
      text: (call) => call.id,
      isHidden: true,
    },
  ];
}

/** In a word: `ok`, `HTTP 429`, `pending`. */
function statusText(call: CallSummary): string {
  return call.status === 'error' ? failureWord(call) : call.status;
}

interface MethodCellProps {
  readonly call: CallSummary;
  readonly isCompared: boolean;
  readonly onOpen: (id: number) => void;
}

function MethodCell({ call, isCompared, onOpen }: MethodCellProps) {
  const { parentId } = call;
  return (
    <span className={styles.method} data-inner={parentId !== undefined || undefined}>
      {parentId === undefined ? undefined : <IconCornerDownRight size={12} stroke={1.8} aria-hidden="true" />}
      {call.kind === 'event' ? <IconPlug size={13} stroke={1.7} aria-label="Event" /> : undefined}
      {call.kind === 'batch' ? <IconStack2 size={13} stroke={1.7} aria-label="Batch" /> : undefined}
      <span className={call.kind === 'event' ? 'nw t2' : 'mono nw'}>
        <UntrustedText text={methodWords(call)} maximumLength={80} />
      </span>
      <span className="t3 s12 ell">
        <UntrustedText text={call.kind === 'batch' ? '' : paramsWords(call.paramsPreview)} maximumLength={120} />
      </span>
      {parentId === undefined ? undefined : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.parent}
          title={PARENT_WORDS[call.kind]}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(parentId);
          }}
        >
          {call.kind === 'frame' ? 'frame of call' : 'of call'} {formatInteger(parentId)}
        </button>
      )}
      {isCompared ? <IconArrowsDiff size={13} stroke={1.8} aria-label="Compared with the selected call" /> : undefined}
      {call.isPinned === true ? <IconPinned size={12} stroke={1.8} aria-label="Pinned" /> : undefined}
      {call.hasNote === true ? <IconNote size={12} stroke={1.8} aria-label="Has a note" /> : undefined}
    </span>
  );
}

const PARENT_WORDS: Readonly<Record<CallSummary['kind'], string>> = {
  call: 'Open the first attempt or the batch of this call',
  frame: 'Open the subscription',
  batch: 'Open the first attempt',
  event: 'Open the parent call',
};

/** When a call ran, within what the list shows: overlapping calls stand above each other. */
function TimelineCell({ call, span, nowMs }: { readonly call: CallSummary; readonly span: TimeSpan; readonly nowMs: number }) {
  const { left, width } = placeInSpan(call, span, nowMs);
  return (
    <span className={styles.track} aria-hidden="true">
      <i data-tone={toneOfCall(call)} style={{ left: `${left}%`, width: `${width}%` }} />
    </span>
  );
}

function tookText(call: CallSummary) {
  if (call.kind === 'frame') return <span className="t3">live</span>;
  return call.tookMs === undefined ? '' : formatLatency(call.tookMs);
}

/** What a call's colour says; its status says the same in a word. */
export function toneOfCall(call: CallSummary): Tone {
  if (call.status === 'pending') return 'pending';
  if (call.status === 'error') return call.httpStatus === 429 ? 'warning' : 'danger';
  return call.kind === 'frame' ? 'pending' : 'neutral';
}

/** A code below zero is one of JSON-RPC and stands alone; a small number alone would be read as a count. */
function failureWord({ errorCode, httpStatus, layer }: CallSummary): string {
  if (errorCode !== undefined) return errorCode < 0 ? `−${-errorCode}` : `code ${errorCode}`;
  if (layer === 'json') return 'invalid response';
  return httpStatus === undefined ? 'failed' : `HTTP ${httpStatus}`;
}

/** Icon and word: what became of a call. */
export function CallStatus({ call }: { readonly call: CallSummary }) {
  const retry = call.attempt === undefined || call.attempt < 2 ? '' : `, retry ${call.attempt - 1}`;
  if (call.status === 'pending') return <StatusText tone="pending">pending{retry}</StatusText>;
  if (call.status === 'error') {
    return (
      <StatusText tone={toneOfCall(call)}>
        {failureWord(call)}
        {retry}
      </StatusText>
    );
  }
  if (call.kind === 'frame') return <StatusText tone="pending">frame</StatusText>;
  if (call.kind === 'event') {
    return (
      <StatusText tone="neutral" icon={IconPlug}>
        event
      </StatusText>
    );
  }
  if (call.transport === 'cache') {
    return (
      <StatusText tone="neutral" icon={IconDatabase}>
        cache
      </StatusText>
    );
  }
  return (
    <StatusText tone="success" icon={IconCircleCheck}>
      OK{retry}
    </StatusText>
  );
}
