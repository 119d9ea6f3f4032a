import { formatInteger } from '../../../shared/text/format.ts';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

/** A message of the journal, the mempool or the chain. */
export interface MessageLine {
  readonly key: string;
  readonly cid: string;
  readonly from: string;
  readonly to: string;
  readonly nonce: string;
  readonly value: string;
  readonly call: string;
  readonly timeMs: number;
  /** Height of its tipset. */
  readonly height?: number;
  /** Stage in the journal. */
  readonly stage?: string;
  readonly path: string;
}

export function messageColumns(hasStage: boolean): readonly DataColumn<MessageLine>[] {
  const columns: (DataColumn<MessageLine> | undefined)[] = [
    { id: 'cid', head: 'Message', widthPx: 124, text: ({ cid }) => cid, cell: ({ cid }) => <HashText cid={cid} /> },
    {
      id: 'call',
      head: 'Call',
      sortBy: ({ call }) => call,
      text: ({ call }) => call,
      cell: ({ call }) => <UntrustedText text={call} maximumLength={60} />,
    },
    {
      id: 'from',
      head: 'From',
      widthPx: 148,
      sortBy: ({ from }) => from,
      text: ({ from }) => from,
      cell: ({ from }) => <AddressText address={from} />,
    },
    { id: 'to', head: 'To', widthPx: 148, sortBy: ({ to }) => to, text: ({ to }) => to, cell: ({ to }) => <AddressText address={to} /> },
    {
      id: 'nonce',
      head: 'Nonce',
      widthPx: 80,
      align: 'right',
      sortBy: ({ nonce }) => BigInt(nonce),
      text: ({ nonce }) => nonce,
      cell: ({ nonce }) => formatInteger(nonce),
    },
    {
      id: 'value',
      head: 'Value',
      widthPx: 124,
      align: 'right',
      sortBy: ({ value }) => BigInt(value),
      text: ({ value }) => value,
      textName: 'value_attofil',
      cell: ({ value }) => <AmountText value={value} places={4} />,
    },
    hasStage
      ? {
          id: 'stage',
          head: 'Stage',
          widthPx: 96,
          sortBy: ({ stage }) => stage ?? '',
          text: ({ stage }) => stage ?? '',
          cell: ({ stage }) => stage,
        }
      : undefined,
    {
      id: 'when',
      head: 'When',
      widthPx: 170,
      align: 'right',
      sortBy: ({ timeMs }) => timeMs,
      text: ({ timeMs, height }) => height ?? timeMs,
      textName: 'epoch_or_time_ms',
      cell: ({ timeMs, height }) =>
        height === undefined ? (
          <span className="t3">
            <TimeText timeMs={timeMs} />
          </span>
        ) : (
          <EpochText height={height} timeMs={timeMs} beside="clock" />
        ),
    },
  ];
  return columns.filter((column) => column !== undefined);
}
