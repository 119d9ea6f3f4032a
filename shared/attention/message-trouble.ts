/** What is wrong with a message of the journal, and what to do about it. */
import type { JournalTrouble } from '../ipc/schemas/journal.ts';

interface TroubleWords {
  readonly title: string;
  /** What it means and what to do. */
  readonly text: string;
}

const TROUBLES: Readonly<Record<JournalTrouble, TroubleWords>> = {
  refused: {
    title: 'Rejected by a node',
    text: 'The message is signed, and the node has a copy that may still be published, so its nonce stays reserved. Push it again through this or another endpoint, or replace it at the same nonce: only one of the two can be executed. A new message would wait behind it.',
  },
  dropped: {
    title: 'Dropped from the mempool',
    text: 'The message is still valid. Sextant pushes it again for a week after the first push. After that, push it yourself.',
  },
  replaced: {
    title: 'Replaced by another message',
    text: 'A message with the same nonce, also signed on this machine, was executed. This one can never be executed and cost nothing.',
  },
  'nonce-taken-elsewhere': {
    title: 'Nonce used by a message signed elsewhere',
    text: 'Another wallet or node uses the same key. This message can never be executed. If you did not send the other one, someone else has the key: move your funds.',
  },
  'out-of-gas': {
    title: 'Out of gas',
    text: 'The gas limit was too low. Only the fee was charged; no funds were transferred. Send it again with a higher gas limit.',
  },
  'failed-on-chain': { title: 'Execution failed', text: 'The message had no effect except its gas fee.' },
  'failed-inside': {
    title: 'Internal call failed',
    text: 'The message succeeded, but a call it made failed. It may not have had the intended effect.',
  },
  'nonce-too-low': {
    title: 'Nonce too low, according to a node',
    text: 'The node reports that a message with this nonce was already executed. Sextant searches the chain to find out which one.',
  },
};

/** Title and advice for a problem with a message. */
export function troubleWords(trouble: JournalTrouble): TroubleWords {
  return TROUBLES[trouble];
}
