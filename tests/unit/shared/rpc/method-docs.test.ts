import { describe, expect, it } from 'vitest';
import { lintCall } from '../../../../shared/rpc/lint.ts';
import { methodDocs } from '../../../../shared/rpc/method-docs.ts';
import { CHAIN_WORDS } from '../../../../shared/rpc/method-docs-chain.ts';
import { OTHER_WORDS } from '../../../../shared/rpc/method-docs-others.ts';
import { STATE_WORDS } from '../../../../shared/rpc/method-docs-state.ts';
import { METHODS, methodFacts, V0_METHODS, v0ParamNames, v2ParamNames } from '../../../../shared/rpc/methods.ts';
import { KINDS, parameterKind } from '../../../../shared/rpc/parameter-kinds.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface Published {
  api: string;
  name: string;
  params: { name: string; type: string }[];
  perm: string;
  inGateway: boolean;
}

const { methods } = readSharedJson<{ methods: Published[] }>('methods.json');
const published = (api: string, name: string) => methods.find((method) => method.api === api && method.name === `Filecoin.${name}`);
const ALL = [...METHODS.map(({ name }) => name), ...V0_METHODS];

/** Rules about the method itself, which hold however good its parameters are. */
const ABOUT_THE_METHOD = new Set(['heavy', 'all-deals', 'needs-websocket', 'method-unknown', 'pledge-collateral']);

describe('documentation of methods', () => {
  it('is there for every catalogued method, and for nothing else', () => {
    for (const name of ALL) {
      const docs = methodDocs(`Filecoin.${name}`);
      expect(docs?.name, name).toBe(name);
      for (const sentence of [docs?.summary, docs?.result, ...(docs?.note === undefined ? [] : [docs.note])]) {
        expect(sentence, name).toMatch(/^(?:[A-Z0-9"]|true|false|attoFIL).*\.$/);
      }
      for (const { meaning, type } of docs?.params ?? []) {
        expect(meaning, `${name} ${meaning}`).toMatch(/^\S.*\.$/);
        expect(type, name).not.toBe('');
      }
    }
    const documented = [CHAIN_WORDS, STATE_WORDS, OTHER_WORDS].flatMap((words) => Object.keys(words));
    expect(new Set(documented)).toEqual(new Set(ALL));
    checked(documented.length, 344, 'documented methods');
    expect(methodDocs('Filecoin.Nothing')).toBeUndefined();
    expect(methodDocs('Filecoin.toString')).toBeUndefined();
    expect(methodDocs('eth_chainId')?.name).toBe('EthChainId');
  });

  it('agrees with the published interface in permission, gateway and parameters, in v1, v0 and v2', () => {
    let gateway = 0;
    for (const api of ['v1', 'v0', 'v2'] as const) {
      for (const { name, params, perm, inGateway } of methods.filter((method) => method.api === api)) {
        const docs = methodDocs(name, api);
        const isRaw = params[0]?.type === 'jsonrpc.RawParams';
        if (!isRaw) expect(docs?.params, `${api} ${name}`).toHaveLength(params.length);
        expect(docs?.isInGateway, `${api} ${name}`).toBe(inGateway);
        // The one permission that differs: /rpc/v0 of a gateway is published with none for what it refuses anyway.
        if (perm !== 'None' && perm !== null) expect(docs?.permission, `${api} ${name}`).toBe(perm);
        if (inGateway) gateway += 1;
      }
    }
    checked(gateway, 207, 'methods of gateways');
    checked(
      METHODS.filter(({ api, name }) => api === 'miner' && published('miner', name) !== undefined).length,
      55,
      'methods of the miner',
    );
  });

  it('calls every parameter what its Go type is', () => {
    let count = 0;
    for (const { name, api, params, isV2Only } of METHODS) {
      if (name === 'StateRewardDistribution') continue;
      const types = published(api === 'miner' ? 'miner' : isV2Only ? 'v2' : 'v1', name)?.params ?? [];
      if (types[0]?.type === 'jsonrpc.RawParams') continue;
      for (const [index, parameter] of params.entries()) {
        const kind = parameterKind(parameter);
        expect(kind, `${name} ${parameter}`).toBeDefined();
        if (kind === undefined) continue;
        const type = types[index]?.type.replace(/^\*/, '') ?? '';
        expect(KINDS[kind].goTypes.test(type), `${name} ${parameter}: ${type} is no ${kind}`).toBe(true);
        count += 1;
      }
    }
    checked(count, 479, 'parameters compared with their Go types');
  });

  it('has an example for each that the lint finds nothing wrong with', () => {
    for (const name of ALL) {
      for (const apiVersion of ['v1', 'v0', 'v2'] as const) {
        if (apiVersion !== 'v0' && V0_METHODS.includes(name)) continue;
        if ((apiVersion === 'v2') !== (v2ParamNames(name) !== undefined) && (apiVersion === 'v2' || methodFacts(name)?.isV2Only)) continue;
        const docs = methodDocs(name, apiVersion);
        const { example = '' } = docs ?? {};
        const call = { method: `Filecoin.${name}`, paramsText: example, apiVersion, headEpoch: 4_863_283, isReadOnly: false } as const;
        const findings = lintCall({ ...call, api: docs?.api ?? 'full', transport: 'ws' });
        expect(
          findings.filter(({ rule }) => !ABOUT_THE_METHOD.has(rule)),
          `${apiVersion} ${name} ${example}`,
        ).toEqual([]);
      }
    }
    expect(v0ParamNames('StateSearchMsg')).toEqual(['cid']);
    expect(methodDocs('StateSearchMsg', 'v0')?.params.map(({ name }) => name)).toEqual(['cid']);
  });
});
