/** The dataset in use of each network, open for questions in a worker; another one takes its place when a load is done. */
import { availableParallelism } from 'node:os';
import { type OpenedDataset, openDataset } from '../../dataset/dataset-client.ts';
import type { CurrentDataset, DatasetStore } from '../../dataset/dataset-store.ts';
import type { DatasetEngine } from '../../dataset/engine.ts';
import type { MarketDataset, MarketDatasets } from '../../dataset/questions/market-dataset.ts';

const MEMORY_MIB = 512;
const MAX_THREADS = 4;

interface OpenDataset {
  readonly path: string;
  readonly opening: Promise<MarketDataset & { readonly engine: IdleClosingEngine }>;
}

export class OpenDatasets implements MarketDatasets {
  readonly #storeOf: (genesisCid: string) => Pick<DatasetStore, 'current'>;
  readonly #exportFolder: string;
  #open: OpenDataset | undefined;

  /** @param exportFolder where files of rows may be written */
  constructor(storeOf: (genesisCid: string) => Pick<DatasetStore, 'current'>, exportFolder: string) {
    this.#storeOf = storeOf;
    this.#exportFolder = exportFolder;
  }

  async current(genesisCid: string): Promise<MarketDataset | undefined> {
    const current = await this.#storeOf(genesisCid).current();
    if (current === undefined) {
      await this.stop();
      return undefined;
    }
    if (this.#open?.path !== current.path) {
      const before = this.#open;
      const opening = open(current, this.#exportFolder);
      const opened = { path: current.path, opening };
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
  { path, folder, about }: CurrentDataset,
  exportFolder: string,
): Promise<MarketDataset & { readonly engine: IdleClosingEngine }> {
  const options = { path, memoryMib: MEMORY_MIB, threads: Math.min(MAX_THREADS, availableParallelism()), exportFolder };
  const idle = new IdleClosingEngine(await openDataset(options));
  return {
    number: Number(/\d+$/.exec(folder)?.[0] ?? 0),
    engine: idle,
    epoch: about.epoch ?? 0,
    write: (plan, target) => idle.write(plan, target),
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
    } finally {
      this.#asked.delete(answer);
    }
  }
}
