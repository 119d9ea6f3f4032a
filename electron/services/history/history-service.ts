/**
 * Local history of a chain, saved over restarts: base fees of every tipset, and hourly figures of own miners.
 *
 * One document per genesis, a few at most, written in batches. A tipset is added once it is deep enough that a reorg rarely reaches it. Owns
 * one topic, which shows whether the history is saved. Reads the chain only when a span of base fees is requested. Called by the composition
 * root.
 */
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BaseFeeFill, Changes, HistoryFile, Series, SeriesRequest } from '../../../shared/ipc/schemas/history.ts';
import type { OwnMiner, OwnMinersKnown } from '../../../shared/ipc/schemas/own-miners.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { CorePorts, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { dropOldNetworks } from './drop-old-networks.ts';
import { fillBaseFees } from './fill-base-fees.ts';
import { changeOf, noteMiner } from './miner-figures.ts';
import { NetworkHistory, SETTLED_EPOCHS, zHistoryDocument } from './network-history.ts';
import { drawnPoints } from './point-series.ts';

const SAVE_EVERY_MS = 5 * 60_000;
const MAX_POINTS = 600;
const EPOCHS_A_DAY = 2880;

export interface HistoryServiceOptions extends Pick<CorePorts, 'clock' | 'logger' | 'paths'> {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
}

interface Kept {
  readonly history: NetworkHistory;
  /** Undefined if the file cannot be read; it is then not overwritten. */
  readonly document: AtomicDocument<typeof zHistoryDocument> | undefined;
  savedChanges: number;
  /** In this session. */
  readonly openedAtMs: number;
}

export class HistoryService {
  readonly file = new ValueTopic<HistoryFile>({ isSaved: true });
  readonly #options: HistoryServiceOptions;
  readonly #logger: Logger;
  readonly #cleanups: (() => void)[] = [];
  #loading: Promise<Kept> | undefined;
  #genesisCid: string | undefined;
  #kept: Kept | undefined;
  #cancelSave: (() => void) | undefined;
  /** Aborts reading base fees from the chain. */
  #stopFill = new AbortController();
  /** Own miners at the last read. */
  #known: { readonly genesisCid: string | undefined; readonly height: number; readonly miners: readonly OwnMiner[] } | undefined;
  #isStarted = false;

  constructor(options: HistoryServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('history');
  }

  start(): void {
    this.#isStarted = true;
    const { connections, chain } = this.#options;
    this.#cleanups.push(
      connections.onActiveChanged((active) => this.#open(active)),
      chain.onHeadChanged(() => this.#noteTipsets()),
    );
    this.#open(connections.getActive());
    this.#saveLater();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#stopFill.abort();
    this.#cancelSave?.();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    await this.#loading?.catch(() => undefined);
    const { history } = this.#kept ?? {};
    // The next session compares with the last known figures.
    if (history !== undefined) {
      for (const miner of this.#minersOf(history)) noteMiner(history, miner, this.#known?.height ?? 0, 'now');
    }
    await this.#save(this.#kept);
  }

  /** Record figures of own miners, at most once per hour of epochs. */
  noteOwnMiners({ known }: OwnMinersKnown): void {
    if (known === undefined || 'error' in known.miners) return;
    const { pinned, miners } = known;
    const genesisCid = this.#options.connections.getActive()?.facts.genesisCid;
    this.#known = { genesisCid, height: pinned.height, miners: miners.value };
    const history = this.#kept?.history;
    if (history === undefined || history.genesisCid !== genesisCid) return;
    for (const miner of miners.value) noteMiner(history, miner, pinned.height, 'hourly');
  }

  /** Count the blocks a miner won in the last day, in epochs seen while it was an own miner. */
  winsOf(miner: string, headHeight: number): OwnMiner['wins'] {
    const history = this.#kept?.history;
    if (history === undefined) return undefined;
    const from = headHeight - EPOCHS_A_DAY;
    const count = history.since({ kind: 'wins', miner }, from).reduce((sum, { value }) => sum + Number(value), 0);
    return { count, seenEpochs: EPOCHS_A_DAY - history.unseenEpochs(from, headHeight, { kind: 'watched', miner }) };
  }

  /** Return the newest epoch at which an own miner is known to have won a block. */
  lastWinOf(miner: string): number | undefined {
    return this.#kept?.history.points({ kind: 'wins', miner }).at(-1)?.height;
  }

  /** Return the balances of an address seen in the last week, oldest first. */
  balancesOf(address: string, headHeight: number): readonly { readonly height: number; readonly value: string }[] {
    return this.#kept?.history.since({ kind: 'balance', address }, headHeight - 7 * EPOCHS_A_DAY) ?? [];
  }

  /** @throws SextantError `not-connected` */
  async getSeries({ names, from = 0, mostPoints: maxPoints = MAX_POINTS }: SeriesRequest): Promise<{ series: Series[] }> {
    const { history, connection } = await this.#ready();
    const series = names.map((name) => ({
      name,
      points: drawnPoints(history.since(name, from), maxPoints).map(({ height, value }) => ({
        height,
        timeMs: epochToTimeMs(height, connection.facts),
        value,
      })),
    }));
    return { series };
  }

  /**
   * Read missing base fees from the chain, evenly over a span that ends at the head. At most 60 calls; the results are saved.
   *
   * @throws SextantError `not-connected`
   */
  async fillBaseFees({ epochs }: { readonly epochs: number }): Promise<BaseFeeFill> {
    await this.#options.chain.whenHead();
    const { history, connection } = await this.#ready();
    const head = this.#options.chain.tipsets.at(-1);
    return head === undefined ? { added: 0, calls: [] } : fillBaseFees(history, connection, head, epochs, this.#stopFill.signal);
  }

  /** Stop reading base fees, whoever requested it. */
  async stopFill(): Promise<Record<string, never>> {
    this.#stopFill.abort();
    this.#stopFill = new AbortController();
    return {};
  }

  /**
   * Return the changes of own miners, from local history.
   *
   * @param sinceMs start time; absent: since Sextant was last open on this network
   * @throws SextantError `not-connected`
   */
  async getChanges({ sinceMs: chosenMs }: { readonly sinceMs?: number | undefined }): Promise<Changes> {
    await this.#options.chain.whenHead();
    const { history, connection, openedAtMs } = await this.#ready();
    const head = this.#options.chain.tipsets.at(-1);
    const headHeight = head?.height ?? 0;
    const headTimeMs = head?.timeMs ?? this.#options.clock.nowMs();
    const sinceMs = chosenMs ?? history.lastOpenMs ?? openedAtMs;
    const { blockDelaySeconds } = connection.facts;
    const counted = headHeight - Math.max(0, Math.round((headTimeMs - sinceMs) / (blockDelaySeconds * 1000)));
    const from = Math.max(0, Math.min(headHeight, (chosenMs === undefined ? history.lastOpenHeight : undefined) ?? counted));
    return {
      sinceMs,
      since: chosenMs !== undefined ? 'chosen' : history.lastOpenMs !== undefined ? 'last-open' : 'first',
      miners: this.#minersOf(history).map((miner) => changeOf(history, miner, from, (height) => epochToTimeMs(height, connection.facts))),
      unseenEpochs: history.unseenEpochs(from, headHeight),
    };
  }

  async #ready(): Promise<Pick<Kept, 'history' | 'openedAtMs'> & { connection: ActiveConnection }> {
    const connection = await this.#options.connections.requireActive();
    this.#open(connection);
    const kept = await this.#loading;
    if (kept === undefined) throw new SextantError('not-connected', 'No endpoint is active. Choose one under Endpoints.');
    return { history: kept.history, openedAtMs: kept.openedAtMs, connection };
  }

  /** Load the history of a connection's network, and save the previous one. */
  #open(connection: ActiveConnection | undefined): void {
    const genesisCid = connection?.facts.genesisCid;
    if (genesisCid === undefined || genesisCid === this.#genesisCid) return;
    this.#genesisCid = genesisCid;
    const before = this.#kept;
    this.#kept = undefined;
    // Switching back and forth: wait until this network's pending write is done before reading it.
    const settled = this.#loading?.catch(() => undefined) ?? Promise.resolve();
    const loading = settled.then(() => this.#save(before)).then(() => this.#load(genesisCid));
    this.#loading = loading;
    loading.then(
      (kept) => {
        if (this.#loading !== loading) return;
        this.#kept = kept;
        this.#noteTipsets();
      },
      (error: unknown) => this.#logger.error('Could not load the history of a network', { error }),
    );
  }

  async #load(genesisCid: string): Promise<Kept> {
    const { paths, clock } = this.#options;
    const openedAtMs = clock.nowMs();
    const document = new AtomicDocument({
      path: paths.file('history', `${genesisCid.replace(/[^A-Za-z0-9]/g, '')}.json`),
      schema: zHistoryDocument,
      version: 1,
      initial: () => ({}),
      logger: this.#logger,
    });
    try {
      const { network } = await document.load();
      this.file.set({ isSaved: true });
      return { history: new NetworkHistory(genesisCid, network), document, savedChanges: 0, openedAtMs };
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#logger.error('Could not read the local history', { error });
      const wayOut = 'Repair it, or move it away, and start Sextant again: until then what is seen lasts as long as this run.';
      this.file.set({ isSaved: false, problem: `${error.message} ${wayOut}` });
      return { history: new NetworkHistory(genesisCid), document: undefined, savedChanges: 0, openedAtMs };
    }
  }

  #noteTipsets(): void {
    const history = this.#kept?.history;
    const { tipsets } = this.#options.chain;
    const head = tipsets.at(-1);
    const connection = this.#options.connections.getActive();
    if (history === undefined || head === undefined || connection?.facts.genesisCid !== history.genesisCid) return;
    for (const { height, baseFee, blocks } of tipsets) {
      if (height > head.height - SETTLED_EPOCHS) return;
      history.put({ kind: 'base-fee' }, height, baseFee);
      for (const { address: miner } of this.#minersOf(history)) {
        history.noteWatched(miner, height);
        const wins = blocks.filter((block) => block.miner === miner).reduce((sum, block) => sum + Math.max(1, block.winCount), 0);
        if (wins > 0) history.put({ kind: 'wins', miner }, height, String(wins));
      }
    }
  }

  /** Return the own miners of the last read if it was on this network: on another one the same addresses are other miners. */
  #minersOf({ genesisCid }: NetworkHistory): readonly OwnMiner[] {
    return this.#known?.genesisCid === genesisCid ? this.#known.miners : [];
  }

  #saveLater(): void {
    if (!this.#isStarted) return;
    this.#cancelSave = this.#options.clock.after(SAVE_EVERY_MS, () => {
      const kept = this.#kept;
      const saved = kept === undefined || kept.savedChanges === kept.history.changes ? Promise.resolve() : this.#save(kept);
      void saved.then(() => this.#saveLater());
    });
  }

  async #save(kept: Kept | undefined): Promise<void> {
    if (kept === undefined) return;
    const feeHeight = kept.history.points({ kind: 'base-fee' }).at(-1)?.height;
    // Own miners may have been read before the first settled epoch, and even a short session counts.
    const minersHeight = this.#known?.genesisCid === kept.history.genesisCid ? this.#known.height : undefined;
    const seenHeight = Math.max(feeHeight ?? -1, minersHeight ?? -1);
    if (seenHeight < 0) return;
    const { changes } = kept.history;
    // Also limits memory, even if writing fails.
    const network = kept.history.toDocument(seenHeight, this.#options.clock.nowMs());
    if (kept.document === undefined) return;
    try {
      await kept.document.save({ network });
      kept.savedChanges = changes;
      await dropOldNetworks(this.#options.paths.file('history'));
      this.file.set({ isSaved: true });
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#logger.error('Could not save the history', { error });
      this.file.set({ isSaved: false, problem: error.message });
    }
  }
}
