/**
 * What this machine has seen of a chain, kept over restarts: base fees of every tipset, and hourly figures of own miners.
 *
 * Keeps one document for each genesis, a few of them at most, and writes them in batches. A tipset is kept once it is deep enough that
 * a reorg seldom reaches it. Owns one topic, which says whether what is seen is saved. Reads the chain only when a span of base fees is
 * asked for. Called by the composition root.
 */
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { epochToTimeMs } from '../../../shared/domain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BaseFeeFill, Changes, HistoryFile, Series, SeriesName, SeriesRequest } from '../../../shared/ipc/schemas/history.ts';
import type { OwnMiner, OwnMinersKnown } from '../../../shared/ipc/schemas/own-miners.ts';
import { LOOKBACK } from '../../../shared/rpc/repair.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import { diskFailure, isMissingFile } from '../../persistence/disk-failure.ts';
import type { CorePorts, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import { mapBounded } from '../bounded.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { NetworkHistory, zHistoryDocument } from './network-history.ts';
import { drawnPoints } from './point-series.ts';

/** Epochs below the head from which a tipset is kept. */
const SETTLED_EPOCHS = 5;
const SAVE_EVERY_MS = 5 * 60_000;
/** Networks whose history is kept; those that were written last stay. Practice chains come and go. */
const MOST_NETWORKS = 8;
const MOST_POINTS = 600;
const EPOCHS_A_DAY = 2880;
/** Calls that filling a span of base fees may make. */
const FILL_CALLS = 60;
const FILL_AT_ONCE = 3;
const FILL_CAUSE = 'overview: base fee of earlier epochs';
/** Between figures further apart than this nothing was seen; older base fees stand ten epochs apart. */
const GAP_EPOCHS = 20;

export interface HistoryServiceOptions extends Pick<CorePorts, 'clock' | 'logger' | 'paths'> {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
}

interface Kept {
  readonly history: NetworkHistory;
  /** Undefined where the file cannot be read: it is left as it is. */
  readonly document: AtomicDocument<typeof zHistoryDocument> | undefined;
  savedChanges: number;
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
  #ownMiners: ReadonlySet<string> = new Set();
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
    this.#cancelSave?.();
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    await this.#loading?.catch(() => undefined);
    await this.#save(this.#kept);
  }

  /** Notes figures of own miners, at most once an hour of epochs. */
  noteOwnMiners({ known }: OwnMinersKnown): void {
    if (known === undefined || 'error' in known.miners) return;
    const { pinned, miners } = known;
    this.#ownMiners = new Set(miners.value.map(({ address }) => address));
    const history = this.#kept?.history;
    if (history === undefined) return;
    for (const miner of miners.value) noteMiner(history, miner, pinned.height);
  }

  /** How many blocks a miner won in the last day, of the epochs that were seen. */
  winsOf(miner: string, headHeight: number): OwnMiner['wins'] {
    const history = this.#kept?.history;
    if (history === undefined) return undefined;
    const from = headHeight - EPOCHS_A_DAY;
    const count = history.since({ kind: 'wins', miner }, from).reduce((sum, { value }) => sum + Number(value), 0);
    return { count, seenEpochs: EPOCHS_A_DAY - unseenEpochs(history, from, headHeight) };
  }

  /** Balances of an address that were seen in the last week, oldest first. */
  balancesOf(address: string, headHeight: number): readonly { readonly height: number; readonly value: string }[] {
    return this.#kept?.history.since({ kind: 'balance', address }, headHeight - 7 * EPOCHS_A_DAY) ?? [];
  }

  /** @throws SextantError `not-connected` */
  async getSeries({ names, from = 0, mostPoints = MOST_POINTS }: SeriesRequest): Promise<{ series: Series[] }> {
    const { history, connection } = await this.#ready();
    const series = names.map((name) => ({
      name,
      points: drawnPoints(history.since(name, from), mostPoints).map(({ height, value }) => ({
        height,
        timeMs: epochToTimeMs(height, connection.facts),
        value,
      })),
    }));
    return { series };
  }

  /**
   * Reads base fees from the chain where none were seen, evenly over a span that ends at the head. At most 60 calls; what was read is
   * kept.
   *
   * @throws SextantError `not-connected`
   */
  async fillBaseFees({ epochs }: { readonly epochs: number }): Promise<BaseFeeFill> {
    await this.#options.chain.whenHead();
    const { history, connection } = await this.#ready();
    const head = this.#options.chain.tipsets.at(-1);
    if (head === undefined) return { added: 0, calls: [] };
    const anchor = head.key.map((cid) => ({ '/': cid }));
    const step = Math.max(1, Math.ceil(epochs / FILL_CALLS));
    const calls: BaseFeeFill['calls'] = [];
    const { changes } = history;
    let problem: string | undefined;
    await mapBounded(missingHeights(history, head.height, epochs, step), FILL_AT_ONCE, async (height) => {
      if (problem !== undefined) return;
      try {
        const { value, call } = await connection.client.call('ChainGetTipSetByHeight', [height, anchor], {
          schema: zNodeTipset,
          cause: FILL_CAUSE,
        });
        calls.push(call);
        const [block] = value.blocks;
        if (block !== undefined && value.height <= height) history.put({ kind: 'base-fee' }, value.height, block.parentBaseFee.toString());
      } catch (error) {
        if (!(error instanceof SextantError)) throw error;
        // From the newest to the oldest: what lies before this is refused as well.
        problem ??= fillProblem(error, (head.height - height) * connection.facts.blockDelaySeconds * 1000);
      }
    });
    return { added: history.changes - changes, calls, ...(problem === undefined ? {} : { problem }) };
  }

  /**
   * What is different of own miners, from what was seen.
   *
   * @param sinceMs from when on; absent: since Sextant was last open on this network
   * @throws SextantError `not-connected`
   */
  async getChanges({ sinceMs: chosenMs }: { readonly sinceMs?: number | undefined }): Promise<Changes> {
    await this.#options.chain.whenHead();
    const { history, connection } = await this.#ready();
    const head = this.#options.chain.tipsets.at(-1);
    const headHeight = head?.height ?? 0;
    const headTimeMs = head?.timeMs ?? this.#options.clock.nowMs();
    const firstSeen = history.points({ kind: 'base-fee' })[0];
    const firstMs = firstSeen === undefined ? headTimeMs : epochToTimeMs(firstSeen.height, connection.facts);
    const wantedMs = chosenMs ?? history.lastOpenMs;
    const sinceMs = wantedMs ?? firstMs;
    const { blockDelaySeconds } = connection.facts;
    const from = Math.max(0, headHeight - Math.max(0, Math.round((headTimeMs - sinceMs) / (blockDelaySeconds * 1000))));
    return {
      sinceMs,
      since: chosenMs !== undefined ? 'chosen' : history.lastOpenMs !== undefined ? 'last-open' : 'first',
      miners: [...this.#ownMiners].map((miner) => changeOf(history, miner, from, (height) => epochToTimeMs(height, connection.facts))),
      unseenEpochs: unseenEpochs(history, from, headHeight),
    };
  }

  async #ready(): Promise<{ history: NetworkHistory; connection: ActiveConnection }> {
    const connection = await this.#options.connections.requireActive();
    this.#open(connection);
    const kept = await this.#loading;
    if (kept === undefined) throw new SextantError('not-connected', 'No connection is active. Choose one under Endpoints.');
    return { history: kept.history, connection };
  }

  /** Takes up the history of the network that a connection leads to; that of the one before is saved. */
  #open(connection: ActiveConnection | undefined): void {
    const genesisCid = connection?.facts.genesisCid;
    if (genesisCid === undefined || genesisCid === this.#genesisCid) return;
    this.#genesisCid = genesisCid;
    const before = this.#kept;
    this.#kept = undefined;
    const loading = this.#save(before).then(() => this.#load(genesisCid));
    this.#loading = loading;
    loading.then(
      (kept) => {
        if (this.#loading !== loading) return;
        this.#kept = kept;
        this.#noteTipsets();
      },
      (error: unknown) => this.#logger.error('The history of a network could not be taken up', { error }),
    );
  }

  async #load(genesisCid: string): Promise<Kept> {
    const { paths } = this.#options;
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
      return { history: new NetworkHistory(genesisCid, network), document, savedChanges: 0 };
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#logger.error('The kept history cannot be read', { error });
      const wayOut = 'Repair it, or move it away, and start Sextant again: until then what is seen lasts as long as this run.';
      this.file.set({ isSaved: false, problem: `${error.message} ${wayOut}` });
      return { history: new NetworkHistory(genesisCid), document: undefined, savedChanges: 0 };
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
      for (const miner of this.#ownMiners) {
        const wins = blocks.filter((block) => block.miner === miner).reduce((sum, block) => sum + Math.max(1, block.winCount), 0);
        if (wins > 0) history.put({ kind: 'wins', miner }, height, String(wins));
      }
    }
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
    const height = kept?.history.points({ kind: 'base-fee' }).at(-1)?.height;
    if (kept?.document === undefined || height === undefined) return;
    const { changes } = kept.history;
    try {
      await kept.document.save({ network: kept.history.toDocument(height, this.#options.clock.nowMs()) });
      kept.savedChanges = changes;
      await this.#dropOldNetworks();
      this.file.set({ isSaved: true });
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      this.#logger.error('The history could not be saved', { error });
      this.file.set({ isSaved: false, problem: error.message });
    }
  }

  async #dropOldNetworks(): Promise<void> {
    const folder = this.#options.paths.file('history');
    try {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      if (names.length <= MOST_NETWORKS) return;
      const dated = await Promise.all(names.map(async (name) => ({ name, atMs: (await stat(join(folder, name))).mtimeMs })));
      const old = dated.sort((left, right) => right.atMs - left.atMs).slice(MOST_NETWORKS);
      for (const { name } of old) {
        await removeFile(join(folder, name));
        await removeFile(join(folder, `${name}.bak`));
      }
    } catch (error) {
      throw diskFailure('tidy', folder, error);
    }
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissingFile(error)) throw error;
  }
}

function noteMiner(history: NetworkHistory, miner: OwnMiner, height: number): void {
  const { address, sectors, available, standing } = miner;
  const figures: [Exclude<SeriesName['kind'], 'base-fee' | 'balance'>, string | undefined][] = [
    ['raw-power', miner.rawBytes],
    ['quality-adjusted-power', miner.qualityAdjusted],
    ['live-sectors', sectors?.live.toString()],
    ['active-sectors', sectors?.active.toString()],
    ['faulty-sectors', sectors?.faulty.toString()],
    ['available', available],
  ];
  for (const [kind, value] of figures) {
    if (value !== undefined) history.putHourly({ kind, miner: address }, height, value);
  }
  for (const { address: key, balance } of standing?.keys ?? []) {
    if (balance !== undefined) history.putHourly({ kind: 'balance', address: key }, height, balance);
  }
}

/** Epochs of a span, every `step`, that no figure stands near; the newest first. */
function missingHeights(history: NetworkHistory, headHeight: number, epochs: number, step: number): number[] {
  const heights: number[] = [];
  const newest = headHeight - SETTLED_EPOCHS;
  for (let height = newest; height >= Math.max(0, headHeight - epochs); height -= step) {
    const near = history.before({ kind: 'base-fee' }, height + Math.floor(step / 2));
    if (near === undefined || near.height < height - Math.floor(step / 2)) heights.push(height);
  }
  return heights;
}

function fillProblem(error: SextantError, agoMs: number): string {
  return LOOKBACK.test(error.details?.nodeMessage ?? '')
    ? `This endpoint answers for the recent past only; it refused an epoch from ${formatDuration(agoMs)} ago.`
    : `Earlier epochs could not be read: ${error.message}`;
}

function unseenEpochs(history: NetworkHistory, from: number, until: number): number {
  let unseen = 0;
  let before = from;
  for (const { height } of [...history.since({ kind: 'base-fee' }, from), { height: until }]) {
    if (height - before > GAP_EPOCHS) unseen += height - before;
    before = height;
  }
  return Math.min(unseen, Math.max(0, until - from));
}

function changeOf(history: NetworkHistory, miner: string, from: number, timeMsOf: (height: number) => number): Changes['miners'][number] {
  let beforeHeight: number | undefined;
  const change = (kind: Exclude<SeriesName['kind'], 'base-fee' | 'balance'>): { before: string; now: string } | undefined => {
    const name = { kind, miner };
    const before = history.before(name, from) ?? history.since(name, from)[0];
    const now = history.points(name).at(-1);
    if (before === undefined || now === undefined) return undefined;
    beforeHeight = before.height;
    return { before: before.value, now: now.value };
  };
  const figures = {
    qualityAdjusted: change('quality-adjusted-power'),
    live: change('live-sectors'),
    faulty: change('faulty-sectors'),
    available: change('available'),
  };
  const known = Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== undefined));
  return {
    miner,
    ...known,
    ...(beforeHeight === undefined ? {} : { beforeHeight, beforeTimeMs: timeMsOf(beforeHeight) }),
    wins: history.since({ kind: 'wins', miner }, from).reduce((sum, { value }) => sum + Number(value), 0),
  };
}
