/**
 * Connections to a database server: over TLS with a checked certificate, or openly where the URL says so.
 *
 * Trusts nothing of the environment: host, user, password and encryption are those that it is given, not those of PG* variables. Refuses
 * to go on without TLS where the URL asks for it. Called by the engine and the store of datasets.
 */
import { readFile } from 'node:fs/promises';
import { Client, type ClientConfig } from 'pg';
import { ServerFailed, type ServerUse, serverFailure } from './server-failure.ts';
import type { ServerAddress } from './server-url.ts';

export interface ServerLogin {
  readonly address: ServerAddress;
  /** Asked for when the server wants one, where it is a function. */
  readonly password?: string | (() => Promise<string>) | undefined;
}

const CONNECT_TIMEOUT_MS = 15_000;
/** So that a text or number means the same whatever the role or the database is set to. */
const SESSION = "SET client_encoding = 'UTF8'; SET bytea_output = 'hex'; SET DateStyle = 'ISO'; SET TimeZone = 'UTC'";

/** What `pg` takes. Made once for the connections of an engine: the file of the CA is read now. */
export async function clientConfig({ address, password }: ServerLogin): Promise<ClientConfig> {
  const { host, port, database, user, sslMode, caFile } = address;
  let ca: string | undefined;
  if (caFile !== undefined) {
    try {
      ca = await readFile(caFile, 'utf8');
    } catch {
      throw new ServerFailed('certificate', `The CA file ${caFile} could not be read. Check its path in sslrootcert.`);
    }
  }
  return {
    host,
    port,
    database,
    user,
    // An empty one: `pg` would look for another in the environment and in a file.
    password: password ?? '',
    ssl: sslMode === 'disable' ? false : { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    application_name: 'Sextant',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

export interface ServerSession {
  readonly client: Client;
  /** Its number on the server, which a statement of it is cancelled by. */
  readonly backend: number;
  /** Nothing can be asked any more. */
  isLost: boolean;
}

/** A connection, set up by `settings`. @throws ServerFailed */
export async function connect(config: ClientConfig, address: ServerAddress, settings = ''): Promise<ServerSession> {
  const client = new Client(config);
  const session = { client, backend: 0, isLost: false };
  // A connection that breaks while nothing is asked is noticed by the next question.
  client.on('error', () => {
    session.isLost = true;
  });
  client.on('end', () => {
    session.isLost = true;
  });
  try {
    await client.connect();
    await client.query(`${SESSION}${settings === '' ? '' : `; ${settings}`}`);
    const { rows } = await client.query<[number, string]>({
      text: "SELECT pg_backend_pid(), current_setting('server_encoding')",
      rowMode: 'array',
    });
    const [backend = 0, encoding] = rows[0] ?? [];
    if (encoding !== 'UTF8') {
      throw new ServerFailed('format', `The database ${address.database} is encoded in ${encoding}. Create one with ENCODING 'UTF8'.`);
    }
    return Object.assign(session, { backend });
  } catch (error) {
    await client.end();
    throw serverFailure(error, address, 'connect');
  }
}

/** Runs something on a connection of its own. @throws ServerFailed */
export async function withConnection<T>(login: ServerLogin, use: ServerUse, run: (client: Client) => Promise<T>): Promise<T> {
  const { client } = await connect(await clientConfig(login), login.address);
  try {
    return await run(client);
  } catch (error) {
    throw serverFailure(error, login.address, use);
  } finally {
    await client.end();
  }
}
