import type { RecordedBody, RecordedCall } from '../../electron/services/inspector/call-source.ts';
import type { CallSummary } from '../../shared/ipc/schemas/inspector.ts';

/** A recorded body. */
export function recordedBody(text: string, facts: Partial<RecordedBody['facts']> = {}): RecordedBody {
  const bytes = new TextEncoder().encode(text);
  return {
    facts: { sizeBytes: bytes.length, recordedBytes: bytes.length, isTruncated: false, isJson: /^\s*[[{]/.test(text), ...facts },
    read: async (offset, lengthBytes) => bytes.slice(offset, offset + lengthBytes),
  };
}

export interface RecordedCallParts extends Partial<Omit<RecordedCall, 'summary' | 'request' | 'response'>> {
  readonly summary?: Partial<CallSummary>;
  readonly request?: string | RecordedBody;
  readonly response?: string | RecordedBody;
}

/** A recorded call; defaults to a successful ChainHead. */
export function recordedCall({ summary, request, response, ...rest }: RecordedCallParts = {}): RecordedCall {
  const method = summary?.method ?? 'Filecoin.ChainHead';
  const asked = request ?? `{"jsonrpc":"2.0","id":1,"method":"${method}","params":[]}`;
  const requestBody = typeof asked === 'string' ? recordedBody(asked) : asked;
  const responseBody = typeof response === 'string' ? recordedBody(response) : response;
  return {
    url: 'http://127.0.0.1:1234/rpc/v1',
    requestHeaders: { 'Content-Type': 'application/json' },
    ...rest,
    summary: {
      id: 1,
      atMs: 1_700_000_000_000,
      connectionId: 'test',
      connectionName: 'Test',
      method,
      transport: 'http',
      kind: 'call',
      status: 'ok',
      paramsPreview: '[]',
      requestBytes: requestBody.facts.sizeBytes,
      ...(responseBody === undefined ? {} : { responseBytes: responseBody.facts.sizeBytes }),
      cause: 'test',
      ...summary,
    },
    request: requestBody,
    ...(responseBody === undefined ? {} : { response: responseBody }),
  };
}
