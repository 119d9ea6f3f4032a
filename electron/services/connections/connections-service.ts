/**
 * The saved connections, the active one and its capabilities.
 *
 * Owns one slice (`slice`). The embedded node, if this run has one, is listed first with its URLs of this run, and cannot be changed
 * or removed. Tokens stay on the privileged side. An unreachable node is retried until it answers or another connection is selected.
 */

import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type {
  Connection,
  ConnectionDraft,
  ConnectionsState,
  NodeFacts,
  UnderstoodApiInfo,
  zApiInfoText,
} from '../../../shared/ipc/schemas/connections.ts';
import type { PracticeService } from '../../../shared/ipc/schemas/endpoint-requests.ts';
import { readCustomHeaders } from '../../../shared/rpc/custom-headers.ts';
import { retiredPresetOf } from '../../../shared/rpc/endpoint-presets.ts';
import { isExposedUrl } from '../../../shared/rpc/exposed-url.ts';
import type { Clock, CorePorts, EmbeddedNode, HostedPractice, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import { AnswerStore } from '../../rpc/answer-store.ts';
import { backoffMs } from '../../rpc/backoff.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import type { ActiveConnection, ActiveConnectionSource, ApiUrls, ChosenConnection, OpenedConnection } from './active-connection.ts';
import { type ApiKind, formatApiInfo, parseApiInfo } from './api-info.ts';
import { apiUrlsOf, ConnectionLink, type ConnectionTarget } from './connection-link.ts';
import { ConnectionStore, type SavedConnection, type Tokens } from './connection-store.ts';
import { checkDraft } from './connection-urls.ts';
import { draftOfOffer, type EnvironmentOffer, minerOfOffer, type OfferSource, offersOf, readOfferSources } from './environment-offers.ts';

const EMBEDDED_ID = 'embedded';
const EMBEDDED_NAME = 'Embedded node';
const RETRY = { baseMs: 1000, ceilingMs: 15_000 } as const;
const NO_CAPABILITIES: ConnectionsState['capabilities'] = {
  hasMinerApi: false,
  hasV2: false,
  hasControl: false,
  isChainAccelerated: false,
  missingMethods: [],
};

export interface ConnectionsServiceOptions extends Pick<CorePorts, 'clock' | 'logger' | 'paths' | 'secrets' | 'environment'> {
  readonly embeddedNode: EmbeddedNode | undefined;
  readonly tap: CallTap;
  /** Methods known to be missing. */
  readonly missing?: MissingMethodsSource;
  readonly random?: () => number;
}

/** Methods that an endpoint does not serve, by name without namespace. */
export interface MissingMethodsSource {
  of(connectionId: string): string[];
  onChange(listener: (connectionId: string) => void): () => void;
  /** Called before reconnecting: the endpoint may serve now what it refused before. */
  forgetRefusals(connectionId: string): void;
}

/** The selected connection and its connection attempt. */
interface Current {
  readonly link: ConnectionLink;
  readonly stop: AbortController;
  active: ActiveConnection | undefined;
  problem: SextantError | undefined;
  /** Outcome of the current attempt; replaced for each attempt. */
  attempt: Promise<ActiveConnection>;
}

export class ConnectionsService implements ActiveConnectionSource {
  readonly slice = new ValueTopic<ConnectionsState>({
    activeId: '',
    revision: 0,
    connections: [],
    offers: [],
    capabilities: NO_CAPABILITIES,
  });
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #tap: CallTap;
  readonly #random: () => number;
  readonly #embeddedNode: EmbeddedNode | undefined;
  #embedded: ConnectionsState['embedded'];
  readonly #store: ConnectionStore;
  readonly #listeners = new Set<(active: ActiveConnection | undefined) => void>();
  readonly #answers: AnswerStore;
  readonly #environment: CorePorts['environment'];
  readonly #missing: MissingMethodsSource | undefined;
  #sources: readonly OfferSource[] = [];
  /** Connections whose token is sealed by the locked vault. */
  #lockedIds: ReadonlySet<string> = new Set();
  #chosenId: string | undefined;
  /** Set while the selected connection waits for the vault that seals its token. */
  #waiting: SextantError | undefined;
  #current: Current | undefined;
  #unwatchMissing: (() => void) | undefined;
  /** Number of selections so far; a slow selection is dropped once a later one has begun. */
  #choice = 0;
  #revision = 0;

  constructor(options: ConnectionsServiceOptions) {
    this.#clock = options.clock;
    this.#logger = options.logger.child('connections');
    this.#tap = options.tap;
    this.#random = options.random ?? Math.random;
    this.#embeddedNode = options.embeddedNode;
    if (options.embeddedNode !== undefined) {
      this.#embedded = { stage: options.embeddedNode.opening === undefined ? 'open' : 'opening' };
    }
    this.#store = new ConnectionStore({ paths: options.paths, secrets: options.secrets, logger: this.#logger });
    this.#answers = new AnswerStore({ folder: options.paths.file('answers'), logger: this.#logger });
    this.#environment = options.environment;
    this.#missing = options.missing;
  }

  /** Loads the saved connections and starts to connect, without waiting for the node. */
  async start(): Promise<void> {
    try {
      await this.#store.load();
    } catch (error) {
      // The embedded node needs no saved connections. Saving stays disabled, so that the file is not overwritten.
      this.#logger.error('The saved connections cannot be read', { error });
    }
    this.#unwatchMissing = this.#missing?.onChange((id) => {
      if (id === this.#chosenId) {
        this.#publish();
      }
    });
    this.#followOpening();
    await this.#readOffersAndLocks();
    await this.#choose(this.#activeId());
  }

  /** Dismisses the notice that the embedded node's chain was replaced or lost its last epochs. */
  async dismissReplacedChain(): Promise<void> {
    this.#embeddedNode?.opening?.dismissReplaced();
    if (this.#embedded === undefined) return;
    const { replaced: _, lostEpochs: __, ...rest } = this.#embedded;
    this.#embedded = rest;
    this.#publish();
  }

  async stop(): Promise<void> {
    this.#choice += 1;
    this.#unwatchMissing?.();
    this.#leaveCurrent();
    await this.#answers.settled();
  }

  getActive(): ActiveConnection | undefined {
    return this.#current?.active;
  }

  onActiveChanged(listener: (active: ActiveConnection | undefined) => void): () => void {
    // Wrapped, so that adding the same function twice makes two subscriptions.
    const entry = (active: ActiveConnection | undefined): void => listener(active);
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  getChosenName(): string | undefined {
    const { activeId, connections } = this.slice.get();
    return connections.find(({ id }) => id === activeId)?.name;
  }

  requireChosen(): ChosenConnection {
    return chosenOf(this.#requireCurrent());
  }

  urlsOf(id: string): ApiUrls | undefined {
    const connection = id === EMBEDDED_ID ? this.#embeddedTarget() : this.#store.find(id);
    return connection === undefined ? undefined : apiUrlsOf(connection);
  }

  async openConnection(id: string): Promise<OpenedConnection> {
    if (this.#current !== undefined && id === this.#chosenId) {
      return { connection: chosenOf(this.#current), close: () => undefined };
    }
    const link = new ConnectionLink({ target: await this.requireTarget(id), tap: this.#tap, clock: this.#clock });
    return { connection: chosenOf({ link }), close: () => link.close() };
  }

  #requireCurrent(): Current {
    if (this.#waiting !== undefined) {
      throw this.#waiting;
    }
    if (this.#current === undefined) {
      throw new SextantError('not-connected', 'No endpoint is active. Choose one under Endpoints.');
    }
    return this.#current;
  }

  async requireActive(): Promise<ActiveConnection> {
    const current = this.#requireCurrent();
    // Between two attempts, callers get the failure of the last one.
    return current.active ?? current.attempt;
  }

  async addConnection(draft: ConnectionDraft): Promise<{ id: string }> {
    const checked = checkDraft(draft);
    this.#refuseEmbeddedName(checked.name);
    const id = randomUUID();
    await this.#store.add(id, checked);
    await this.#refresh();
    return { id };
  }

  async updateConnection(id: string, draft: ConnectionDraft): Promise<void> {
    this.#refuseEmbedded(id);
    const checked = checkDraft(draft);
    this.#refuseEmbeddedName(checked.name);
    await this.#store.update(id, checked);
    if (this.#chosenId === id) {
      await this.#choose(id);
    }
    await this.#refresh();
  }

  async removeConnection(id: string): Promise<void> {
    this.#refuseEmbedded(id);
    await this.#store.remove(id);
    if (this.#chosenId === id) {
      await this.#choose(this.#activeId());
    }
    await this.#refresh();
  }

  /** Resolves when the selection is saved. The head state reports whether the node answers. */
  async activateConnection(id: string): Promise<void> {
    if (this.#targetIds().includes(id) === false) {
      throw new SextantError('not-found', 'No such endpoint.');
    }
    const saved = this.#store.find(id);
    const retired = saved === undefined ? undefined : retiredPresetOf(saved);
    if (retired !== undefined) {
      throw new SextantError('forbidden', `${retired.title} is retired: nothing answers at this URL. Change the URL to use this endpoint.`);
    }
    await this.#store.setActive(id);
    await this.#choose(id);
  }

  /**
   * Renames unreadable files of saved connections, so that connections can be saved again.
   *
   * @throws SextantError `forbidden` if they could be read; `disk-failure`
   */
  async setAsideSaved(): Promise<void> {
    await this.#store.setAside();
    await this.#refresh();
  }

  /** Saves an offered endpoint with its tokens. A miner without a node is added to the given connection. */
  async acceptOffer(offerId: string, connectionId: string | undefined): Promise<{ id: string }> {
    const offer = this.#offers().find((candidate) => candidate.offer.id === offerId);
    if (offer === undefined) {
      throw new SextantError('not-found', 'This endpoint is no longer offered.');
    }
    const { node, miner } = offer;
    if (node !== undefined) {
      return this.addConnection(await draftOfOffer({ ...offer, node }, this.#freeName(offer.offer.name)));
    }
    const saved = connectionId === undefined ? undefined : this.#store.find(connectionId);
    if (saved === undefined || miner === undefined) {
      throw new SextantError('invalid-input', 'Choose the endpoint to which to add this storage miner.');
    }
    const { id, hasToken: _hasToken, hasMinerToken: _hasMinerToken, hasHeaders: _hasHeaders, ...draft } = saved;
    await this.updateConnection(id, { ...draft, ...(await minerOfOffer(miner)) });
    return { id };
  }

  /** Parses pasted API info as the Lotus command line does. Contacts no endpoint and saves nothing. */
  readApiInfo(text: string, kind: ApiKind): UnderstoodApiInfo {
    return parseApiInfo(text, kind).map((result) => {
      if (!result.ok) {
        return result;
      }
      const { host: _host, warnings, ...info } = result.info;
      return { ok: true, ...info, warnings: [...warnings] };
    });
  }

  /**
   * A connection as Lotus API info, with `TOKEN` in place of a token.
   *
   * @throws SextantError `not-found`; `capability-missing` if Lotus cannot use the URL
   */
  getApiInfo(id: string): z.output<typeof zApiInfoText> {
    const connection = this.slice.get().connections.find((candidate) => candidate.id === id);
    if (connection === undefined) {
      throw new SextantError('not-found', 'No such endpoint.');
    }
    const node = formatApiInfo(connection, 'node');
    if (node === undefined) {
      throw new SextantError(
        'capability-missing',
        'Not available for this URL: the Lotus command line appends /rpc/v0 or /rpc/v1, and this URL ends in neither.',
      );
    }
    const { minerUrl, hasMinerToken } = connection;
    const miner = minerUrl === undefined ? undefined : formatApiInfo({ httpUrl: minerUrl, hasToken: hasMinerToken }, 'miner');
    return { node, ...defined({ miner }) };
  }

  /** Called after the vault is locked or unlocked; connects if the active connection waited for its token. */
  async tokensChanged(): Promise<void> {
    if (this.#waiting !== undefined) {
      await this.#choose(this.#chosenId);
    }
    await this.#refresh();
  }

  /**
   * URLs and tokens of a connection.
   *
   * @throws SextantError `not-found`, or `vault-locked` while its token is sealed
   */
  async requireTarget(id: string): Promise<ConnectionTarget> {
    const target = await this.#targetOf(id);
    if (target === undefined) {
      throw new SextantError('not-found', 'No such endpoint.');
    }
    return target;
  }

  /** Reads the facts of the node of a draft; saves nothing. With `id`, its stored tokens are sent to the hosts they were entered for. */
  async probeConnection(draft: ConnectionDraft, id: string | undefined): Promise<NodeFacts> {
    const link = new ConnectionLink({ target: await this.#targetOfDraft(draft, id), tap: this.#tap, clock: this.#clock });
    try {
      return await link.probe();
    } finally {
      link.close();
    }
  }

  async #targetOfDraft(draft: ConnectionDraft, id: string | undefined): Promise<ConnectionTarget> {
    if (id === EMBEDDED_ID) {
      const embedded = this.#embeddedTarget();
      if (embedded !== undefined) {
        return embedded;
      }
    }
    const checked = checkDraft(draft);
    const saved = id === undefined ? undefined : this.#store.find(id);
    const tokens = saved === undefined ? {} : await this.#store.tokensForDraft(saved, checked);
    const { headers: typed, ...target } = checked;
    return {
      ...target,
      ...secretsOfTarget({ ...defined({ headers: typed }), ...tokens }),
      id: id ?? 'probe',
      kind: 'custom',
    };
  }

  #embeddedTarget(): ConnectionTarget | undefined {
    return this.#embeddedNode === undefined
      ? undefined
      : { ...this.#embeddedNode, id: EMBEDDED_ID, kind: 'embedded', name: EMBEDDED_NAME, apiVersion: 'v1', namespace: 'Filecoin' };
  }

  #targetIds(): string[] {
    return [...(this.#embeddedNode === undefined ? [] : [EMBEDDED_ID]), ...this.#store.connections.map((connection) => connection.id)];
  }

  /** The saved selection if it still exists, otherwise the embedded node; no other endpoint is contacted unasked. */
  #activeId(): string | undefined {
    const ids = this.#targetIds();
    return ids.find((id) => id === this.#store.activeId) ?? ids.find((id) => id === EMBEDDED_ID);
  }

  #freeName(wanted: string): string {
    const taken = new Set([EMBEDDED_NAME, ...this.#store.connections.map(({ name }) => name)].map((name) => name.toLowerCase()));
    let name = wanted;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = `${wanted} (${count})`;
    }
    return name;
  }

  #offers(): EnvironmentOffer[] {
    return offersOf(this.#sources, this.#store.connections);
  }

  async #refresh(): Promise<void> {
    await this.#readOffersAndLocks();
    this.#publish();
  }

  /** Refreshes the offers and which tokens are sealed by the locked vault. */
  async #readOffersAndLocks(): Promise<void> {
    this.#sources = await readOfferSources(this.#environment, this.#logger);
    const locked = await Promise.all(
      this.#store.connections.map(async (saved) => ((await this.#store.isTokenLocked(saved)) ? [saved.id] : [])),
    );
    this.#lockedIds = new Set(locked.flat());
  }

  async #targetOf(id: string): Promise<ConnectionTarget | undefined> {
    if (id === EMBEDDED_ID) {
      return this.#embeddedTarget();
    }
    const saved = this.#store.find(id);
    if (saved === undefined) return undefined;
    const chainPaceMs = this.#practicePaceMs(saved);
    return { ...saved, ...secretsOfTarget(await this.#store.tokensOf(saved)), kind: 'custom', chainPaceMs };
  }

  /** Block time of the practice service, if the connection is to it. */
  #practicePaceMs({ httpUrl }: SavedConnection): number | undefined {
    const { hosted } = this.#embeddedNode ?? {};
    const { host } = new URL(httpUrl);
    const isPractice = Object.values(hosted?.networks ?? {}).some((network) => new URL(network.httpUrl).host === host);
    return isPractice ? hosted?.blockTimeMs : undefined;
  }

  async #choose(id: string | undefined): Promise<void> {
    this.#choice += 1;
    const choice = this.#choice;
    this.#leaveCurrent();
    const target = await this.#openTarget(id);
    if (choice !== this.#choice) {
      return;
    }
    this.#chosenId = id;
    this.#revision += 1;
    this.#waiting = target instanceof SextantError ? target : undefined;
    if (target !== undefined && !(target instanceof SextantError)) {
      this.#missing?.forgetRefusals(target.id);
      const link = new ConnectionLink({
        target,
        tap: this.#tap,
        clock: this.#clock,
        answers: this.#answers,
        onReturned: () => void this.#identify(current),
      });
      const stop = new AbortController();
      const current: Current = { link, stop, active: undefined, problem: undefined, attempt: link.connect(stop.signal) };
      this.#current = current;
      void this.#reach(current);
    }
    this.#publish();
    this.#notifyListeners();
  }

  /** The target to connect to, or the `vault-locked` error that it waits for. */
  async #openTarget(id: string | undefined): Promise<ConnectionTarget | SextantError | undefined> {
    try {
      return id === undefined ? undefined : await this.#targetOf(id);
    } catch (error) {
      if (error instanceof SextantError && error.code === 'vault-locked') {
        return error;
      }
      throw error;
    }
  }

  #leaveCurrent(): void {
    this.#waiting = undefined;
    const current = this.#current;
    this.#current = undefined;
    current?.stop.abort();
    current?.link.close();
  }

  /** Retries until the node answers or another connection is selected. */
  async #reach(current: Current): Promise<void> {
    const { link, stop } = current;
    for (let attempt = 0; !stop.signal.aborted; attempt += 1) {
      try {
        const active = await current.attempt;
        if (stop.signal.aborted) {
          return;
        }
        current.active = active;
        if (current.problem !== undefined) {
          this.#revision += 1;
        }
        current.problem = undefined;
        this.#publish();
        this.#notifyListeners();
        return;
      } catch (error) {
        if (stop.signal.aborted) {
          return;
        }
        const isNews = attempt > 0 && !(error instanceof SextantError && error.code === current.problem?.code);
        current.problem = error instanceof SextantError ? error : new SextantError('internal', 'Could not set up the connection.');
        const code = error instanceof SextantError ? { code: error.code } : { error };
        this.#logger.warn('The node of the active connection did not answer', { connection: link.target.name, ...code });
        // The outcome of the first attempt is delivered through `attempt`.
        if (isNews) {
          this.#notifyListeners();
        }
      }
      await this.#clock.sleep(backoffMs(attempt, RETRY, this.#random()), stop.signal);
      if (!stop.signal.aborted) {
        current.attempt = link.connect(stop.signal);
      }
    }
  }

  /** Reconnects if a node that was unreachable is now on another chain, where facts and approved keys are invalid. */
  async #identify({ active, link, stop }: Current): Promise<void> {
    if (active === undefined || stop.signal.aborted) {
      return;
    }
    try {
      const { genesisCid, networkName, addressLetter } = await link.identify(stop.signal);
      const { facts } = active;
      if (genesisCid === facts.genesisCid && networkName === facts.networkName && addressLetter === facts.addressLetter) {
        return;
      }
      this.#logger.warn('Another node answers at the address of the active connection', { connection: link.target.name });
    } catch (error) {
      if (error instanceof SextantError && (error.code === 'endpoint-unreachable' || error.code === 'endpoint-timeout')) {
        // Unreachable again: checked at its next answer.
        return;
      }
      this.#logger.warn('A node that came back could not be identified', { connection: link.target.name, error });
    }
    if (!stop.signal.aborted) {
      await this.#choose(link.target.id);
    }
  }

  #refuseEmbedded(id: string): void {
    if (id === EMBEDDED_ID) {
      throw new SextantError('forbidden', 'The embedded node cannot be changed or removed.');
    }
  }

  #refuseEmbeddedName(name: string): void {
    if (name.toLowerCase() === EMBEDDED_NAME.toLowerCase()) {
      const sentence = 'This name is reserved for the embedded node.';
      throw new SextantError('name-taken', sentence, { details: { fields: { name: sentence } } });
    }
  }

  #notifyListeners(): void {
    const active = this.getActive();
    for (const listener of [...this.#listeners]) {
      listener(active);
    }
  }

  #followOpening(): void {
    const opening = this.#embeddedNode?.opening;
    if (opening === undefined) return;
    const publish = (embedded: ConnectionsState['embedded']): void => {
      this.#embedded = embedded;
      this.#publish();
    };
    void opening.making.then(() => publish({ stage: 'making' }));
    opening.opened.then(
      (opened) => publish({ stage: 'open', ...opened }),
      // The connection to it reports the failure.
      (error: unknown) => this.#logger.error('The embedded node did not open its chain', { error }),
    );
  }

  #publish(): void {
    const saved = this.#store.connections;
    const embedded = this.#embeddedNode;
    const connections = saved.map((connection) =>
      publicOf(connection, this.#lockedIds.has(connection.id), this.#store.tokenProblemOf(connection)),
    );
    if (embedded !== undefined) {
      const { httpUrl, wsUrl, minerUrl, controlUrl } = embedded;
      connections.unshift({
        id: EMBEDDED_ID,
        kind: 'embedded',
        name: EMBEDDED_NAME,
        apiVersion: 'v1',
        namespace: 'Filecoin',
        httpUrl,
        wsUrl,
        minerUrl,
        controlUrl,
        hasToken: true,
        hasMinerToken: true,
        hasHeaders: false,
        isTokenLocked: false,
        isTokenExposed: false,
        preset: EMBEDDED_ID,
      });
    }
    const { problem } = this.#store;
    const chosenId = this.#chosenId ?? '';
    const capabilities = this.#current?.active?.capabilities ?? NO_CAPABILITIES;
    this.slice.set({
      activeId: chosenId,
      revision: this.#revision,
      connections,
      offers: this.#offers().map(({ offer }) => offer),
      ...defined({ problem, embedded: this.#embedded }),
      ...(embedded?.hosted === undefined ? {} : { practiceService: practiceOf(embedded.hosted) }),
      capabilities: { ...capabilities, missingMethods: this.#missing?.of(chosenId) ?? [] },
    });
  }
}

/** The part published to documents; requests for custom endpoints go through the privileged side. */
function practiceOf({ networks, deals, cidChecker }: HostedPractice): PracticeService {
  return { networks, deals, cidChecker };
}

function chosenOf({ link: { target, client, v2, miner } }: Pick<Current, 'link'>): ChosenConnection {
  return { id: target.id, name: target.name, client, v2, miner };
}

function secretsOfTarget({ headers = '', ...tokens }: Tokens): Pick<ConnectionTarget, 'token' | 'minerToken' | 'headers'> {
  const read = readCustomHeaders(headers);
  return { ...tokens, ...('headers' in read ? { headers: read.headers } : {}) };
}

function publicOf(saved: SavedConnection, isTokenLocked: boolean, tokenProblem: string | undefined): Connection {
  const { hasToken, hasMinerToken, hasHeaders, httpUrl, wsUrl, minerUrl } = saved;
  const isExposed = (url: string | undefined): boolean => url !== undefined && isExposedUrl(url);
  const isTokenExposed = ((hasToken || hasHeaders) && (isExposed(httpUrl) || isExposed(wsUrl))) || (hasMinerToken && isExposed(minerUrl));
  return { ...saved, kind: 'custom', isTokenLocked, isTokenExposed, ...defined({ tokenProblem }) };
}
