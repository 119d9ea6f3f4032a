import { IconCircleCheck, IconDatabase } from '@tabler/icons-react';
import type { CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import { formatClock, formatLatency } from '../../../shared/text/format.ts';
import type { DataColumn } from '../../components/DataTable.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { sizeText } from './size-text.ts';

export const inspectorColumns: readonly DataColumn<CallSummary>[] = [
  { id: 'time', head: 'Time', widthPx: 84, cell: (call) => formatClock(call.atMs), sortBy: (call) => call.atMs },
  {
    id: 'method',
    head: 'Method',
    cell: (call) => (
      <span className="row g6">
        <span className="mono nw">
          <UntrustedText text={call.method.slice(call.method.indexOf('.') + 1)} maximumLength={80} />
        </span>
        <span className="t3 s12 ell">
          <UntrustedText text={call.paramsPreview} maximumLength={120} />
        </span>
      </span>
    ),
    sortBy: (call) => call.method,
  },
  {
    id: 'endpoint',
    head: 'Endpoint',
    widthPx: 150,
    cell: (call) => <UntrustedText text={call.connectionName} maximumLength={40} />,
    sortBy: (call) => call.connectionName,
    isWideOnly: true,
  },
  { id: 'status', head: 'Status', widthPx: 128, cell: (call) => <CallStatus call={call} />, sortBy: (call) => call.errorCode ?? 0 },
  {
    id: 'took',
    head: 'Took',
    widthPx: 76,
    align: 'right',
    cell: (call) =>
      call.kind === 'frame' ? <span className="t3">live</span> : call.tookMs === undefined ? '' : formatLatency(call.tookMs),
    sortBy: (call) => call.tookMs ?? -1,
  },
  {
    id: 'size',
    head: 'Size',
    widthPx: 84,
    align: 'right',
    cell: (call) => (call.responseBytes === undefined ? '' : sizeText(call.responseBytes)),
    sortBy: (call) => call.responseBytes ?? -1,
  },
];

/** Icon and word: what became of a call. */
export function CallStatus({ call }: { readonly call: CallSummary }) {
  if (call.status === 'pending') return <StatusText tone="pending">pending</StatusText>;
  if (call.status === 'error') {
    const isBusy = call.httpStatus === 429;
    const code = call.errorCode ?? (call.httpStatus === undefined ? undefined : `HTTP ${call.httpStatus}`);
    return <StatusText tone={isBusy ? 'warning' : 'danger'}>{code === undefined ? 'failed' : String(code).replace('-', '−')}</StatusText>;
  }
  if (call.kind === 'frame') return <StatusText tone="pending">frame</StatusText>;
  if (call.transport === 'cache') {
    return (
      <StatusText tone="neutral" icon={IconDatabase}>
        cache
      </StatusText>
    );
  }
  return (
    <StatusText tone="success" icon={IconCircleCheck}>
      OK
    </StatusText>
  );
}
