/** The dataset in use of a network, open for questions in a worker; another one takes its place when a load is done. */
import { availableParallelism } from 'node:os';
import { type OpenedDataset, openDataset } from '../../dataset/dataset-client.ts';
import type { CurrentDataset } from '../../dataset/dataset-store.ts';
import type { DatasetEngine } from '../../dataset/engine.ts';
import type { MarketDataset, MarketDatasets } from '../../dataset/questions/market-dataset.ts';
import type { ServerDataset } from '../../dataset/server/server-store.ts';
import { serverError } from './dataset-place.ts';

const MEMORY_MIB = 512;
const MAX_THREADS = 4;

interface OpenDataset {
  readonly place: string;
  readonly opening: Promise<MarketDataset & { readonly engine: IdleClosingEngine }>;
}

/** The dataset in use of a network, wherever it is. */
export type CurrentOf = (genesisCid: string) => Promise<CurrentDataset | ServerDataset | undefined>;

export class OpenDatasets implements MarketDatasets {
  readonly #currentOf: CurrentOf;
  readonly #exportFolder: string;
  #open: OpenDataset | undefined;

  /** @param exportFolder where files of rows may be written */
  constructor(currentOf: CurrentOf, exportFolder: string) {
    this.#currentOf = currentOf;
    this.#exportFolder = exportFolder;
  }

  /** @throws SextantError `dataset-unavailable`, `vault-locked` where it is on a server */
  async current(genesisCid: string): Promise<MarketDataset | undefined> {
    const current = await this.#currentOf(genesisCid);
    if (current === undefined) {
      await this.stop();
      return undefined;
    }
    const place = 'server' in current ? JSON.stringify([current.server.address, current.server.schema]) : current.path;
    if (this.#open?.place !== place) {
      const before = this.#open;
      const opening = open(current, this.#exportFolder);
      const opened = { place, opening };
      this.#open = opened;
      opening.catch(() => {
        if (this.#open === opened) this.#open = undefined;
      });
      await close(before);
    }
    return this.#open?.opening;
  }

  /** Resolves when the questions that are asked have their answers. */
  async stop(): Promise<void> {
    const before = this.#open;
    this.#open = undefined;
    await close(before);
  }
}

async function open(
  current: CurrentDataset | ServerDataset,
  exportFolder: string,
): Promise<MarketDataset & { readonly engine: IdleClosingEngine }> {
  const { about } = current;
  const isOnServer = 'server' in current;
  const options = isOnServer
    ? current.server
    : { path: current.path, memoryMib: MEMORY_MIB, threads: Math.min(MAX_THREADS, availableParallelism()), exportFolder };
  const opened = await openDataset(options).catch((error: unknown) => {
    throw serverError(error);
  });
  const idle = new IdleClosingEngine(opened);
  return {
    number: isOnServer ? current.number : Number(/\d+$/.exec(current.folder)?.[0] ?? 0),
    engine: idle,
    epoch: about.epoch ?? 0,
    write: (plan, target) => idle.write(plan, target),
    ...(isOnServer ? { host: current.server.address.host } : {}),
    ...(about.lastModifiedMs === undefined ? {} : { writtenAtMs: Math.round(about.lastModifiedMs) }),
  };
}

async function close(dataset: OpenDataset | undefined): Promise<void> {
  const opened = await dataset?.opening.catch(() => undefined);
  await opened?.engine.close();
}

/** Closes when no question is left: the dataset may be exchanged while one is asked. */
class IdleClosingEngine implements OpenedDataset {
  readonly #engine: OpenedDataset;
  readonly #asked = new Set<Promise<unknown>>();

  constructor(engine: OpenedDataset) {
    this.#engine = engine;
  }

  get dialect(): DatasetEngine['dialect'] {
    return this.#engine.dialect;
  }

  query: DatasetEngine['query'] = (...question) => this.#note(this.#engine.query(...question));

  stream: DatasetEngine['stream'] = (...question) => this.#note(this.#engine.stream(...question));

  write: OpenedDataset['write'] = (...file) => this.#note(this.#engine.write(...file));

  async close(): Promise<void> {
    while (this.#asked.size > 0) await Promise.allSettled(this.#asked);
    await this.#engine.close();
  }

  async #note<T>(answer: Promise<T>): Promise<T> {
    this.#asked.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw serverError(error);
    } finally {
      this.#asked.delete(answer);
    }
  }
}
