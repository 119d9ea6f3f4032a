import type { PoolHold, PoolSender } from '../../../shared/ipc/schemas/mempool.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { Tone } from '../../lib/tone.ts';

export interface HoldWords {
  readonly tone: Tone;
  readonly words: string;
  readonly hint: string;
}

/** Describe what delays a message. */
export function holdWords(hold: PoolHold | undefined): HoldWords {
  switch (hold) {
    case undefined:
      return { tone: 'success', words: 'Ready', hint: 'Its nonce is next and its fee cap covers the base fee.' };
    case 'gap':
      return { tone: 'warning', words: 'Behind a gap', hint: 'An earlier nonce is missing, which blocks this message.' };
    case 'fee-cap':
      return { tone: 'warning', words: 'Cap below base fee', hint: 'Not included until the base fee falls to its fee cap.' };
    case 'behind':
      return { tone: 'pending', words: 'Behind another', hint: 'Waits for an earlier message of the same sender.' };
    default:
      return hold satisfies never;
  }
}

/** Describe the state of a sender, most serious first. */
export function senderWords({ hold, gapNonce, heldCount, count, chainNonce }: PoolSender): HoldWords {
  if (hold === 'gap' && gapNonce !== undefined) {
    return {
      tone: 'warning',
      words: `Nonce ${formatInteger(gapNonce)} is missing`,
      hint: `${formatInteger(heldCount)} of ${formatInteger(count)} wait for it.`,
    };
  }
  const words = holdWords(hold);
  if (hold !== undefined) return { ...words, hint: `${words.hint} ${formatInteger(heldCount)} of ${formatInteger(count)} wait.` };
  return chainNonce === undefined ? { ...words, hint: 'The next on-chain nonce was not read; the pending nonces have no gap.' } : words;
}
