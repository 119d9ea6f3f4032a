import { describe, expect, it } from 'vitest';
import { fullMethodName, METHODS, methodFacts } from '../../../../shared/rpc/methods.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface PublishedMethod {
  api: string;
  name: string;
  params: unknown[];
  perm: string;
}

describe('catalogue of methods', () => {
  const { methods } = readSharedJson<{ methods: PublishedMethod[] }>('methods.json');

  it('agrees with the published interface in name, permission and number of parameters', () => {
    for (const method of METHODS) {
      const api = method.api === 'miner' ? 'miner' : 'v1';
      const published = methods.find((candidate) => candidate.api === api && candidate.name === `Filecoin.${method.name}`);
      expect(published, method.name).toBeDefined();
      expect(method.permission, method.name).toBe(published?.perm);
      expect(method.params.length, method.name).toBe(published?.params.length);
      expect(new Set(method.params).size, method.name).toBe(method.params.length);
    }
    expect(METHODS).toHaveLength(191);
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
    checked(Object.keys(aliases).length, 42, 'names without a namespace');
    for (const { name } of METHODS) expect(fullMethodName(name, 'Filecoin')).toBe(`Filecoin.${name}`);
  });
});
