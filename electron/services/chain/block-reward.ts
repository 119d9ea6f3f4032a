/**
 * What the miners of a tipset's blocks get for the messages in them. Sources: Lotus chain/consensus/compute_state.go `ApplyBlocks` (the
 * order of messages, and whose block is paid for one that several carry), builtin-actors actors/reward/src/lib.rs (the award).
 */
import { feeBreakdown } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';

/** What the reward actor takes of a miner is so many times the penalties of its messages. */
export const PENALTY_MULTIPLIER = 3n;

export interface ExecutedMessage {
  readonly cid: string;
  readonly message: Pick<Message, 'gasLimit' | 'gasFeeCap' | 'gasPremium'>;
  readonly gasUsed: bigint;
}

export interface BlockTips {
  /** Messages that no block before it in its tipset carries: those it is paid for. */
  readonly own: ReadonlySet<string>;
  /** attoFIL. */
  readonly tips: bigint;
  readonly penalty: bigint;
}

/**
 * Tips and penalties of each block, in the order of the tipset.
 *
 * @param carried CIDs of the messages of each block, BLS first
 * @param executed all messages of the tipset with what they used
 * @param baseFee that these messages pay, attoFIL
 */
export function tipsOfBlocks(
  carried: readonly (readonly string[])[],
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
  return carried.map((cids) => {
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
