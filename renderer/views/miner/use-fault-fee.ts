import { faultFeeADay } from '../../../shared/domain/fault-fee.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { partOf } from '../../components/QueryContent.tsx';
import { useTopic } from '../../hooks/use-topic.ts';

/**
 * What sectors of a miner cost a day while they are faulty, in attoFIL, at the average quality of those that are active. Undefined where
 * nobody asked yet what an epoch pays: that is known with one's own miners, of now.
 *
 * @param isPast whether the miner is shown as it was at an earlier epoch
 */
export function useFaultFee({ isOwn, power, sectors }: Miner, isPast: boolean): ((count: number) => bigint | undefined) | undefined {
  const epochReward = useTopic('ownMiners.changed', (state) => (isOwn && !isPast ? state?.known?.epochReward : undefined));
  const [known, counts] = [partOf(power), partOf(sectors)];
  if (epochReward === undefined || known === undefined || counts === undefined || counts.active === 0) return undefined;
  const facts = { networkQualityAdjusted: BigInt(known.networkQualityAdjusted), epochReward: BigInt(epochReward) };
  const quality = BigInt(known.qualityAdjusted);
  return (count) => faultFeeADay({ ...facts, qualityAdjusted: (quality * BigInt(count)) / BigInt(counts.active) });
}
