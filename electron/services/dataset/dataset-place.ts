/**
 * Location of datasets: this machine, or a database server.
 *
 * The password is in the secret store, sealed like a connection's token, and bound to the user, server and encryption it was entered for;
 * it is never sent elsewhere, nor to the document. Called by the dataset service.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { DatasetPlace, ServerCheck, ServerDraft } from '../../../shared/ipc/schemas/dataset.ts';
import type { ServerLogin } from '../../dataset/server/server-connection.ts';
import { ServerFailed } from '../../dataset/server/server-failure.ts';
import { type ServerDataset, ServerStore } from '../../dataset/server/server-store.ts';
import { formatServerUrl, isLoopbackHost, parseServerUrl, type ServerAddress, ServerUrlError } from '../../dataset/server/server-url.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths, SecretStore } from '../../platform/ports.ts';

const SECRET = 'dataset-server.password';
const zPlace = z.object({ isOnServer: z.boolean(), url: z.string().max(2000).optional() });
const zStoredPassword = z.object({ password: z.string(), target: z.string() });

export interface DatasetPlaceOptions {
  readonly paths: ProfilePaths;
  readonly secrets: SecretStore;
  readonly logger: Logger;
}

export class DatasetPlaces {
  readonly #options: DatasetPlaceOptions;
  readonly #document: AtomicDocument<typeof zPlace>;
  #loading: Promise<z.output<typeof zPlace>> | undefined;
  /** By network, to reuse server connections. */
  readonly #stores = new Map<string, Promise<ServerStore>>();

  constructor(options: DatasetPlaceOptions) {
    this.#options = options;
    this.#document = new AtomicDocument({
      path: options.paths.file('dataset-place.json'),
      schema: zPlace,
      version: 1,
      initial: () => ({ isOnServer: false }),
      logger: options.logger,
    });
  }

  async get(): Promise<DatasetPlace> {
    const { isOnServer, url } = await this.#load();
    const hasPassword = (await this.#options.secrets.names()).includes(SECRET);
    return { isOnServer, hasPassword, ...defined({ url }) };
  }

  /** The server in use; undefined if datasets are on this machine. @throws SextantError `vault-locked` */
  async login(): Promise<ServerLogin | undefined> {
    const { isOnServer, url } = await this.#load();
    if (!isOnServer || url === undefined) return undefined;
    const address = parseServerUrl(url);
    return { address, password: await this.#storedPassword(address) };
  }

  /** The datasets of a network on the server in use. @throws as `login` */
  async storeOf(genesisCid: string): Promise<ServerStore | undefined> {
    if (!(await this.#load()).isOnServer) return undefined;
    let store = this.#stores.get(genesisCid);
    if (store === undefined) {
      store = this.#openStore(genesisCid);
      this.#stores.set(genesisCid, store);
      const opening = store;
      opening.catch(() => {
        if (this.#stores.get(genesisCid) === opening) this.#stores.delete(genesisCid);
      });
    }
    return store;
  }

  /** @throws SextantError `dataset-unavailable` */
  async sizeOf(genesisCid: string, dataset: ServerDataset): Promise<number> {
    try {
      return (await (await this.storeOf(genesisCid))?.sizeOf(dataset)) ?? 0;
    } catch (error) {
      throw serverError(error);
    }
  }

  /** @throws SextantError `invalid-input` for the URL, `dataset-unavailable` with the server's error */
  async test(draft: ServerDraft, genesisCid: string | undefined): Promise<ServerCheck> {
    const login = await this.#loginOf(draft);
    const store = new ServerStore({ login, network: genesisCid ?? '', folder: this.#options.paths.file('datasets') });
    try {
      const { version, canLoad } = await store.inspect();
      const { sslMode, host } = login.address;
      const transport = sslMode === 'verify-full' ? 'encrypted' : isLoopbackHost(host) ? 'local' : 'open';
      const rows = (await store.current())?.about.rows;
      return { url: formatServerUrl(login.address), version, transport, canLoad, ...defined({ rows }) };
    } catch (error) {
      throw serverError(error);
    } finally {
      await store.close();
    }
  }

  /** Test the server, then use it. @throws SextantError as `test` */
  async selectServer(draft: ServerDraft): Promise<DatasetPlace> {
    const login = await this.#loginOf(draft);
    await this.test(draft, undefined);
    if (draft.password === '') await this.#options.secrets.delete(SECRET);
    else if (draft.password !== undefined) {
      await this.#options.secrets.set(SECRET, JSON.stringify({ password: draft.password, target: targetOf(login.address) }));
    }
    return this.#save({ isOnServer: true, url: formatServerUrl(login.address) });
  }

  async selectThisMachine(): Promise<DatasetPlace> {
    return this.#save({ ...(await this.#load()), isOnServer: false });
  }

  async forget(): Promise<DatasetPlace> {
    await this.#options.secrets.delete(SECRET);
    return this.#save({ isOnServer: false });
  }

  /** Close the connections to the server. */
  async close(): Promise<void> {
    const stores = [...this.#stores.values()];
    this.#stores.clear();
    for (const store of stores) await (await store.catch(() => undefined))?.close();
  }

  async #openStore(genesisCid: string): Promise<ServerStore> {
    const login = await this.login();
    if (login === undefined) throw new Error('datasets are on this machine');
    return new ServerStore({ login, network: genesisCid, folder: this.#options.paths.file('datasets', genesisCid) });
  }

  #load(): Promise<z.output<typeof zPlace>> {
    this.#loading ??= this.#document.load();
    return this.#loading;
  }

  async #save(place: z.output<typeof zPlace>): Promise<DatasetPlace> {
    await this.#document.save(place);
    this.#loading = Promise.resolve(place);
    await this.close();
    return this.get();
  }

  async #loginOf({ url, password }: ServerDraft): Promise<ServerLogin> {
    try {
      const address = parseServerUrl(url);
      return { address, password: password ?? (await this.#storedPassword(address)) };
    } catch (error) {
      if (!(error instanceof ServerUrlError)) throw error;
      throw new SextantError('invalid-input', error.message, { details: { fields: { url: error.message } } });
    }
  }

  /** The password, if it was entered for this user and server. */
  async #storedPassword(address: ServerAddress): Promise<string | undefined> {
    let text: string | undefined;
    try {
      text = await this.#options.secrets.get(SECRET);
    } catch (error) {
      if (!(error instanceof SextantError && error.code === 'vault-locked')) throw error;
      throw new SextantError(
        'vault-locked',
        'The password of the database server is sealed by the vault, which is locked. Unlock it to use the server.',
        {
          retryable: true,
        },
      );
    }
    if (text === undefined) return undefined;
    const { password, target } = zStoredPassword.parse(JSON.parse(text));
    return target === targetOf(address) ? password : undefined;
  }
}

/** Convert a server error for documents. Errors of a worker keep only their name. */
export function serverError(error: unknown): unknown {
  const isServer = error instanceof ServerFailed || (error instanceof Error && error.name === 'ServerFailed');
  return isServer ? new SextantError('dataset-unavailable', error.message, { retryable: true }) : error;
}

/** The URL without the database: a password is bound to user, server and encryption. */
function targetOf(address: ServerAddress): string {
  return formatServerUrl({ ...address, database: 'any' });
}
