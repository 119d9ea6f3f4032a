import type { Tone } from '../../lib/tone.ts';
import { type DealState, dealState } from './deal-life.ts';

/** The tone of a deal's state in the vocabulary of the components. */
export function toneOfDeal(state: DealState): Tone {
  const { tone } = dealState(state);
  return tone === 'muted' ? 'neutral' : tone;
}
