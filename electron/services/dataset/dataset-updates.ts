/**
 * Updates the dataset of the active network from the chain, on request or at every head.
 *
 * Owns one topic, the progress of the update; one runs at a time. Blocks are read and verified here, and compared in the dataset's worker.
 * Automatic updates never go to a lower epoch, which a lagging backend may return. Called by the composition root.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { DatasetUpdate } from '../../../shared/ipc/schemas/dataset.ts';
import { DatasetError } from '../../dataset/dataset-client.ts';
import type { DatasetAbout } from '../../dataset/dataset-store.ts';
import { checkSource } from '../../dataset/market-file/check-source.ts';
import { SourceError } from '../../dataset/market-file/market-file-error.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { cannotServeBlocks } from './cannot-serve-blocks.ts';
import { findMarket } from './find-market.ts';
import type { OpenDatasets } from './open-datasets.ts';

const IDLE: DatasetUpdate = { state: 'idle', blocks: 0, bytes: 0, isKeptCurrent: false, revision: 0 };
/** Tipsets before the head to try if the endpoint lacks a block of the head. */
const DEEPEST_REPIN = 3;

export interface DatasetUpdatesOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
  readonly datasets: Pick<OpenDatasets, 'current' | 'update' | 'settle'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class DatasetUpdates {
  readonly topic = new ValueTopic<DatasetUpdate>(IDLE);
  readonly #options: DatasetUpdatesOptions;
  readonly #logger: Logger;
  #running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #cleanup: (() => void) | undefined;

  constructor(options: DatasetUpdatesOptions) {
    this.#options = options;
    this.#logger = options.logger.child('dataset');
  }

  start(): void {
    this.#cleanup = this.#options.chain.onHeadChanged(() => {
      const active = this.#options.connections.getActive();
      if (this.topic.get().isKeptCurrent && this.#running === undefined && active !== undefined) this.#begin(active, true);
    });
  }

  async stop(): Promise<void> {
    this.#cleanup?.();
    this.topic.set({ ...this.topic.get(), isKeptCurrent: false });
    await this.stopUpdate();
  }

  /** @throws SextantError `name-taken` while an update runs, `not-connected` */
  async startUpdate(): Promise<void> {
    const active = await this.#options.connections.requireActive();
    if (this.#running !== undefined) throw new SextantError('name-taken', 'An update is already running.');
    this.#begin(active, false);
  }

  async stopUpdate(): Promise<void> {
    const running = this.#running;
    running?.stop.abort();
    await running?.done;
  }

  async setKeepCurrent({ isOn }: { readonly isOn: boolean }): Promise<void> {
    this.topic.set({ ...this.topic.get(), isKeptCurrent: isOn });
    const active = this.#options.connections.getActive();
    if (isOn && this.#running === undefined && active !== undefined) this.#begin(active, true);
    if (!isOn && this.#running === undefined) await this.#options.datasets.settle();
  }

  #begin(active: ActiveConnection, isAutomatic: boolean): void {
    const stop = new AbortController();
    if (!isAutomatic) this.#set({ state: 'starting', genesisCid: active.facts.genesisCid, blocks: 0, bytes: 0 });
    const done = this.#run(active, isAutomatic, stop.signal).finally(() => {
      this.#running = undefined;
    });
    this.#running = { stop, done };
  }

  /** Never rejects. */
  async #run(active: ActiveConnection, isAutomatic: boolean, signal: AbortSignal): Promise<void> {
    const { datasets } = this.#options;
    try {
      try {
        await this.#update(active, isAutomatic, signal);
      } finally {
        // An update that failed or was stopped leaves the file open for changes, too.
        if (!this.topic.get().isKeptCurrent) await datasets.settle();
      }
    } catch (error) {
      if (signal.aborted) this.#set({ state: 'stopped' });
      else if (!isAutomatic || !isTransient(error)) this.#fail(error);
    }
  }

  async #update(active: ActiveConnection, isAutomatic: boolean, signal: AbortSignal): Promise<void> {
    const { connections, datasets, chain, clock } = this.#options;
    const { genesisCid } = active.facts;
    const dataset = await datasets.current(genesisCid);
    if (dataset === undefined) {
      if (isAutomatic) return;
      throw new SextantError('not-found', 'No dataset for this network. Load a market file first.');
    }
    // Progress is shown for the first and for requested updates, not for those at every head.
    const isShown = !isAutomatic || dataset.facts.mirror === undefined;
    if (isShown && isAutomatic) this.#set({ state: 'starting', genesisCid, blocks: 0, bytes: 0 });
    try {
      await chain.whenHead();
      // The active connection may have changed during the wait; the tipsets belong to the new one.
      const endpoint = await connections.requireActive();
      if (endpoint.facts.genesisCid !== genesisCid)
        throw new SextantError('wrong-network', 'The network changed during the update. Update again.');
      const keys = chain.tipsets.slice(-1 - DEEPEST_REPIN).reverse();
      const found = await findMarket(
        endpoint,
        genesisCid,
        keys.map(({ key }) => key),
        clock,
        signal,
      );
      if (isAutomatic && found.target.epoch <= (dataset.facts.mirror?.epoch ?? -1)) return;
      const report = await datasets.update(genesisCid, {
        ...found,
        signal,
        onProgress: ({ stage, done, total, blocks, bytes }) => {
          if (!isShown || signal.aborted) return;
          this.#set({ state: stage, done, ...defined({ total }), blocks, bytes });
        },
      });
      if (report === undefined) throw new SextantError('not-found', 'No dataset for this network. Load a market file first.');
      const { epoch, added, changed, removed, registry, blocks, bytes } = report;
      const revision =
        this.topic.get().revision + (added + changed + removed + (registry?.added ?? 0) + (registry?.removed ?? 0) === 0 ? 0 : 1);
      this.#set({ state: 'done', genesisCid, epoch, revision, blocks, bytes });
    } catch (error) {
      if (signal.aborted || !cannotServeBlocks(error)) throw error;
      const failure = error instanceof Error ? error.message : String(error);
      const file = await fileOf(dataset.current.about, signal);
      this.#set({ state: 'failed', failure, isKeptCurrent: false, ...defined({ file }) });
    }
  }

  #fail(error: unknown): void {
    const isExpected =
      error instanceof SextantError || error instanceof SourceError || (error instanceof DatasetError && isOfUpdate(error));
    if (!isExpected) this.#logger.error('An update of the dataset failed', { error });
    const failure = isExpected ? error.message : 'Could not update the dataset. It was not changed.';
    this.#set({ state: 'failed', failure });
  }

  /** Replaces the facts of the previous stage or result. */
  #set(change: Partial<DatasetUpdate> & Pick<DatasetUpdate, 'state'>): void {
    const { done: _done, total: _total, failure: _failure, file: _file, ...rest } = this.topic.get();
    this.topic.set({ ...rest, ...change });
  }
}

/** Whether the market file has changed since it was loaded; undefined if it cannot be read. */
async function fileOf(about: DatasetAbout, signal: AbortSignal): Promise<DatasetUpdate['file']> {
  try {
    const { isChanged, sizeBytes } = await checkSource(about, signal);
    return { source: about.source, isChanged, ...defined({ sizeBytes }) };
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function isOfUpdate({ name }: DatasetError): boolean {
  return name === 'UpdateFailed' || name === 'StoreBusy';
}

/** Errors that the next head may resolve: a load of the dataset, a node that did not answer. */
function isTransient(error: unknown): boolean {
  return (error instanceof DatasetError && error.name === 'StoreBusy') || (error instanceof SextantError && error.retryable);
}
