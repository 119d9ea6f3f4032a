/**
 * The call inspector: what was recorded, why it failed, and calls written by hand.
 *
 * Shows recordings only, which hold no secrets. A call written by hand goes to the active connection as it is written.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallDetail } from '../../../shared/ipc/schemas/inspector.ts';
import { explainFailure } from '../../../shared/rpc/explain.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { CallRecorder, RecordedCall } from './call-recorder.ts';
import { curlCommand } from './curl-command.ts';

export interface InspectorServiceOptions {
  readonly recorder: CallRecorder;
  readonly connections: Pick<ActiveConnectionSource, 'requireActive'>;
}

export class InspectorService {
  readonly #recorder: CallRecorder;
  readonly #connections: Pick<ActiveConnectionSource, 'requireActive'>;

  constructor(options: InspectorServiceOptions) {
    this.#recorder = options.recorder;
    this.#connections = options.connections;
  }

  /** @throws SextantError `not-found` when the recording has been dropped */
  async getCall(id: number): Promise<CallDetail> {
    const call = this.#recorder.get(id);
    if (call === undefined) {
      throw new SextantError('not-found', 'This call is no longer recorded: the inspector keeps the latest 2000.');
    }
    const { summary, url, requestHeaders, request, response, isRequestTruncated, isResponseTruncated } = call;
    const explanation = explain(call);
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
}

function explain({ summary, failure }: RecordedCall): CallDetail['explanation'] {
  if (failure === undefined) {
    return undefined;
  }
  const { layer, httpStatus, nodeCode, nodeMessage } = failure;
  return explainFailure({
    method: summary.method,
    layer,
    message: nodeMessage ?? failure.message,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(nodeCode === undefined ? {} : { code: nodeCode }),
  });
}
