/**
 * Requests custom endpoints from the practice service, polls until they are decided, and saves approved ones as connections.
 *
 * Calls only the URL that the embedded node reports; replies are untrusted. Tokens go from the reply into the saved connection and
 * nowhere else. Requests are listed until Sextant exits; the connections are saved.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';
import {
  type EndpointRequest,
  type EndpointWishes,
  zEndpointRequest,
  zServiceNetwork,
} from '../../../shared/ipc/schemas/endpoint-requests.ts';
import type { Clock, HostedPractice, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';

const POLL_MS = 2_000;
const TIMEOUT_MS = 10_000;
const MAX_KEPT = 50;

const zTime = z.iso.datetime().transform((text) => Date.parse(text));
const zAnswer = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  status: zEndpointRequest.shape.status,
  network: zServiceNetwork,
  permissions: z.array(z.string().max(20)).max(10),
  usage: z.object({ requestsPerMinute: z.number() }),
  requestedAt: zTime,
  reason: z.string().max(1_000).optional(),
  expiresAt: zTime.optional(),
  endpoint: z.object({ httpUrl: z.string().max(2_000), wsUrl: z.string().max(2_000), token: z.string().max(8_000) }).optional(),
});
type Answer = z.infer<typeof zAnswer>;
const zRefusal = z.object({ error: z.string().max(1_000) });

export interface EndpointRequestsOptions {
  readonly practice: HostedPractice | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly addConnection: (draft: ConnectionDraft) => Promise<{ id: string }>;
}

export class EndpointRequests {
  readonly slice = new ValueTopic<EndpointRequest[]>([]);
  readonly #options: EndpointRequestsOptions;
  readonly #logger: Logger;
  readonly #abort = new AbortController();
  #cancelPoll: (() => void) | undefined;
  #isPolling = false;

  constructor(options: EndpointRequestsOptions) {
    this.#options = options;
    this.#logger = options.logger.child('endpoint-requests');
  }

  async request({ purpose, requestsPerMinute, ...wishes }: EndpointWishes): Promise<{ id: string }> {
    if (this.slice.get().length >= MAX_KEPT)
      throw new SextantError('forbidden', 'Too many requests since Sextant started. Restart Sextant to send more.');
    const body = JSON.stringify({ ...wishes, usage: { requestsPerMinute, purpose } });
    const answer = await this.#ask('', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    this.slice.set([rowOf(answer), ...this.slice.get()]);
    this.#poll();
    return { id: answer.id };
  }

  /** Withdraws a pending request or revokes an approved endpoint. */
  async withdraw(id: string): Promise<void> {
    this.#known(id);
    this.#update(rowOf(await this.#ask(`/${id}`, { method: 'DELETE' })));
  }

  /** Retries saving the connection of an approved request, for example after the vault was locked. */
  async save(id: string): Promise<void> {
    this.#known(id);
    await this.#follow(id);
    const { problem } = this.#known(id);
    if (problem !== undefined) throw new SextantError('endpoint-bad-reply', problem);
  }

  stop(): void {
    this.#abort.abort();
    this.#cancelPoll?.();
  }

  /** Polls while a request is pending. */
  #poll(): void {
    if (this.#isPolling || this.#abort.signal.aborted) return;
    const pending = this.slice.get().filter(({ status }) => status === 'pending');
    if (pending.length === 0) return;
    this.#cancelPoll?.();
    this.#cancelPoll = this.#options.clock.after(POLL_MS, () => {
      this.#isPolling = true;
      void Promise.all(pending.map(({ id }) => this.#follow(id))).finally(() => {
        this.#isPolling = false;
        this.#poll();
      });
    });
  }

  async #follow(id: string): Promise<void> {
    try {
      const answer = await this.#ask(`/${id}`, { method: 'GET' });
      this.#update(rowOf(answer));
      await this.#saveConnection(answer);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      this.#logger.warn('A request for a custom endpoint could not be followed', { problem });
      const row = this.slice.get().find((known) => known.id === id);
      if (row !== undefined) this.#update({ ...row, problem });
    }
  }

  async #saveConnection({ id, network, endpoint }: Answer): Promise<void> {
    const { practice, addConnection } = this.#options;
    const row = this.#known(id);
    if (practice === undefined || endpoint === undefined || row.status !== 'approved' || row.connectionId !== undefined) return;
    const saved = await addConnection({
      name: `Practice ${network}, ${id.slice(0, 6)}`,
      httpUrl: endpoint.httpUrl,
      wsUrl: endpoint.wsUrl,
      apiVersion: 'v1',
      namespace: 'Filecoin',
      token: endpoint.token,
      ...(network === 'mainnet' ? { dealsDataUrl: practice.deals, cidCheckerUrl: practice.cidChecker } : {}),
    });
    this.#update({ ...row, connectionId: saved.id });
  }

  async #ask(path: string, init: RequestInit): Promise<Answer> {
    const { practice } = this.#options;
    if (practice === undefined) {
      throw new SextantError('capability-missing', 'The practice service is not running. Start Sextant with --hosted.');
    }
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    let content: unknown;
    try {
      const response = await fetch(`${practice.custom}${path}`, { ...init, signal, redirect: 'error' });
      content = await response.json();
    } catch (error) {
      throw new SextantError('endpoint-unreachable', 'The practice service did not answer.', { cause: error });
    }
    const answer = zAnswer.safeParse(content);
    if (answer.success) return answer.data;
    const refusal = zRefusal.safeParse(content);
    throw new SextantError(
      'endpoint-bad-reply',
      refusal.success
        ? `The practice service refused the request: ${refusal.data.error}`
        : 'The practice service returned an invalid response.',
    );
  }

  #known(id: string): EndpointRequest {
    const row = this.slice.get().find((request) => request.id === id);
    if (row === undefined) throw new SextantError('not-found', 'No such request.');
    return row;
  }

  /** Updates one row, keeping the connection that was saved for it. */
  #update(row: EndpointRequest): void {
    this.slice.set(
      this.slice.get().map((known) => {
        if (known.id !== row.id) return known;
        return known.connectionId === undefined ? row : { ...row, connectionId: known.connectionId };
      }),
    );
  }
}

function rowOf({ id, network, permissions, usage, requestedAt, status, reason, expiresAt }: Answer): EndpointRequest {
  return {
    id,
    network,
    permissions,
    requestsPerMinute: usage.requestsPerMinute,
    requestedAtMs: requestedAt,
    status,
    ...defined({ reason, expiresAtMs: expiresAt }),
  };
}
