import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';

interface MiningNoteProps {
  readonly info: Miner['info'] | undefined;
  readonly balance: Miner['balance'] | undefined;
}

/** Why a miner with power wins no blocks: fee debt or an active consensus fault. */
export function MiningNote({ info, balance }: MiningNoteProps) {
  const fault = partOf(info)?.consensusFault;
  const debt = partOf(balance)?.feeDebt ?? '0';
  if (fault === undefined && debt === '0') return undefined;
  return (
    <Note tone="danger" title="This miner wins no blocks">
      {fault === undefined ? undefined : (
        <p>
          Consensus fault until <EpochText height={fault.untilEpoch} timeMs={fault.untilTimeMs} />: no blocks, pre-commits or recoveries
          before then.
        </p>
      )}
      {debt === '0' ? undefined : (
        <p>
          Fee debt of <AmountText value={debt} places={4} />: it must be paid before the miner wins blocks, declares recoveries, pre-commits
          sectors or withdraws.
        </p>
      )}
    </Note>
  );
}
