import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../../../shared/rpc/explain.ts';
import { isInGateway } from '../../../../shared/rpc/gateway-methods.ts';
import { methodAlternative } from '../../../../shared/rpc/method-alternatives.ts';
import { METHODS, methodFacts, V0_METHODS, v0ParamNames } from '../../../../shared/rpc/methods.ts';
import { checked } from '../../../builders/checked.ts';

const NAMES = [...METHODS.map(({ name }) => name), ...V0_METHODS];

describe('alternatives to a method', () => {
  it('name methods that are in the catalogue and not the method itself, in a whole sentence', () => {
    let count = 0;
    for (const name of NAMES) {
      const alternative = methodAlternative(`Filecoin.${name}`);
      if (alternative === undefined) continue;
      count += 1;
      expect(alternative.sentence, name).toMatch(/^\S.*\.$/);
      for (const other of alternative.methods) {
        expect(methodFacts(other), `${name}: ${other}`).toBeDefined();
        expect(other, name).not.toBe(name);
      }
      if (alternative.isSame) expect(alternative.methods.length, name).toBeGreaterThan(0);
    }
    checked(count, 254, 'methods with an alternative');
  });

  it('are there for every read of a full node that gateways leave out', () => {
    const without = METHODS.filter(
      ({ name, api, permission }) => api === 'full' && permission === 'read' && !isInGateway(name) && methodAlternative(name) === undefined,
    ).map(({ name }) => name);
    expect(without).toEqual([]);
  });

  it('for a gateway lead to what gateways serve, where anything does', () => {
    // A full node alone knows anything of the kind.
    const LEADS_ELSEWHERE = new Set(['StateAllMinerFaults', 'StateSectorPartition']);
    for (const { name, api } of METHODS) {
      const alternative = methodAlternative(name);
      if (api !== 'full' || alternative === undefined || alternative.methods.length === 0 || LEADS_ELSEWHERE.has(name)) continue;
      expect(
        alternative.methods.some((method) => isInGateway(method)),
        name,
      ).toBe(true);
    }
  });

  it.each([
    ['StateMinerSectors', 'StateSectorGetInfo'],
    ['StateMarketDeals', 'StateMarketStorageDeal'],
    ['ChainNotify', 'ChainHead'],
    ['MpoolSub', 'MpoolPending'],
    ['eth_subscribe', 'EthBlockNumber'],
    ['StateWaitMsg', 'StateSearchMsg'],
    ['WalletSignMessage', 'MpoolPush'],
    ['ClientStartDeal', 'StateMarketStorageDeal'],
  ])('%s: %s', (method, first) => {
    expect(methodAlternative(method)?.methods[0]).toBe(first);
  });

  it('are those that the correction of a refused call takes', () => {
    let count = 0;
    for (const name of NAMES) {
      const params = (methodFacts(name)?.params ?? v0ParamNames(name) ?? []).map(() => null);
      const { repair } = explainFailure({ method: `Filecoin.${name}`, message: 'method not found', layer: 'rpc', code: -32601, params });
      if (repair?.kind !== 'request') continue;
      expect(methodAlternative(name)?.methods, name).toContain(repair.method.slice('Filecoin.'.length));
      count += 1;
    }
    checked(count, 16, 'corrections by another method');
  });

  it('send the miner’s methods to the miner, and have nothing for names that nobody knows', () => {
    expect(methodAlternative('WorkerJobs')).toMatchObject({ sentence: expect.stringContaining('port 2345'), methods: [] });
    expect(methodAlternative('Nothing')).toBeUndefined();
    expect(methodAlternative('constructor')).toBeUndefined();
  });
});
