/** Error messages for database server failures: what failed, why, what to do. They never contain a password. */
import type { ServerAddress } from './server-url.ts';

/** `busy`: retry later. `replaced`: the dataset was replaced by a newer one; reopen it. */
export type ServerFailureKind = 'unreachable' | 'credentials' | 'certificate' | 'forbidden' | 'format' | 'full' | 'busy' | 'replaced';

export class ServerFailed extends Error {
  override readonly name = 'ServerFailed';
  readonly kind: ServerFailureKind;

  constructor(kind: ServerFailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** Purpose of the access, which determines the message. */
export type ServerUse = 'connect' | 'read' | 'load';

/** Convert known failures to ServerFailed; returns other errors unchanged. */
export function serverFailure(error: unknown, { host, port, database, user, sslMode }: ServerAddress, use: ServerUse): unknown {
  if (!(error instanceof Error) || error instanceof ServerFailed) return error;
  const at = `${host}:${port}`;
  const failed = (kind: ServerFailureKind, message: string): ServerFailed => new ServerFailed(kind, message);
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed('unreachable', `Could not connect to ${host}: no DNS address for it. Check the host in the URL.`);
    case 'ECONNREFUSED':
      return failed(
        'unreachable',
        `Could not connect to ${at}: connection refused. Check that the server is running and listens on that address.`,
      );
    case 'ETIMEDOUT':
      return failed('unreachable', `Could not connect to ${at}: timed out. Check the address and the firewall.`);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return failed('unreachable', `Could not connect to ${at}: no route to it. Check the network.`);
    case 'ECONNRESET':
    case 'EPIPE':
    case '57P01':
    case '08006':
      return failed('unreachable', `The connection to ${at} was lost. Try again.`);
    case '57P03':
      return failed('busy', `${at} is starting or stopping. Try again in a moment.`);
    case '53300':
      return failed('busy', `${at} has no free connection. Try again, or raise max_connections on the server.`);
    case '28P01':
      return failed('credentials', `${at} rejected the password of ${user}. Enter the password again.`);
    case '28000':
      return failed(
        'credentials',
        `${at} rejected the connection of ${user} ${sslMode === 'disable' ? 'without encryption' : 'over TLS'}. Check the role and pg_hba.conf on the server.`,
      );
    case '3D000':
      return failed('unreachable', `${at} has no database ${database}. Create it, or change the URL.`);
    case '42501':
      return failed('forbidden', forbiddenSentence(use, user, database));
    case '25006':
      return failed('forbidden', `${at} is read-only, for example a standby. Load into the primary server.`);
    case '53100':
      return failed('full', `The disk of ${at} is full. The dataset in use was not changed. Free some space and load again.`);
    case '42P01':
    case '3F000':
      return failed('replaced', 'The dataset was replaced by a newer one while it was being read. Try again.');
    case 'CERT_HAS_EXPIRED':
      return failed('certificate', `The certificate of ${at} has expired. Renew it on the server.`);
    case 'CERT_NOT_YET_VALID':
      return failed('certificate', `The certificate of ${at} is not valid yet. Check the clocks of both machines.`);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed('certificate', `The certificate of ${at} is for another host. Use the host name that the certificate contains.`);
    default:
  }
  if (CERTIFICATE_CODES.has(code)) {
    return failed(
      'certificate',
      `The certificate of ${at} is not trusted. If the server uses its own CA, add the CA certificate to the URL as sslrootcert=FILE.`,
    );
  }
  if (/does not support SSL/.test(error.message)) {
    return failed(
      'certificate',
      `${at} does not offer TLS; nothing was sent. Enable TLS on the server, or add sslmode=disable to the URL to connect without encryption.`,
    );
  }
  if (code.startsWith('ERR_SSL') || /establishing an SSL connection/.test(error.message)) {
    return failed(
      'certificate',
      `Could not establish a TLS connection to ${at}. Check that it is a PostgreSQL server with TLS 1.2 or newer.`,
    );
  }
  if (/password must be/.test(error.message)) return failed('credentials', `${at} requires the password of ${user}. Enter it.`);
  if (/timeout expired/.test(error.message)) {
    return failed('unreachable', `Could not connect to ${at}: timed out. Check the address and the firewall.`);
  }
  if (/terminated|not queryable|closed the connection/.test(error.message)) {
    return failed('unreachable', `The connection to ${at} was lost. Try again.`);
  }
  return error;
}

function forbiddenSentence(use: ServerUse, user: string, database: string): string {
  if (use === 'load') return `The role ${user} has read access only. Load with a role that can create schemas in the database ${database}.`;
  if (use === 'read') return `The role ${user} cannot read the dataset. Grant it USAGE on the schemas and SELECT on the tables.`;
  return `The role ${user} cannot connect to the database ${database}. Grant it CONNECT.`;
}
