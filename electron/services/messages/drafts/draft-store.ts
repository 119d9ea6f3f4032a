/** Drafts saved on disk. They contain no secrets and are untrusted input when they are opened again. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { type MessageDraft, type SavedDraft, zSavedDraft } from '../../../../shared/ipc/schemas/drafts.ts';
import { AtomicDocument } from '../../../persistence/atomic-document.ts';
import type { Clock, Logger, ProfilePaths } from '../../../platform/ports.ts';
import { ListTopic } from '../../../platform/topics.ts';

const MAX_DRAFTS = 500;
const VERSION = 1;
const zDrafts = z.object({ drafts: z.array(zSavedDraft).max(MAX_DRAFTS) });

export interface DraftStoreOptions {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class DraftStore {
  /** The contract's `messages.draftsChanged`. */
  readonly topic = new ListTopic<SavedDraft>((draft) => draft.id, MAX_DRAFTS);
  readonly #document: AtomicDocument<typeof zDrafts>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ paths, clock, logger }: DraftStoreOptions) {
    this.#clock = clock;
    this.#logger = logger;
    this.#document = new AtomicDocument({
      path: paths.file('drafts.json'),
      schema: zDrafts,
      version: VERSION,
      initial: () => ({ drafts: [] }),
      logger,
    });
  }

  /** A file that cannot be read is set aside, so that it does not keep the app from starting. */
  async start(): Promise<void> {
    try {
      this.topic.put((await this.#document.load()).drafts);
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#logger.error('Could not read the saved drafts', { error });
      await this.#document.setAside();
    }
  }

  /**
   * Save a draft, or replace the one with this id.
   *
   * @throws SextantError `invalid-input` for too many drafts, `not-found` for an unknown id, `disk-failure`
   */
  save({
    id,
    name,
    draft,
  }: {
    readonly id?: string | undefined;
    readonly name: string;
    readonly draft: MessageDraft;
  }): Promise<{ id: string }> {
    return this.#inTurn(async () => {
      const drafts = this.topic.items();
      if (id !== undefined && this.topic.get(id) === undefined) {
        throw new SextantError('not-found', 'This draft was removed. Save it as a new one.');
      }
      if (id === undefined && drafts.length >= MAX_DRAFTS) {
        throw new SextantError('invalid-input', `There are ${MAX_DRAFTS} drafts, the maximum. Remove one first.`);
      }
      const saved: SavedDraft = { id: id ?? randomUUID(), name: name.trim(), savedAtMs: this.#clock.nowMs(), draft };
      await this.#document.save({ drafts: [...drafts.filter((each) => each.id !== saved.id), saved] });
      this.topic.put([saved]);
      return { id: saved.id };
    });
  }

  /** @throws SextantError `disk-failure` */
  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#document.save({ drafts: this.topic.items().filter((draft) => draft.id !== id) });
      this.topic.remove([id]);
    });
  }

  /** Run changes one after another, each on the result of the previous one. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change, change);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
