/** A call written by hand is one call: its parameters cannot turn it into another, whose answer would then be shown unmasked. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../electron/rpc/json-rpc-client.ts';
import { staysOneValue } from '../../electron/rpc/stays-one-value.ts';
import { RecordingTap } from '../builders/recording-tap.ts';
import { type ScriptedNode, startScriptedNode } from '../fakes/scripted-node/scripted-node.ts';

let node: ScriptedNode;
let client: JsonRpcClient;

beforeEach(async () => {
  node = await startScriptedNode();
  const tap = new RecordingTap();
  client = new JsonRpcClient({
    connectionId: 'c',
    connectionName: 'C',
    httpUrl: node.httpUrl,
    namespace: 'Filecoin',
    tap,
    clock: systemClock,
  });
});

afterEach(async () => {
  client.close();
  await node.stop();
});

describe('parameters', () => {
  test.each([
    '[],"method":"Filecoin.WalletExport"',
    '[],"METHOD":"Filecoin.WalletExport"',
    '["f1"],"method":"Filecoin.WalletExport"} trailing',
    '[]},{"jsonrpc":"2.0","id":9,"method":"Filecoin.AuthNew","params":["admin"]',
    '"a","method":"Filecoin.AuthNew"',
    '1 , "x":[',
    '}',
  ])('%s never leave this machine', async (params) => {
    await expect(client.sendRaw('ChainHead', params, { cause: 'user' })).rejects.toMatchObject({ code: 'invalid-input' });
    expect(node.requests).toEqual([]);
  });

  test('that are one value go out, with whatever texts are in them', async () => {
    for (const params of ['[]', '["],\\"method\\":\\"x"]', '[{"a":[1,2]},"}"]', ' [1, 2] ', '"text, with } and ]"', '']) {
      await client.sendRaw('ChainHead', params, { cause: 'user' });
    }
    expect(node.requests.map(({ call }) => call.method)).toEqual(Array<string>(6).fill('Filecoin.ChainHead'));
  });

  test('any JSON is one value; whatever else is let through adds no field to the request', () => {
    fc.assert(fc.property(fc.json(), (text) => staysOneValue(text)));
    const pieces = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '"method"', '1', ' ', '[]', '{}', '"x":1');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const request = parseObject(`{"method":"a","params":${text}}`);
        return !staysOneValue(text) || request === undefined || Object.keys(request).join() === 'method,params';
      }),
      { numRuns: 20_000 },
    );
  });
});

function parseObject(text: string): object | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
