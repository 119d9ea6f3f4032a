/** Filters that the user gave a name. Owns one document of the profile. */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type SavedFilter, zSavedFilter } from '../../../shared/ipc/schemas/inspector.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { redactText } from '../../platform/redact.ts';

const MAX_FILTERS = 100;
/** As the contract has it: a mask can be longer than what it hides. */
const MAX_TEXT_LENGTH = 2000;
const zSavedFilters = z.object({ filters: z.array(zSavedFilter).max(MAX_FILTERS) });

export class SavedFilters {
  readonly #document: AtomicDocument<typeof zSavedFilters>;
  readonly #logger: Logger;
  readonly #onChange: () => void;
  #filters: readonly SavedFilter[] = [];
  #loadFailure: unknown;

  constructor(options: { readonly paths: ProfilePaths; readonly logger: Logger; readonly onChange: () => void }) {
    this.#logger = options.logger;
    this.#onChange = options.onChange;
    this.#document = new AtomicDocument({
      path: options.paths.file('call-filters.json'),
      schema: zSavedFilters,
      version: 1,
      initial: () => ({ filters: [] }),
      logger: options.logger,
    });
  }

  get all(): readonly SavedFilter[] {
    return this.#filters;
  }

  /** Filters that cannot be read are none until the file is mended; saving then fails, and the file stays. */
  async start(): Promise<void> {
    try {
      this.#filters = (await this.#document.load()).filters;
      this.#onChange();
    } catch (error) {
      this.#loadFailure = error;
      this.#logger.error('The saved filters cannot be read', { error });
    }
  }

  /** A filter of the same name is replaced. It is kept without what looks like a secret, which it would not find in the recording. */
  save({ name, text }: SavedFilter): Promise<void> {
    const filter: SavedFilter = { name, text: redactText(text).slice(0, MAX_TEXT_LENGTH) };
    const others = this.#filters.filter((other) => other.name !== name);
    if (others.length >= MAX_FILTERS) {
      return Promise.reject(new SextantError('invalid-input', `There are ${MAX_FILTERS} saved filters already. Remove one first.`));
    }
    return this.#write([...others, filter].sort((left, right) => left.name.localeCompare(right.name)));
  }

  /** @throws SextantError `not-found` */
  remove(name: string): Promise<void> {
    const others = this.#filters.filter((filter) => filter.name !== name);
    return others.length === this.#filters.length
      ? Promise.reject(new SextantError('not-found', 'There is no filter of this name.'))
      : this.#write(others);
  }

  async #write(filters: readonly SavedFilter[]): Promise<void> {
    if (this.#loadFailure !== undefined) {
      throw this.#loadFailure;
    }
    const before = this.#filters;
    // Set before it is saved: a change that follows at once builds on this one.
    this.#filters = filters;
    this.#onChange();
    try {
      await this.#document.save({ filters: [...filters] });
    } catch (error) {
      if (this.#filters === filters) {
        this.#filters = before;
        this.#onChange();
      }
      throw error;
    }
  }
}
