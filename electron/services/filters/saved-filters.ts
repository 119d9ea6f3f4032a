/** Saved filters by list. Owns one slice and one document of the profile. */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type SavedFilter, type SavedFilterName, zSavedFilter, zSavedFilters } from '../../../shared/ipc/schemas/filters.ts';
import { AtomicDocument, type Migrations } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { redactText } from '../../platform/redact.ts';
import { ValueTopic } from '../../platform/topics.ts';

const MAX_FILTERS_OF_A_LIST = 100;
/** The maximum in the contract; a mask can be longer than the masked text. */
const MAX_TEXT_LENGTH = 2000;
const zDocument = z.object({ filters: zSavedFilters });

/** 1 to 2: version 1 only had filters of recorded calls, after which the file is named. */
const MIGRATIONS: Migrations = {
  1: (data) => {
    const { filters } = z.object({ filters: z.array(zSavedFilter.omit({ list: true })) }).parse(data);
    return { filters: filters.map((filter) => ({ list: 'calls', ...filter })) };
  },
};

export class SavedFilters {
  readonly slice = new ValueTopic<SavedFilter[]>([]);
  readonly #document: AtomicDocument<typeof zDocument>;
  readonly #logger: Logger;
  #loadFailure: unknown;

  constructor({ paths, logger }: { readonly paths: ProfilePaths; readonly logger: Logger }) {
    this.#logger = logger.child('filters');
    this.#document = new AtomicDocument({
      path: paths.file('call-filters.json'),
      schema: zDocument,
      version: 2,
      migrations: MIGRATIONS,
      initial: () => ({ filters: [] }),
      logger,
    });
  }

  /** If the file cannot be read, there are no filters and saving fails, so that the file is not overwritten. */
  async start(): Promise<void> {
    try {
      this.slice.set((await this.#document.load()).filters);
    } catch (error) {
      this.#loadFailure = error;
      this.#logger.error('Could not read the saved filters', { error });
    }
  }

  /**
   * Save a filter; one of the same list and name is replaced. Anything that looks like a secret is masked, as recordings are.
   *
   * @throws SextantError `invalid-input` if the list already has a hundred; `disk-failure`
   */
  save({ list, name, text }: SavedFilter): Promise<void> {
    const others = this.slice.get().filter((other) => other.list !== list || other.name !== name);
    if (others.filter((other) => other.list === list).length >= MAX_FILTERS_OF_A_LIST) {
      const message = `There are ${MAX_FILTERS_OF_A_LIST} saved filters of this list already. Remove one first.`;
      return Promise.reject(new SextantError('invalid-input', message));
    }
    const filter: SavedFilter = { list, name, text: redactText(text).slice(0, MAX_TEXT_LENGTH) };
    return this.#write([...others, filter].sort((left, right) => left.name.localeCompare(right.name)));
  }

  /** @throws SextantError `not-found`; `disk-failure` */
  remove({ list, name }: SavedFilterName): Promise<void> {
    const filters = this.slice.get();
    const others = filters.filter((filter) => filter.list !== list || filter.name !== name);
    return others.length === filters.length
      ? Promise.reject(new SextantError('not-found', 'No filter has this name.'))
      : this.#write(others);
  }

  async #write(filters: SavedFilter[]): Promise<void> {
    if (this.#loadFailure !== undefined) {
      throw this.#loadFailure;
    }
    const before = this.slice.get();
    // Set before it is saved, so that the next change builds on it.
    this.slice.set(filters);
    try {
      await this.#document.save({ filters });
    } catch (error) {
      if (this.slice.get() === filters) this.slice.set(before);
      throw error;
    }
  }
}
