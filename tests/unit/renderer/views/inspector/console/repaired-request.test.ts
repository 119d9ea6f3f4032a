import { describe, expect, it } from 'vitest';
import {
  changedPaths,
  paramName,
  paramsOfRepair,
  type RequestRepair,
  repairBlocker,
} from '../../../../../../renderer/views/inspector/console/repaired-request.ts';
import type { CallDetail } from '../../../../../../shared/ipc/schemas/inspector.ts';

const sent = '{"jsonrpc":"2.0","method":"Filecoin.ChainGetTipSetByHeight","params":[12345678901234567890, 0],"id":1}';

function repair(more: Partial<RequestRepair> = {}): RequestRepair {
  return {
    kind: 'request',
    method: 'Filecoin.ChainGetTipSetByHeight',
    request: '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainGetTipSetByHeight","params":[12345678901234567890,null]}',
    note: '0 became null, the head.',
    blanks: [],
    ...more,
  };
}

const call = { sendAgainTo: { to: 'node', connectionId: 'c' } } as CallDetail;

it.each([
  ['/rpc/v1', 'tipsetKey'],
  ['/rpc/v2', 'tipsetSelector'],
])('a parameter has the name of the version at %s', (path, name) => {
  const called = { summary: { method: 'Filecoin.ChainGetTipSet' }, url: `http://127.0.0.1:1234${path}` } as CallDetail;
  expect(paramName(called, 0)).toBe(name);
});

describe('a repaired request', () => {
  it('keeps its digits and names what changed', () => {
    expect(paramsOfRepair(repair())).toBe('[12345678901234567890,null]');
    expect(changedPaths(sent, repair())).toEqual(['params[1]']);
    expect(changedPaths(sent, repair({ method: 'Filecoin.ChainGetTipSet' }))).toEqual(['method', 'params[1]']);
  });

  it('goes out with one press only where nothing can go wrong', () => {
    expect(repairBlocker(call, repair())).toBeUndefined();
    expect(repairBlocker({} as CallDetail, repair())).toMatch(/endpoint is not saved here/);
    expect(repairBlocker(call, repair({ blanks: ['address'] }))).toMatch(/address/);
    expect(repairBlocker(call, repair({ request: '{"params":["[masked]"]}' }))).toMatch(/masked/);
    expect(repairBlocker(call, repair({ method: 'Filecoin.MpoolPush' }))).toMatch(/may change the node/);
    expect(repairBlocker(call, repair({ method: 'eth_sendRawTransaction' }))).toMatch(/may change the node/);
    expect(repairBlocker(call, repair({ method: 'Filecoin.Unheard' }))).toMatch(/does not know/);
  });
});
