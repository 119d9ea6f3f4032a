import type { DealLookUp } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

export type LookUpResult = DealLookUp['results'][number];

const KINDS: Readonly<Record<LookUpResult['kind'], string>> = {
  piece: 'Piece CID',
  payload: 'Payload CID',
  deal: 'Deal',
  address: 'Address',
  unknown: 'Not recognised',
};

export function LookUpText({ result: { text, kind } }: { readonly result: LookUpResult }) {
  return kind === 'piece' || kind === 'payload' ? <HashText cid={text} size="detail" /> : <UntrustedText text={text} maximumLength={80} />;
}

export function lookUpKind({ kind }: LookUpResult): string {
  return KINDS[kind];
}

export const lookUpColumns: readonly DataColumn<LookUpResult>[] = [
  {
    id: 'text',
    head: 'Query',
    leastPx: 180,
    cell: (result) => <LookUpText result={result} />,
    sortBy: ({ text }) => text,
    text: ({ text }) => text,
    textName: 'looked_up',
  },
  {
    id: 'kind',
    head: 'Kind',
    widthPx: 104,
    cell: (result) => lookUpKind(result),
    sortBy: ({ kind }) => kind,
    text: ({ kind }) => kind,
    textName: 'kind',
  },
  {
    id: 'status',
    head: 'Result',
    widthPx: 156,
    cell: (result) => <ResultText result={result} />,
    sortBy: ({ active, deals }) => (active > 0 ? 2 : deals > 0 ? 1 : 0),
    text: (result) => resultOf(result).words,
    textName: 'result',
  },
  {
    id: 'deals',
    head: 'Deals',
    widthPx: 80,
    align: 'right',
    cell: ({ deals }) => formatInteger(deals),
    sortBy: ({ deals }) => deals,
    text: ({ deals }) => deals,
    textName: 'deals',
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 80,
    align: 'right',
    cell: ({ active }) => formatInteger(active),
    sortBy: ({ active }) => active,
    text: ({ active }) => active,
    textName: 'active_deals',
  },
  {
    id: 'providers',
    head: 'Providers',
    widthPx: 92,
    align: 'right',
    cell: ({ activeProviderCount }) => formatInteger(activeProviderCount),
    sortBy: ({ activeProviderCount }) => activeProviderCount,
    text: ({ providers }) =>
      providers
        .filter(({ active }) => active > 0)
        .map(({ address }) => address)
        .join(' '),
    textName: 'active_providers',
  },
  {
    id: 'until',
    head: 'Active until',
    widthPx: 196,
    align: 'right',
    cell: ({ untilEpoch, untilTimeMs }) =>
      untilEpoch === undefined ? <span className="t3">none active</span> : <EpochText height={untilEpoch} timeMs={untilTimeMs} />,
    sortBy: ({ untilEpoch }) => untilEpoch ?? -1,
    text: ({ untilEpoch }) => untilEpoch ?? '',
    textName: 'active_until_epoch',
  },
];

function ResultText({ result }: { readonly result: LookUpResult }) {
  const { tone, words } = resultOf(result);
  return <StatusText tone={tone}>{words}</StatusText>;
}

function resultOf({ kind, deals, active, problem }: LookUpResult) {
  if (kind === 'unknown') return { tone: 'warning', words: 'Not recognised' } as const;
  if (problem !== undefined) return { tone: 'danger', words: 'Look-up failed' } as const;
  if (deals === 0) return { tone: 'warning', words: 'No deals' } as const;
  return active > 0 ? ({ tone: 'success', words: 'Active' } as const) : ({ tone: 'neutral', words: 'None active' } as const);
}
