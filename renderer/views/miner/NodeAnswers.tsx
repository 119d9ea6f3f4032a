import { IconBinaryTree } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { type MissingPart, partOf } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { showInScroller } from '../../lib/show-in-scroller.ts';
import { BalancePanel } from './BalancePanel.tsx';
import { DeadlinesPanel } from './DeadlinesPanel.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import { MiningNote } from './MiningNote.tsx';
import styles from './miner.module.css';
import { FAULTY_FILTER, LIVE_FILTER, type MinerRoute } from './miner-route.ts';
import { PowerPanel } from './PowerPanel.tsx';
import { SectorsPanel } from './SectorsPanel.tsx';
import { useFaultFee } from './use-fault-fee.ts';
import type { GoToMiner } from './use-miner-route.ts';
import type { MinerSectors } from './use-miner-sectors.ts';

interface NodeAnswersProps {
  readonly miner: Miner;
  /** The epoch that the view is pinned to. */
  readonly at: number | undefined;
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
  readonly sectors: MinerSectors;
  readonly onRetry: () => void;
  readonly onReadFromState: () => void;
}

/** A miner as the node answers, a method a panel. What the endpoint does not serve can be read from the state. */
export function NodeAnswers({ miner, at, shown, go, sectors, onRetry, onReadFromState }: NodeAnswersProps) {
  const isPast = at !== undefined;
  const fees = useFaultFee(miner, isPast);
  const list = useRef<HTMLDivElement>(null);
  const [isLinkedAtFirst] = useState(shown.sector !== undefined);
  const { filter } = shown;
  // A link to sectors leads to their list, which begins below the fold.
  useEffect(() => {
    if (list.current !== null && (isLinkedAtFirst || filter !== LIVE_FILTER)) showInScroller(list.current, 'nearest');
  }, [isLinkedAtFirst, filter]);
  const missing: MissingPart = {
    onRetry,
    elsewhere: ({ code }) =>
      code === 'method-not-served' ? (
        <Button kind="primary" size="small" icon={IconBinaryTree} onClick={onReadFromState}>
          Read from state
        </Button>
      ) : undefined,
  };
  return (
    <ScrollArea label="Miner">
      <MiningNote info={miner.info} balance={miner.balance} />
      <div className={styles.wide}>
        <div className={`ruled ${styles.top}`}>
          <PowerPanel power={miner.power} miner={miner} isPast={isPast} sectorSize={partOf(miner.info)?.sectorSize} missing={missing} />
          <BalancePanel balance={miner.balance} market={miner.market} onSchedule={onReadFromState} missing={missing} />
          <KeysPanel miner={miner} isPast={isPast} onRetry={onRetry} />
        </div>
      </div>
      <DeadlinesPanel
        deadlines={miner.deadlines}
        missing={missing}
        selected={shown.deadline}
        fees={fees}
        onSelect={(deadline) => go({ deadline, sector: undefined })}
        onRecover={isPast ? undefined : () => go({ change: 'recover', filter: FAULTY_FILTER, deadline: undefined, sector: undefined })}
      />
      <div ref={list} className={styles.sectors}>
        <SectorsPanel miner={miner} at={at} shown={shown} go={go} sectors={sectors} missing={missing} />
      </div>
    </ScrollArea>
  );
}
