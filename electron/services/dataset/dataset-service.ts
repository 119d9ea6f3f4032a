/**
 * Loads the market dataset of the active network, on this machine or on a server, and returns its facts.
 *
 * Owns one topic, the progress of the load. One load runs at a time, in workers, while the dataset in use stays readable. A loaded path is
 * a file of this machine; its content is published only as deals. Called by the composition root.
 */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type {
  DatasetLoad,
  DatasetPlace,
  DatasetSource,
  DatasetState,
  ServerCheck,
  ServerDraft,
} from '../../../shared/ipc/schemas/dataset.ts';
import { launchLoad } from '../../dataset/dataset-client.ts';
import { type CurrentDataset, DatasetStore } from '../../dataset/dataset-store.ts';
import type { LoadProgress, RunningLoad } from '../../dataset/load-market.ts';
import type { ServerDataset } from '../../dataset/server/server-store.ts';
import { formatServerUrl } from '../../dataset/server/server-url.ts';
import { isMissingFile } from '../../persistence/disk-failure.ts';
import type { CorePorts, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import { DatasetPlaces, serverError } from './dataset-place.ts';
import type { OpenDatasets } from './open-datasets.ts';

const IDLE: DatasetLoad = { state: 'idle', bytesDone: 0, rows: 0, rejects: 0 };
/** The rate covers the latest seconds only, without an earlier pause or slow start. */
const RATE_WINDOW_MS = 10_000;

export interface DatasetServiceOptions extends Pick<CorePorts, 'clock' | 'logger' | 'paths' | 'secrets'> {
  readonly connections: ActiveConnectionSource;
  /** Source of a dataset's facts. */
  readonly datasets: Pick<OpenDatasets, 'current'>;
  /** Starts a load; replaced in tests. */
  readonly launch?: typeof launchLoad;
}

interface Sample {
  readonly atMs: number;
  readonly rows: number;
  readonly bytes: number;
}

export class DatasetService {
  readonly load = new ValueTopic<DatasetLoad>(IDLE);
  readonly #options: DatasetServiceOptions;
  readonly #logger: Logger;
  readonly #places: DatasetPlaces;
  #running: RunningLoad | undefined;
  #samples: Sample[] = [];

  constructor(options: DatasetServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('dataset');
    this.#places = new DatasetPlaces({ ...options, logger: this.#logger });
  }

  /** The folder of a network's datasets. */
  #storeOf(genesisCid: string): DatasetStore {
    return new DatasetStore(this.#options.paths.file('datasets', genesisCid));
  }

  /** The dataset in use of a network, on this machine or on the server. @throws SextantError `dataset-unavailable`, `vault-locked` */
  async currentOf(genesisCid: string): Promise<CurrentDataset | ServerDataset | undefined> {
    const server = await this.#places.storeOf(genesisCid);
    try {
      return await (server ?? this.#storeOf(genesisCid)).current();
    } catch (error) {
      throw serverError(error);
    }
  }

  async getDataset(): Promise<DatasetState> {
    const { connections, datasets } = this.#options;
    const genesisCid = connections.getActive()?.facts.genesisCid;
    if (genesisCid === undefined) return {};
    const dataset = await datasets.current(genesisCid);
    if (dataset === undefined) return { genesisCid };
    const { current, facts } = dataset;
    const sizeBytes = 'server' in current ? await this.#places.sizeOf(genesisCid, current) : current.sizeBytes;
    const { about } = current;
    return {
      genesisCid,
      dataset: {
        source: about.source,
        rows: facts.rows,
        rejects: facts.rejects,
        sourceBytes: about.sourceBytes,
        sizeBytes,
        loadedAtMs: Math.round(about.loadedAtMs),
        ...('server' in current ? { server: formatServerUrl(current.server.address) } : {}),
        ...(about.lastModifiedMs === undefined ? {} : { asOfMs: Math.round(about.lastModifiedMs) }),
        ...defined({ epoch: facts.epoch, mirror: facts.mirror }),
      },
    };
  }

  /** Start a load; resolves once it has started. */
  async startLoad(source: DatasetSource): Promise<void> {
    if (this.#running !== undefined) throw new SextantError('name-taken', 'A load is already running. Stop it first.');
    const active = await this.#options.connections.requireActive();
    const login = await this.#places.login();
    if (this.#running !== undefined) throw new SextantError('name-taken', 'A load is already running. Stop it first.');
    const { genesisCid } = active.facts;
    const name = 'url' in source ? source.url : source.path;
    this.#samples = [];
    this.load.set({ ...IDLE, state: 'loading', genesisCid, source: name });
    const launch = this.#options.launch ?? launchLoad;
    const folder = this.#options.paths.file('datasets', genesisCid);
    const running = launch({
      source,
      folder,
      server: login === undefined ? undefined : { login, network: genesisCid },
      onProgress: (progress) => this.#note(progress),
    });
    this.#running = running;
    running.done.then(
      (about) => {
        const { bytesTotal, ...rest } = this.load.get();
        this.#end({
          ...rest,
          state: 'done',
          rows: about.rows,
          rejects: about.rejects,
          bytesDone: about.sourceBytes,
          bytesTotal: bytesTotal ?? about.sourceBytes,
        });
      },
      (error: unknown) => {
        const { name: kind, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
        if (kind === 'LoadStopped') this.#end({ ...this.load.get(), state: 'stopped' });
        else {
          this.#logger.error('A load of the market failed', { message });
          this.#end({ ...this.load.get(), state: 'failed', failure: message });
        }
      },
    );
  }

  async pauseLoad(): Promise<void> {
    if (this.#running !== undefined && this.load.get().state === 'loading') {
      this.#running.pause();
      this.load.set({ ...withoutRate(this.load.get()), state: 'paused' });
    }
  }

  async resumeLoad(): Promise<void> {
    if (this.#running !== undefined && this.load.get().state === 'paused') {
      this.#samples = [];
      this.#running.resume();
      this.load.set({ ...this.load.get(), state: 'loading' });
    }
  }

  async stopLoad(): Promise<void> {
    this.#running?.stop();
  }

  getPlace(): Promise<DatasetPlace> {
    return this.#places.get();
  }

  /** @throws SextantError `invalid-input`, `dataset-unavailable`, `vault-locked` */
  testServer(draft: ServerDraft): Promise<ServerCheck> {
    return this.#places.test(draft, this.#options.connections.getActive()?.facts.genesisCid);
  }

  /** @throws SextantError as `testServer` */
  selectServer(draft: ServerDraft): Promise<DatasetPlace> {
    return this.#move(() => this.#places.selectServer(draft));
  }

  selectThisMachine(): Promise<DatasetPlace> {
    return this.#move(() => this.#places.selectThisMachine());
  }

  forgetServer(): Promise<DatasetPlace> {
    return this.#move(() => this.#places.forget());
  }

  /** Remove incomplete datasets of earlier runs. */
  async start(): Promise<void> {
    const root = this.#options.paths.file('datasets');
    try {
      for (const name of await readdir(root)) await new DatasetStore(join(root, name)).cleanUnlessWriting();
    } catch (error) {
      if (!isMissingFile(error)) this.#logger.warn('Old datasets could not be removed', { error });
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    running?.stop();
    await running?.done.then(
      () => undefined,
      () => undefined,
    );
    await this.#places.close();
  }

  async #move(change: () => Promise<DatasetPlace>): Promise<DatasetPlace> {
    if (this.#running !== undefined) throw new SextantError('name-taken', 'A load is running. Stop it or wait for it to finish.');
    return change();
  }

  #note(progress: LoadProgress): void {
    const { state, genesisCid, source } = this.load.get();
    const nowMs = this.#options.clock.monotonicMs();
    this.#samples.push({ atMs: nowMs, rows: progress.rows, bytes: progress.bytesDone });
    while (this.#samples.length > 2 && nowMs - (this.#samples[0]?.atMs ?? nowMs) > RATE_WINDOW_MS) this.#samples.shift();
    const isPaused = state === 'paused';
    this.load.set({
      state: progress.stage === 'finishing' ? 'finishing' : isPaused ? 'paused' : 'loading',
      genesisCid,
      source,
      bytesDone: progress.bytesDone,
      rows: progress.rows,
      rejects: progress.rejects,
      ...defined({ bytesTotal: progress.bytesTotal, note: progress.note }),
      ...(isPaused || progress.stage === 'finishing' ? {} : this.#rate(progress)),
    });
  }

  #rate({ bytesDone, bytesTotal }: LoadProgress): Pick<DatasetLoad, 'rowsPerSecond' | 'secondsLeft'> {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    const seconds = ((last?.atMs ?? 0) - (first?.atMs ?? 0)) / 1000;
    if (first === undefined || last === undefined || seconds <= 0 || last.rows < first.rows) return {};
    const bytesPerSecond = (last.bytes - first.bytes) / seconds;
    return {
      rowsPerSecond: Math.round((last.rows - first.rows) / seconds),
      ...(bytesTotal === undefined || bytesPerSecond <= 0 ? {} : { secondsLeft: Math.ceil((bytesTotal - bytesDone) / bytesPerSecond) }),
    };
  }

  #end(load: DatasetLoad): void {
    this.#running = undefined;
    this.load.set(withoutRate(load));
  }
}

function withoutRate({ rowsPerSecond: _rate, secondsLeft: _left, ...load }: DatasetLoad): DatasetLoad {
  return load;
}
