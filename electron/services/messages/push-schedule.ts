/** When a message that a node does not have is pushed again: soon the first times, ever more rarely after that, for a week at most. */
import { repushEndMs } from '../../../shared/domain/repush.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';

/** A push that did not get through is tried again with the first head after this time, and after twice the time each time after that. */
const FIRST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 300_000;
const FIRST_GAP_EPOCHS = 5;
/** About an hour on mainnet. */
const LONGEST_GAP_EPOCHS = 120;

type PushedMessage = Pick<SentMessage, 'intent' | 'stage' | 'message' | 'history'>;

interface Moment {
  readonly atMs: number;
  /** By the clock on the wall, as the journal counts. */
  readonly nowMs: number;
  readonly height: number;
}

export class PushSchedule {
  readonly #last = new Map<string, Moment & { readonly gapEpochs: number; readonly gapMs: number }>();

  /**
   * Which of these are to be pushed now, in their order, which is that of nonces; they count as pushed then. What no pool has had yet goes
   * with the first such message of its sender: a pool that takes a hundred messages of a sender at a time lets the next ones in as soon as
   * one is mined.
   */
  due<T extends PushedMessage>(waiting: readonly T[], now: Moment): T[] {
    const isSenderDue = new Map<string, boolean>();
    return waiting.filter((sent) => {
      if (sent.stage !== 'signed') {
        const endMs = repushEndMs(sent.history);
        return (endMs === undefined || now.nowMs < endMs) && this.#isDue(sent, now);
      }
      const { from } = sent.message;
      const isDue = isSenderDue.get(from) ?? this.#isDue(sent, now);
      isSenderDue.set(from, isDue);
      return isDue;
    });
  }

  #isDue({ intent, stage }: PushedMessage, now: Moment): boolean {
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
