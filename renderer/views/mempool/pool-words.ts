import type { PoolHold, PoolSender } from '../../../shared/ipc/schemas/mempool.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { Tone } from '../../lib/tone.ts';

export interface HoldWords {
  readonly tone: Tone;
  readonly words: string;
  readonly hint: string;
}

/** What holds a message up, or nothing. */
export function holdWords(hold: PoolHold | undefined): HoldWords {
  switch (hold) {
    case undefined:
      return { tone: 'success', words: 'Can be taken', hint: 'Its nonce is next and its fee cap is not below the base fee.' };
    case 'gap':
      return { tone: 'warning', words: 'Behind a gap', hint: 'A message with an earlier nonce is missing: nothing behind it is taken.' };
    case 'fee-cap':
      return { tone: 'warning', words: 'Cap below base fee', hint: 'No block takes it before the base fee falls to its cap.' };
    case 'behind':
      return { tone: 'pending', words: 'Behind another', hint: 'A message of the same sender waits before it.' };
    default:
      return hold satisfies never;
  }
}

/** What is so with a sender, most serious first. */
export function senderWords({ hold, gapNonce, heldCount, count, chainNonce }: PoolSender): HoldWords {
  if (hold === 'gap' && gapNonce !== undefined) {
    return {
      tone: 'warning',
      words: `Nonce ${formatInteger(gapNonce)} is missing`,
      hint: `${formatInteger(heldCount)} of ${formatInteger(count)} wait behind it until somebody sends it.`,
    };
  }
  const words = holdWords(hold);
  if (hold !== undefined) return { ...words, hint: `${words.hint} ${formatInteger(heldCount)} of ${formatInteger(count)} wait.` };
  return chainNonce === undefined ? { ...words, hint: 'Its next nonce was not asked for: what is there has no gap in it.' } : words;
}
