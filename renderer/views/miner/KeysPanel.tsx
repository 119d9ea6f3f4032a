import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { Panel } from '../../components/Panel.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { KeysTable } from './KeysTable.tsx';
import { keysWords } from './keys-words.ts';

interface KeysPanelProps {
  readonly miner: Miner;
  readonly onRetry: () => void;
}

/** Who may do what for this miner, and whether they can pay for it. */
export function KeysPanel({ miner, onRetry }: KeysPanelProps) {
  return (
    <Panel title="Keys" sub={keysWords(miner.info)} calls={callsOf(miner.info)}>
      <PanelContent panel={miner.info} onRetry={onRetry}>
        {({ roles }) => <KeysTable roles={roles} />}
      </PanelContent>
    </Panel>
  );
}
