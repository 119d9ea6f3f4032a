import { IconFileSearch, IconTableImport } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { Badge } from '../../components/feedback/Badge.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { BoardContent } from './BoardContent.tsx';
import { boardRows } from './board-rows.ts';
import { MinerChoice } from './MinerChoice.tsx';
import { NoSectors, NotConnected } from './NoSectors.tsx';
import { PastedSectors } from './PastedSectors.tsx';
import { RetrievalPane } from './RetrievalPane.tsx';
import { SectorPane } from './SectorPane.tsx';
import { useMovedSectors } from './use-moved-sectors.ts';
import { useNewlyActive } from './use-newly-active.ts';
import { useSealingBoard } from './use-sealing-board.ts';
import { useSealingRoute } from './use-sealing-route.ts';

const VIEWS = [
  { value: 'board', label: 'Board' },
  { value: 'table', label: 'Table' },
] as const;

/** The sealing pipeline: from the storage-miner API, from the chain, or from a pasted list. */
export function SealingView() {
  const [route, go] = useSealingRoute();
  const { miners, miner, board, error, isStale, refresh } = useSealingBoard(route.miner, route.id !== 'paste');
  const headProblem = useTopic('chain.headChanged', (head) => (head?.status === 'failed' ? head.problem : undefined));
  const nowMs = useChainNow();
  const close = useCallback(() => go({ id: undefined, ask: '' }), [go]);
  const listKey = `${board?.source ?? ''} ${board?.miner ?? ''}`;
  const moved = useMovedSectors(board?.sectors, listKey);
  const newlyActive = useNewlyActive(board?.sectors, listKey);
  const rows = useMemo(() => (board === undefined ? [] : boardRows(board, nowMs, newlyActive)), [board, nowMs, newlyActive]);
  if (route.id === 'paste') return <PastedSectors onClose={close} />;

  const selected = rows.find(({ sector }) => String(sector.number) === route.id);
  const pane =
    route.id === 'retrieval' ? (
      <RetrievalPane ask={route.ask} miner={miner} board={board} rows={rows} onAsk={(ask) => go({ ask })} onClose={close} />
    ) : selected === undefined || board === undefined ? undefined : (
      <SectorPane entry={selected} board={board} onClose={close} />
    );
  const hasSectors = rows.length > 0;
  return (
    <SplitView pane={pane}>
      <PageHead
        title="Sealing"
        status={
          <>
            {miners.length > 1 ? (
              <MinerChoice miners={miners} miner={miner} onChange={(next) => go({ miner: next, id: undefined })} />
            ) : board?.miner === undefined ? undefined : (
              <Badge>
                <AddressText address={board.miner} />
              </Badge>
            )}
            {isStale && hasSectors ? (
              <Badge tone="warning">{board?.source === 'chain' ? 'not up to date' : 'miner not responding'}</Badge>
            ) : undefined}
          </>
        }
        asOf={board?.pinned}
        sub={
          board?.updatedAtMs === undefined ? undefined : (
            <>
              {board.source === 'chain' ? 'from the chain' : 'miner API'} <TimeText timeMs={board.updatedAtMs} />
            </>
          )
        }
        actions={
          <>
            <Button
              size="small"
              kind="quiet"
              icon={IconFileSearch}
              isIconWhenNarrow
              hint="Check a deal, a piece or a sector"
              onClick={() => go({ id: 'retrieval' })}
            >
              Check retrieval
            </Button>
            <Button
              size="small"
              kind="quiet"
              icon={IconTableImport}
              isIconWhenNarrow
              hint="Parse the output of lotus-miner sectors list"
              onClick={() => go({ id: 'paste' })}
            >
              Paste a list
            </Button>
            <SegmentedControl label="View" options={VIEWS} value={route.view} onChange={(view) => go({ view }, { replace: true })} />
          </>
        }
      />
      {!hasSectors && headProblem !== undefined ? (
        <NotConnected problem={headProblem} />
      ) : hasSectors && board !== undefined ? (
        <BoardContent
          board={board}
          rows={rows}
          route={route}
          go={go}
          selectedKey={selected === undefined ? undefined : route.id}
          moved={moved}
          newlyActive={newlyActive}
          isStale={isStale}
        />
      ) : error !== undefined || (board !== undefined && board.status !== 'idle' && board.status !== 'loading') ? (
        <NoSectors board={board} error={error} onRetry={refresh} onPaste={() => go({ id: 'paste' })} />
      ) : (
        <SkeletonRows rows={10} columns={6} />
      )}
    </SplitView>
  );
}
