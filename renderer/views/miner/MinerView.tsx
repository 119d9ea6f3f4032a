import { IconArrowLeft, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { BalancePanel } from './BalancePanel.tsx';
import { DeadlinesPanel } from './DeadlinesPanel.tsx';
import { summariseDeadlines } from './deadline-map.ts';
import { KeysPanel } from './KeysPanel.tsx';
import styles from './miner.module.css';
import { PowerPanel } from './PowerPanel.tsx';
import { SectorsPanel } from './SectorsPanel.tsx';

const watch = (client: AppClient, input: { address: string; isWatched: boolean }) => client.miners.watchMiner(input);

/** One storage miner at one tipset. */
export function MinerView() {
  const { id: address = '' } = useParams();
  const [, navigate] = useLocation();
  const query = useQuery(`miner ${address}`, (client) => client.miners.getMiner({ address }), { refreshOn: 'head' });
  const watching = useCommand(watch);
  const [wasUnwatched, setWasUnwatched] = useState(false);
  const miner = query.data;

  async function toggleWatch(isWatched: boolean): Promise<void> {
    await watching.run({ address, isWatched });
    setWasUnwatched(!isWatched);
    query.refresh();
  }

  return (
    <SplitView>
      <PageHead
        title={<AddressText address={address} />}
        status={
          <>
            {miner === undefined ? undefined : <FaultBadge miner={miner} />}
            {miner?.isOwn === true ? (
              <Badge tone="accent" icon={IconEye}>
                Yours
              </Badge>
            ) : undefined}
            <StaleBadge query={query} />
          </>
        }
        asOf={miner?.pinned}
        actions={
          <>
            {miner === undefined ? undefined : (
              <Button
                icon={miner.isOwn ? IconEyeOff : IconEye}
                isBusy={watching.isRunning}
                disabledReason={
                  miner.isOwn && wasUnwatched ? 'It is yours because the miner API of this endpoint belongs to it.' : undefined
                }
                onClick={() => void toggleWatch(!miner.isOwn)}
              >
                {miner.isOwn ? 'Not mine' : 'Mark as mine'}
              </Button>
            )}
            <Button kind="quiet" icon={IconArrowLeft} onClick={() => navigate('/miners')}>
              All miners
            </Button>
          </>
        }
      />
      <QueryContent query={query} skeleton={<SkeletonRows rows={14} columns={6} />}>
        {(data) => (
          <ScrollArea label="Miner">
            <div className={`ruled ${styles.top}`}>
              <PowerPanel miner={data} onRetry={query.refresh} />
              <BalancePanel miner={data} onRetry={query.refresh} />
              <KeysPanel miner={data} onRetry={query.refresh} />
            </div>
            <DeadlinesPanel miner={data} onRetry={query.refresh} />
            <div className={styles.sectors}>
              <SectorsPanel miner={data} onRetry={query.refresh} />
            </div>
          </ScrollArea>
        )}
      </QueryContent>
    </SplitView>
  );
}

function FaultBadge({ miner }: { readonly miner: Miner }) {
  if ('error' in miner.deadlines) return undefined;
  const { deadlines, currentIndex } = miner.deadlines.value;
  const { troubled } = summariseDeadlines(deadlines, currentIndex);
  if (troubled.length === 0) return <Badge tone="success">No faults</Badge>;
  return <Badge tone="danger">{formatCount(troubled.length, 'deadline')} with faults</Badge>;
}
