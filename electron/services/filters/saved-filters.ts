/** Filters that the user gave a name, for each list that can be filtered. Owns one slice and one document of the profile. */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type SavedFilter, type SavedFilterName, zSavedFilter, zSavedFilters } from '../../../shared/ipc/schemas/filters.ts';
import { AtomicDocument, type Migrations } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { redactText } from '../../platform/redact.ts';
import { ValueTopic } from '../../platform/topics.ts';

const MAX_FILTERS_OF_A_LIST = 100;
/** As the contract has it: a mask can be longer than what it hides. */
const MAX_TEXT_LENGTH = 2000;
const zDocument = z.object({ filters: zSavedFilters });

/** 1 to 2: before, there were filters of the recorded calls alone; the file is named for them. */
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

  /** Filters that cannot be read are none until the file is mended; saving then fails, and the file stays. */
  async start(): Promise<void> {
    try {
      this.slice.set((await this.#document.load()).filters);
    } catch (error) {
      this.#loadFailure = error;
      this.#logger.error('The saved filters cannot be read', { error });
    }
  }

  /**
   * A filter of the same list and name is replaced. It is kept without what looks like a secret, which it would find nowhere.
   *
   * @throws SextantError `invalid-input` where a list has a hundred already; `disk-failure`
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
      ? Promise.reject(new SextantError('not-found', 'There is no filter of this name.'))
      : this.#write(others);
  }

  async #write(filters: SavedFilter[]): Promise<void> {
    if (this.#loadFailure !== undefined) {
      throw this.#loadFailure;
    }
    const before = this.slice.get();
    // Set before it is saved: a change that follows at once builds on this one.
    this.slice.set(filters);
    try {
      await this.#document.save({ filters });
    } catch (error) {
      if (this.slice.get() === filters) this.slice.set(before);
      throw error;
    }
  }
}
