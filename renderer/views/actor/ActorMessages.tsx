import { IconMailOff, IconPlayerStop, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import type { FoundMessage } from '../../../shared/ipc/schemas/actors.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { PoolRow } from '../../../shared/ipc/schemas/mempool.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './actor.module.css';
import { formsOf } from './actor-words.ts';
import { type MessageLine, messageColumns } from './message-columns.tsx';
import { useMessageSearch } from './use-message-search.ts';

type Source = 'here' | 'pool' | 'chain';
const SOURCES: readonly { readonly value: Source; readonly label: string }[] = [
  { value: 'here', label: 'Journal' },
  { value: 'pool', label: 'Pending' },
  { value: 'chain', label: 'On chain' },
];
const POOL_ROWS = 100;
const POOL_PAUSE_MS = 2000;
/** Longer lists scroll inside the panel. */
const SHORT_LIST = 9;

/** Messages from or to an actor: in the journal, pending, or found by searching tipsets. */
export function ActorMessages({ identity }: { readonly identity: ResolvedAddress }) {
  const [source, setSource] = useState<Source>('pool');
  // On another connection the same address may be another actor.
  const connection = useTopic('connections.changed', keyOfConnection) ?? '';
  const forms = useMemo(() => formsOf(identity), [identity]);
  return (
    <Panel
      title="Messages"
      sub="from or to this address"
      hasRule
      actions={<SegmentedControl label="Message source" options={SOURCES} value={source} onChange={setSource} />}
    >
      {source === 'here' ? (
        <OfJournal forms={forms} />
      ) : source === 'pool' ? (
        <OfPool key={connection} forms={forms} />
      ) : (
        <OfChain key={connection} forms={forms} />
      )}
    </Panel>
  );
}

function OfJournal({ forms }: { readonly forms: readonly string[] }) {
  const journal = useTopic('messages.journalChanged');
  if (journal === undefined) return <SkeletonRows rows={3} columns={5} />;
  const rows = journal
    .filter(({ from, to }) => forms.includes(from) || forms.includes(to))
    .sort((left, right) => right.createdAtMs - left.createdAtMs)
    .map(lineOfEntry);
  return (
    <MessageTable rows={rows} name="here">
      <PanelState icon={IconMailOff} title="No messages in the journal" />
    </MessageTable>
  );
}

function OfPool({ forms }: { readonly forms: readonly string[] }) {
  const revision = useTopic('mempool.changed', (state) => state?.revision ?? 0);
  const filter = forms.flatMap((form) => [`from:=${form}`, `to:=${form}`]).join(' or ');
  const answer = useFreshAnswer(
    `pool of ${filter}`,
    (client) => client.mempool.listMessages({ filter, order: { by: 'nonce', direction: 'ascending' }, offset: 0, limit: POOL_ROWS }),
    { revision, pauseMs: POOL_PAUSE_MS },
  );
  if (answer.data === undefined) {
    return answer.error === undefined ? (
      <SkeletonRows rows={3} columns={5} />
    ) : (
      <PanelError error={answer.error} onRetry={answer.refresh} />
    );
  }
  const { rows, total, matching } = answer.data;
  return (
    <MessageTable rows={rows.map(lineOfPool)} name="pool" total={matching}>
      <PanelState icon={IconMailOff} title="No pending messages">
        {total === 0
          ? 'The mempool of this endpoint is empty.'
          : `None of ${formatCount(total, 'pending message')} is from or to this address.`}
      </PanelState>
    </MessageTable>
  );
}

function OfChain({ forms }: { readonly forms: readonly string[] }) {
  const search = useMessageSearch(forms);
  const { state } = search;
  const isRunning = state.status === 'running';
  return (
    <>
      <div className={styles.search}>
        {isRunning ? (
          <Button size="small" icon={IconPlayerStop} onClick={search.stop}>
            Stop
          </Button>
        ) : (
          [120, 480, 2000].map((count) => (
            <Button
              key={count}
              size="small"
              icon={IconSearch}
              disabledReason={state.isAtGenesis ? 'Searched down to genesis.' : undefined}
              onClick={() => search.start(count)}
            >
              {state.tipsets === 0 ? `Search ${formatInteger(count)} tipsets` : `${formatInteger(count)} more`}
            </Button>
          ))
        )}
        <span className="t3" role="status">
          {state.tipsets === 0
            ? 'Nodes do not index messages by address: each tipset takes two calls.'
            : `${isRunning ? `${formatInteger(state.tipsets)} of ` : ''}${formatCount(isRunning ? state.wanted : state.tipsets, 'tipset')} searched, down to epoch ${formatInteger(state.lowest ?? 0)}: ${formatCount(state.rows.length, 'message')} found`}
        </span>
      </div>
      {state.error === undefined ? undefined : (
        <Note tone="warning" title="Search failed" isInset>
          {state.error.message}
        </Note>
      )}
      {state.tipsets === 0 ? undefined : (
        <MessageTable rows={state.rows.map(lineOfChain)} name="chain">
          <PanelState icon={IconMailOff} title={isRunning ? 'No messages found yet' : 'No messages found'}>
            Sub-calls are not searched.
          </PanelState>
        </MessageTable>
      )}
    </>
  );
}

interface MessageTableProps {
  readonly rows: readonly MessageLine[];
  readonly name: string;
  readonly total?: number;
  /** The empty state. */
  readonly children: ReactNode;
}

function MessageTable({ rows, name, total, children }: MessageTableProps) {
  const [, navigate] = useLocation();
  const columns = useMemo(() => messageColumns(name === 'here'), [name]);
  const isLong = rows.length > SHORT_LIST;
  return (
    <div className={isLong ? styles.long : styles.table}>
      <DataTable
        label="Messages"
        unit={['message', 'messages']}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        onSelect={({ path }) => navigate(path)}
        copyText={({ cid }) => cid}
        exportName={`messages-${name}`}
        isFilling={isLong}
        hasFooter={rows.length > 0}
        empty={children}
        {...defined({ total })}
      />
    </div>
  );
}

function lineOfEntry(entry: JournalEntry): MessageLine {
  const { id, signedCid, unsignedCid, from, to, nonce, value, methodName, method, createdAtMs, stage } = entry;
  return {
    key: id,
    cid: signedCid ?? unsignedCid,
    from,
    to,
    nonce,
    value,
    call: methodName === '' ? `Method ${method}` : methodName,
    timeMs: createdAtMs,
    stage,
    path: `/journal/${encodeURIComponent(id)}`,
  };
}

function lineOfPool({ cid, from, to, nonce, value, method, methodName, seenAtMs }: PoolRow): MessageLine {
  return { key: cid, cid, from, to, nonce, value, call: methodName ?? `Method ${method}`, timeMs: seenAtMs, path: messagePath(cid) };
}

function lineOfChain({ cid, from, to, nonce, value, method, methodName, timeMs, height }: FoundMessage): MessageLine {
  return { key: cid, cid, from, to, nonce, value, call: methodName ?? `Method ${method}`, timeMs, height, path: messagePath(cid) };
}

function messagePath(cid: string): string {
  return `/messages/${encodeURIComponent(cid)}`;
}
