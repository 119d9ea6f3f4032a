import { useLocation } from 'wouter';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { Connection, Passport } from '../../../shared/ipc/schemas/connections.ts';
import type { EndpointReplies } from '../../../shared/ipc/schemas/inspector.ts';
import { formatCount, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { HealthWords } from '../../lib/head-words.ts';
import type { Tone } from '../../lib/tone.ts';
import { headStateWords } from './node-words.ts';

interface EndpointRow {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly behind: number | undefined;
  /** p50 and p95 of its calls; a single latency if no more is known. */
  readonly reply: string | undefined;
  /** Number of calls measured; undefined if it comes from another source. */
  readonly replyCount: number | undefined;
  readonly state: HealthWords;
  /** When the state was determined; undefined for the current state. */
  readonly atMs: number | undefined;
}

const COLUMNS: readonly DataColumn<EndpointRow>[] = [
  {
    id: 'endpoint',
    head: 'Endpoint',
    leastPx: 112,
    cell: ({ connection, isActive }) => (
      <span className={isActive ? 'm' : undefined}>
        <UntrustedText text={connection.name} maximumLength={40} />
      </span>
    ),
    text: ({ connection }) => connection.name,
  },
  {
    id: 'behind',
    head: 'Behind',
    widthPx: 58,
    align: 'right',
    cell: ({ behind }) =>
      behind === undefined ? <span className="t3">–</span> : <span title={formatInteger(behind)}>{shortCount(behind)}</span>,
    text: ({ behind }) => behind ?? '',
  },
  {
    id: 'reply',
    head: 'p50, p95',
    widthPx: 106,
    align: 'right',
    isWideOnly: true,
    cell: ({ connection, reply, replyCount }) =>
      reply === undefined ? (
        <span className="t3">–</span>
      ) : replyCount === undefined ? (
        reply
      ) : (
        <span
          title={`Response time, p50 and p95, of the last ${formatCount(replyCount, 'call')} since Sextant started`}
          data-call-href={`/inspector?filter=${encodeURIComponent(`endpoint:"${connection.name}"`)}`}
        >
          {reply}
        </span>
      ),
    text: ({ reply }) => reply ?? '',
  },
  {
    id: 'state',
    head: 'State',
    leastPx: 128,
    cell: ({ state, atMs }) => (
      <span className="row g6">
        <StatusText tone={state.tone}>{state.words}</StatusText>
        {atMs === undefined ? undefined : (
          <span className="t3">
            <TimeText timeMs={atMs} />
          </span>
        )}
      </span>
    ),
    text: ({ state }) => state.words,
  },
];

/** A long state leaves no room for response times. */
const COLUMNS_OF_LONG_STATES = COLUMNS.map((column) => (column.id === 'state' ? { ...column, leastPx: 148 } : column));
const isLong = ({ state }: EndpointRow): boolean => state.words.length > 'Not examined'.length;

const VERDICTS: Readonly<Record<Passport['verdict'], { readonly tone: Tone; readonly words: string }>> = {
  good: { tone: 'success', words: 'Good' },
  limited: { tone: 'warning', words: 'Limited' },
  bad: { tone: 'danger', words: 'Bad' },
  unknown: { tone: 'neutral', words: 'Unknown' },
  running: { tone: 'pending', words: 'Examining' },
};

/** All saved endpoints: the connected one with its current state, the others with their last known state, without calling them. */
export function EndpointsTable({ head }: { readonly head: HeadState }) {
  const [, navigate] = useLocation();
  const connections = useTopic('connections.changed');
  const passports = useTopic('connections.passportsChanged');
  const chainNowMs = useChainNow();
  // Answered locally, without a call to a node.
  const replies = useQuery('endpoint response times', (client) => client.inspector.listReplies({}), { refreshOn: 'head' });
  const rows = (connections?.connections ?? [])
    .map((connection): EndpointRow => {
      const measured = replies.data?.find(({ connectionId }) => connectionId === connection.id);
      const isActive = connection.id === connections?.activeId;
      return isActive
        ? activeRow(connection, measured, head, chainNowMs, connections?.capabilities)
        : otherRow(
            connection,
            measured,
            (passports ?? []).find(({ connectionId }) => connectionId === connection.id),
          );
    })
    .sort((left, right) => Number(right.isActive) - Number(left.isActive));
  return (
    <DataTable
      label="Endpoints"
      columns={rows.some(isLong) ? COLUMNS_OF_LONG_STATES : COLUMNS}
      rows={rows}
      rowKey={({ connection }) => connection.id}
      onSelect={({ connection }) => navigate(`/endpoints/${encodeURIComponent(connection.id)}`)}
      copyText={({ connection }) => connection.name}
      unit={['endpoint', 'endpoints']}
      hasFooter
      exportName="endpoints"
    />
  );
}

/** Shorten a number to fit the column: a head that is years old is millions of epochs behind. */
function shortCount(count: number): string {
  return count < 100_000 ? formatInteger(count) : `${(count / 1_000_000).toFixed(1)} M`;
}

/** With one unit if both are below a second. */
function replyOf(measured: EndpointReplies | undefined): Pick<EndpointRow, 'reply' | 'replyCount'> | undefined {
  if (measured === undefined) return undefined;
  const { count, p50Ms, p95Ms } = measured;
  const fast = formatLatency(p50Ms);
  return { reply: `${p95Ms < 1000 ? fast.replace(/ ms$/, '') : fast}, ${formatLatency(p95Ms)}`, replyCount: count };
}

function activeRow(
  connection: Connection,
  measured: EndpointReplies | undefined,
  head: HeadState,
  nowMs: number,
  capabilities: Parameters<typeof headStateWords>[2],
): EndpointRow {
  const { head: tipset, blockDelaySeconds = 30 } = head;
  return {
    connection,
    isActive: true,
    behind: tipset === undefined ? undefined : Math.max(0, Math.floor((nowMs - tipset.timeMs) / (blockDelaySeconds * 1000)) - 1),
    reply: head.latencyMs === undefined ? undefined : formatLatency(head.latencyMs),
    replyCount: undefined,
    ...replyOf(measured),
    state: headStateWords(head, nowMs, capabilities),
    atMs: undefined,
  };
}

function otherRow(connection: Connection, measured: EndpointReplies | undefined, passport: Passport | undefined): EndpointRow {
  const told = passport?.rows.find(({ id }) => id === 'latency')?.value.split(',')[0];
  const base = { connection, isActive: false, behind: undefined, reply: told, replyCount: undefined, ...replyOf(measured) };
  if (passport === undefined) return { ...base, state: { tone: 'neutral', words: 'Not examined' }, atMs: undefined };
  return {
    ...base,
    state: VERDICTS[passport.verdict],
    atMs: passport.finishedAtMs ?? passport.startedAtMs,
  };
}
