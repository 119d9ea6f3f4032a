import { useMemo } from 'react';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { callsOf, PanelContent, partOf } from '../../components/feedback/QueryContent.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { KeysTable } from './KeysTable.tsx';
import { keyRows } from './key-rows.ts';
import { keysWords } from './keys-words.ts';
import { PendingChanges } from './PendingChanges.tsx';
import { useOwnMiner } from './use-own-miner.ts';

interface KeysPanelProps {
  readonly miner: Miner;
  /** Whether an earlier epoch is shown; the gas runway is known only at the head. */
  readonly isPast: boolean;
  readonly onRetry: () => void;
}

/** Addresses of the miner by role, and their gas runway. */
export function KeysPanel({ miner, isPast, onRetry }: KeysPanelProps) {
  const own = useOwnMiner(miner.isOwn && !isPast ? miner.address : undefined);
  const info = partOf(miner.info);
  const baseFee = useTopic('chain.headChanged', (state) => state?.head?.baseFee);
  const deadlines = partOf(miner.deadlines)?.deadlines.filter(({ live }) => live > 0).length;
  const rows = useMemo(() => {
    const proofs = baseFee === undefined || deadlines === undefined ? undefined : { deadlines, baseFee: BigInt(baseFee) };
    return info === undefined ? [] : keyRows(info, miner.isOwn, own, proofs);
  }, [info, miner.isOwn, own, baseFee, deadlines]);
  return (
    <Panel title="Keys and gas" sub={keysWords(miner.info) ?? spanWords(own)} calls={callsOf(miner.info)}>
      <PanelContent panel={miner.info} onRetry={onRetry}>
        {(value) => (
          <>
            <KeysTable roles={rows} hasRunway={!isPast} />
            <PendingChanges info={value} />
          </>
        )}
      </PanelContent>
    </Panel>
  );
}

/** The period on which the gas runway is based. */
function spanWords(own: ReturnType<typeof useOwnMiner>): string | undefined {
  const days = Math.max(0, ...(own?.standing?.keys ?? []).map(({ runway }) => runway?.seenDays ?? 0));
  if (days === 0) return undefined;
  return days < 1.5 ? 'at the spending of the last day' : `at the spending of the last ${Math.round(days)} days`;
}
