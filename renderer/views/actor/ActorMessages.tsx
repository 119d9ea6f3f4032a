import { IconMailOff, IconPlayerStop, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { FoundMessage } from '../../../shared/ipc/schemas/actors.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { PoolRow } from '../../../shared/ipc/schemas/mempool.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Note } from '../../components/Note.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelError } from '../../components/PanelError.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './actor.module.css';
import { formsOf } from './actor-words.ts';
import { type MessageLine, messageColumns } from './message-columns.tsx';
import { useMessageHunt } from './use-message-hunt.ts';

type Face = 'here' | 'pool' | 'chain';
const FACES: readonly { readonly value: Face; readonly label: string }[] = [
  { value: 'here', label: 'Sent from here' },
  { value: 'pool', label: 'In the pool' },
  { value: 'chain', label: 'On the chain' },
];
const POOL_ROWS = 100;
const POOL_PAUSE_MS = 2000;
/** All rows are drawn up to here; more of them scroll inside. */
const SHORT_LIST = 9;

/** Messages that it sent or received: of the journal here, of the pool, and, where wanted, of the last tipsets. */
export function ActorMessages({ identity }: { readonly identity: ResolvedAddress }) {
  const [face, setFace] = useState<Face>('pool');
  // What was found over another connection says nothing of this one, where the same address may be somebody else's.
  const connection = useTopic('connections.changed', keyOfConnection) ?? '';
  const forms = useMemo(() => formsOf(identity), [identity]);
  return (
    <Panel
      title="Messages"
      sub="from it or to it"
      hasRule
      actions={<SegmentedControl label="Where messages are looked for" options={FACES} value={face} onChange={setFace} />}
    >
      {face === 'here' ? (
        <OfJournal forms={forms} />
      ) : face === 'pool' ? (
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
    <Lines rows={rows} name="here">
      <PanelState icon={IconMailOff} title="No messages sent from this machine">
        No message of this machine's journal is from it or to it.
      </PanelState>
    </Lines>
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
    <Lines rows={rows.map(lineOfPool)} name="pool" total={matching}>
      <PanelState icon={IconMailOff} title="Nothing of it waits">
        {total === 0
          ? 'The pool of this endpoint is empty.'
          : `None of the ${formatCount(total, 'message')} in the pool of this endpoint is from it or to it.`}
      </PanelState>
    </Lines>
  );
}

function OfChain({ forms }: { readonly forms: readonly string[] }) {
  const hunt = useMessageHunt(forms);
  const { state } = hunt;
  const isRunning = state.status === 'running';
  return (
    <>
      <div className={styles.hunt}>
        {isRunning ? (
          <Button size="small" icon={IconPlayerStop} onClick={hunt.stop}>
            Stop
          </Button>
        ) : (
          [120, 480, 2000].map((count) => (
            <Button
              key={count}
              size="small"
              icon={IconSearch}
              disabledReason={state.isAtGenesis ? 'Everything down to genesis was looked through.' : undefined}
              onClick={() => hunt.start(count)}
            >
              {state.tipsets === 0 ? `Look through the last ${formatInteger(count)} tipsets` : `${formatInteger(count)} more`}
            </Button>
          ))
        )}
        <span className="t3" role="status">
          {state.tipsets === 0
            ? 'No endpoint lists the messages of an address: tipsets are looked through one after the other, two calls for each.'
            : `${formatCount(state.tipsets, 'tipset')} looked through, down to epoch ${formatInteger(state.lowest ?? 0)}${isRunning ? `, ${formatInteger(state.wanted)} wanted` : ''}: ${formatCount(state.rows.length, 'message')} found`}
        </span>
      </div>
      {state.error === undefined ? undefined : (
        <Note tone="warning" title="The search ended early" isInset>
          {state.error.message}
        </Note>
      )}
      {state.tipsets === 0 ? undefined : (
        <Lines rows={state.rows.map(lineOfChain)} name="chain">
          <PanelState icon={IconMailOff} title={isRunning ? 'Nothing found yet' : 'Nothing found'}>
            These tipsets carry no message from it or to it. Calls inside of messages are not looked at.
          </PanelState>
        </Lines>
      )}
    </>
  );
}

interface LinesProps {
  readonly rows: readonly MessageLine[];
  readonly name: string;
  readonly total?: number;
  /** What stands in place of the rows when there are none. */
  readonly children: ReactNode;
}

function Lines({ rows, name, total, children }: LinesProps) {
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
        {...(total === undefined ? {} : { total })}
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
