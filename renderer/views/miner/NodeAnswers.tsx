import { IconBinaryTree } from '@tabler/icons-react';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { Button } from '../../components/Button.tsx';
import { type MissingPart, partOf } from '../../components/QueryContent.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { BalancePanel } from './BalancePanel.tsx';
import { DeadlinesPanel } from './DeadlinesPanel.tsx';
import { KeysPanel } from './KeysPanel.tsx';
import styles from './miner.module.css';
import { PowerPanel } from './PowerPanel.tsx';
import { SectorsPanel } from './SectorsPanel.tsx';

interface NodeAnswersProps {
  readonly miner: Miner;
  readonly onRetry: () => void;
  readonly onReadFromState: () => void;
}

/** A miner as the node answers, a method a panel. What the endpoint does not serve can be read from the state. */
export function NodeAnswers({ miner, onRetry, onReadFromState }: NodeAnswersProps) {
  const missing: MissingPart = {
    onRetry,
    elsewhere: ({ code }) =>
      code === 'method-not-served' ? (
        <Button size="small" icon={IconBinaryTree} onClick={onReadFromState}>
          Read from state
        </Button>
      ) : undefined,
  };
  return (
    <ScrollArea label="Miner">
      <div className={`ruled ${styles.top}`}>
        <PowerPanel power={miner.power} sectorSize={partOf(miner.info)?.sectorSize} missing={missing} />
        <BalancePanel balance={miner.balance} missing={missing} />
        <KeysPanel miner={miner} onRetry={onRetry} />
      </div>
      <DeadlinesPanel deadlines={miner.deadlines} missing={missing} />
      <div className={styles.sectors}>
        <SectorsPanel miner={miner} missing={missing} />
      </div>
    </ScrollArea>
  );
}
