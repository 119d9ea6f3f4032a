/**
 * A PostgreSQL server for a test file, on a free port of 127.0.0.1.
 *
 * It does not run as root: root starts it as the user postgres or nobody, in a folder of that user. It ends with `stop`, and when the
 * test process ends in any way: its parent shell reads a pipe from it.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { eventually } from './eventually.ts';

export const SUPERUSER = 'sextant_admin';
export const SUPERUSER_PASSWORD = 'correct horse battery';

export interface PostgresServer {
  readonly port: number;
  /** Run a statement as superuser. */
  run(sql: string, database?: string): Promise<readonly (readonly unknown[])[]>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Certificate and key files; enables TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string };
}

/** Data does not outlive the test, so fsync is off. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  shared_buffers: '16MB',
  max_connections: '40',
  autovacuum: 'off',
};

export async function startPostgres({ tls }: PostgresServerOptions = {}): Promise<PostgresServer> {
  const { findPostgres } = (await import(new URL('../../build/lib/postgres.mjs', import.meta.url).href)) as {
    findPostgres: () => string | undefined;
  };
  const programs = findPostgres();
  if (programs === undefined) throw new Error('No PostgreSQL server is installed. npm test installs it on Debian.');
  const owner = await serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'sextant-postgres-'));
  const [data, password, certificate, key] = ['data', 'password', 'server.crt', 'server.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const own = async (file: string): Promise<void> => {
    if (owner !== undefined) await chown(file, owner.uid, owner.gid);
  };
  await own(folder);
  await writeFile(password, SUPERUSER_PASSWORD);
  await own(password);
  if (tls !== undefined) {
    await copyFile(tls.certificate, certificate);
    await copyFile(tls.key, key);
    await chmod(key, 0o600);
    await own(certificate);
    await own(key);
  }
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['-D', data, '-U', SUPERUSER, `--pwfile=${password}`, '-A', 'scram-sha-256', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { cwd: folder, ...owner },
  );
  const port = await freePort();
  const settings = {
    ...SETTINGS,
    port: String(port),
    ...(tls === undefined ? {} : { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key }),
  };
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      '"$@" & server=$!; cat >/dev/null; kill -QUIT $server; wait $server',
      'sh',
      join(programs, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { cwd: folder, stdio: ['pipe', 'ignore', 'pipe'], ...owner },
  );
  const exited = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000);
  });
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const run: PostgresServer['run'] = async (sql, database = 'postgres') => {
    const client = new Client({ host: '127.0.0.1', port, user: SUPERUSER, password: SUPERUSER_PASSWORD, database, ssl: false });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  };
  try {
    await eventually(() => /ready to accept connections/.test(log), 'the PostgreSQL server');
  } catch (error) {
    await stop();
    throw new Error(`The PostgreSQL server did not start: ${log}`, { cause: error });
  }
  return { port, run, stop };
}

/** Undefined if this process can run the server itself. */
async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (entry === undefined) throw new Error('A PostgreSQL server does not run as root, and there is no user postgres or nobody.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
