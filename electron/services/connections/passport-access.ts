/**
 * Probes: what the token permits.
 *
 * Nothing is tried that could change anything: LogList and LogAlerts are lists without parameters that need `write` and `admin`
 * (Lotus api/api_common.go), and for `sign` there is no such call, so the node's own reading of the token has to do. A wrong number
 * of parameters would tell nothing: go-jsonrpc refuses it before the permission is looked at. The token itself is never part of a
 * finding.
 */
import { z } from 'zod';
import { tokenPermissions } from '../../../shared/rpc/token-text.ts';
import type { Finding, Probe, ProbeContext } from './passport-probe.ts';
import { failureWords } from './passport-words.ts';

const zPermission = z.enum(['read', 'write', 'sign', 'admin']);

function known(allow: readonly string[]): readonly string[] {
  return zPermission.options.filter((permission) => allow.includes(permission));
}

async function probeToken({ endpoint, known: found }: ProbeContext): Promise<Finding> {
  const { token } = endpoint.target;
  if (token === undefined || token === '') {
    return { status: 'good', value: 'none', meaning: 'Without a token a bare node permits reading.' };
  }
  const inToken = tokenPermissions(token);
  // The token is taken out of the request before it is recorded.
  const verified = await endpoint.ask('AuthVerify', [token], {
    why: 'what the token permits',
    schema: z.array(z.string().max(20)).max(20),
  });
  if (verified.ok) {
    found.permissions = known(verified.value);
    return {
      status: 'good',
      value: found.permissions.join(', ') || 'nothing',
      meaning: 'As the node itself reads the token (AuthVerify).',
    };
  }
  if (inToken === undefined) {
    return {
      status: 'unknown',
      value: 'unknown',
      meaning: `The token carries no list of permissions, and the node does not read it: ${failureWords(verified.error)}.`,
    };
  }
  found.permissions = inToken;
  const isRefused = verified.error.code === 'node-error' || verified.error.code === 'endpoint-unauthorised';
  return {
    status: isRefused ? 'bad' : 'good',
    value: inToken.join(', ') || 'nothing',
    meaning: isRefused
      ? `So it says, but the node does not accept it: ${failureWords(verified.error)}.`
      : 'As the token says; the node does not serve AuthVerify.',
  };
}

const TRIED = [
  { permission: 'write', method: 'LogList' },
  { permission: 'admin', method: 'LogAlerts' },
] as const;

async function probePermissions({ endpoint, known: found }: ProbeContext): Promise<Finding> {
  const permitted: string[] = [];
  const refused: string[] = [];
  for (const { permission, method } of TRIED) {
    const answer = await endpoint.ask(method, [], { why: `is ${permission} permitted`, schema: z.unknown() });
    if (answer.ok) permitted.push(permission);
    else if (answer.error.code === 'endpoint-unauthorised') refused.push(permission);
  }
  if (permitted.length === 0 && refused.length === 0) {
    return { status: 'unknown', value: 'cannot be tried', meaning: 'The two lists that need write and admin are not served here.' };
  }
  const hasToken = endpoint.target.token !== undefined && endpoint.target.token !== '';
  const tried = [...permitted.map((name) => `${name} yes`), ...refused.map((name) => `${name} no`)].join(', ');
  if (permitted.length > 0 && !hasToken) {
    return { status: 'limited', value: tried, meaning: 'Anybody may do this here without a token: the node is open.' };
  }
  if (found.permissions === undefined) {
    found.permissions = ['read', ...permitted];
  }
  return { status: 'good', value: tried, meaning: 'Tried with two lists that change nothing (LogList, LogAlerts).' };
}

export const ACCESS_PROBES: readonly Probe[] = [
  { id: 'token', group: 'access', label: 'Token', run: probeToken },
  { id: 'permissions', group: 'access', label: 'Tried', run: probePermissions },
];
