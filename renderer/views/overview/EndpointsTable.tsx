import { useLocation } from 'wouter';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { Connection, Passport } from '../../../shared/ipc/schemas/connections.ts';
import { formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { HealthWords } from '../../lib/head-words.ts';
import type { Tone } from '../../lib/tone.ts';
import { headStateWords } from './node-words.ts';

interface EndpointRow {
  readonly connection: Connection;
  readonly isActive: boolean;
  readonly behind: number | undefined;
  /** Of the endpoint that is connected in milliseconds, of others as their passport has it. */
  readonly reply: string | undefined;
  readonly state: HealthWords;
  /** When that was found out; undefined: now. */
  readonly atMs: number | undefined;
}

const COLUMNS: readonly DataColumn<EndpointRow>[] = [
  {
    id: 'endpoint',
    head: 'Endpoint',
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
    widthPx: 62,
    align: 'right',
    cell: ({ behind }) => (behind === undefined ? <span className="t3">–</span> : formatInteger(behind)),
    text: ({ behind }) => behind ?? '',
  },
  {
    id: 'reply',
    head: 'Reply',
    widthPx: 82,
    align: 'right',
    cell: ({ reply }) => (reply === undefined ? <span className="t3">–</span> : reply),
    text: ({ reply }) => reply ?? '',
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 128,
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

const VERDICTS: Readonly<Record<Passport['verdict'], { readonly tone: Tone; readonly words: string }>> = {
  good: { tone: 'success', words: 'Good' },
  limited: { tone: 'warning', words: 'Limited' },
  bad: { tone: 'danger', words: 'Bad' },
  unknown: { tone: 'neutral', words: 'Not known' },
  running: { tone: 'pending', words: 'Examined' },
};

/** All endpoints that are saved: the one that is connected as it is now, the others as they were last known. They are not asked. */
export function EndpointsTable({ head }: { readonly head: HeadState }) {
  const [, navigate] = useLocation();
  const connections = useTopic('connections.changed');
  const passports = useTopic('connections.passportsChanged');
  const chainNowMs = useChainNow();
  const rows = (connections?.connections ?? [])
    .map((connection): EndpointRow => {
      const isActive = connection.id === connections?.activeId;
      return isActive
        ? activeRow(connection, head, chainNowMs, connections?.capabilities)
        : otherRow(
            connection,
            (passports ?? []).find(({ connectionId }) => connectionId === connection.id),
          );
    })
    .sort((left, right) => Number(right.isActive) - Number(left.isActive));
  return (
    <DataTable
      label="Endpoints"
      columns={COLUMNS}
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

function activeRow(
  connection: Connection,
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
    state: headStateWords(head, nowMs, capabilities),
    atMs: undefined,
  };
}

function otherRow(connection: Connection, passport: Passport | undefined): EndpointRow {
  const base = { connection, isActive: false, behind: undefined };
  if (passport === undefined) return { ...base, reply: undefined, state: { tone: 'neutral', words: 'Not examined' }, atMs: undefined };
  return {
    ...base,
    reply: passport.rows.find(({ id }) => id === 'latency')?.value.split(',')[0],
    state: VERDICTS[passport.verdict],
    atMs: passport.finishedAtMs ?? passport.startedAtMs,
  };
}
