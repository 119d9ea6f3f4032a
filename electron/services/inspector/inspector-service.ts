/**
 * The call inspector: what was recorded, why it failed, and calls written by hand.
 *
 * Shows recordings only, which hold no secrets. A call written by hand goes to the active connection as it is written.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { CallDetail } from '../../../shared/ipc/schemas/inspector.ts';
import { explainFailure } from '../../../shared/rpc/explain.ts';
import type { Repair } from '../../../shared/rpc/repair.ts';
import { MASK } from '../../platform/redact.ts';
import { parseLosslessJson, writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { CallRecorder, RecordedCall } from './call-recorder.ts';
import { curlCommand } from './curl-command.ts';

export interface InspectorServiceOptions {
  readonly recorder: CallRecorder;
  readonly connections: Pick<ActiveConnectionSource, 'requireActive'>;
  /** The head of the active connection. */
  readonly head: { get(): Pick<HeadState, 'connectionId' | 'head'> };
}

export class InspectorService {
  readonly #recorder: CallRecorder;
  readonly #connections: Pick<ActiveConnectionSource, 'requireActive'>;
  readonly #head: InspectorServiceOptions['head'];

  constructor(options: InspectorServiceOptions) {
    this.#recorder = options.recorder;
    this.#connections = options.connections;
    this.#head = options.head;
  }

  /** @throws SextantError `not-found` when the recording has been dropped */
  async getCall(id: number): Promise<CallDetail> {
    const call = this.#recorder.get(id);
    if (call === undefined) {
      throw new SextantError('not-found', 'This call is no longer recorded: the inspector keeps the latest 2000.');
    }
    const { summary, url, requestHeaders, request, response, isRequestTruncated, isResponseTruncated } = call;
    const explanation = explain(call, this.#headEpochOf(call));
    return {
      summary,
      url,
      requestHeaders: { ...requestHeaders },
      request,
      isRequestTruncated,
      isResponseTruncated,
      curl: curlCommand(call),
      ...(response === undefined ? {} : { response }),
      ...(explanation === undefined ? {} : { explanation }),
    };
  }

  /** Sends a call as written to the active node; resolves with the recording's id whatever the node answers. */
  async sendCall(call: { method: string; params: string }): Promise<{ id: number }> {
    const { client } = await this.#connections.requireActive();
    return client.sendRaw(call.method, call.params, { cause: 'user' });
  }

  async clearCalls(): Promise<void> {
    this.#recorder.clear();
  }

  /** The head says nothing about a call to another connection. */
  #headEpochOf(call: RecordedCall): number | undefined {
    const { connectionId, head } = this.#head.get();
    return connectionId === call.summary.connectionId ? head?.height : undefined;
  }
}

/** From the recording alone, which is masked: what it says may be copied. */
function explain(call: RecordedCall, headEpoch: number | undefined): CallDetail['explanation'] {
  const { summary, failure, request } = call;
  if (failure === undefined) {
    return undefined;
  }
  const { layer, httpStatus, nodeCode, nodeMessage } = failure;
  const recorded = readRequest(request);
  const explanation = explainFailure({
    method: summary.method,
    layer,
    message: nodeMessage ?? failure.message,
    apiVersion: /\/rpc\/v0\b/.test(call.url) ? 'v0' : 'v1',
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(nodeCode === undefined ? {} : { code: nodeCode }),
    ...(headEpoch === undefined ? {} : { headEpoch }),
    ...(recorded === undefined ? {} : { params: recorded.params }),
  });
  const { title, cause, fix, repair } = explanation;
  return { layer: explanation.layer, title, cause, fix, ...(repair === undefined ? {} : { repair: shownRepair(repair) }) };
}

type ShownRepair = NonNullable<NonNullable<CallDetail['explanation']>['repair']>;

function shownRepair(repair: Repair): ShownRepair {
  if (repair.kind === 'message') {
    return { ...repair, changes: repair.changes.map((change) => ({ ...change })) };
  }
  const { kind, method, note } = repair;
  const request = writeLosslessJson({ jsonrpc: '2.0', id: 1, method, params: repair.params });
  return { kind, method, request, note, blanks: [...repair.blanks, ...(request.includes(MASK) ? ['what is masked'] : [])] };
}

/** The parameters of a recorded request; undefined where the recording is cut short or is no request. */
function readRequest(request: string): { readonly params: unknown } | undefined {
  try {
    const value = parseLosslessJson(request);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { params: 'params' in value ? value.params : undefined }
      : undefined;
  } catch {
    // A recording cut short is no JSON any more; there is nothing to correct then.
    return undefined;
  }
}
