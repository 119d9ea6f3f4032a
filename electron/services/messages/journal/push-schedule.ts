/** Schedule for pushing messages that a node does not have: exponential backoff, for at most a week. */
import { repushEndMs } from '../../../../shared/domain/messages/repush.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';

/** A failed push is retried with the first head after this time, then after twice the time each. */
const FIRST_GAP_MS = 10_000;
const MAX_GAP_MS = 300_000;
const FIRST_GAP_EPOCHS = 5;
/** About an hour on mainnet. */
const MAX_GAP_EPOCHS = 120;

type PushedMessage = Pick<SentMessage, 'intent' | 'stage' | 'message' | 'history'>;

interface Moment {
  readonly atMs: number;
  /** Wall-clock time, as in the journal. */
  readonly nowMs: number;
  readonly height: number;
}

export class PushSchedule {
  readonly #last = new Map<string, Moment & { readonly gapEpochs: number; readonly gapMs: number }>();

  /**
   * Return the messages to push now, in their order, which is that of nonces; they count as pushed then. Messages that no mempool has had yet
   * are due together with the first one of their sender: a mempool that accepts a hundred messages of a sender accepts the next ones as soon
   * as one is mined.
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
      // A node had it before and lacks it now: a load-balanced endpoint may only have used another backend.
      return isFirst;
    }
    const isDue = isFirst ? now.atMs - last.atMs >= last.gapMs : now.height - last.height >= last.gapEpochs;
    if (isDue) {
      const gapEpochs = Math.min(MAX_GAP_EPOCHS, last.gapEpochs * (isFirst ? 1 : 2));
      const gapMs = Math.min(MAX_GAP_MS, last.gapMs * (isFirst ? 2 : 1));
      this.#last.set(intent.id, { ...now, gapEpochs, gapMs });
    }
    return isDue;
  }
}
