/**
 * Tips and penalties of the miners of a tipset's blocks. Sources: Lotus chain/consensus/compute_state.go `ApplyBlocks` (the order of
 * messages, and which block is paid for a message that several include), builtin-actors actors/reward/src/lib.rs (the award).
 */
import { feeBreakdown } from '../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';

/** The reward actor multiplies the penalties of the messages by this. */
export const PENALTY_MULTIPLIER = 3n;

export interface ExecutedMessage {
  readonly cid: string;
  readonly message: Pick<Message, 'gasLimit' | 'gasFeeCap' | 'gasPremium'>;
  readonly gasUsed: bigint;
}

export interface BlockTips {
  /** Messages that no earlier block of the tipset includes: the block is paid for these. */
  readonly own: ReadonlySet<string>;
  /** attoFIL. */
  readonly tips: bigint;
  readonly penalty: bigint;
}

/**
 * Compute the tips and penalties of each block, in the order of the tipset.
 *
 * @param included CIDs of the messages of each block, BLS first
 * @param executed all messages of the tipset with their gas used
 * @param baseFee base fee of these messages, attoFIL
 */
export function tipsOfBlocks(
  included: readonly (readonly string[])[],
  executed: readonly ExecutedMessage[],
  baseFee: bigint,
): readonly BlockTips[] {
  const costs = new Map(
    executed.map(({ cid, message: { gasLimit, gasFeeCap, gasPremium }, gasUsed }) => [
      cid,
      feeBreakdown({ gasLimit, gasFeeCap, gasPremium, gasUsed, baseFee }),
    ]),
  );
  const seen = new Set<string>();
  return included.map((cids) => {
    const own = new Set(cids.filter((cid) => !seen.has(cid)));
    let tips = 0n;
    let penalty = 0n;
    for (const cid of own) {
      seen.add(cid);
      tips += costs.get(cid)?.minerTip ?? 0n;
      penalty += costs.get(cid)?.minerPenalty ?? 0n;
    }
    return { own, tips, penalty: penalty * PENALTY_MULTIPLIER };
  });
}
