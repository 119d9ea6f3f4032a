/**
 * Connections to a database server: over TLS with a verified certificate, or unencrypted if the URL says so.
 *
 * Ignores the environment: host, user, password and encryption are the given ones, not PG* variables. Fails without TLS if the URL
 * requires it. Used by the engine and the store of datasets.
 */

import { readFile } from 'node:fs/promises';
import { Client, type ClientConfig } from 'pg';
import { defined } from '../../../shared/collections/defined.ts';
import { ServerFailed, type ServerUse, serverFailure } from './server-failure.ts';
import type { ServerAddress } from './server-url.ts';

export interface ServerLogin {
  readonly address: ServerAddress;
  /** A function is called when the server requires a password. */
  readonly password?: string | (() => Promise<string>) | undefined;
}

const CONNECT_TIMEOUT_MS = 15_000;
/** Fixed settings, independent of the role's and the database's defaults. */
const SESSION = "SET client_encoding = 'UTF8'; SET bytea_output = 'hex'; SET DateStyle = 'ISO'; SET TimeZone = 'UTC'";

/** Configuration for `pg`, created once per engine: reads the CA file. */
export async function clientConfig({ address, password }: ServerLogin): Promise<ClientConfig> {
  const { host, port, database, user, sslMode, caFile } = address;
  let ca: string | undefined;
  if (caFile !== undefined) {
    try {
      ca = await readFile(caFile, 'utf8');
    } catch {
      throw new ServerFailed('certificate', `Could not read the CA file ${caFile}. Check its path in sslrootcert.`);
    }
  }
  return {
    host,
    port,
    database,
    user,
    // Empty, or `pg` would look for one in the environment and in a file.
    password: password ?? '',
    ssl: sslMode === 'disable' ? false : { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...defined({ ca }) },
    application_name: 'Sextant',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

export interface ServerSession {
  readonly client: Client;
  /** Backend process ID, for cancelling statements. */
  readonly backend: number;
  /** Whether the connection is closed. */
  isLost: boolean;
}

/** Open a connection with `settings`. @throws ServerFailed */
export async function connect(config: ClientConfig, address: ServerAddress, settings = ''): Promise<ServerSession> {
  const client = new Client(config);
  const session = { client, backend: 0, isLost: false };
  // A connection that breaks while idle is noticed by the next query.
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

/** Run with a separate connection. @throws ServerFailed */
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
