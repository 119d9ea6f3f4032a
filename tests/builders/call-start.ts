import type { CallStart } from '../../electron/rpc/call-tap.ts';

/** What a node client tells when it sends ChainHead; what a test says is different. */
export function callStart(change: Partial<CallStart> = {}): CallStart {
  return {
    connectionId: 'c',
    connectionName: 'C',
    method: 'Filecoin.ChainHead',
    transport: 'http',
    kind: 'call',
    url: 'http://host/rpc/v1',
    requestHeaders: { 'Content-Type': 'application/json' },
    request: '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}',
    paramsText: '[]',
    cause: 'test',
    ...change,
  };
}
