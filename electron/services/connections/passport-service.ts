/**
 * Passports of endpoints: makes, stores and exports them.
 *
 * Owns two topics and one document. A passport uses its own clients and makes only calls that change nothing. A stored passport
 * contains no token and only sanitised text of the node. Called by the composition root.
 */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import {
  type Connection,
  type ConnectionsState,
  type Passport,
  type PassportFile,
  type PassportRow,
  zPassport,
} from '../../../shared/ipc/schemas/connections.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Clock, CorePorts, Logger } from '../../platform/ports.ts';
import { ListTopic, ValueTopic } from '../../platform/topics.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import type { ConnectionTarget } from './connection-link.ts';
import type { MissingMethods } from './passport-missing-methods.ts';
import { PassportRun } from './passport-run.ts';
import { passportText } from './passport-text.ts';

const LIMIT = 200;
const zPassportsDocument = z.object({ passports: z.array(zPassport).max(LIMIT) });

export interface PassportConnections {
  readonly slice: { get(): ConnectionsState; onChange(listener: (state: ConnectionsState) => void): () => void };
  /**
   * URLs and tokens of a connection.
   *
   * @throws SextantError `not-found`, or `vault-locked` while its token is sealed
   */
  requireTarget(id: string): Promise<ConnectionTarget>;
}

export interface PassportServiceOptions extends Pick<CorePorts, 'clock' | 'logger' | 'paths' | 'version'> {
  readonly connections: PassportConnections;
  readonly tap: CallTap;
  readonly missing: MissingMethods;
}

export class PassportService {
  readonly topic = new ListTopic<Passport>((passport) => passport.connectionId, LIMIT);
  readonly file = new ValueTopic<PassportFile>({ isSaved: true });
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #version: string;
  readonly #connections: PassportConnections;
  readonly #tap: CallTap;
  readonly #missing: MissingMethods;
  readonly #document: AtomicDocument<typeof zPassportsDocument>;
  readonly #runs = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();
  #unwatch: (() => void) | undefined;
  #lastSave: Promise<void> = Promise.resolve();
  #canSave = false;

  constructor({ clock, logger, paths, version, connections, tap, missing }: PassportServiceOptions) {
    this.#clock = clock;
    this.#logger = logger.child('passports');
    this.#version = version;
    this.#connections = connections;
    this.#tap = tap;
    this.#missing = missing;
    this.#document = new AtomicDocument({
      path: paths.file('passports.json'),
      schema: zPassportsDocument,
      version: 1,
      initial: () => ({ passports: [] }),
      logger: this.#logger,
    });
  }

  /** Loads the stored passports. Called after the connections are loaded, because passports of removed connections are dropped. */
  async start(): Promise<void> {
    try {
      const { passports } = await this.#document.load();
      this.#canSave = true;
      this.#publishFile();
      // Call ids belong to an earlier run.
      this.topic.put(passports.map(withoutCalls));
      for (const passport of passports) {
        this.#missing.setPassport(passport.connectionId, passport);
      }
    } catch (error) {
      this.#logger.error('The stored passports cannot be read', { error });
      const reason = error instanceof SextantError ? error.message : 'Could not read the saved passports.';
      const remedy = 'Repair or move the file and restart Sextant. Until then, passports are not saved.';
      this.file.set({ isSaved: false, problem: `${reason} ${remedy}` });
    }
    this.#unwatch = this.#connections.slice.onChange((state) => this.#dropRemoved(state));
    this.#dropRemoved(this.#connections.slice.get());
  }

  async stop(): Promise<void> {
    this.#unwatch?.();
    const runs = [...this.#runs.values()];
    for (const { stop } of runs) {
      stop.abort();
    }
    await Promise.all(runs.map(({ ended }) => ended));
    await this.#lastSave;
  }

  /**
   * @param skipsBurst skips the burst test, which an endpoint may rate-limit
   * @throws SextantError `not-found`, `vault-locked`
   */
  async run(id: string, skipsBurst = false): Promise<void> {
    if (this.#runs.has(id)) {
      return;
    }
    const target = await this.#connections.requireTarget(id);
    // Another run may have started while the target was read.
    if (this.#runs.has(id)) {
      return;
    }
    const stop = new AbortController();
    const { activeId, capabilities } = this.#connections.slice.get();
    const run = new PassportRun({
      target,
      tap: this.#tap,
      clock: this.#clock,
      signal: stop.signal,
      skipsBurst,
      isChainAccelerated: target.kind === 'embedded' || (activeId === id && capabilities.isChainAccelerated),
      onChange: (passport) => this.topic.put([passport]),
    });
    this.#releaseCalls(id);
    const ended = this.#finish(id, run);
    this.#runs.set(id, { stop, ended });
  }

  /** Stops a run, keeping its findings so far. */
  async stopRun(id: string): Promise<void> {
    const run = this.#runs.get(id);
    run?.stop.abort();
    await run?.ended;
  }

  /** @throws SextantError `not-found` if the endpoint has no passport */
  async getText(id: string): Promise<{ text: string; fileName: string }> {
    const passport = this.topic.get(id);
    if (passport === undefined) {
      throw new SextantError('not-found', 'This endpoint has no passport yet.');
    }
    const connection = this.#connections.slice.get().connections.find((candidate) => candidate.id === id);
    return passportText(passport, { version: this.#version, isUrlChanged: isUrlChanged(passport, connection) });
  }

  async #finish(id: string, run: PassportRun): Promise<void> {
    try {
      const passport = await run.run();
      for (const ref of callsOf(passport.rows)) {
        this.#tap.keep(ref.id);
      }
      this.#missing.setPassport(id, passport);
    } catch (error) {
      this.#logger.error('A passport failed with an unexpected error', { error });
      this.topic.remove([id]);
    }
    this.#runs.delete(id);
    // The connection may have been removed during the run.
    this.#dropRemoved(this.#connections.slice.get());
    this.#save();
    await this.#lastSave;
  }

  #dropRemoved({ connections, problem }: ConnectionsState): void {
    // Unreadable connections are not removed ones.
    if (problem !== undefined) {
      return;
    }
    const known = new Set(connections.map(({ id }) => id));
    const removed = this.topic.items().filter(({ connectionId }) => !known.has(connectionId));
    if (removed.length === 0) {
      return;
    }
    for (const { connectionId } of removed) {
      this.#runs.get(connectionId)?.stop.abort();
      this.#releaseCalls(connectionId);
      this.#missing.setPassport(connectionId, undefined);
    }
    this.topic.remove(removed.map(({ connectionId }) => connectionId));
    this.#save();
  }

  #releaseCalls(id: string): void {
    const before = this.topic.get(id);
    if (before?.finishedAtMs !== undefined) {
      for (const ref of callsOf(before.rows)) {
        this.#tap.release(ref.id);
      }
    }
  }

  #save(): void {
    if (!this.#canSave) {
      return;
    }
    const embedded = new Set(this.#connections.slice.get().connections.flatMap(({ kind, id }) => (kind === 'embedded' ? [id] : [])));
    // The embedded node may differ in every run.
    const finished = this.topic
      .items()
      .filter(({ connectionId, finishedAtMs }) => finishedAtMs !== undefined && !embedded.has(connectionId));
    this.#lastSave = this.#document.save({ passports: finished.map(withoutCalls) }).then(
      () => this.#publishFile(),
      (error: unknown) => {
        this.#logger.error('The passports could not be saved', { error });
        const reason = error instanceof SextantError ? error.message : 'Could not save the passports.';
        this.file.set({ isSaved: false, problem: `${reason} The latest passport is lost when Sextant exits.` });
      },
    );
  }

  /** Publishes that saving works, with a message if a damaged file was replaced. */
  #publishFile(): void {
    const kept = this.#document.keptAside.join(' and ');
    const problem = `The saved passports were damaged. The file is kept as ${kept}, and the previous version was restored.`;
    this.file.set({ isSaved: true, ...(kept === '' ? {} : { problem }) });
  }
}

/** Whether the URL of the connection has changed since the passport was made. */
function isUrlChanged(passport: Pick<Passport, 'httpUrl'>, connection: Pick<Connection, 'httpUrl'> | undefined): boolean {
  return connection !== undefined && connection.httpUrl !== passport.httpUrl;
}

function callsOf(rows: readonly PassportRow[]): PassportRow['calls'] {
  return rows.flatMap(({ calls }) => calls);
}

function withoutCalls(passport: Passport): Passport {
  return {
    ...passport,
    rows: passport.rows.map((row) => ({ ...row, calls: [] })),
    methods: passport.methods.map(({ call: _call, ...method }) => method),
  };
}
