/**
 * Probes of the token's permissions.
 *
 * Makes only calls that change nothing: LogList and LogAlerts are lists without parameters that need `write` and `admin` (Lotus
 * api/api_common.go). No such call needs `sign`, so that permission comes from AuthVerify. Calls with a wrong number of parameters
 * would not help: go-jsonrpc checks the number before the permission. The token itself is never part of a finding.
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
    return { status: 'good', value: 'none', meaning: 'Without a token, a node permits reads.' };
  }
  const inToken = tokenPermissions(token);
  // PassportTap removes the token from the recorded request.
  const verified = await endpoint.ask('AuthVerify', [token], {
    why: 'token permissions',
    schema: z.array(z.string().max(20)).max(20),
  });
  if (verified.ok) {
    found.permissions = known(verified.value);
    return {
      status: 'good',
      value: found.permissions.join(', ') || 'nothing',
      meaning: 'As reported by the node (AuthVerify).',
    };
  }
  if (inToken === undefined) {
    return {
      status: 'unknown',
      value: 'unknown',
      meaning: `The token lists no permissions, and AuthVerify failed: ${failureWords(verified.error)}.`,
    };
  }
  found.permissions = inToken;
  const isRefused = verified.error.code === 'node-error' || verified.error.code === 'endpoint-unauthorised';
  return {
    status: isRefused ? 'bad' : 'good',
    value: inToken.join(', ') || 'nothing',
    meaning: isRefused
      ? `Claimed by the token, but the node rejects it: ${failureWords(verified.error)}.`
      : 'Claimed by the token; the node does not serve AuthVerify.',
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
    const answer = await endpoint.ask(method, [], { why: `permission ${permission}`, schema: z.unknown() });
    if (answer.ok) permitted.push(permission);
    else if (answer.error.code === 'endpoint-unauthorised') refused.push(permission);
  }
  if (permitted.length === 0 && refused.length === 0) {
    return { status: 'unknown', value: 'not testable', meaning: 'This endpoint serves neither LogList nor LogAlerts.' };
  }
  const hasToken = endpoint.target.token !== undefined && endpoint.target.token !== '';
  const tried = [...permitted.map((name) => `${name} yes`), ...refused.map((name) => `${name} no`)].join(', ');
  if (permitted.length > 0 && !hasToken) {
    return { status: 'limited', value: tried, meaning: 'Permitted without a token: anyone who reaches the node can do this.' };
  }
  if (found.permissions === undefined) {
    found.permissions = ['read', ...permitted];
  }
  return { status: 'good', value: tried, meaning: 'Tested with LogList and LogAlerts, which change nothing.' };
}

export const ACCESS_PROBES: readonly Probe[] = [
  { id: 'token', group: 'access', label: 'Token', run: probeToken },
  { id: 'permissions', group: 'access', label: 'Tested permissions', run: probePermissions },
];
