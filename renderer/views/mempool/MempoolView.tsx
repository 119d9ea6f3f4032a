import { IconAntennaBars5, IconRefresh } from '@tabler/icons-react';
import type { MempoolState } from '../../../shared/ipc/schemas/mempool.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { errorOfHead } from '../../lib/error-of-head.ts';
import styles from './mempool.module.css';
import { OfferPanel } from './OfferPanel.tsx';
import { PoolFigures } from './PoolFigures.tsx';
import { PoolMessages } from './PoolMessages.tsx';
import { PoolSenders } from './PoolSenders.tsx';
import { type PoolTab, usePoolRoute } from './use-pool-route.ts';

/** Minimum interval of updating the totals, since many messages arrive at once. */
const SUMS_PAUSE_MS = 1000;
const TABS: readonly { readonly value: PoolTab; readonly label: string }[] = [
  { value: 'senders', label: 'By sender' },
  { value: 'messages', label: 'Messages' },
];

/** Pending messages: senders, prices, and reasons for delays. */
export function MempoolView() {
  const state = useTopic('mempool.changed');
  const connection = useTopic('connections.changed', keyOfConnection);
  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  const headProblem = useTopic('chain.headChanged', (head) => (head?.head === undefined ? head?.problem : undefined));
  const [route, go] = usePoolRoute();
  const isKnown = state !== undefined && connection !== undefined && headHeight !== undefined;
  const question = isKnown ? `pool ${connection}` : undefined;
  const revision = `${state?.revision ?? 0} ${headHeight ?? 0}`;
  const answer = useFreshAnswer(question, (client) => client.mempool.getPool({}), { revision, pauseMs: SUMS_PAUSE_MS });
  const pool = answer.question === question ? answer.data : undefined;
  const failure =
    answer.error ??
    (state?.status === 'failed' ? state.problem : undefined) ??
    // Without a head there is no query.
    (headProblem === undefined ? undefined : errorOfHead(headProblem));

  return (
    <SplitView>
      <PageHead
        title="Mempool"
        status={state === undefined ? undefined : <StatusBadge state={state} />}
        sub={pool === undefined ? undefined : `of this endpoint, ${formatCount(pool.senderCount, 'sender')}`}
        actions={
          <>
            <SegmentedControl label="Mempool view" options={TABS} value={route.tab} onChange={(tab) => go({ tab })} />
            <Button size="small" icon={IconRefresh} onClick={answer.refresh}>
              Refresh
            </Button>
          </>
        }
      />
      {pool === undefined ? (
        failure === undefined ? (
          <SkeletonRows rows={14} columns={6} />
        ) : (
          <PanelError error={failure} onRetry={isKnown ? answer.refresh : undefined} />
        )
      ) : (
        <ScrollArea label="Pool">
          <div className={styles.page}>
            <PoolFigures pool={pool} />
            {pool.messageCount === 0 ? undefined : (
              <div className={styles.offers}>
                <OfferPanel title="Fee caps" buckets={pool.feeCaps} baseFee={pool.baseFee} calls={pool.calls} />
                <OfferPanel title="Premiums" buckets={pool.premiums} baseFee={undefined} calls={pool.calls} />
              </div>
            )}
            {route.tab === 'senders' ? (
              <PoolSenders
                pool={pool}
                isStale={failure !== undefined}
                onSelect={(sender) => go({ tab: 'messages', filter: `from:=${sender}` })}
              />
            ) : (
              <PoolMessages revision={revision} question={question} filter={route.filter} onFilter={(filter) => go({ filter })} />
            )}
          </div>
        </ScrollArea>
      )}
    </SplitView>
  );
}

function StatusBadge({ state: { status, problem } }: { readonly state: MempoolState }) {
  switch (status) {
    case 'live':
      return (
        <Badge tone="success" icon={IconAntennaBars5} title="Live updates from the node.">
          Live
        </Badge>
      );
    case 'failed':
      return (
        <Badge tone="warning" title={problem?.message ?? ''}>
          Last update failed
        </Badge>
      );
    case 'polling':
      return <Badge title="This endpoint has no live updates. Updated with every tipset.">Every tipset</Badge>;
    case 'idle':
    case 'loading':
      return undefined;
    default:
      return status satisfies never;
  }
}
