import { blockReward } from '../../../shared/domain/chain/reward-split.ts';
import type { OwnMiners } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { AmountText } from '../values/AmountText.tsx';

interface OwnMinersSummaryProps {
  readonly active: number;
  /** Undefined until it was read, and for a past epoch. */
  readonly rewards: Pick<OwnMiners, 'epochReward' | 'minerPart'> | undefined;
}

/** Active sectors of the user's own miners, and what a win pays them. */
export function OwnMinersSummary({ active, rewards: { epochReward, minerPart } = {} }: OwnMinersSummaryProps) {
  const perWin = (reward: string) => <AmountText value={blockReward(BigInt(reward), 1n).toString()} places={2} />;
  return (
    <>
      {formatCount(active, 'active sector')}
      {epochReward === undefined ? undefined : <>; block reward {perWin(epochReward)} per win</>}
      {epochReward === undefined || minerPart === epochReward ? undefined : (
        <>, miner’s part {minerPart === undefined ? 'unknown' : perWin(minerPart)}</>
      )}
    </>
  );
}
