import { type Fee, feeOf } from '../../../shared/attention/miner-fee.ts';
import { faultFeeIncomeDays } from '../../../shared/domain/sectors/fault-fee.ts';
import type { Deadline, Miner } from '../../../shared/ipc/schemas/providers.ts';
import { partOf } from '../../components/feedback/QueryContent.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { useOwnMiner } from './use-own-miner.ts';

/** A fee a day. */
export interface DeadlineFee extends Fee {
  /** Days of income that a faulty day costs; undefined where the miner's part of the reward is not known. */
  readonly incomeDays: number | undefined;
}

export interface DeadlineFees {
  /** Of the sectors that are faulty. */
  faulty(deadline: Deadline): DeadlineFee | undefined;
  /** Of those that become faulty if the open deadline is missed. */
  missed(deadline: Deadline): DeadlineFee | undefined;
}

/**
 * What deadlines of an own miner cost a day, as Overview has it, by the power at the tipset of this page. Undefined for other miners, and
 * until the reward of the epoch was read: it is known with own miners, at the head.
 *
 * @param isPast whether the miner is shown as it was at an earlier epoch
 */
export function useFaultFee({ address, power }: Pick<Miner, 'address' | 'power'>, isPast: boolean): DeadlineFees | undefined {
  const { epochReward, minerPart } = useTopic('ownMiners.changed', (state) => state?.known) ?? {};
  const own = useOwnMiner(isPast ? undefined : address);
  if (epochReward === undefined || own === undefined) return undefined;
  const reward = BigInt(epochReward);
  const incomeDays = minerPart === undefined ? undefined : faultFeeIncomeDays(reward, BigInt(minerPart));
  const priced = (sectors: number, qualityAdjusted: string | undefined): DeadlineFee | undefined => {
    const fee = feeOf({ ...own, ...partOf(power) }, sectors, qualityAdjusted, reward);
    return fee && { ...fee, incomeDays };
  };
  return {
    faulty: ({ index, faulty }) => {
      const known = own.standing?.faulty?.find((entry) => entry.index === index);
      return priced(faulty, known?.faulty === faulty ? known.qualityAdjusted : undefined);
    },
    missed: ({ index, live, faulty, recovering }) => {
      const proof = own.deadline?.index === index ? own.deadline.proof : undefined;
      const due = Math.max(0, live - faulty + recovering);
      return priced(due, proof?.sectors === due ? proof.qualityAdjusted : undefined);
    },
  };
}
