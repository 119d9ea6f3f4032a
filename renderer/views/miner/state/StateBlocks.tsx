import { IconBinaryTree } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { MinerStateRead, StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { PanelState } from '../../../components/feedback/PanelState.tsx';
import { type MissingPart, partOf } from '../../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../../components/feedback/Skeleton.tsx';
import { UnreadBlock } from '../../../components/feedback/UnreadBlock.tsx';
import { ScrollArea } from '../../../components/layout/ScrollArea.tsx';
import { BalancePanel } from '../BalancePanel.tsx';
import { DeadlinesPanel } from '../DeadlinesPanel.tsx';
import { figureBlocks } from '../figure-blocks.ts';
import { MiningNote } from '../MiningNote.tsx';
import minerStyles from '../miner.module.css';
import { FAULTY_FILTER, type MinerRoute } from '../miner-route.ts';
import { PowerPanel } from '../PowerPanel.tsx';
import type { GoToMiner } from '../use-miner-route.ts';
import { ProofLine } from './ProofLine.tsx';
import { ReadBand } from './ReadBand.tsx';
import { StateLists } from './StateLists.tsx';
import { StateStart } from './StateStart.tsx';
import type { MinerReading } from './use-miner-read.ts';
import { VestingPanel } from './VestingPanel.tsx';

interface StateBlocksProps {
  readonly address: string;
  readonly reading: MinerReading;
  /** What is shown of it. */
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
}

/** A miner read block by block from the state root: how far that is, what it proves, and the panels as they fill. */
export function StateBlocks({ address, reading, shown: place, go }: StateBlocksProps) {
  const { progress, shown = progress, read, error } = reading;
  if (!reading.isKnown) return undefined;
  if (progress === undefined || shown === undefined) return <StateStart address={address} reading={reading} />;
  const isRunning = progress.state === 'running';
  const isBefore = shown.readId !== progress.readId;
  return (
    <>
      <ReadBand progress={progress} reading={reading} />
      {read?.proof === undefined ? undefined : <ProofLine proof={read.proof} progress={shown} isBefore={isBefore} />}
      {error === undefined ? undefined : <PanelError error={error} />}
      <UnreadBlock raw={progress.raw} height={progress.pinned?.height} />
      {isRunning || read?.proof !== undefined ? (
        <ReadPanels
          readId={shown.readId}
          revision={shown.table?.revision ?? 0}
          leftOut={shown.table?.leftOut ?? 0}
          shown={place}
          go={go}
          connectionName={shown.connectionName}
          isRunning={isRunning}
          read={read}
          onContinue={reading.goOn}
        />
      ) : undefined}
    </>
  );
}

interface ReadPanelsProps extends Pick<StateReadProgress, 'readId' | 'connectionName'> {
  /** Of the table of sectors. */
  readonly revision: number;
  readonly leftOut: number;
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
  readonly isRunning: boolean;
  readonly read: MinerStateRead | undefined;
  readonly onContinue: () => void;
}

/** What was found. Progress moves many times a second, this a few times in a read: it is drawn only then. */
const ReadPanels = memo(function ReadPanels({ isRunning, read, onContinue, ...ofRead }: ReadPanelsProps) {
  const missing = (skeleton: ReactNode): MissingPart => (isRunning ? { waiting: skeleton } : { waiting: <NotRead />, onRetry: onContinue });
  // As high as what takes their place, so that little moves.
  const top = missing(<SkeletonRows rows={6} columns={3} />);
  const blocks = read === undefined ? undefined : figureBlocks(read);
  return (
    <ScrollArea label="Miner, read from the state">
      <MiningNote info={read?.info} balance={read?.balance} />
      <div className={minerStyles.wide}>
        <div className={`ruled ${minerStyles.top}`}>
          <PowerPanel power={read?.power} sectorSize={partOf(read?.info)?.sectorSize} blocks={blocks} missing={top} />
          <BalancePanel balance={read?.balance} blocks={blocks} missing={top} />
          <VestingPanel vesting={read?.vesting} blocks={blocks} missing={top} />
        </div>
      </div>
      <DeadlinesPanel
        deadlines={read?.deadlines}
        blocks={blocks}
        missing={missing(<SkeletonRows rows={7} columns={8} />)}
        onRecover={() => ofRead.go({ change: 'recover', filter: FAULTY_FILTER })}
      />
      <StateLists {...ofRead} isRunning={isRunning} read={read} missing={missing(<SkeletonRows rows={10} columns={6} />)} />
    </ScrollArea>
  );
});

/** In place of a part to which a read that ended did not come. */
function NotRead() {
  return (
    <PanelState icon={IconBinaryTree} title="Not read">
      The read ended before this part. Continue it above.
    </PanelState>
  );
}
