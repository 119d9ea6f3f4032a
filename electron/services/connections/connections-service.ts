/**
 * Which nodes there are, which one is active, and what it can do.
 *
 * Owns one slice (`slice`). The embedded node is always listed first where this run has one, with the addresses of this run, and
 * cannot be changed or removed. Tokens stay on this side. A node that cannot be reached is tried again until it answers or
 * another connection is chosen.
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
import { isExposedAddress } from '../../../shared/rpc/exposed-address.ts';
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
  /** Methods that an endpoint was found not to serve. */
  readonly missing?: MissingMethodsSource;
  readonly random?: () => number;
}

/** What is known of methods that an endpoint does not serve, without namespace. */
export interface MissingMethodsSource {
  of(connectionId: string): string[];
  onChange(listener: (connectionId: string) => void): () => void;
  /** The endpoint is reached anew: what it refused before may be served now. */
  forgetRefusals(connectionId: string): void;
}

/** The connection that is chosen, from the first attempt to reach it on. */
interface Current {
  readonly link: ConnectionLink;
  readonly stop: AbortController;
  active: ActiveConnection | undefined;
  problem: SextantError | undefined;
  /** Resolves or rejects with the outcome of the attempt under way; a new one for each. */
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
  /** Connections whose token the vault, which is locked, seals. */
  #lockedIds: ReadonlySet<string> = new Set();
  #chosenId: string | undefined;
  /** Why the chosen connection is not even tried: its token is sealed by the vault, which is locked. */
  #waiting: SextantError | undefined;
  #current: Current | undefined;
  #unwatchMissing: (() => void) | undefined;
  /** Counts the choices, so that a slow one cannot overtake a later one. */
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

  /** Loads what is saved and begins to reach the active node; does not wait for it. */
  async start(): Promise<void> {
    try {
      await this.#store.load();
    } catch (error) {
      // The embedded node can be used without; saving stays refused, so nothing is lost.
      this.#logger.error('The saved connections cannot be read', { error });
    }
    this.#unwatchMissing = this.#missing?.onChange((id) => {
      if (id === this.#chosenId) {
        this.#publish();
      }
    });
    this.#followOpening();
    await this.#lookAround();
    await this.#choose(this.#activeId());
  }

  /** The chain of the embedded node was replaced or lost its end, which is known now. */
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
    // Wrapped, so that the same function added twice is two subscriptions.
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
      throw new SextantError('not-connected', 'No connection is active. Choose one under Endpoints.');
    }
    return this.#current;
  }

  async requireActive(): Promise<ActiveConnection> {
    const current = this.#requireCurrent();
    // Whoever asks while the next attempt is awaited hears why the last one failed.
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

  /** Resolves when the choice is saved; whether the node answers is told by the head's state. */
  async activateConnection(id: string): Promise<void> {
    if (this.#targetIds().includes(id) === false) {
      throw new SextantError('not-found', 'There is no such connection.');
    }
    const saved = this.#store.find(id);
    const retired = saved === undefined ? undefined : retiredPresetOf(saved);
    if (retired !== undefined) {
      throw new SextantError('forbidden', `${retired.title} is retired: nothing answers at this address. Enter another one to use it.`);
    }
    await this.#store.setActive(id);
    await this.#choose(id);
  }

  /**
   * Keeps the files of saved connections that could not be read under other names, so that connections can be saved again.
   *
   * @throws SextantError `forbidden` where they could be read; `disk-failure`
   */
  async setAsideSaved(): Promise<void> {
    await this.#store.setAside();
    await this.#refresh();
  }

  /** Saves what is offered, with its tokens. A miner alone goes to the connection that is named. */
  async acceptOffer(offerId: string, connectionId: string | undefined): Promise<{ id: string }> {
    const offer = this.#offers().find((candidate) => candidate.offer.id === offerId);
    if (offer === undefined) {
      throw new SextantError('not-found', 'This connection is no longer offered.');
    }
    const { node, miner } = offer;
    if (node !== undefined) {
      return this.addConnection(await draftOfOffer({ ...offer, node }, this.#freeName(offer.offer.name)));
    }
    const saved = connectionId === undefined ? undefined : this.#store.find(connectionId);
    if (saved === undefined || miner === undefined) {
      throw new SextantError('invalid-input', 'Choose the connection that this storage miner belongs to: it describes no node of its own.');
    }
    const { id, hasToken: _hasToken, hasMinerToken: _hasMinerToken, hasHeaders: _hasHeaders, ...draft } = saved;
    await this.updateConnection(id, { ...draft, ...(await minerOfOffer(miner)) });
    return { id };
  }

  /** Every entry of a pasted text, as the Lotus command line would read it; contacts nobody and keeps nothing. */
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
   * A connection in the form that the Lotus command line takes, with `TOKEN` for a token.
   *
   * @throws SextantError `not-found`; `capability-missing` where Lotus could not reach the address
   */
  getApiInfo(id: string): z.output<typeof zApiInfoText> {
    const connection = this.slice.get().connections.find((candidate) => candidate.id === id);
    if (connection === undefined) {
      throw new SextantError('not-found', 'There is no such connection.');
    }
    const node = formatApiInfo(connection, 'node');
    if (node === undefined) {
      throw new SextantError(
        'capability-missing',
        'The Lotus command line appends /rpc/v0 or /rpc/v1 to every address. This one does not end so, and cannot be given to it.',
      );
    }
    const { minerUrl, hasMinerToken } = connection;
    const miner = minerUrl === undefined ? undefined : formatApiInfo({ httpUrl: minerUrl, hasToken: hasMinerToken }, 'miner');
    return { node, ...defined({ miner }) };
  }

  /** The vault was locked or unlocked: a connection that waited for its token connects by itself. */
  async tokensChanged(): Promise<void> {
    if (this.#waiting !== undefined) {
      await this.#choose(this.#chosenId);
    }
    await this.#refresh();
  }

  /**
   * Where a connection leads, with its tokens.
   *
   * @throws SextantError `not-found`, or `vault-locked` while its token is sealed
   */
  async requireTarget(id: string): Promise<ConnectionTarget> {
    const target = await this.#targetOf(id);
    if (target === undefined) {
      throw new SextantError('not-found', 'There is no such connection.');
    }
    return target;
  }

  /** Asks the node that a draft describes who it is; saves nothing. With `id` the stored tokens are used where they belong. */
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

  /** The saved choice where it still exists, otherwise the embedded node: no other is contacted without having been chosen. */
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
    await this.#lookAround();
    this.#publish();
  }

  /** What is offered now, and which tokens are sealed away. */
  async #lookAround(): Promise<void> {
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

  /** The pace of the practice service, where a connection leads to it; its chains run ahead of the clock. */
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
    this.#tellListeners();
  }

  /** The target of a choice, or why it has to wait for the vault. */
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

  /** Tries until the node answers or another connection is chosen. */
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
        this.#tellListeners();
        return;
      } catch (error) {
        if (stop.signal.aborted) {
          return;
        }
        const isNews = attempt > 0 && !(error instanceof SextantError && error.code === current.problem?.code);
        current.problem = error instanceof SextantError ? error : new SextantError('internal', 'The connection could not be set up.');
        const code = error instanceof SextantError ? { code: error.code } : { error };
        this.#logger.warn('The node of the active connection did not answer', { connection: link.target.name, ...code });
        // Whoever waits for the first attempt has heard.
        if (isNews) {
          this.#tellListeners();
        }
      }
      await this.#clock.sleep(backoffMs(attempt, RETRY, this.#random()), stop.signal);
      if (!stop.signal.aborted) {
        current.attempt = link.connect(stop.signal);
      }
    }
  }

  /** A node that was gone may be another one now: on another chain every fact, and every approved key, is void. */
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
        // Gone once more: its next return asks again.
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
      throw new SextantError('forbidden', 'The embedded node belongs to this program: it cannot be changed or removed.');
    }
  }

  #refuseEmbeddedName(name: string): void {
    if (name.toLowerCase() === EMBEDDED_NAME.toLowerCase()) {
      const sentence = 'The embedded node has this name.';
      throw new SextantError('name-taken', sentence, { details: { fields: { name: sentence } } });
    }
  }

  #tellListeners(): void {
    const active = this.getActive();
    for (const listener of [...this.#listeners]) {
      listener(active);
    }
  }

  #followOpening(): void {
    const opening = this.#embeddedNode?.opening;
    if (opening === undefined) return;
    const tell = (embedded: ConnectionsState['embedded']): void => {
      this.#embedded = embedded;
      this.#publish();
    };
    void opening.making.then(() => tell({ stage: 'making' }));
    opening.opened.then(
      (opened) => tell({ stage: 'open', ...opened }),
      // The connection to it fails, and says so.
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

/** What documents are told of it: requests for custom endpoints go through the privileged side. */
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
  const isExposed = (url: string | undefined): boolean => url !== undefined && isExposedAddress(url);
  const isTokenExposed = ((hasToken || hasHeaders) && (isExposed(httpUrl) || isExposed(wsUrl))) || (hasMinerToken && isExposed(minerUrl));
  return { ...saved, kind: 'custom', isTokenLocked, isTokenExposed, ...defined({ tokenProblem }) };
}
