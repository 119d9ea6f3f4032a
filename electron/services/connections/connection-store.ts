/**
 * The saved connections of this profile: URLs in a document, tokens in the secret store.
 *
 * Returns a stored token only for the hosts it was entered for: after a change of host it must be entered again, so that a
 * compromised document cannot redirect it. The hosts are stored with the token, because the document on disk may be older or
 * modified. Called by the connections service.
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

const MAX_CONNECTIONS = 200;
const zConnectionsDocument = z.object({
  activeId: z.string().max(100),
  connections: z.array(zSavedConnection).max(MAX_CONNECTIONS),
});
type ConnectionsDocument = z.infer<typeof zConnectionsDocument>;

/**
 * All fields added since version 1 are optional: in 2 network, deals data, CID checker and preset, in 3 the v2 URL, in 4 headers. The
 * version rises because an older program would drop them when it saves.
 */
const MIGRATIONS: Migrations = { 1: (data) => data, 2: (data) => data, 3: (data) => data };
const EMPTY: ConnectionsDocument = { activeId: '', connections: [] };

/** A token or the text of the headers, with the hosts it was entered for in the form of `tokenTargets`. */
const zKeptToken = z.object({ token: z.string(), targets: z.array(z.string()) });

export interface Tokens {
  readonly token?: string;
  readonly minerToken?: string;
  /** As entered, one per line. */
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
  /** Why a stored token could not be used at the last attempt, by its name in the secret store. */
  readonly #unusable = new Map<string, string>();
  #content = EMPTY;
  #loadFailure: unknown;
  #isNewDocument = false;
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

  /** Message about a damaged document; undefined if it is intact. */
  get problem(): ConnectionsState['problem'] {
    if (this.#loadFailure !== undefined) {
      const reason = this.#loadFailure instanceof Error ? this.#loadFailure.message : 'Could not read the saved endpoints.';
      return { message: `${reason} Changes are not saved until this is fixed.`, isBlocking: true };
    }
    const kept = this.#document.keptAside.join(' and ');
    if (kept === '') {
      return undefined;
    }
    const message = this.#isNewDocument
      ? `The unreadable file is kept as ${kept}. Endpoints are saved in a new file.`
      : `The saved endpoints were damaged. The file is kept as ${kept}, and the previous version was restored.`;
    return { message, isBlocking: false };
  }

  /** @throws SextantError `disk-failure`; saving is then disabled, so that the file stays unchanged */
  async load(): Promise<void> {
    try {
      this.#content = await this.#document.load();
    } catch (error) {
      this.#loadFailure = error;
      throw error;
    }
  }

  /**
   * Sets an unreadable document aside and starts an empty one.
   *
   * @throws SextantError `forbidden` if the document could be read; `disk-failure`
   */
  setAside(): Promise<void> {
    return this.#next(async () => {
      if (this.#loadFailure === undefined) {
        throw new SextantError('forbidden', 'The saved endpoints are readable and are kept.');
      }
      await this.#document.setAside();
      this.#loadFailure = undefined;
      this.#isNewDocument = true;
    });
  }

  find(id: string): SavedConnection | undefined {
    return this.#content.connections.find((connection) => connection.id === id);
  }

  /** Whether the locked vault seals a token of this connection. */
  async isTokenLocked({ id, ...saved }: SavedConnection): Promise<boolean> {
    const locked = await Promise.all(SECRETS.map(({ has, nameOf }) => this.#isLocked(saved[has], nameOf(id))));
    return locked.includes(true);
  }

  /** @throws SextantError `vault-locked` if the locked vault seals one of them */
  async tokensOf(connection: SavedConnection): Promise<Tokens> {
    const read = await Promise.all(
      SECRETS.map(async ({ field, has, nameOf, urlsOf }) => {
        const secret = connection[has] ? await this.#readToken(nameOf(connection.id), urlsOf(connection)) : undefined;
        return secret === undefined ? [] : [[field, secret] as const];
      }),
    );
    return Object.fromEntries(read.flat());
  }

  /** Why a stored token of this connection could not be used at the last attempt. Reads no secret. */
  tokenProblemOf({ id }: SavedConnection): string | undefined {
    return SECRETS.map(({ nameOf }) => this.#unusable.get(nameOf(id))).find((problem) => problem !== undefined);
  }

  /** The tokens for a draft of a saved connection: its own, or the stored ones if the hosts are unchanged. */
  async tokensForDraft(connection: SavedConnection, draft: ConnectionDraft): Promise<Tokens> {
    refuseOtherTargets(connection, draft);
    // Read only stored tokens that the draft needs: an entered token needs no unlocked vault.
    const kept = SECRETS.map(({ field, has }) => [has, connection[has] && draft[field] === undefined] as const);
    const stored = await this.tokensOf({ ...connection, ...Object.fromEntries(kept) });
    const typed = SECRETS.flatMap(({ field }) => (draft[field] === undefined ? [] : [[field, draft[field]] as const]));
    return { ...stored, ...Object.fromEntries(typed) };
  }

  add(id: string, draft: ConnectionDraft): Promise<void> {
    return this.#change(async (content) => {
      if (content.connections.length >= MAX_CONNECTIONS) {
        throw new SextantError('invalid-input', `The limit of ${MAX_CONNECTIONS} endpoints is reached. Remove one to add another.`);
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
      // Delete the tokens first, so that an interruption leaves no orphaned token.
      for (const { nameOf } of SECRETS) {
        await this.#secrets.delete(nameOf(id));
        this.#unusable.delete(nameOf(id));
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

  /** Runs changes one after the other. */
  #next(run: () => Promise<void>): Promise<void> {
    const result = this.#lastChange.then(run, run);
    this.#lastChange = result.catch(() => undefined);
    return result;
  }

  /** Read a token; undefined if it cannot be read, because a locked keyring must not prevent the app from starting. */
  async #readToken(name: string, urls: Urls): Promise<string | undefined> {
    this.#unusable.delete(name);
    try {
      const kept = await this.#secrets.get(name);
      if (kept === undefined) {
        this.#unusable.set(name, 'The token is missing from the secret store. Enter it again.');
        return undefined;
      }
      return this.#tokenFor(name, kept, urls);
    } catch (error) {
      if (error instanceof SextantError && error.code === 'vault-locked') {
        throw error;
      }
      this.#logger.error('A stored token cannot be read', { name, error });
      const reason = error instanceof SextantError ? `${error.message} ` : '';
      this.#unusable.set(name, `Could not read the token. ${reason}Enter it again if this persists.`);
      return undefined;
    }
  }

  /** The token, if it was entered for the hosts of all URLs. */
  #tokenFor(name: string, kept: string, urls: Urls): string | undefined {
    const parsed = zKeptToken.safeParse(parseJson(kept));
    if (!parsed.success) {
      // Earlier versions stored the bare token.
      return kept;
    }
    const { token, targets } = parsed.data;
    if ([...tokenTargets(urls)].every((target) => targets.includes(target))) {
      return token;
    }
    this.#logger.error('A stored token was entered for another host and is not sent', { name });
    this.#unusable.set(name, 'The token was entered for another host. Enter it again to use it here.');
    return undefined;
  }

  /** False if the secret store cannot be read, since unlocking the vault would not help. */
  async #isLocked(has: boolean, name: string): Promise<boolean> {
    try {
      return has && (await this.#secrets.isLocked?.(name)) === true;
    } catch (error) {
      this.#logger.error('A stored token cannot be read', { name, error });
      return false;
    }
  }

  /** One after the other, because the secret store writes a single file. */
  async #saveTokens(id: string, draft: ConnectionDraft, current: SavedConnection | undefined): Promise<Pick<SavedConnection, HasSecret>> {
    const kept = { hasToken: false, hasMinerToken: false, hasHeaders: false };
    for (const { field, has, nameOf, urlsOf } of SECRETS) {
      kept[has] = await this.#saveToken(nameOf(id), draft[field], urlsOf(draft), current?.[has] ?? false);
    }
    return kept;
  }

  /** An absent token keeps the stored one, an empty token removes it. */
  async #saveToken(name: string, token: string | undefined, urls: Urls, hasStored: boolean): Promise<boolean> {
    if (token === undefined) {
      return hasStored;
    }
    this.#unusable.delete(name);
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

const TOKEN_AGAIN = 'The host has changed. Enter the token again or remove it: a stored token is sent only to its original host.';

/** The secrets of a connection: the flag that reports each, its name in the secret store, and the URLs it is sent to. */
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
    again: 'The host has changed. Enter the headers again or remove them: stored headers are sent only to their original host.',
  },
];

function savedOf(id: string, draft: ConnectionDraft, has: Pick<SavedConnection, HasSecret>): SavedConnection {
  const { token: _token, minerToken: _minerToken, headers: _headers, ...addresses } = draft;
  return { id, ...addresses, ...has };
}

function requireSaved(content: ConnectionsDocument, id: string): SavedConnection {
  const found = content.connections.find((connection) => connection.id === id);
  if (found === undefined) {
    throw new SextantError('not-found', 'No such endpoint.');
  }
  return found;
}

function refuseTakenName(content: ConnectionsDocument, name: string, exceptId?: string): void {
  if (content.connections.some((other) => other.id !== exceptId && other.name.toLowerCase() === name.toLowerCase())) {
    throw new SextantError('name-taken', 'Another endpoint has this name.', {
      details: { fields: { name: 'Another endpoint has this name.' } },
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
    throw new SextantError('invalid-input', 'The host has changed. Enter tokens and headers again.', { details: { fields } });
  }
}
