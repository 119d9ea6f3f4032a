import { describe, expect, it } from 'vitest';
import { explainFailure, FAILURES } from '../../../../shared/rpc/explain.ts';
import type { FailedCall } from '../../../../shared/rpc/failure-row.ts';
import { lintCall } from '../../../../shared/rpc/lint.ts';
import { METHODS } from '../../../../shared/rpc/methods.ts';
import { KINDS, parameterKind } from '../../../../shared/rpc/parameter-kinds.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

const CID = 'bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c';
const LINK = { '/': CID };
const ACCOUNT = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';
const MESSAGE = { To: 'f01000', From: ACCOUNT, Value: '0' };

const type = (name: string) => `unmarshaling params for 'Filecoin.X' (param: ${name}): json: cannot unmarshal`;

type Case = readonly [method: string, text: string, params: readonly unknown[], guilty: number | undefined, other?: Partial<FailedCall>];

const CASES: readonly Case[] = [
  // The one parameter of the type that the node names.
  ['ChainGetTipSetByHeight', type('*types.TipSetKey'), [5, 7], 1],
  ['ChainGetTipSetByHeight', type('*abi.ChainEpoch'), ['x', null], 0],
  ['StateSearchMsg', type('*cid.Cid'), [null, CID, -1, true], 1],
  ['StateSearchMsg', type('*cid.Cid'), [CID], 0, { apiVersion: 'v0' }],
  ['StateDecodeParams', type('*[]uint8'), ['f01000', 2, '0x', null], 2],
  ['StateCall', type('**types.Message'), ['x', null], 0],
  ['StateMinerSectors', type('**bitfield.BitField'), ['f01000', 'x', null], 1],
  ['StateSectorGetInfo', type('*abi.SectorNumber'), ['f01000', '7', null], 1],
  ['MpoolPush', type('**types.SignedMessage'), [{}], 0],
  // Several of that type: the first that the lint finds wrong.
  ['MsigPropose', type('*address.Address'), ['f080', 'f0', '0', ACCOUNT, 0, null], 1],
  ['ChainGetPath', type('*types.TipSetKey'), [[LINK], 'x'], 1],
  ['ChainGetPath', type('*types.TipSetKey'), [[LINK], [LINK]], undefined],
  ['StateWaitMsg', type('*abi.ChainEpoch'), [LINK, 5, '3', true], 2],
  // No type is named: what the failure is about.
  ['StateGetActor', 'actor not found', [ACCOUNT, null], 0],
  ['StateGetActor', 'loading tipset {x}: get block', [ACCOUNT, [LINK]], 1],
  ['StateGetActor', 'bad tipset: lookbacks of more than 24h0m0s are disallowed', [ACCOUNT, [LINK]], 1],
  ['ChainGetTipSetByHeight', 'bad tipset height: lookbacks of more than 24h0m0s are disallowed', [5, null], 0],
  ['ChainGetTipSetByHeight', 'tipset height in future', [5, [LINK]], 0],
  ['ChainGetTipSetByHeight', 'null round (5)', [5, null], 0],
  ['StateMarketStorageDeal', 'deal 5 not found', [5, null], 0],
  ['StateWaitMsg', 'confidence 900 exceeds gateway maximum 20', [LINK, 900, -1, true], 1],
  ['ChainGetMessage', 'ipld: could not find', [LINK], 0],
  ['eth_getBlockByNumber', 'null round (5)', ['0x5', false], 0],
  ['GasEstimateMessageGas', 'message execution failed', [MESSAGE, null, null], 0],
  ['MpoolPush', 'message nonce too low', [{ Message: MESSAGE }], 0],
  // Nothing to go by.
  ['StateGetActor', 'actor not found', [], undefined],
  ['StateGetActor', 'server busy', [ACCOUNT, null], undefined],
  ['StateGetActor', 'missing permission to invoke', [ACCOUNT, null], undefined],
  ['SomethingNew', type('*cid.Cid'), [CID], undefined],
];

describe('the guilty parameter', () => {
  it.each(CASES.map((entry) => [entry.slice(0, 2).join(' with '), entry] as const))(
    'of %s',
    (_name, [method, message, params, guilty, other]) => {
      const call = { method: `Filecoin.${method}`, message, layer: 'rpc', code: 1, params, ...other } as const;
      expect(explainFailure(call).guiltyParam).toBe(guilty);
    },
  );

  it('is none where parameters are no list or not known', () => {
    const call = { method: 'Filecoin.ChainGetBlock', message: type('*cid.Cid'), layer: 'rpc', code: -32700 } as const;
    expect(explainFailure(call).guiltyParam).toBeUndefined();
    expect(explainFailure({ ...call, params: { cid: CID } }).guiltyParam).toBeUndefined();
  });

  it('is told by every Go type of the interface that one parameter of a method has', () => {
    const { methods } = readSharedJson<{ methods: { api: string; name: string; params: { type: string }[] }[] }>('methods.json');
    let count = 0;
    for (const { name, api, params } of METHODS) {
      const published = methods.find((method) => method.api === (api === 'miner' ? 'miner' : 'v1') && method.name === `Filecoin.${name}`);
      for (const [index, { type: goType }] of (published?.params ?? []).entries()) {
        if (goType === 'jsonrpc.RawParams') continue;
        const kinds = params.map((parameter) => parameterKind(parameter));
        const bare = goType.replace(/^\*/, '');
        const same = kinds.filter((kind) => kind !== undefined && KINDS[kind].goTypes.test(bare));
        if (same.length !== 1) continue;
        const message = type(`*${goType}`);
        const call = { method: `Filecoin.${name}`, message, layer: 'rpc', code: -32700, params: params.map(() => 'x') } as const;
        expect(explainFailure(call).guiltyParam, `${name} ${goType}`).toBe(index);
        count += 1;
      }
    }
    checked(count, 388, 'parameters told by their Go types');
  });
});

describe('the rules of the hosted endpoints', () => {
  /** What breaks a rule, by the rule of the lint that says so before it is sent. */
  const BEFORE: readonly (readonly [rule: string, method: string, paramsText: string])[] = [
    ['params-not-a-list', 'Filecoin.ChainHead', ''],
    ['cid-as-text', 'Filecoin.ChainGetBlock', `["${CID}"]`],
    ['not-read-only', 'Filecoin.WalletNew', '["secp256k1"]'],
    ['not-read-only', 'Filecoin.AuthNew', '[["read"]]'],
    ['epoch-old', 'Filecoin.ChainGetTipSetByHeight', '[7999,null]'],
    ['all-deals', 'Filecoin.StateMarketDeals', '[null]'],
    ['method-unknown', 'Filecoin.MPoolPush', '[{}]'],
  ];

  it('are told before a call is sent, as far as a call can break them', () => {
    for (const [rule, method, paramsText] of BEFORE) {
      const findings = lintCall({ method, paramsText, isReadOnly: true, headEpoch: 10_000 });
      expect(
        findings.map((finding) => finding.rule),
        method,
      ).toContain(rule);
    }
    const push = { method: 'Filecoin.MpoolPush', paramsText: '[{"Message":{},"Signature":{}}]', isReadOnly: true } as const;
    expect(lintCall(push)).toEqual([]);
    expect(lintCall({ method: 'Filecoin.ChainGetTipSetByHeight', paramsText: '[8000,null]', isReadOnly: true, headEpoch: 10_000 })).toEqual(
      [],
    );
    checked(BEFORE.length, 7, 'rules of hosted endpoints before sending');
  });

  it('every failure about parameters says which kinds', () => {
    for (const { about, id } of FAILURES) for (const kind of about ?? []) expect(KINDS[kind], id).toBeDefined();
    checked(FAILURES.filter(({ about }) => about !== undefined).length, 61, 'failures about parameters');
  });
});

describe('the value in it', () => {
  const detailOf = (method: string, goType: string, params: readonly unknown[]) => {
    const { guiltyParam, guiltyPath, cause, fix } = explainFailure({ method, message: type(goType), layer: 'rpc', code: -32602, params });
    return { guiltyParam, guiltyPath, cause, fix };
  };

  it('is the field of a message, in words', () => {
    expect(detailOf('Filecoin.GasEstimateMessageGas', '**types.Message', [{ ...MESSAGE, Value: 5 }, null, null])).toEqual({
      guiltyParam: 0,
      guiltyPath: ['Value'],
      cause: 'The field Value is not of the type the node expects.',
      fix: 'An amount must be a decimal string in attoFIL. Nodes refuse numbers here, because they lose digits beyond 2^53.',
    });
  });

  it('is the parameter itself where that is of another type', () => {
    const { guiltyPath, fix } = detailOf('Filecoin.StateCall', '**types.Message', ['x', null]);
    expect([guiltyPath, fix]).toEqual([undefined, 'Expected a message: an object with To, From, Value and so on.']);
  });

  it('is left open where nothing is wrong with it', () => {
    const { guiltyPath, fix } = detailOf('Filecoin.StateCall', '**types.Message', [MESSAGE, null]);
    expect(guiltyPath).toBeUndefined();
    expect(fix).toContain('The node expects the Go type types.Message. ');
  });
});
