import { IconArrowLeft, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { partOf, QueryContent } from '../../components/QueryContent.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { usePin } from '../../hooks/use-pin.ts';
import { usePinnedQuery } from '../../hooks/use-pinned-query.ts';
import { summariseDeadlines } from './deadline-map.ts';
import { type MinerSource, minerAddress, minerSource } from './miner-address.ts';
import { NodeAnswers } from './NodeAnswers.tsx';
import { StateBlocks } from './state/StateBlocks.tsx';
import { useMinerRead } from './state/use-miner-read.ts';

const watch = (client: AppClient, input: { address: string; isWatched: boolean }) => client.miners.watchMiner(input);

/** One storage miner at one tipset, as the node answers or as the blocks of the state have it. */
export function MinerView() {
  const { id: address = '' } = useParams();
  const source = minerSource(useSearch());
  const [, navigate] = useLocation();
  const isByNode = source === 'node';
  const pin = usePin();
  const query = usePinnedQuery(`miner ${address}`, pin, (client, input) => client.miners.getMiner({ address, ...input }), {
    isEnabled: isByNode,
  });
  const reading = useMinerRead(address, !isByNode);
  const watching = useCommand(watch);
  const [wasUnwatched, setWasUnwatched] = useState(false);
  const miner = query.data;
  const show = (next: MinerSource): void => navigate(minerAddress(address, next));

  async function toggleWatch(isWatched: boolean): Promise<void> {
    await watching.run({ address, isWatched });
    setWasUnwatched(!isWatched);
    query.refresh();
  }

  /** What another source does not give is asked for at once; a read that was begun before is only shown. */
  function readFromState(): void {
    if (!reading.hasBegun) reading.start();
    show('state');
  }

  return (
    <SplitView>
      <PageHead
        title={<AddressText address={address} />}
        status={
          <>
            <FaultBadge deadlines={isByNode ? miner?.deadlines : reading.read?.deadlines} />
            {miner?.isOwn === true ? (
              <Badge tone="accent" icon={IconEye}>
                Yours
              </Badge>
            ) : undefined}
            {isByNode ? <StaleBadge query={query} /> : undefined}
          </>
        }
        asOf={isByNode ? miner?.pinned : reading.progress?.pinned}
        // A read of blocks stays at the tipset that it began with.
        {...(isByNode ? { pin, onReadAgain: query.refresh } : {})}
        actions={
          <>
            <SegmentedControl
              label="Where the figures come from"
              value={source}
              onChange={show}
              options={[
                { value: 'node', label: 'Node’s answers' },
                { value: 'state', label: 'State blocks' },
              ]}
            />
            {miner === undefined || !isByNode ? undefined : (
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
      {isByNode ? (
        <QueryContent query={query} skeleton={<SkeletonRows rows={14} columns={6} />}>
          {(data) => <NodeAnswers miner={data} onRetry={query.refresh} onReadFromState={readFromState} />}
        </QueryContent>
      ) : (
        <StateBlocks key={address} address={address} reading={reading} />
      )}
    </SplitView>
  );
}

function FaultBadge({ deadlines: panel }: { readonly deadlines: Miner['deadlines'] | undefined }) {
  const value = partOf(panel);
  if (value === undefined) return undefined;
  const { troubled } = summariseDeadlines(value.deadlines, value.currentIndex);
  if (troubled.length === 0) return <Badge tone="success">No faults</Badge>;
  return <Badge tone="danger">{formatCount(troubled.length, 'deadline')} with faults</Badge>;
}
