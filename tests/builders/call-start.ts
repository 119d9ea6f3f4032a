import type { CallStart } from '../../electron/rpc/call-tap.ts';

/** The start of a ChainHead call as a node client reports it, with overrides. */
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
