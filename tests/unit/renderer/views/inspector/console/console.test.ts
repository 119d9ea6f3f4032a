import { describe, expect, it } from 'vitest';
import { sideOfPath } from '../../../../../../renderer/views/inspector/call/side-of-path.ts';
import { draftOfRequest, emptyDraft, exampleParams, targetOf } from '../../../../../../renderer/views/inspector/console/console-draft.ts';
import { findMethods } from '../../../../../../renderer/views/inspector/console/find-methods.ts';
import { paramsPlace } from '../../../../../../renderer/views/inspector/console/params-place.ts';
import { lintCall } from '../../../../../../shared/rpc/lint.ts';
import { METHODS, methodFacts } from '../../../../../../shared/rpc/methods.ts';

describe('what a call begins with', () => {
  it('is the request that was recorded, digit for digit', () => {
    const calls = draftOfRequest('{"jsonrpc":"2.0","method":"Filecoin.StateGetActor","params":["f01", 123456789012345678901],"id":1}');
    expect(calls).toMatchObject([{ method: 'Filecoin.StateGetActor', params: '["f01", 123456789012345678901]' }]);
  });

  it('is every call of a batch', () => {
    const calls = draftOfRequest('[{"method":"a.B","params":[]},{"method":"a.C","params":{"x":1}},{"method":"a.D"}]');
    expect(calls?.map(({ method, params }) => [method, params])).toEqual([
      ['a.B', '[]'],
      ['a.C', '{"x": 1}'],
      ['a.D', ''],
    ]);
  });

  it('is nothing where the recording cannot be read', () => {
    expect(draftOfRequest('[{"method":"a.B"')).toBeUndefined();
    expect(draftOfRequest('[]')).toBeUndefined();
  });

  it('is an example that the lint has nothing against', () => {
    expect(emptyDraft('SectorsList').to).toBe('miner');
    for (const facts of METHODS) {
      const { name, api, isStream } = facts;
      const apiVersion = targetOf(facts, 'node') === 'v2' ? 'v2' : 'v1';
      const paramsText = exampleParams(name, apiVersion) ?? '';
      const errors = lintCall({ method: name, paramsText, api, apiVersion, transport: isStream ? 'ws' : 'http' }).filter(
        ({ severity }) => severity === 'error',
      );
      expect([name, errors]).toEqual([name, []]);
    }
  });
});

describe('where a call goes', () => {
  it.each([
    ['StateRewardDistribution', 'node', 'v2'],
    ['StateGetActor', 'v2', 'v2'],
    ['eth_chainId', 'v2', 'v2'],
    ['ChainHead', 'v2', 'node'],
    ['SectorsList', 'v2', 'miner'],
    ['StateGetActor', 'node', 'node'],
    ['ChainHead', 'miner', 'node'],
    ['NotInTheCatalogue', 'v2', 'v2'],
  ] as const)('%s, chosen for %s, is sent to %s', (method, chosen, expected) => {
    expect(targetOf(methodFacts(method), chosen)).toBe(expected);
  });

  it('decides the example', () => {
    expect(exampleParams('StateGetActor', 'v2')).toContain('"tag"');
    expect(exampleParams('StateGetActor', 'v1')).not.toContain('"tag"');
  });
});

describe('the completion of methods', () => {
  it.each([
    ['chainhead', 'ChainHead'],
    ['Filecoin.StateMinerPow', 'StateMinerPower'],
    ['minerpower', 'StateMinerPower'],
    ['gtsbh', 'ChainGetTipSetByHeight'],
  ])('%s finds %s first', (typed, name) => {
    expect(findMethods(typed)[0]?.name).toBe(name);
  });

  it('finds nothing for what no method is called', () => {
    expect(findMethods('zzzz')).toEqual([]);
  });
});

describe('the place of a cursor in parameters', () => {
  it.each([
    ['|', undefined, false],
    ['[|', 0, true],
    ['["a,b", |', 1, true],
    ['[{"/": "x"}, [1, 2|', 1, false],
    ['["\\"],|', 0, false],
    ['{"a": |', undefined, false],
    ['[1, 2]|', undefined, false],
  ])('%s', (text, index, isAtValue) => {
    const at = text.indexOf('|');
    expect(paramsPlace(text.replace('|', ''), at)).toMatchObject({ index, isAtValue });
  });
});

describe('the body in which a path stands', () => {
  it.each([
    ['result.Height', 'call', 'response'],
    ['error.message', 'call', 'response'],
    ['params[1]', 'call', 'request'],
    ['method', 'call', 'request'],
    ['params[1][0].Val', 'frame', 'response'],
  ] as const)('%s of a %s', (path, kind, side) => {
    expect(sideOfPath(path, kind)).toBe(side);
  });
});
