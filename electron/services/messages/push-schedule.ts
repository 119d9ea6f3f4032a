/** When a message that a node does not have is pushed again: soon the first times, ever more rarely after that. */
import type { SentMessage } from '../../wallet/sent-message.ts';

/** A push that did not get through is tried again with the first head after this time, and after twice the time each time after that. */
const FIRST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 300_000;
const FIRST_GAP_EPOCHS = 5;
/** About an hour on mainnet. */
const LONGEST_GAP_EPOCHS = 120;

interface Moment {
  readonly atMs: number;
  readonly height: number;
}

export class PushSchedule {
  readonly #last = new Map<string, Moment & { readonly gapEpochs: number; readonly gapMs: number }>();

  /** Whether it is to be pushed now; counts as pushed then. */
  isDue({ intent, stage }: Pick<SentMessage, 'intent' | 'stage'>, now: Moment): boolean {
    const last = this.#last.get(intent.id);
    const isFirst = stage === 'signed';
    if (last === undefined) {
      this.#last.set(intent.id, { ...now, gapEpochs: FIRST_GAP_EPOCHS, gapMs: FIRST_GAP_MS });
      // One that a node had before and misses now: a load-balanced endpoint may only have asked another of its nodes.
      return isFirst;
    }
    const isDue = isFirst ? now.atMs - last.atMs >= last.gapMs : now.height - last.height >= last.gapEpochs;
    if (isDue) {
      const gapEpochs = Math.min(LONGEST_GAP_EPOCHS, last.gapEpochs * (isFirst ? 1 : 2));
      const gapMs = Math.min(LONGEST_GAP_MS, last.gapMs * (isFirst ? 2 : 1));
      this.#last.set(intent.id, { ...now, gapEpochs, gapMs });
    }
    return isDue;
  }
}
