/** Opens the dataset in use of a network for queries in a worker, and replaces it after a load. */
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type OpenedDataset as DatasetWorker, openDataset, type UpdateRequest } from '../../dataset/dataset-client.ts';
import type { CurrentDataset } from '../../dataset/dataset-store.ts';
import type { DatasetEngine } from '../../dataset/engine.ts';
import { isHeldByAnother } from '../../dataset/held-by-another.ts';
import { type DatasetFacts, readFacts } from '../../dataset/mirror/dataset-facts.ts';
import type { UpdateReport } from '../../dataset/mirror/update-market.ts';
import type { MarketDataset, MarketDatasets } from '../../dataset/questions/market-dataset.ts';
import type { ServerDataset } from '../../dataset/server/server-store.ts';
import { serverError } from './dataset-place.ts';

const MEMORY_MIB = 512;
const MAX_THREADS = 4;
const ON_SERVER = 'A dataset on a server cannot be updated from the chain. Load its market file again.';

/** An open dataset with its facts. */
export interface OpenedDataset extends MarketDataset {
  readonly current: CurrentDataset | ServerDataset;
  readonly facts: DatasetFacts;
}

interface Opened {
  readonly place: string;
  readonly engine: Promise<IdleClosingEngine>;
  /** Since the latest update. */
  dataset: Promise<OpenedDataset>;
}

/** Find the dataset in use of a network, on this machine or on a server. */
export type CurrentOf = (genesisCid: string) => Promise<CurrentDataset | ServerDataset | undefined>;

export class OpenDatasets implements MarketDatasets {
  readonly #currentOf: CurrentOf;
  readonly #exportFolder: string;
  #open: Opened | undefined;
  #lastNumber = 0;

  /** @param exportFolder the only folder that exports can be written to */
  constructor(currentOf: CurrentOf, exportFolder: string) {
    this.#currentOf = currentOf;
    this.#exportFolder = exportFolder;
  }

  /** @throws SextantError `dataset-unavailable`, `vault-locked` for a dataset on a server */
  async current(genesisCid: string): Promise<OpenedDataset | undefined> {
    const current = await this.#currentOf(genesisCid);
    if (current === undefined) {
      await this.stop();
      return undefined;
    }
    const place = 'server' in current ? JSON.stringify([current.server.address, current.server.schema]) : current.path;
    if (this.#open?.place !== place) {
      const before = this.#open;
      const engine = open(current, this.#exportFolder);
      const opened: Opened = { place, engine, dataset: this.#read(current, engine) };
      this.#open = opened;
      opened.dataset.catch(() => {
        if (this.#open === opened) this.#open = undefined;
      });
      await close(before);
    }
    return this.#open?.dataset;
  }

  /**
   * Update the dataset in use to a tipset; queries continue meanwhile. Undefined without a dataset.
   *
   * @throws as `OpenedDataset.update` of `dataset-client.ts`
   */
  async update(genesisCid: string, request: Omit<UpdateRequest, 'folder'>): Promise<UpdateReport | undefined> {
    const dataset = await this.current(genesisCid);
    const opened = this.#open;
    if (dataset === undefined || opened === undefined) return undefined;
    const { current } = dataset;
    if ('server' in current) throw new SextantError('capability-missing', ON_SERVER);
    const engine = await opened.engine;
    const report = await engine.update({ ...request, folder: dirname(current.folder) });
    const updated = this.#read(current, opened.engine);
    // One that cannot be read is not kept: the next question reads it again.
    await updated;
    opened.dataset = updated;
    return report;
  }

  /** Called when no update follows soon. */
  async settle(): Promise<void> {
    await (await this.#open?.engine)?.settle();
  }

  /** Resolves when the running queries have finished. */
  async stop(): Promise<void> {
    const before = this.#open;
    this.#open = undefined;
    await close(before);
  }

  async #read(current: CurrentDataset | ServerDataset, opening: Promise<IdleClosingEngine>): Promise<OpenedDataset> {
    const engine = await opening;
    const facts = await readFacts(engine);
    const { lastModifiedMs } = current.about;
    this.#lastNumber += 1;
    return {
      number: this.#lastNumber,
      engine,
      current,
      facts,
      epoch: facts.epoch ?? 0,
      // After an update from the chain, the age of the file is irrelevant.
      ...(lastModifiedMs === undefined || facts.mirror !== undefined ? {} : { writtenAtMs: Math.round(lastModifiedMs) }),
      write: (plan, target) => engine.write(plan, target),
      ...('server' in current ? { host: current.server.address.host } : {}),
    };
  }
}

async function open(current: CurrentDataset | ServerDataset, exportFolder: string): Promise<IdleClosingEngine> {
  const options =
    'server' in current
      ? current.server
      : { path: current.path, memoryMib: MEMORY_MIB, threads: Math.min(MAX_THREADS, availableParallelism()), exportFolder };
  try {
    return new IdleClosingEngine(await openDataset(options));
  } catch (error) {
    if (!isHeldByAnother(error)) throw serverError(error);
    throw new SextantError('name-taken', 'Another program is changing the dataset. Try again when it has finished.', {
      retryable: true,
      cause: error,
    });
  }
}

async function close(opened: Opened | undefined): Promise<void> {
  const engine = await opened?.engine.catch(() => undefined);
  await engine?.close();
}

/** Closes after its last running query, as the dataset can be replaced meanwhile. */
class IdleClosingEngine implements DatasetWorker {
  readonly #engine: DatasetWorker;
  readonly #running = new Set<Promise<unknown>>();

  constructor(engine: DatasetWorker) {
    this.#engine = engine;
  }

  get dialect(): DatasetEngine['dialect'] {
    return this.#engine.dialect;
  }

  query: DatasetEngine['query'] = (...query) => this.#track(this.#engine.query(...query));

  stream: DatasetEngine['stream'] = (...query) => this.#track(this.#engine.stream(...query));

  write: DatasetWorker['write'] = (...file) => this.#track(this.#engine.write(...file));

  update: DatasetWorker['update'] = (request) => this.#track(this.#engine.update(request));

  settle: DatasetWorker['settle'] = () => this.#track(this.#engine.settle());

  async close(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await this.#engine.close();
  }

  async #track<T>(answer: Promise<T>): Promise<T> {
    this.#running.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw serverError(error);
    } finally {
      this.#running.delete(answer);
    }
  }
}
