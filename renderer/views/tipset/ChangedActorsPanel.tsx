import { IconArrowsDiff, IconEqual, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { ChangedActor, StateDiffProgress } from '../../../shared/ipc/schemas/tipset-diff.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, partOf } from '../../components/feedback/QueryContent.tsx';
import { UnreadBlock } from '../../components/feedback/UnreadBlock.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './tipset.module.css';

/** Roughly what a public endpoint serves in a minute. */
const CALL_BUDGET = 5000;

const COLUMNS: readonly DataColumn<ChangedActor>[] = [
  {
    id: 'actor',
    head: 'Actor',
    text: (row) => row.address,
    sortBy: (row) => BigInt(row.address.slice(2)),
    cell: (row) => (
      <>
        <AddressText address={row.address} />{' '}
        {row.actorType === undefined ? undefined : (
          <span className="t3">
            <UntrustedText text={row.actorType} maximumLength={40} />
          </span>
        )}
      </>
    ),
  },
  {
    id: 'change',
    head: 'Change',
    widthPx: 96,
    text: (row) => row.change,
    sortBy: (row) => row.change,
    cell: (row) => CHANGE_WORDS[row.change],
  },
  {
    id: 'before',
    head: 'Balance before',
    widthPx: 186,
    align: 'right',
    isWideOnly: true,
    text: (row) => row.balanceBefore ?? '',
    sortBy: (row) => BigInt(row.balanceBefore ?? '0'),
    cell: (row) => (row.balanceBefore === undefined ? undefined : <AmountText value={row.balanceBefore} places={6} />),
  },
  {
    id: 'after',
    head: 'Balance after',
    widthPx: 186,
    align: 'right',
    text: (row) => row.balanceAfter ?? '',
    sortBy: (row) => BigInt(row.balanceAfter ?? '0'),
    cell: (row) => (row.balanceAfter === undefined ? undefined : <AmountText value={row.balanceAfter} places={6} />),
  },
  {
    id: 'moved',
    head: 'Balance change',
    widthPx: 186,
    align: 'right',
    text: (row) => row.balanceChange,
    sortBy: (row) => BigInt(row.balanceChange),
    cell: (row) =>
      row.balanceChange === '0' ? <span className="t3">none</span> : <AmountText value={row.balanceChange} places={6} isSigned />,
  },
  {
    id: 'nonce',
    head: 'Nonce',
    widthPx: 120,
    align: 'right',
    text: (row) => row.nonceAfter ?? '',
    sortBy: (row) => BigInt(row.nonceAfter ?? '0') - BigInt(row.nonceBefore ?? '0'),
    cell: (row) => nonceWords(row),
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 108,
    text: (row) => (row.isCodeChanged ? 'code' : row.isHeadChanged ? 'changed' : 'same'),
    sortBy: (row) => Number(row.isHeadChanged),
    cell: (row) => (row.isCodeChanged ? 'new code' : row.isHeadChanged ? 'changed' : <span className="t3">same</span>),
  },
];

const CHANGE_WORDS = { added: 'added', removed: 'removed', changed: 'changed' } as const;

function nonceWords({ nonceBefore, nonceAfter }: ChangedActor): string {
  if (nonceAfter === undefined || nonceBefore === undefined || nonceAfter === nonceBefore) {
    return nonceAfter === undefined || nonceAfter === '0' ? '' : formatInteger(nonceAfter);
  }
  return `${formatInteger(nonceAfter)}, +${formatInteger(BigInt(nonceAfter) - BigInt(nonceBefore))}`;
}

interface ChangedActorsPanelProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Of the tipset `after`. */
  readonly height: number;
}

const start = (client: AppClient, { before, after }: Pick<ChangedActorsPanelProps, 'before' | 'after'>) =>
  client.tipsetDiff.startStateDiff({ before: [...before], after: [...after], callBudget: CALL_BUDGET });
const stop = (client: AppClient, readId: string) => client.tipsetDiff.cancelStateDiff({ readId });
const resume = (client: AppClient, readId: string) => client.tipsetDiff.continueStateDiff({ readId, callBudget: CALL_BUDGET });

/** All actors that differ, from the blocks of both states; read on request. */
export function ChangedActorsPanel({ before, after, height }: ChangedActorsPanelProps) {
  const [, navigate] = useLocation();
  const starting = useCommand(start);
  const stopping = useCommand(stop);
  const continuing = useCommand(resume);
  const [startedId, setStartedId] = useState<string | undefined>(undefined);
  const pair = `${before.join(',')} ${after.join(',')}`;
  // An earlier comparison of the same two tipsets is shown as is.
  const progress = useTopic('tipsetDiff.readProgressed', (reads) =>
    reads?.findLast((read) => read.readId === startedId || `${read.before.join(',')} ${read.after.join(',')}` === pair),
  );
  const readId = progress?.readId;
  const diff = useQuery(`state diff ${readId} ${progress?.state}`, (client) => client.tipsetDiff.getStateDiff({ readId: readId ?? '' }), {
    isEnabled: readId !== undefined && progress?.state === 'done',
  });
  const actors = partOf(diff.data?.actors);
  const begin = async (): Promise<void> => setStartedId((await starting.run({ before, after }))?.readId);
  const error = starting.error ?? continuing.error ?? diff.error;
  return (
    <Panel
      title="Actors"
      sub={actors === undefined ? undefined : `${formatInteger(actors.total)} changed, largest balance change first`}
      calls={callsOf(diff.data?.actors)}
    >
      {progress === undefined ? (
        <PanelState
          icon={IconArrowsDiff}
          title="Not compared"
          actions={
            <Button size="small" isBusy={starting.isRunning} onClick={() => void begin()}>
              Compare actors
            </Button>
          }
        >
          Reads and verifies the blocks in which the two states differ, with at most {formatInteger(CALL_BUDGET)} ChainReadObj calls.
        </PanelState>
      ) : (
        <Progress
          progress={progress}
          onStop={() => void stopping.run(progress.readId)}
          onGoOn={() => void continuing.run(progress.readId)}
          isBusy={stopping.isRunning || continuing.isRunning}
        />
      )}
      {error === undefined ? undefined : <PanelError error={error} />}
      {progress?.problem === undefined || progress.state === 'budget-spent' ? undefined : (
        <PanelError error={progress.problem} onRetry={() => void continuing.run(progress.readId)} />
      )}
      <UnreadBlock raw={progress?.raw} height={height} />
      {actors === undefined ? undefined : (
        <div className={actors.rows.length > 10 ? styles.messages : undefined}>
          <DataTable
            label="Changed actors"
            unit={['actor', 'actors']}
            columns={COLUMNS}
            rows={actors.rows}
            total={actors.total}
            rowKey={(row) => row.address}
            onSelect={(row) => navigate(`/actors/${encodeURIComponent(row.address)}`)}
            copyText={(row) => row.address}
            exportName="changed-actors"
            isFilling={actors.rows.length > 10}
            hasFooter
            empty={
              <PanelState icon={IconEqual} title="No changed actors">
                Both tipsets have the same parent state.
              </PanelState>
            }
          />
        </div>
      )}
    </Panel>
  );
}

interface ProgressProps {
  readonly progress: StateDiffProgress;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly isBusy: boolean;
}

function Progress({ progress, onStop, onGoOn, isBusy }: ProgressProps) {
  const { state, blocks, cachedBlocks, bytes, calls } = progress;
  return (
    <div className={styles.progress} role="status">
      <span>
        {STATE_WORDS[state]}
        <span className="t3">
          {' '}
          {formatCount(blocks, 'block')} ({formatInteger(cachedBlocks)} cached), {formatBytes(bytes)}, {formatCount(calls, 'call')}
        </span>
      </span>
      {state === 'running' ? (
        <Button size="small" icon={IconPlayerStop} isBusy={isBusy} onClick={onStop}>
          Stop
        </Button>
      ) : state === 'done' || state === 'failed' ? undefined : (
        <Button size="small" isBusy={isBusy} onClick={onGoOn}>
          {state === 'budget-spent' ? `Continue with ${formatInteger(CALL_BUDGET)} more calls` : 'Continue'}
        </Button>
      )}
    </div>
  );
}

const STATE_WORDS: Readonly<Record<StateDiffProgress['state'], string>> = {
  running: 'Comparing.',
  done: 'Compared; every block verified.',
  cancelled: 'Stopped.',
  failed: 'Comparison failed.',
  'budget-spent': 'Call limit reached.',
};
