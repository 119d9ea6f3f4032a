/** Watched miners by network: on another chain the same ID is a different miner. */
import { z } from 'zod';
import type { AtomicDocument } from '../../persistence/atomic-document.ts';

/** Canonical addresses by genesis CID. */
export const zWatchedMiners = z.object({ byGenesis: z.record(z.string(), z.array(z.string().min(3).max(115)).max(500)) });
export type WatchedMinersDocument = Pick<AtomicDocument<typeof zWatchedMiners>, 'load' | 'save'>;

export class WatchedMiners {
  readonly #document: WatchedMinersDocument;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(document: WatchedMinersDocument) {
    this.#document = document;
  }

  async list(genesisCid: string): Promise<readonly string[]> {
    return (await this.#document.load()).byGenesis[genesisCid] ?? [];
  }

  /** Changes run one after another, each on the saved result of the previous one. */
  set(genesisCid: string, address: string, isWatched: boolean): Promise<void> {
    const change = async (): Promise<void> => {
      const { byGenesis } = await this.#document.load();
      const others = (byGenesis[genesisCid] ?? []).filter((own) => own !== address);
      await this.#document.save({ byGenesis: { ...byGenesis, [genesisCid]: isWatched ? [...others, address] : others } });
    };
    const changed = this.#lastChange.then(change, change);
    this.#lastChange = changed.catch(() => undefined);
    return changed;
  }
}
