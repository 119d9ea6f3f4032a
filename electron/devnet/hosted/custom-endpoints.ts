/**
 * Custom endpoints: requested, decided, issued with their own token and URL, expired and revoked.
 *
 * Requesters are untrusted. IDs cannot be guessed; anyone with an ID can read the decision, including the token, and withdraw the
 * request. Only the node's control URL, or the automatic rule if enabled, decides. A token is valid for its own endpoint only.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { JsonValue } from '../rpc/json-writer.ts';
import type { RpcPath } from '../rpc/rpc-path.ts';
import { PERMISSIONS, type Permission, type TokenIssuer } from '../rpc/tokens.ts';
import { CallLimit } from './call-limit.ts';
import type { ApiVersion } from './hosted-network.ts';
import { HOSTED_NETWORKS, type HostedNetworkName } from './hosted-options.ts';
import { answerService, readJsonBody, replyJson, requireMethod, ServiceError } from './service-reply.ts';

const MAX_BODY_BYTES = 10_000;
const MAX_TEXT = 500;
/** Maximum requests; the oldest decided ones without an endpoint are removed. */
const MAX_KEPT = 200;
const MAX_REQUESTS_PER_MINUTE = 6_000;
const ID_BYTES = 16;
const LIFETIME_SECONDS = 30 * 86_400;
const MAX_LIFETIME_SECONDS = 365 * 86_400;
/** Maximum delay of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const OWNER_ONLY = 0o600;
/** Permissions granted: the service has no keys and users cannot administer it. */
const GRANTED: readonly Permission[] = ['read', 'write'];

const zRequest = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  network: z.enum(HOSTED_NETWORKS),
  requestsPerMinute: z.number().int(),
  purpose: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  contact: z.string(),
  requestedAtMs: z.number(),
  decision: z
    .discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('refused'), atMs: z.number(), reason: z.string() }),
      z.object({
        outcome: z.literal('approved'),
        atMs: z.number(),
        permissions: z.array(z.enum(PERMISSIONS)),
        expiresAtMs: z.number(),
        revokedAtMs: z.number().optional(),
      }),
    ])
    .optional(),
});
type EndpointRequest = z.infer<typeof zRequest>;
type Approval = Extract<EndpointRequest['decision'], { outcome: 'approved' }>;

/** An active endpoint. */
interface OpenEndpoint {
  readonly token: string;
  readonly permissions: readonly Permission[];
  readonly limit: CallLimit;
  readonly closing: AbortController;
  readonly timer: NodeJS.Timeout;
}

/** Host and request handler of a network. */
interface CustomNetwork {
  /** Host and port. */
  readonly host: string;
  path(version: ApiVersion): Pick<RpcPath, 'table' | 'check' | 'isJsonOnly'>;
}

export interface CustomEndpointsOptions {
  readonly issuer: TokenIssuer;
  /** Base URL of requests. */
  readonly url: string;
  readonly networks: Readonly<Record<HostedNetworkName, CustomNetwork>>;
  /** See `HostedOptions.decisionMs`. */
  readonly decisionMs?: number | undefined;
  /** File of requests, to survive restarts. */
  readonly file?: string | undefined;
  readonly now?: () => number;
}

export class CustomEndpoints {
  readonly #options: CustomEndpointsOptions;
  readonly #now: () => number;
  readonly #requests = new Map<string, EndpointRequest>();
  readonly #open = new Map<string, OpenEndpoint>();

  /** Throws if the file of an earlier run cannot be read. */
  constructor(options: CustomEndpointsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const { file } = options;
    if (file === undefined || !existsSync(file)) return;
    for (const request of z.array(zRequest).parse(JSON.parse(readFileSync(file, 'utf8')))) {
      this.#requests.set(request.id, request);
      this.#openIfApproved(request);
    }
  }

  /** Find the handler of an endpoint of a network; undefined if it never existed. */
  find(network: HostedNetworkName, path: string): RpcPath | undefined {
    const [, id = '', version = ''] = /^\/([0-9a-f]{32})\/rpc\/(v[01])$/.exec(path) ?? [];
    const request = this.#requests.get(id);
    if (request?.network !== network || request.decision?.outcome !== 'approved') return undefined;
    const open = this.#openOf(id);
    return {
      ...this.#options.networks[network].path(version as ApiVersion),
      permissionsOf: (authorization, queryToken) => {
        const given = authorization === undefined || authorization === '' ? queryToken : bearerOf(authorization);
        return open !== undefined && given !== null && isSameText(given, open.token) ? open.permissions : undefined;
      },
      ...(open === undefined ? {} : { takeTurn: () => open.limit.take(), signal: open.closing.signal }),
    };
  }

  /** Handle a request at or below the base URL. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    return answerService(request, response, async () => {
      if (path === '' || path === '/') {
        requireMethod(request, 'POST');
        const made = this.#make(await readJsonBody(request, MAX_BODY_BYTES));
        return replyJson(response, 202, this.#json(made), { Location: `${this.#options.url}/${made.id}` });
      }
      requireMethod(request, 'GET', 'HEAD', 'DELETE');
      const found = this.#settled(path.slice(1));
      if (found === undefined) throw new ServiceError(404, 'Request not found.');
      if (request.method === 'DELETE') this.#giveUp(found);
      replyJson(response, 200, this.#json(this.#requests.get(found.id) ?? found));
    });
  }

  /** Return requests, newest first, for the operator. */
  list(): JsonValue {
    return [...this.#requests.keys()].reverse().flatMap((id) => {
      const request = this.#settled(id);
      return request === undefined ? [] : [this.#json(request)];
    });
  }

  /** Approve a pending request, with the requested permissions or fewer. */
  approve(id: string, permissions?: readonly Permission[], lifetimeSeconds: number = LIFETIME_SECONDS): JsonValue {
    const request = this.#pending(id);
    if (!Number.isInteger(lifetimeSeconds) || lifetimeSeconds < 1 || lifetimeSeconds > MAX_LIFETIME_SECONDS) {
      throw new ServiceError(400, `The lifetime is a whole number of seconds from 1 to ${MAX_LIFETIME_SECONDS}.`);
    }
    const granted = request.permissions.filter((permission) => permissions === undefined || permissions.includes(permission));
    if (granted.length === 0) throw new ServiceError(400, 'None of these permissions was requested.');
    const atMs = this.#now();
    return this.#decide(request, {
      outcome: 'approved',
      atMs,
      permissions: granted,
      // Whole seconds, as in the token.
      expiresAtMs: (Math.floor(atMs / 1_000) + lifetimeSeconds) * 1_000,
    });
  }

  refuse(id: string, reason: string): JsonValue {
    return this.#decide(this.#pending(id), { outcome: 'refused', atMs: this.#now(), reason: reason.slice(0, MAX_TEXT) });
  }

  /** Revoke an endpoint: its token becomes invalid and open connections are closed. */
  revoke(id: string): JsonValue {
    const request = this.#requests.get(id);
    if (request?.decision?.outcome !== 'approved') throw new ServiceError(404, 'Endpoint not found.');
    if (request.decision.revokedAtMs !== undefined) return this.#json(request);
    return this.#decide(request, { ...request.decision, revokedAtMs: this.#now() });
  }

  /** Close open endpoints. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.#end(id);
  }

  #make(body: Readonly<Record<string, unknown>>): EndpointRequest {
    const { network, permissions, usage, contact } = body;
    const known = HOSTED_NETWORKS.find((name) => name === network);
    if (known === undefined) throw new ServiceError(400, `The field network is one of ${HOSTED_NETWORKS.join(', ')}.`);
    if (!Array.isArray(permissions) || permissions.length === 0 || permissions.some((name) => !PERMISSIONS.includes(name))) {
      throw new ServiceError(400, `The field permissions lists some of ${PERMISSIONS.join(', ')}.`);
    }
    const { requestsPerMinute, purpose } = (typeof usage === 'object' && usage !== null ? usage : {}) as Record<string, unknown>;
    if (typeof requestsPerMinute !== 'number' || !Number.isInteger(requestsPerMinute) || requestsPerMinute < 1) {
      throw new ServiceError(400, 'The field usage.requestsPerMinute is a whole number of at least 1.');
    }
    if (typeof contact !== 'string' || contact.trim() === '' || contact.length > MAX_TEXT) {
      throw new ServiceError(400, `The field contact is required: how to reach you, at most ${MAX_TEXT} characters.`);
    }
    if (purpose !== undefined && (typeof purpose !== 'string' || purpose.length > MAX_TEXT)) {
      throw new ServiceError(400, `The field usage.purpose is text of at most ${MAX_TEXT} characters.`);
    }
    this.#makeRoom();
    const request: EndpointRequest = {
      id: randomBytes(ID_BYTES).toString('hex'),
      network: known,
      requestsPerMinute,
      purpose: typeof purpose === 'string' ? purpose.trim() : '',
      permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
      contact: contact.trim(),
      requestedAtMs: this.#now(),
    };
    this.#requests.set(request.id, request);
    this.#save();
    return request;
  }

  #makeRoom(): void {
    if (this.#requests.size < MAX_KEPT) return;
    for (const { id, decision } of this.#requests.values()) {
      if (decision === undefined || this.#openOf(id) !== undefined) continue;
      this.#requests.delete(id);
      return;
    }
    throw new ServiceError(503, 'Too many requests are open. Try again later.');
  }

  /** Find a request by ID; applies the automatic rule if it is due. */
  #settled(id: string): EndpointRequest | undefined {
    const request = this.#requests.get(id);
    const { decisionMs } = this.#options;
    if (request === undefined || request.decision !== undefined || decisionMs === undefined) return request;
    if (this.#now() < request.requestedAtMs + decisionMs) return request;
    const reason = reasonToRefuse(request);
    if (reason === undefined) this.approve(id);
    else this.refuse(id, reason);
    return this.#requests.get(id);
  }

  #pending(id: string): EndpointRequest {
    const request = this.#requests.get(id);
    if (request === undefined) throw new ServiceError(404, 'Request not found.');
    if (request.decision !== undefined) throw new ServiceError(409, 'The request has already been decided.');
    return request;
  }

  #giveUp(request: EndpointRequest): void {
    if (request.decision?.outcome === 'approved') this.revoke(request.id);
    else if (request.decision === undefined) this.refuse(request.id, 'Withdrawn by the requester.');
  }

  #decide(request: EndpointRequest, decision: NonNullable<EndpointRequest['decision']>): JsonValue {
    const decided = { ...request, decision };
    this.#requests.set(request.id, decided);
    this.#save();
    if (decision.outcome === 'approved' && decision.revokedAtMs === undefined) this.#openIfApproved(decided);
    else this.#end(request.id);
    return this.#json(decided);
  }

  #openIfApproved({ id, decision, requestsPerMinute }: EndpointRequest): void {
    if (decision?.outcome !== 'approved' || statusOf(decision, this.#now()) !== 'approved') return;
    const leftMs = Math.min(decision.expiresAtMs - this.#now(), MAX_TIMER_MS);
    this.#open.set(id, {
      token: this.#tokenOf(id, decision),
      permissions: decision.permissions,
      limit: new CallLimit(requestsPerMinute, this.#now),
      closing: new AbortController(),
      timer: setTimeout(() => this.#openOf(id), leftMs).unref(),
    });
  }

  /** Return an active endpoint. */
  #openOf(id: string): OpenEndpoint | undefined {
    const decision = this.#requests.get(id)?.decision;
    if (decision?.outcome === 'approved' && statusOf(decision, this.#now()) === 'approved') return this.#open.get(id);
    this.#end(id);
    return undefined;
  }

  #end(id: string): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    clearTimeout(open?.timer);
    open?.closing.abort();
  }

  /** JSON of a request; deterministic. */
  #tokenOf(id: string, { permissions, atMs, expiresAtMs }: Approval): string {
    return this.#options.issuer.issue(permissions, {
      jti: id,
      iat: Math.floor(atMs / 1_000),
      exp: expiresAtMs / 1_000,
    });
  }

  #save(): void {
    const { file } = this.#options;
    if (file === undefined) return;
    const part = `${file}.part`;
    writeFileSync(part, JSON.stringify([...this.#requests.values()]), { mode: OWNER_ONLY });
    renameSync(part, file);
  }

  #json(request: EndpointRequest): JsonValue {
    const { id, network, permissions, requestsPerMinute, purpose, contact, requestedAtMs, decision } = request;
    return {
      id,
      url: `${this.#options.url}/${id}`,
      status: decision === undefined ? 'pending' : decision.outcome === 'refused' ? 'refused' : statusOf(decision, this.#now()),
      network,
      permissions,
      usage: { requestsPerMinute, purpose },
      contact,
      requestedAt: timeText(requestedAtMs),
      ...(decision === undefined ? {} : { decidedAt: timeText(decision.atMs) }),
      ...(decision?.outcome === 'refused' ? { reason: decision.reason } : {}),
      ...(decision?.outcome === 'approved' && this.#openOf(id) !== undefined ? { endpoint: this.#endpointJson(request, decision) } : {}),
      ...(decision?.outcome === 'approved' ? { expiresAt: timeText(decision.expiresAtMs) } : {}),
    };
  }

  #endpointJson({ id, network, requestsPerMinute }: EndpointRequest, approval: Approval): JsonValue {
    const address = `${this.#options.networks[network].host}/${id}`;
    const token = this.#tokenOf(id, approval);
    return {
      httpUrl: `http://${address}/rpc/v1`,
      wsUrl: `ws://${address}/rpc/v1`,
      token,
      // In the form of FULLNODE_API_INFO: clients append the path of the API version.
      apiInfo: `${token}:http://${address}`,
      permissions: approval.permissions,
      requestsPerMinute,
    };
  }
}

/** The automatic rule. */
function reasonToRefuse({ permissions, requestsPerMinute }: EndpointRequest): string | undefined {
  const denied = permissions.filter((permission) => !GRANTED.includes(permission));
  if (denied.length > 0) {
    return `Permissions ${denied.join(' and ')} are not granted: the service holds no keys. Request ${GRANTED.join(' and ')}.`;
  }
  if (requestsPerMinute > MAX_REQUESTS_PER_MINUTE) return `At most ${MAX_REQUESTS_PER_MINUTE} requests a minute are granted.`;
  return undefined;
}

function statusOf({ expiresAtMs, revokedAtMs }: Approval, now: number): 'approved' | 'expired' | 'revoked' {
  if (revokedAtMs !== undefined) return 'revoked';
  return now < expiresAtMs ? 'approved' : 'expired';
}

const timeText = (atMs: number): string => new Date(atMs).toISOString();

function bearerOf(authorization: string): string | null {
  return authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : null;
}

/** Constant-time comparison of digests, which have equal length. */
function isSameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
