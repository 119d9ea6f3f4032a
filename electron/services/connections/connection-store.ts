/**
 * The saved connections of this profile: addresses in a document, tokens in the secret store.
 *
 * Refuses to send a stored token anywhere but where it was entered for: a changed host needs the token typed again, so that a
 * compromised document cannot have it delivered elsewhere. The places are kept with the token itself, since what is on disk of the
 * connections may be an earlier state, or a changed one. Called by the connections service.
 */
import { z } from 'zod';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { ConnectionDraft, ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import { AtomicDocument, type Migrations } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths, SecretStore } from '../../platform/ports.ts';
import { tokenTargets } from './connection-urls.ts';

const zSavedConnection = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(60),
  httpUrl: z.string().max(2000),
  wsUrl: z.string().max(2000).optional(),
  v2Url: z.string().max(2000).optional(),
  apiVersion: z.enum(['v0', 'v1']),
  namespace: z.string().max(31),
  minerUrl: z.string().max(2000).optional(),
  controlUrl: z.string().max(2000).optional(),
  hasToken: z.boolean(),
  hasMinerToken: z.boolean(),
  hasHeaders: z.boolean().default(false),
  network: z.string().max(100).optional(),
  dealsDataUrl: z.string().max(2000).optional(),
  cidCheckerUrl: z.string().max(2000).optional(),
  preset: z.string().max(40).optional(),
});
export type SavedConnection = z.infer<typeof zSavedConnection>;

const CONNECTIONS_AT_MOST = 200;
const zConnectionsDocument = z.object({
  activeId: z.string().max(100),
  connections: z.array(zSavedConnection).max(CONNECTIONS_AT_MOST),
});
type ConnectionsDocument = z.infer<typeof zConnectionsDocument>;

/**
 * 1 to 2: a connection may say its network, deals data, CID checker and preset. What version 1 wrote is complete without; the
 * number rises because a program of version 1 would drop these fields when it saves. 2 to 3: the same for the URL of the v2 API.
 * 3 to 4: the same for headers.
 */
const MIGRATIONS: Migrations = { 1: (data) => data, 2: (data) => data, 3: (data) => data };
const EMPTY: ConnectionsDocument = { activeId: '', connections: [] };

/** What the secret store keeps: a token, or the text of the headers, with the places that it was typed for, as `tokenTargets` names them. */
const zKeptToken = z.object({ token: z.string(), targets: z.array(z.string()) });

export interface Tokens {
  readonly token?: string;
  readonly minerToken?: string;
  /** As typed, one a line. */
  readonly headers?: string;
}

export interface ConnectionStoreOptions {
  readonly paths: ProfilePaths;
  readonly secrets: SecretStore;
  readonly logger: Logger;
}

export class ConnectionStore {
  readonly #secrets: SecretStore;
  readonly #logger: Logger;
  readonly #document: AtomicDocument<typeof zConnectionsDocument>;
  /** Why a token that is stored was not handed out when it was last asked for, by its name in the secret store. */
  readonly #unsent = new Map<string, string>();
  #content = EMPTY;
  #loadFailure: unknown;
  #isBegunAnew = false;
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor({ paths, secrets, logger }: ConnectionStoreOptions) {
    this.#secrets = secrets;
    this.#logger = logger;
    this.#document = new AtomicDocument({
      path: paths.file('connections.json'),
      schema: zConnectionsDocument,
      version: 4,
      migrations: MIGRATIONS,
      initial: () => EMPTY,
      logger,
    });
  }

  get activeId(): string {
    return this.#content.activeId;
  }

  get connections(): readonly SavedConnection[] {
    return this.#content.connections;
  }

  /** What is to be said of a document that was damaged; undefined where nothing was. */
  get problem(): ConnectionsState['problem'] {
    if (this.#loadFailure !== undefined) {
      const reason = this.#loadFailure instanceof Error ? this.#loadFailure.message : 'The file of connections cannot be read.';
      return { message: `${reason} Nothing is saved while it is so.`, isBlocking: true };
    }
    const kept = this.#document.keptAside.join(' and ');
    if (kept === '') {
      return undefined;
    }
    const message = this.#isBegunAnew
      ? `What could not be read is kept as ${kept}. Connections are saved in a new file now.`
      : `The file of connections was damaged. It is kept as ${kept}; the state before its last change was taken.`;
    return { message, isBlocking: false };
  }

  /** @throws SextantError `disk-failure`; nothing can be saved then, so that what is on disk stays as it is */
  async load(): Promise<void> {
    try {
      this.#content = await this.#document.load();
    } catch (error) {
      this.#loadFailure = error;
      throw error;
    }
  }

  /**
   * Sets a document aside that `load` refused, and begins an empty one.
   *
   * @throws SextantError `forbidden` where the document could be read; `disk-failure`
   */
  setAside(): Promise<void> {
    return this.#next(async () => {
      if (this.#loadFailure === undefined) {
        throw new SextantError('forbidden', 'The saved connections can be read. They are not set aside.');
      }
      await this.#document.setAside();
      this.#loadFailure = undefined;
      this.#isBegunAnew = true;
    });
  }

  find(id: string): SavedConnection | undefined {
    return this.#content.connections.find((connection) => connection.id === id);
  }

  /** Whether the vault, which is locked, seals a token of this connection. */
  async isTokenLocked({ id, ...saved }: SavedConnection): Promise<boolean> {
    const locked = await Promise.all(SECRETS.map(({ has, nameOf }) => this.#isLocked(saved[has], nameOf(id))));
    return locked.includes(true);
  }

  /** @throws SextantError `vault-locked` where the vault seals one of them and is locked */
  async tokensOf(connection: SavedConnection): Promise<Tokens> {
    const read = await Promise.all(
      SECRETS.map(async ({ field, has, nameOf, urlsOf }) => {
        const secret = connection[has] ? await this.#readToken(nameOf(connection.id), urlsOf(connection)) : undefined;
        return secret === undefined ? [] : [[field, secret] as const];
      }),
    );
    return Object.fromEntries(read.flat());
  }

  /** Why a stored token of this connection was not handed out when it was last asked for. Opens nothing. */
  tokenProblemOf({ id }: SavedConnection): string | undefined {
    return SECRETS.map(({ nameOf }) => this.#unsent.get(nameOf(id))).find((problem) => problem !== undefined);
  }

  /** The tokens that a draft of a saved connection may use: its own, or the stored ones where they go to the same place. */
  async tokensForDraft(connection: SavedConnection, draft: ConnectionDraft): Promise<Tokens> {
    refuseOtherTargets(connection, draft);
    // Only what the draft takes from the store is read: a token that was typed needs no unlocked vault.
    const kept = SECRETS.map(({ field, has }) => [has, connection[has] && draft[field] === undefined] as const);
    const stored = await this.tokensOf({ ...connection, ...Object.fromEntries(kept) });
    const typed = SECRETS.flatMap(({ field }) => (draft[field] === undefined ? [] : [[field, draft[field]] as const]));
    return { ...stored, ...Object.fromEntries(typed) };
  }

  add(id: string, draft: ConnectionDraft): Promise<void> {
    return this.#change(async (content) => {
      if (content.connections.length >= CONNECTIONS_AT_MOST) {
        throw new SextantError('invalid-input', `There are ${CONNECTIONS_AT_MOST} connections. Remove one before another is added.`);
      }
      refuseTakenName(content, draft.name);
      const saved = savedOf(id, draft, await this.#saveTokens(id, draft, undefined));
      return { ...content, connections: [...content.connections, saved] };
    });
  }

  update(id: string, draft: ConnectionDraft): Promise<void> {
    return this.#change(async (content) => {
      const current = requireSaved(content, id);
      refuseTakenName(content, draft.name, id);
      refuseOtherTargets(current, draft);
      const next = savedOf(id, draft, await this.#saveTokens(id, draft, current));
      return { ...content, connections: content.connections.map((connection) => (connection.id === id ? next : connection)) };
    });
  }

  remove(id: string): Promise<void> {
    return this.#change(async (content) => {
      requireSaved(content, id);
      // The tokens first: cut short here, none is left that nothing names.
      for (const { nameOf } of SECRETS) {
        await this.#secrets.delete(nameOf(id));
        this.#unsent.delete(nameOf(id));
      }
      return {
        activeId: content.activeId === id ? '' : content.activeId,
        connections: content.connections.filter((connection) => connection.id !== id),
      };
    });
  }

  setActive(id: string): Promise<void> {
    return this.#change(async (content) => ({ ...content, activeId: id }));
  }

  #change(change: (content: ConnectionsDocument) => Promise<ConnectionsDocument>): Promise<void> {
    return this.#next(async () => {
      if (this.#loadFailure !== undefined) {
        throw this.#loadFailure;
      }
      const next = await change(this.#content);
      await this.#document.save(next);
      this.#content = next;
    });
  }

  /** Changes one after the other: each sees what the one before it left. */
  #next(run: () => Promise<void>): Promise<void> {
    const result = this.#lastChange.then(run, run);
    this.#lastChange = result.catch(() => undefined);
    return result;
  }

  /** A locked keyring must not keep the app from starting: the node then says that it wants a token. */
  async #readToken(name: string, urls: Urls): Promise<string | undefined> {
    this.#unsent.delete(name);
    try {
      const kept = await this.#secrets.get(name);
      if (kept === undefined) {
        this.#unsent.set(name, 'It is no longer in the store of tokens. Type it again.');
        return undefined;
      }
      return this.#tokenFor(name, kept, urls);
    } catch (error) {
      if (error instanceof SextantError && error.code === 'vault-locked') {
        throw error;
      }
      this.#logger.error('A stored token cannot be read', { name, error });
      const reason = error instanceof SextantError ? `${error.message} ` : '';
      this.#unsent.set(name, `It cannot be read. ${reason}Type it again if it stays so.`);
      return undefined;
    }
  }

  /** The token, where it was typed for every one of the addresses. */
  #tokenFor(name: string, kept: string, urls: Urls): string | undefined {
    const parsed = zKeptToken.safeParse(parseJson(kept));
    if (!parsed.success) {
      // As earlier versions stored it: the token alone.
      return kept;
    }
    const { token, targets } = parsed.data;
    if ([...tokenTargets(urls)].every((target) => targets.includes(target))) {
      return token;
    }
    this.#logger.error('A stored token was typed for another address, and is not sent', { name });
    this.#unsent.set(name, 'It was typed for another address than the one that is saved now. Type it again if it belongs there.');
    return undefined;
  }

  /** What cannot be read is not waited for. */
  async #isLocked(has: boolean, name: string): Promise<boolean> {
    try {
      return has && (await this.#secrets.isLocked?.(name)) === true;
    } catch (error) {
      this.#logger.error('A stored token cannot be read', { name, error });
      return false;
    }
  }

  /** One after the other, as the secret store writes one file. */
  async #saveTokens(id: string, draft: ConnectionDraft, current: SavedConnection | undefined): Promise<Pick<SavedConnection, HasSecret>> {
    const kept = { hasToken: false, hasMinerToken: false, hasHeaders: false };
    for (const { field, has, nameOf, urlsOf } of SECRETS) {
      kept[has] = await this.#saveToken(nameOf(id), draft[field], urlsOf(draft), current?.[has] ?? false);
    }
    return kept;
  }

  /** An absent token keeps what is stored, an empty one removes it. */
  async #saveToken(name: string, token: string | undefined, urls: Urls, hasStored: boolean): Promise<boolean> {
    if (token === undefined) {
      return hasStored;
    }
    this.#unsent.delete(name);
    if (token === '') {
      await this.#secrets.delete(name);
      return false;
    }
    await this.#secrets.set(name, JSON.stringify({ token, targets: [...tokenTargets(urls)] }));
    return true;
  }
}

type Urls = readonly (string | undefined)[];

function nodeUrls({ httpUrl, wsUrl }: Pick<ConnectionDraft, 'httpUrl' | 'wsUrl'>): Urls {
  return [httpUrl, wsUrl];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type HasSecret = 'hasToken' | 'hasMinerToken' | 'hasHeaders';

const TOKEN_AGAIN =
  'The host is another one. Type the token again, or remove it: a stored token is sent only to the host it was entered for.';

/** What is sealed of a connection, where its presence is told, and the addresses that it is sent to. */
const SECRETS: readonly {
  readonly field: keyof Tokens;
  readonly has: HasSecret;
  readonly nameOf: (id: string) => string;
  readonly urlsOf: (connection: Pick<ConnectionDraft, 'httpUrl' | 'wsUrl' | 'minerUrl'>) => Urls;
  readonly again: string;
}[] = [
  {
    field: 'token',
    has: 'hasToken',
    nameOf: (id) => `connection.${id}.token`,
    urlsOf: nodeUrls,
    again: TOKEN_AGAIN,
  },
  {
    field: 'minerToken',
    has: 'hasMinerToken',
    nameOf: (id) => `connection.${id}.miner-token`,
    urlsOf: ({ minerUrl }) => [minerUrl],
    again: TOKEN_AGAIN,
  },
  {
    field: 'headers',
    has: 'hasHeaders',
    nameOf: (id) => `connection.${id}.headers`,
    urlsOf: nodeUrls,
    again:
      'The host is another one. Type the headers again, or remove them: stored headers are sent only to the host they were entered for.',
  },
];

function savedOf(id: string, draft: ConnectionDraft, has: Pick<SavedConnection, HasSecret>): SavedConnection {
  const { token: _token, minerToken: _minerToken, headers: _headers, ...addresses } = draft;
  return { id, ...addresses, ...has };
}

function requireSaved(content: ConnectionsDocument, id: string): SavedConnection {
  const found = content.connections.find((connection) => connection.id === id);
  if (found === undefined) {
    throw new SextantError('not-found', 'There is no such saved connection.');
  }
  return found;
}

function refuseTakenName(content: ConnectionsDocument, name: string, exceptId?: string): void {
  if (content.connections.some((other) => other.id !== exceptId && other.name.toLowerCase() === name.toLowerCase())) {
    throw new SextantError('name-taken', 'Another connection has this name.', {
      details: { fields: { name: 'Another connection has this name.' } },
    });
  }
}

function refuseOtherTargets(current: SavedConnection, draft: ConnectionDraft): void {
  const fields: Record<string, string> = {};
  const isElsewhere = (stored: Urls, wanted: Urls): boolean => {
    const known = tokenTargets(stored);
    return [...tokenTargets(wanted)].some((target) => !known.has(target));
  };
  for (const { field, has, urlsOf, again } of SECRETS) {
    if (current[has] && draft[field] === undefined && isElsewhere(urlsOf(current), urlsOf(draft))) fields[field] = again;
  }
  if (Object.keys(fields).length > 0) {
    throw new SextantError('invalid-input', 'Tokens and headers are not sent to another host. Type them again.', { details: { fields } });
  }
}
