/** Parses and formats URLs of database servers. They never contain a password. */

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** `verify-full`: encrypted with a verified certificate and host name; `disable`: not encrypted. */
  readonly sslMode: 'verify-full' | 'disable';
  /** Path of a file with CA certificates to trust instead of the default ones. */
  readonly caFile?: string;
}

/** Invalid server URL; the message is for the user and does not contain the input. */
export class ServerUrlError extends Error {
  override readonly name = 'ServerUrlError';
}

const FORM = 'postgresql://USER@HOST:5432/DATABASE';
const DEFAULT_PORT = 5432;
const SCHEME = /^postgres(?:ql)?:\/\//i;

/** @throws ServerUrlError */
export function parseServerUrl(text: string): ServerAddress {
  const trimmed = text.trim();
  const url = SCHEME.test(trimmed) ? URL.parse(trimmed) : null;
  if (url === null) throw new ServerUrlError(`Not a database server URL. Enter it as ${FORM}.`);
  if (url.password !== '') {
    throw new ServerUrlError('The URL contains a password. Remove it and enter it separately, because URLs are shown and logged.');
  }
  const host = decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const [user, database] = [decode(url.username), decode(url.pathname.replace(/^\//, ''))];
  if (host === '' || host.includes(',')) throw new ServerUrlError(`The URL must have exactly one host. Enter it as ${FORM}.`);
  if (user === '') throw new ServerUrlError(`The URL has no user. Enter it as ${FORM}.`);
  if (database === '' || database.includes('/')) throw new ServerUrlError(`The URL has no database. Enter it as ${FORM}.`);
  for (const name of url.searchParams.keys()) {
    if (name !== 'sslmode' && name !== 'sslrootcert') {
      throw new ServerUrlError(`Unknown parameter ${name.slice(0, 40)} in the URL. Supported: sslmode, sslrootcert.`);
    }
  }
  const caFile = url.searchParams.get('sslrootcert') ?? undefined;
  const sslMode = url.searchParams.get('sslmode') ?? (isLoopbackHost(host) && caFile === undefined ? 'disable' : 'verify-full');
  if (sslMode !== 'verify-full' && sslMode !== 'disable') {
    throw new ServerUrlError(
      `sslmode=${sslMode.slice(0, 40)} does not verify the server’s identity. Use sslmode=verify-full, with sslrootcert=FILE for your own CA, or sslmode=disable for no encryption.`,
    );
  }
  if (sslMode === 'disable' && caFile !== undefined) {
    throw new ServerUrlError('sslrootcert has no effect with sslmode=disable. Remove one of them.');
  }
  return {
    host,
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    database,
    user,
    sslMode,
    ...(caFile === undefined ? {} : { caFile }),
  };
}

/** Format for storage and display; `parseServerUrl` parses it back. */
export function formatServerUrl({ host, port, database, user, sslMode, caFile }: ServerAddress): string {
  const parameters = new URLSearchParams({ sslmode: sslMode, ...(caFile === undefined ? {} : { sslrootcert: caFile }) });
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return `postgresql://${encodeURIComponent(user)}@${shownHost}:${port}/${encodeURIComponent(database)}?${parameters}`;
}

/** Whether the host is this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ServerUrlError(`The URL has an invalid % sequence. Enter it as ${FORM}.`);
  }
}
