import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { Tone } from '../../lib/tone.ts';

/** What became of a message, in a tone and a few words. A failed execution outweighs that it was included. */
export function messageStatus(message: Message): { readonly tone: Tone; readonly words: string } {
  if (message.execution !== undefined && message.execution.exitCode !== 0) {
    return { tone: 'danger', words: `Exit ${message.execution.exitCode}` };
  }
  switch (message.stage) {
    case 'in-pool':
      return { tone: 'pending', words: 'In the pool' };
    case 'included':
      return { tone: 'info', words: 'Included, not executed' };
    case 'executed':
      return { tone: 'info', words: 'Executed, not final' };
    case 'final':
      return { tone: 'success', words: 'Final' };
    case 'not-found':
      return { tone: 'neutral', words: 'Not found' };
  }
}
