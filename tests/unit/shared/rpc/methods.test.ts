import { describe, expect, it } from 'vitest';
import {
  fullMethodName,
  isRemovedMethod,
  METHODS,
  methodFacts,
  V0_METHODS,
  v0ParamNames,
  v2ParamNames,
} from '../../../../shared/rpc/methods.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface PublishedMethod {
  api: string;
  name: string;
  params: { type: string }[];
  perm: string;
}

describe('catalogue of methods', () => {
  const { methods } = readSharedJson<{ methods: PublishedMethod[] }>('methods.json');

  it('agrees with the published interface in name, permission and number of parameters', () => {
    for (const method of METHODS) {
      const api = method.api === 'miner' ? 'miner' : 'v1';
      // Of release 1.37, whose document is not published yet.
      if (method.name === 'StateRewardDistribution') continue;
      const found = method.isV2Only ? 'v2' : api;
      const published = methods.find((candidate) => candidate.api === found && candidate.name === `Filecoin.${method.name}`);
      expect(published, method.name).toBeDefined();
      expect(method.permission, method.name).toBe(published?.perm);
      // What takes its parameters as they come is published with one; the catalogue names what may be in them.
      const isRaw = published?.params[0]?.type === 'jsonrpc.RawParams';
      expect(method.isLastOptional, method.name).toBe(isRaw);
      if (!isRaw) expect(method.params.length, method.name).toBe(published?.params.length);
      expect(new Set(method.params).size, method.name).toBe(method.params.length);
    }
    const full = METHODS.filter(({ api, isV2Only }) => api === 'full' && !isV2Only);
    checked(full.length, 280, 'methods of the full node');
    checked(methods.filter(({ api }) => api === 'v1').length, full.length, 'published methods of the full node');
    checked(METHODS.filter(({ api }) => api === 'miner').length, 55, 'methods of the storage miner');
  });

  it('has every method of /rpc/v2 with its parameters, and no other one', () => {
    const v2 = methods.filter(({ api }) => api === 'v2');
    for (const { name, params } of v2) {
      const isRaw = params[0]?.type === 'jsonrpc.RawParams';
      if (isRaw) expect(v2ParamNames(name), name).toBeDefined();
      else expect(v2ParamNames(name), name).toHaveLength(params.length);
      const selector = params.findIndex(({ type }) => type === 'types.TipSetSelector');
      expect(v2ParamNames(name)?.indexOf('tipsetSelector'), name).toBe(selector);
    }
    const served = METHODS.filter(({ name }) => v2ParamNames(name) !== undefined).map(({ name }) => `Filecoin.${name}`);
    expect(new Set(served)).toEqual(new Set([...v2.map(({ name }) => name), 'Filecoin.StateRewardDistribution']));
    checked(v2.length, 53, 'published methods of v2');
  });

  it('knows every market method of 1.23 that is gone, of the node and of the storage miner, and takes none of today for one', () => {
    const old = readSharedJson<{ methods: PublishedMethod[] }>('methods-v1.23.3.json').methods;
    const today = new Set(methods.map(({ name }) => name));
    const gone = new Set(
      old
        .filter(({ api, name }) => ['v0', 'v1', 'miner'].includes(api) && !today.has(name))
        .map(({ name }) => name.slice('Filecoin.'.length)),
    );
    const markets = [...gone].filter((name) => !name.startsWith('Raft'));
    for (const name of markets) expect(isRemovedMethod(name), name).toBe(true);
    for (const name of today) expect(isRemovedMethod(name.slice('Filecoin.'.length)), name).toBe(false);
    checked(markets.length, 74, 'methods that were removed with the markets');
  });

  it('has the parameters of /rpc/v0 where they are others', () => {
    const published = (api: string) => new Map(methods.filter((method) => method.api === api).map((method) => [method.name, method]));
    const [v0, v1] = [published('v0'), published('v1')];
    const differing = [...v0.values()].filter(({ name, params }) => v1.get(name)?.params.length !== params.length);
    for (const { name, params } of differing) expect(v0ParamNames(name.slice(9)), name).toHaveLength(params.length);
    checked(differing.length, 10, 'methods with other parameters in v0');
    expect(V0_METHODS).toHaveLength(differing.filter(({ name }) => !v1.has(name)).length);
  });

  it('names every method once and finds it with any namespace', () => {
    expect(new Set(METHODS.map(({ name }) => name)).size).toBe(METHODS.length);
    expect(methodFacts('Filecoin.ChainNotify')?.isStream).toBe(true);
    expect(methodFacts('Node.StateMarketDeals')?.isHeavy).toBe(true);
    expect(methodFacts('ChainHead')).toMatchObject({ permission: 'read', isHeavy: false, isStream: false });
    expect(methodFacts('Filecoin.Nothing')).toBeUndefined();
  });

  it('puts the namespace before every name but those that nodes serve without one', () => {
    const { aliases } = readSharedJson<{ aliases: Record<string, string> }>('method-aliases.json');
    for (const [alias, full] of Object.entries(aliases)) {
      expect(fullMethodName(alias, 'Filecoin')).toBe(alias);
      expect(fullMethodName(full, 'Node')).toBe(full);
      expect(fullMethodName(full.slice('Filecoin.'.length), 'Filecoin')).toBe(full);
    }
    for (const [alias, full] of Object.entries(aliases)) expect(methodFacts(alias), alias).toMatchObject({ alias, name: full.slice(9) });
    checked(Object.keys(aliases).length, 42, 'names without a namespace');
    checked(METHODS.filter(({ alias }) => alias !== undefined).length, 42, 'catalogued names without a namespace');
    for (const { name } of METHODS) expect(fullMethodName(name, 'Filecoin')).toBe(`Filecoin.${name}`);
  });
});
