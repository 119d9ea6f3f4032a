import { IconBox, IconBuildingFactory2, IconPlugConnected, IconPlugConnectedX, IconRoute2 } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { SealingBoard } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { CallLink } from '../../components/CallLink.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useSelection } from '../../hooks/use-selection.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { SealingLanes } from './SealingLanes.tsx';
import { SealingSummary } from './SealingSummary.tsx';
import { SectorPane } from './SectorPane.tsx';
import styles from './sealing.module.css';
import { sealingColumns } from './sealing-columns.tsx';
import { stuckFirst, timeSector } from './sealing-lanes.ts';
import { useMovedSectors } from './use-moved-sectors.ts';

/** Sectors on their way to the chain, live while somebody looks. */
export function SealingView() {
  const board = useTopic('sealing.boardChanged');
  const headProblem = useTopic('chain.headChanged', (head) => (head?.status === 'failed' ? head.problem : undefined));
  const nowMs = useChainNow();
  const [selectedId, select] = useSelection('/sealing');
  const close = useCallback(() => select(undefined), [select]);
  const moved = useMovedSectors(board?.sectors);
  const timed = useMemo(() => (board?.sectors ?? []).map((sector) => timeSector(sector, board?.medianMs ?? {}, nowMs)), [board, nowMs]);
  const rows = useMemo(() => stuckFirst(timed), [timed]);
  const selected = timed.find((entry) => String(entry.sector.number) === selectedId);
  const hasSectors = timed.length > 0;
  const isStale = board?.status === 'failed';
  return (
    <SplitView pane={selected === undefined ? undefined : <SectorPane entry={selected} onClose={close} />}>
      <PageHead
        title="Sealing"
        status={
          <>
            {board?.miner === undefined ? undefined : (
              <Badge>
                <AddressText address={board.miner} />
              </Badge>
            )}
            {isStale && hasSectors ? <Badge tone="warning">The miner does not answer</Badge> : undefined}
          </>
        }
        asOf={board?.pinned}
        sub={
          board?.updatedAtMs === undefined ? undefined : (
            <>
              miner API <TimeText timeMs={board.updatedAtMs} />
            </>
          )
        }
      />
      {!hasSectors && headProblem !== undefined ? (
        <NotConnected problem={headProblem} />
      ) : board === undefined || ((board.status === 'idle' || board.status === 'loading') && !hasSectors) ? (
        <SkeletonRows rows={10} columns={6} />
      ) : !hasSectors ? (
        <NoSectors board={board} />
      ) : (
        <ScrollArea label="Sealing">
          <SealingSummary board={board} sectors={timed} />
          <SealingLanes
            sectors={timed}
            selectedNumber={selected?.sector.number}
            moved={moved}
            onSelect={(sectorNumber) => select(String(sectorNumber))}
          />
          {timed.some((entry) => !entry.sector.isActive && entry.sector.deals.length > 0) ? (
            <Note tone="warning" title="Some of these sectors hold deals and are not sealed yet">
              A retrieval from a sector whose pSet is NO gives a 0 kb file. It is not lost: it can be retrieved once pSet is YES.
            </Note>
          ) : undefined}
          <div className={styles.table}>
            <Panel title="Stuck first" sub="the bar is the time in this state, the tick is this miner's own median" isFilling>
              <CallsContext value={board.calls}>
                <DataTable
                  label="Sectors"
                  unit={['sector', 'sectors']}
                  columns={sealingColumns}
                  rows={rows}
                  rowKey={(entry) => String(entry.sector.number)}
                  selectedKey={selectedId}
                  onSelect={(entry) => select(String(entry.sector.number))}
                  copyText={(entry) => String(entry.sector.number)}
                  isStale={isStale}
                  isFilling
                  footer={
                    <>
                      <span className="hide-narrow">pSet is what older tools call Active: YES once the sector is proven</span>
                      <CallLink calls={board.calls} />
                    </>
                  }
                />
              </CallsContext>
            </Panel>
          </div>
        </ScrollArea>
      )}
    </SplitView>
  );
}

type Problem = NonNullable<SealingBoard['problem']>;

/** The endpoint itself, or its miner, is away: the reason, and the call that found out. */
function NotConnected({ problem, title = 'The endpoint does not answer' }: { readonly problem: Problem; readonly title?: string }) {
  const [, navigate] = useLocation();
  const { callId } = problem;
  return (
    <PanelState
      icon={IconPlugConnectedX}
      tone="warning"
      title={title}
      code={problem.code}
      isAlert
      actions={
        callId === undefined ? undefined : (
          <Button size="small" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
            Show the call
          </Button>
        )
      }
    >
      <UntrustedText text={problem.message} />
    </PanelState>
  );
}

function NoSectors({ board }: { readonly board: SealingBoard }) {
  const [, navigate] = useLocation();
  if (board.status === 'no-miner-api') {
    return (
      <PanelState
        icon={IconBuildingFactory2}
        tone="info"
        title="This endpoint has no storage miner"
        actions={
          <Button size="small" icon={IconPlugConnected} onClick={() => navigate('/endpoints')}>
            Open endpoints
          </Button>
        }
      >
        Sealing is read from the miner's own API, which is another address with another token. Add it to the endpoint and this screen fills
        itself.
      </PanelState>
    );
  }
  if (board.status === 'failed') {
    const problem = board.problem ?? { code: 'endpoint-unreachable', message: 'It is asked again by itself.' };
    return <NotConnected title="The storage miner does not answer" problem={problem} />;
  }
  return (
    <PanelState icon={IconBox} title="No sectors yet">
      {board.miner === undefined ? 'This miner' : board.miner} has nothing in its pipeline. A sector appears here as soon as it takes data.
    </PanelState>
  );
}
