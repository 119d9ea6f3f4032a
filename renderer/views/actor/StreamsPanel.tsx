import { IconDroplets } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import type { PendingWriteView, RewardStreamsView, RewardStreamView } from '../../../shared/ipc/schemas/reward-streams.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { UnverifiedMark } from '../../components/feedback/UnverifiedMark.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Chart } from '../../components/values/Chart.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { KeyValue, type KeyValueRow } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import type { Pin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import type { ChartTheme } from '../../lib/chart-theme.ts';
import { streamChart, streamName, weightText } from './stream-chart.ts';

type Ledger = NonNullable<RewardStreamsView['ledger']>;

interface StreamsPanelProps {
  readonly pin: Pin;
  /** Height of the page's tipset. */
  readonly height: number;
}

/** Reward streams at the page's epoch: weights over time, recipients and pending changes. */
export function StreamsPanel({ pin, height }: StreamsPanelProps) {
  const query = usePinnedQuery('reward streams', { ...pin, at: height }, (client, input) => client.chain.getRewardStreams(input));
  return (
    <Panel
      title="Streams"
      sub="streams block verified by CID"
      calls={query.data?.calls}
      hasRule
      actions={query.data === undefined ? undefined : <UnverifiedMark height={query.data.pinned.height} />}
    >
      <QueryContent query={query}>
        {({ ledger }) =>
          ledger === undefined ? (
            <PanelState icon={IconDroplets} title="No streams">
              Before network version 29, the miner receives the whole block reward.
            </PanelState>
          ) : (
            <LedgerBody ledger={ledger} isPast={pin.at !== undefined} />
          )
        }
      </QueryContent>
    </Panel>
  );
}

function LedgerBody({ ledger, isPast }: { readonly ledger: Ledger; readonly isPast: boolean }) {
  const { streams, courses, pending } = ledger;
  const option = useCallback((theme: ChartTheme) => streamChart(courses, theme, isPast ? 'pinned' : 'now'), [courses, isPast]);
  const words = streams.map((stream) => `${nameOf(stream)} ${weightText(stream.weight)}`).join(', ');
  return (
    <>
      <PanelBody>
        <KeyValue labelWidthPx={136} rows={sumRows(ledger)} />
      </PanelBody>
      {streams.length === 0 ? undefined : (
        <Chart label={`Future stream weights with pending changes: ${words}`} heightPx={170} option={option} />
      )}
      <DataTable
        label="Stream recipients"
        columns={RECIPIENT_COLUMNS}
        rows={recipientsOf(ledger)}
        rowKey={(row) => `${row.stream} ${row.recipient}`}
        unit={['recipient', 'recipients']}
        copyText={(row) => row.recipient}
        exportName="reward-stream-recipients"
        empty={
          <PanelState icon={IconDroplets} title="No recipients">
            No stream has recipients or unpaid claims.
          </PanelState>
        }
      />
      {pending.length === 0 ? undefined : (
        <DataTable
          label="Pending stream changes"
          columns={PENDING_COLUMNS}
          rows={pending.map((write, index) => ({ ...write, key: String(index) }))}
          rowKey={(row) => row.key}
          unit={['pending change', 'pending changes']}
          exportName="reward-stream-changes"
        />
      )}
    </>
  );
}

function sumRows(ledger: Ledger): readonly (KeyValueRow | undefined)[] {
  const { streams, totals, owed, settled, timelockEpochs, quarter, gates } = ledger;
  const swaName = contractName(ledger, ledger.swaActor);
  const amount = (of: string, value: string, more?: ReactNode) => (
    <>
      <Traced of={`StateReadState State.${of}`}>
        <AmountText value={value} places={4} />
      </Traced>
      {more}
    </>
  );
  return [
    ...streams.map(
      (stream): KeyValueRow => ({
        label: nameOf(stream),
        isWrapped: true,
        value: (
          <>
            {weightText(stream.weight)} of each block reward
            {stream.writer === undefined ? undefined : (
              <span className="t3">
                , shares set by <AddressText address={stream.writer} /> {contractName(ledger, stream.writer)}
              </span>
            )}
          </>
        ),
      }),
    ),
    { label: 'Burned', isWrapped: true, value: burnedWords(ledger) },
    { label: 'Minted since genesis', value: amount('TotalMintedReward', totals.minted) },
    { label: 'To miners', value: <AmountText value={totals.miner} places={4} /> },
    {
      label: 'To recipients',
      isWrapped: true,
      value: amount(
        'TotalExplicitMinted',
        totals.explicit,
        <span className="t3">
          , owed <AmountText value={owed} places={4} />, claimed or burned as rounding remainder <AmountText value={settled} places={4} />
        </span>,
      ),
    },
    { label: 'Burned at minting', value: amount('TotalBurnMinted', totals.burned) },
    {
      label: 'Governed by',
      isWrapped: true,
      value: (
        <>
          <AddressText address={ledger.swaActor} />
          {swaName === undefined ? undefined : ` ${swaName}`}
          <span className="t3">; changes take effect {formatCount(timelockEpochs, 'epoch')} later</span>
        </>
      ),
    },
    quarter === undefined
      ? undefined
      : { label: `Quarter ${quarter.number} ends`, value: <EpochText height={quarter.endEpoch} timeMs={quarter.endTimeMs} /> },
    ...gates.map(
      (gate, index): KeyValueRow => ({
        label: `Gate, quarter ${gate.quarter}`,
        isWrapped: true,
        value: (
          <>
            check from <EpochText height={gate.checkEpoch} timeMs={gate.checkTimeMs} />, effective no earlier than{' '}
            <EpochText height={gate.effectiveEpoch} timeMs={gate.effectiveTimeMs} />
            {index < gates.length - 1 ? undefined : (
              <span className="t3">. Stream 2 rises by 5 points, up to 50%, if the paid volume reached its target.</span>
            )}
          </>
        ),
      }),
    ),
  ];
}

/** The burned share of each block reward: the weight of no stream, and stream shares without a recipient. */
function burnedWords({ streams, burnWeight }: Ledger): string {
  if (burnWeight === undefined) return 'nothing is minted: the weights are invalid, so miners receive only tips';
  const unassigned = streams.flatMap(({ id, weight, writer, account }) => {
    if (writer === undefined) return [];
    const assigned = (account?.recipients ?? []).reduce((sum, { share }) => sum + BigInt(share ?? 0), 0n);
    const left = WHOLE_WEIGHT - assigned;
    return left > 0n ? [{ id, left, ofReward: (BigInt(weight) * left) / WHOLE_WEIGHT }] : [];
  });
  const total = unassigned.reduce((sum, { ofReward }) => sum + ofReward, BigInt(burnWeight));
  const reasons = [
    ...(burnWeight === '0' ? [] : [`${weightText(burnWeight)} without a stream`]),
    ...unassigned.map(({ id, left }) => `${weightText(left.toString())} of stream ${id} without a recipient`),
  ];
  return `${weightText(total.toString())} of each block reward${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`;
}

function nameOf({ id, writer }: RewardStreamView): string {
  return streamName({ id, isImplicit: writer === undefined });
}

/** Name of a governing contract, with a mark if it is unknown or superseded. */
function contractName({ contracts }: Ledger, address: string): string | undefined {
  return contracts.find((contract) => contract.address === address)?.name;
}

interface RecipientRow {
  readonly stream: string;
  readonly recipient: string;
  readonly share: string | undefined;
  readonly claimed: string;
  readonly owed: string;
}

function recipientsOf({ streams, removed }: Ledger): readonly RecipientRow[] {
  const rows = (stream: string, account: RewardStreamView['account']): RecipientRow[] =>
    (account?.recipients ?? []).map(({ recipient, share, claimed, owed }) => ({ stream, recipient, share, claimed, owed }));
  return [
    ...streams.flatMap(({ id, account }) => rows(id, account)),
    ...removed.flatMap(({ id, account }) => rows(`${id}, removed`, account)),
  ];
}

const RECIPIENT_COLUMNS: readonly DataColumn<RecipientRow>[] = [
  { id: 'stream', head: 'Stream', widthPx: 110, text: (row) => row.stream, cell: (row) => row.stream },
  {
    id: 'recipient',
    head: 'Recipient',
    text: (row) => row.recipient,
    cell: (row) => <AddressText address={row.recipient} />,
  },
  {
    id: 'share',
    head: 'Share',
    widthPx: 92,
    align: 'right',
    text: (row) => row.share ?? '',
    cell: (row) => (row.share === undefined ? <span className="t3">no share</span> : weightText(row.share)),
  },
  {
    id: 'claimed',
    head: 'Claimed this period',
    widthPx: 150,
    align: 'right',
    isWideOnly: true,
    text: (row) => row.claimed,
    cell: (row) => <AmountText value={row.claimed} places={4} />,
  },
  {
    id: 'owed',
    head: 'Owed',
    widthPx: 150,
    align: 'right',
    text: (row) => row.owed,
    cell: (row) => <AmountText value={row.owed} places={4} />,
  },
];

type PendingRow = PendingWriteView & { readonly key: string };

const PENDING_COLUMNS: readonly DataColumn<PendingRow>[] = [
  { id: 'operation', head: 'Pending change', widthPx: 170, text: (row) => row.operation, cell: (row) => row.operation },
  { id: 'stream', head: 'Stream', widthPx: 80, text: (row) => row.id ?? '', cell: (row) => row.id ?? 'all' },
  {
    id: 'sets',
    head: 'Sets',
    text: (row) => setsText(row),
    cell: (row) => setsText(row),
  },
  {
    id: 'epoch',
    head: 'Effective',
    widthPx: 200,
    align: 'right',
    text: (row) => row.effectiveEpoch,
    cell: (row) => <EpochText height={row.effectiveEpoch} timeMs={row.timeMs} />,
  },
];

function setsText({ weights, writer }: PendingWriteView): string {
  const parts = weights.map(({ id, weight }) => `stream ${id}: ${weightText(weight)}`);
  return [...parts, ...(writer === undefined ? [] : [`writer ${writer}`])].join(', ');
}
