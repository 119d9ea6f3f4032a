/** URL of a database server that a dataset is on: what it means and how it is shown. A password is never part of it. */

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** `verify-full`: encrypted, and the certificate belongs to the host; `disable`: not encrypted. */
  readonly sslMode: 'verify-full' | 'disable';
  /** Path of a file with the certificates of the CA that is trusted in place of the usual ones. */
  readonly caFile?: string;
}

/** The URL is not one of a server; the message is a sentence for the person, without the text that was typed. */
export class ServerUrlError extends Error {
  override readonly name = 'ServerUrlError';
}

const FORM = 'postgresql://USER@HOST:5432/DATABASE';
const DEFAULT_PORT = 5432;
const SCHEME = /^postgres(?:ql)?:\/\//i;

/** Whether a text is meant as the URL of a server. */
export function isServerUrl(text: string): boolean {
  return SCHEME.test(text.trim());
}

/** @throws ServerUrlError */
export function parseServerUrl(text: string): ServerAddress {
  const trimmed = text.trim();
  const url = SCHEME.test(trimmed) ? URL.parse(trimmed) : null;
  if (url === null) throw new ServerUrlError(`Not the URL of a database server. Enter it as ${FORM}.`);
  if (url.password !== '') {
    throw new ServerUrlError('The URL contains a password. Remove it from the URL and enter it separately: a URL is shown and logged.');
  }
  const host = decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const [user, database] = [decode(url.username), decode(url.pathname.replace(/^\//, ''))];
  if (host === '' || host.includes(',')) throw new ServerUrlError(`The URL names no single host. Enter it as ${FORM}.`);
  if (user === '') throw new ServerUrlError(`The URL names no user. Enter it as ${FORM}.`);
  if (database === '' || database.includes('/')) throw new ServerUrlError(`The URL names no database. Enter it as ${FORM}.`);
  for (const name of url.searchParams.keys()) {
    if (name !== 'sslmode' && name !== 'sslrootcert') {
      throw new ServerUrlError(`Unknown parameter ${name.slice(0, 40)} in the URL. Known: sslmode, sslrootcert.`);
    }
  }
  const caFile = url.searchParams.get('sslrootcert') ?? undefined;
  const sslMode = url.searchParams.get('sslmode') ?? (isLoopbackHost(host) && caFile === undefined ? 'disable' : 'verify-full');
  if (sslMode !== 'verify-full' && sslMode !== 'disable') {
    throw new ServerUrlError(
      `sslmode=${sslMode.slice(0, 40)} does not make sure which server answers. Use sslmode=verify-full, with sslrootcert=FILE for your own CA, or sslmode=disable for no encryption.`,
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

/** As it is kept and shown; `parseServerUrl` reads it back. */
export function formatServerUrl({ host, port, database, user, sslMode, caFile }: ServerAddress): string {
  const parameters = new URLSearchParams({ sslmode: sslMode, ...(caFile === undefined ? {} : { sslrootcert: caFile }) });
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return `postgresql://${encodeURIComponent(user)}@${shownHost}:${port}/${encodeURIComponent(database)}?${parameters}`;
}

/** This machine: what is sent to it does not cross a network. */
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
