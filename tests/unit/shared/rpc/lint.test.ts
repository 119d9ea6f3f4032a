import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonText } from '../../../../shared/rpc/json-text.ts';
import { type LintCall, type LintFinding, lintCall } from '../../../../shared/rpc/lint.ts';
import { contextOf } from '../../../../shared/rpc/lint-context.ts';
import { RULES } from '../../../../shared/rpc/lint-rules.ts';
import { parseLosslessJson } from '../../../../shared/rpc/lossless-json.ts';
import { METHODS } from '../../../../shared/rpc/methods.ts';

const CID = 'bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c';
const LINK = `{"/":"${CID}"}`;
const ACCOUNT = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';
const CALIBRATION = { letter: 't', name: 'calibrationnet' } as const;

type Other = Partial<LintCall>;
/** The rule, the method, the text, the text after the fix (`undefined`: none is offered), and what else is known. */
type Case = readonly [rule: string, method: string, text: string, fixed: string | undefined, other?: Other];

const CASES: readonly Case[] = [
  ['params-not-a-list', 'ChainHead', '', '[]'],
  ['params-not-a-list', 'ChainHead', '{}', '[]'],
  ['params-not-a-list', 'ChainGetBlock', LINK, `[${LINK}]`],
  ['params-not-a-list', 'StateMinerInfo', '"f01000", null', '["f01000", null]'],
  ['params-not-a-list', 'StateMinerInfo', '{ "address": "f01000" }', '["f01000", null]'],
  ['params-not-a-list', 'StateSectorGetInfo', '{"sector": 9007199254740993, "address":"f01000"}', '["f01000", 9007199254740993, null]'],
  ['params-not-a-list', 'SomethingNew', '7', '[7]'],
  ['params-not-a-list', 'ChainGetTipSetByHeight', '{"height":10}', '[10, null]'],
  ['params-not-a-list', 'ChainGetTipSetByHeight', '{"TipsetKey":null,"EPOCH": 10}', '[10, null]'],
  ['params-not-a-list', 'StateMinerInfo', '{"Addr":"f01000","tsk":null}', '["f01000", null]'],
  ['not-json', 'ChainGetBlock', '[{"/":"bafy]', undefined],
  ['not-json', 'ChainGetBlock', "['x']", undefined],
  ['whole-request', 'ChainHead', '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[ ]}', '[ ]'],
  ['whole-request', 'ChainHead', '{"jsonrpc":"2.0","method":"Filecoin.ChainHead"}', '[]'],
  ['parameter-count', 'StateMinerInfo', '["f01000"]', '["f01000", null]'],
  ['parameter-count', 'ChainHead', '[null, 1]', '[]'],
  ['parameter-count', 'StateMinerInfo', '[ "f01000" , null, null ]', '[ "f01000" , null ]'],
  ['parameter-count', 'StateSearchMsg', `[${LINK}]`, `[null, ${LINK}, -1, true]`],
  ['parameter-count', 'StateSearchMsg', `[null, ${LINK}, -1, true]`, `[${LINK}]`, { apiVersion: 'v0' }],
  ['parameter-count', 'StateWaitMsg', `[${LINK}, 5]`, `[${LINK}, 5, -1, true]`],
  ['cid-as-text', 'ChainGetBlock', `[ "${CID}" ]`, `[ ${LINK} ]`],
  ['cid-invalid', 'ChainGetBlock', '["bafyoops"]', undefined],
  ['cid-invalid', 'ChainGetBlock', '[{"/":"bafyoops"}]', undefined],
  ['cid-invalid', 'ChainGetBlock', '[[7]]', undefined],
  ['tipset-key-shape', 'StateMinerInfo', '["f01000", 0]', '["f01000", null]'],
  ['tipset-key-shape', 'StateMinerInfo', `["f01000", "${CID}"]`, `["f01000", [${LINK}]]`],
  ['tipset-key-shape', 'StateMinerInfo', `["f01000",${LINK}]`, `["f01000",[${LINK}]]`],
  ['tipset-key-shape', 'StateMinerInfo', `["f01000",["${CID}"]]`, `["f01000",[${LINK}]]`],
  ['tipset-key-empty', 'ChainGetTipSet', '[null]', undefined],
  ['tipset-key-empty', 'ChainGetTipSet', '[[]]', undefined],
  ['amount', 'MarketReleaseFunds', '["f01000", 5]', '["f01000", "5"]'],
  ['amount', 'MarketReleaseFunds', '["f01000", 123456789012345678901234567890]', '["f01000", "123456789012345678901234567890"]'],
  ['amount', 'MarketReleaseFunds', '["f01000", "1.5"]', '["f01000", "1500000000000000000"]'],
  ['amount', 'MarketReleaseFunds', '["f01000", 1.5]', '["f01000", "1500000000000000000"]'],
  ['amount', 'MarketReleaseFunds', '["f01000", "2 FIL"]', '["f01000", "2000000000000000000"]'],
  ['amount', 'MarketReleaseFunds', '["f01000", 1e23]', '["f01000", "100000000000000000000000"]'],
  ['amount', 'MarketReleaseFunds', '["f01000", "much"]', undefined],
  [
    'amount',
    'GasEstimateMessageGas',
    `[{"To":"f01000","From":"${ACCOUNT}","Value": 1 ,"Nonce":18446744073709551615}, null, null]`,
    `[{"To":"f01000","From":"${ACCOUNT}","Value": "1" ,"Nonce":18446744073709551615}, null, null]`,
  ],
  ['amount', 'MpoolPushMessage', '[{"To":"f01000","From":"f01001"}, {"MaxFee": 7}]', '[{"To":"f01000","From":"f01001"}, {"MaxFee": "7"}]'],
  ['address', 'WalletBalance', `["${ACCOUNT.toUpperCase()}"]`, `["${ACCOUNT}"]`],
  ['address', 'WalletBalance', `[" ${ACCOUNT}"]`, `["${ACCOUNT}"]`],
  ['address', 'WalletBalance', `["${ACCOUNT.slice(0, -1)}b"]`, undefined],
  ['address', 'WalletBalance', '[1000]', '["f01000"]'],
  ['address', 'WalletBalance', '["0xff00000000000000000000000000000000001000"]', '["f04096"]'],
  ['address', 'StateCall', '[{"To":"f9","From":"f01000"}, null]', undefined],
  ['address-network', 'WalletBalance', '["f01000"]', '["t01000"]', { network: CALIBRATION }],
  ['address-network', 'WalletBalance', `["t${ACCOUNT.slice(1)}"]`, `["${ACCOUNT}"]`, { network: { letter: 'f', name: 'mainnet' } }],
  ['address-not-id', 'StateMinerPower', `["${ACCOUNT}", null]`, undefined],
  ['address-not-id', 'StateLookupRobustAddress', `["${ACCOUNT}", null]`, undefined],
  ['id-as-address', 'StateMarketStorageDeal', '["f042", null]', '[42, null]'],
  ['id-as-address', 'StateSectorGetInfo', `["f01000", "${ACCOUNT}", null]`, undefined],
  ['integer', 'StateMarketStorageDeal', '["42", null]', '[42, null]'],
  ['integer', 'StateMarketStorageDeal', '["9007199254740993", null]', '[9007199254740993, null]'],
  ['integer', 'StateMarketStorageDeal', '[9.007199254740993e15, null]', '[9007199254740993, null]'],
  ['integer', 'StateMarketStorageDeal', '[42.0, null]', '[42, null]'],
  ['integer', 'StateMarketStorageDeal', '[4.5, null]', undefined],
  ['integer', 'StateMarketStorageDeal', '[[42], null]', undefined],
  ['integer', 'StateCall', '[{"To":"f01000","From":"f01001","Nonce":"3"}, null]', '[{"To":"f01000","From":"f01001","Nonce":3}, null]'],
  ['bytes', 'WalletSign', `["${ACCOUNT}", "0x8142"]`, `["${ACCOUNT}", "gUI="]`],
  ['bytes', 'WalletSign', `["${ACCOUNT}", "a"]`, undefined],
  ['bytes', 'StateDecodeParams', '["f01000", 2, "0x8142", null]', '["f01000", 2, "gUI=", null]'],
  [
    'bytes',
    'StateCall',
    '[{"To":"f01000","From":"f01001","Params":"0x8142"}, null]',
    '[{"To":"f01000","From":"f01001","Params":"gUI="}, null]',
  ],
  ['masked', 'WalletVerify', '["f01001","AAAA",{"Type":1,"Data":"[masked]"}]', undefined],
  ['signature-type', 'WalletVerify', '["f01001","AAAA",{"Type":"secp256k1","Data":"AAAA"}]', '["f01001","AAAA",{"Type":1,"Data":"AAAA"}]'],
  ['boolean', 'NodeStatus', '["true"]', '[true]'],
  ['hex', 'eth_getBlockByNumber', '[256, false]', '["0x100", false]'],
  ['hex', 'eth_getBalance', '["f01000", "latest"]', undefined],
  ['parameter-type', 'NodeStatus', '[1]', undefined],
  ['parameter-type', 'StateCall', '["f01000", null]', undefined],
  ['parameter-type', 'NetPeerInfo', '[7]', undefined],
  ['parameter-type', 'StateMinerSectors', '["f01000", "all", null]', undefined],
  ['missing-value', 'StateMarketStorageDeal', '[null, null]', undefined],
  ['missing-value', 'StateMinerInfo', '[null, null]', undefined],
  ['epoch-old', 'ChainGetTipSetByHeight', '[100, null]', '[8020, null]', { isReadOnly: true, headEpoch: 10_000 }],
  ['epoch-old', 'GetActorEventsRaw', '[{"fromHeight":100}]', '[{"fromHeight":8020}]', { isReadOnly: true, headEpoch: 10_000 }],
  ['epoch-future', 'ChainGetTipSetByHeight', '[10001, null]', '[10000, null]', { headEpoch: 10_000 }],
  ['confidence', 'StateWaitMsg', `[${LINK}, 21, 20, true]`, `[${LINK}, 20, 20, true]`, { isReadOnly: true }],
  ['confidence', 'StateWaitMsg', `[${LINK}, 901, 20, true]`, `[${LINK}, 900, 20, true]`],
  ['search-limit', 'StateSearchMsg', `[null, ${LINK}, -1, true]`, undefined, { isReadOnly: true }],
  ['duplicate-key', 'StateCall', '[{"To":"f01000","From":"f01001","To":"f01002"}, null]', undefined],
];

/** About the method and the endpoint: the rule, the method as it was written, and what the fix calls. */
const METHOD_CASES: readonly (readonly [rule: string, method: string, fixed: string | undefined, other?: Other])[] = [
  ['method-unknown', 'ChainHaed', 'Filecoin.ChainHead'],
  ['method-unknown', 'MPoolPush', 'Filecoin.MpoolPush'],
  ['method-unknown', 'Node.ChainHaed', 'Node.ChainHead', { namespace: 'Node' }],
  ['method-unknown', 'Whatever', undefined],
  ['method-unknown', '', undefined],
  ['method-unknown', 'Filecoin.StateGetReceipt', undefined],
  ['namespace', 'Node.ChainHead', 'Filecoin.ChainHead'],
  ['namespace', 'Filecoin.Filecoin.ChainHead', 'Filecoin.ChainHead'],
  ['namespace', 'filecoin.ChainHead', 'Filecoin.ChainHead'],
  ['namespace', 'Filecoin.ChainHead', 'Node.ChainHead', { namespace: 'Node' }],
  ['namespace', 'Filecoin.eth_chainId', 'eth_chainId'],
  ['method-removed', 'Filecoin.ClientGetDealInfo', undefined],
  ['empty-retrieval', 'Filecoin.ClientRetrieve', undefined],
  ['small-piece', 'Filecoin.ClientStartDeal', undefined],
  ['miner-method', 'Filecoin.SectorsList', undefined],
  ['miner-method', 'Filecoin.ChainHead', undefined, { api: 'miner' }],
  ['method-not-served', 'Filecoin.StateMinerSectors', undefined, { servedMethods: new Set(['Filecoin.ChainHead']) }],
  ['method-not-served', 'StateMinerSectors', undefined, { refusedMethods: new Set(['StateMinerSectors']) }],
  ['method-not-served', 'eth_call', undefined, { refusedMethods: new Set(['Filecoin.EthCall']) }],
  ['not-read-only', 'Filecoin.WalletNew', undefined, { isReadOnly: true }],
  ['not-read-only', 'Filecoin.MpoolPushMessage', undefined, { isReadOnly: true }],
  ['needs-websocket', 'Filecoin.ChainNotify', undefined],
  ['all-deals', 'Filecoin.StateMarketDeals', undefined],
  ['heavy', 'Filecoin.StateListActors', undefined],
];

function found(rule: string, method: string, paramsText: string, other: Other = {}): LintFinding | undefined {
  return lintCall({ method, paramsText, transport: 'ws', ...other }).find((finding) => finding.rule === rule);
}

describe('the lint', () => {
  it.each(CASES.map((entry) => [entry.slice(0, 3).join(' '), entry] as const))('%s', (_name, [rule, method, text, fixed, other]) => {
    const finding = found(rule, method, text, other);
    expect(finding?.message).toMatch(/^\S.*[.?]$/);
    expect(finding?.fix?.paramsText).toBe(fixed);
    if (finding?.fix !== undefined) expect(found(rule, method, finding.fix.paramsText, other)).toBeUndefined();
    if (finding?.from !== undefined && finding.to !== undefined) {
      expect(finding.from).toBeLessThanOrEqual(finding.to);
      expect(finding.to).toBeLessThanOrEqual(text.length);
    }
  });

  it.each(METHOD_CASES.map((entry) => [entry.slice(0, 2).join(' '), entry] as const))('%s', (_name, [rule, method, fixed, other]) => {
    const call = { method, paramsText: '[]', ...other };
    const finding = lintCall(call).find((candidate) => candidate.rule === rule);
    expect(finding?.message).toMatch(/^\S.*[.?]$/);
    expect(finding?.fix?.method).toBe(fixed);
    if (fixed !== undefined) expect(lintCall({ ...call, method: fixed }).some((candidate) => candidate.rule === rule)).toBe(false);
  });

  it('has a case for every rule, and names none twice', () => {
    const ids = RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set([...CASES, ...METHOD_CASES].map(([rule]) => rule))).toEqual(new Set(ids));
  });

  it('says where: the index of the parameter, the path below it, and the place in the text', () => {
    const text = '[ {"To":"f01000","Value": 12}, null ]';
    const [finding] = lintCall({ method: 'Filecoin.StateCall', paramsText: text }).filter(({ rule }) => rule === 'amount');
    expect(finding).toMatchObject({ path: [0, 'Value'], severity: 'error' });
    expect(text.slice(finding?.from, finding?.to)).toBe('12');
    const [of] = lintCall({ method: 'Filecoin.StateCall', params: [{ To: 'f01000', Value: 12 }, null] }).filter(
      ({ rule }) => rule === 'amount',
    );
    expect(of).toMatchObject({ path: [0, 'Value'], fix: { paramsText: '[{"To":"f01000","Value":"12"},null]' } });
    expect(of?.from).toBeUndefined();
  });

  it('tells errors first, warnings next, hints last', () => {
    const all = lintCall({ method: 'StateListMessages', paramsText: '[{"To":"f01000"},7,"3"]', network: CALIBRATION });
    expect(all.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning', 'warning']);
  });

  it('has nothing to say of a good call', () => {
    expect(lintCall({ method: 'Filecoin.StateMinerInfo', paramsText: '["f01000",null]', isReadOnly: true })).toEqual([]);
    expect(lintCall({ method: 'StateMinerInfo', paramsText: '["f01000",null]' })).toEqual([]);
    expect(lintCall({ method: 'eth_chainId', paramsText: '[]' })).toEqual([]);
    expect(lintCall({ method: 'rpc.discover', paramsText: '[]' })).toEqual([]);
    expect(lintCall({ method: 'Filecoin.StateSearchMsg', paramsText: `[${LINK}]`, apiVersion: 'v0' })).toEqual([]);
    expect(lintCall({ method: 'Filecoin.FilecoinAddressToEthAddress', paramsText: '["f01000"]' })).toEqual([]);
    expect(lintCall({ method: 'Filecoin.MpoolPush', paramsText: '[{"Message":{},"Signature":{}}]', isReadOnly: true })).toEqual([]);
    const servedMethods = new Set(['Filecoin.Brew']);
    expect(lintCall({ method: 'Filecoin.Brew', paramsText: '[]', servedMethods })).toEqual([]);
    const named = { method: 'eth_chainId', paramsText: '[]', servedMethods: new Set(['Filecoin.EthChainId']) };
    expect(lintCall(named)).toEqual([]);
    // What an endpoint tells of itself has no streams in it.
    expect(lintCall({ method: 'Filecoin.ChainNotify', paramsText: '[]', transport: 'ws', servedMethods })).toEqual([]);
  });
});

describe('an epoch ahead of the head', () => {
  it.each([
    ['MinerGetBaseInfo', '["f01000", 10001, null]', 'a miner asks for its next round'],
    ['StateCompute', '[10005, [], null]', 'messages run after null rounds'],
    ['StateGetBeaconEntry', '[10001]', 'the entry is waited for'],
    ['GetActorEventsRaw', '[{"fromHeight":9000,"toHeight":10100}]', 'a range may end ahead'],
  ])('is what %s %s may ask: %s', (method, paramsText) => {
    expect(found('epoch-future', method, paramsText, { headEpoch: 10_000 })).toBeUndefined();
  });

  it('is refused from the next epoch on', () => {
    expect(found('epoch-future', 'ChainGetTipSetByHeight', '[10000, null]', { headEpoch: 10_000 })).toBeUndefined();
    expect(found('epoch-future', 'StateGetRandomnessFromBeacon', '[1, 10001, "", null]', { headEpoch: 10_000 })?.severity).toBe('error');
  });
});

describe('whatever is typed', () => {
  // Values that some rule has something to say of, in the places of others.
  const values = CASES.flatMap(([, , text]) => {
    const reading = readJsonText(text);
    return 'node' in reading && reading.node.kind === 'array' ? reading.node.items.map(({ from, to }) => text.slice(from, to)) : [];
  });
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...values), { maxLength: 6 }).map((items) => `[${items.join(' ,')}]`),
    fc.constantFrom(...CASES.map(([, , text]) => text)),
    fc.json({ maxDepth: 4 }),
    fc.array(fc.json({ maxDepth: 2 })).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.constantFrom('[', ']', '{', '}', '"', ':', ',', '\\', '1e999', '-', 'null', '"To"', '"f01000"', '🙂', '\n'))
      .map((parts) => parts.join('')),
    fc.string(),
  );
  const names = fc.oneof(fc.constantFrom(...METHODS.map(({ name }) => name)), fc.string());

  it('nothing throws, every fix settles its finding, and what is typed otherwise stays', () => {
    fc.assert(
      fc.property(names, typed, fc.boolean(), (method, paramsText, isReadOnly) => {
        const call: LintCall = { method, paramsText, isReadOnly, headEpoch: 10_000, network: CALIBRATION };
        for (const { rule, fix, path } of lintCall(call)) {
          if (fix === undefined) continue;
          const again = lintCall({ ...call, paramsText: fix.paramsText, method: fix.method ?? method });
          const key = JSON.stringify(path);
          expect(
            again.filter((finding) => finding.rule === rule && JSON.stringify(finding.path) === key),
            `${rule} ${fix.paramsText}`,
          ).toEqual([]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('integers beyond 2^53 keep their digits in every fix', () => {
    const big = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(big, big, (nonce, method) => {
        const paramsText = `[{"To":"F01000","From":"f01001","Nonce":${nonce},"Method": ${method},"Value":1}, 0]`;
        const findings = lintCall({ method: 'Filecoin.StateCall', paramsText });
        expect(findings.filter(({ fix }) => fix !== undefined).map(({ rule }) => rule)).toEqual(['tipset-key-shape', 'amount', 'address']);
        for (const { fix } of findings) {
          if (fix === undefined) continue;
          const [message] = parseLosslessJson(fix.paramsText) as [{ Nonce: unknown; Method: unknown }];
          expect([message.Nonce, message.Method]).toEqual([nonce, method]);
        }
      }),
    );
  });

  it('values that throw or nest without end are no call', () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const trap = new Proxy([], {
      get: () => {
        throw new Error('read');
      },
    });
    for (const params of [cyclic, trap, Symbol.iterator, undefined, () => 0, Number.NaN]) {
      expect(lintCall({ method: 'Filecoin.StateCall', params }).map(({ rule }) => rule)).toContain('params-not-a-list');
    }
    expect(lintCall({ method: 'Filecoin.StateCall', paramsText: '['.repeat(100_000) }).map(({ rule }) => rule)).toContain('not-json');
  });

  it('values that are looked at are bounded', () => {
    const numbers = `[${'0,'.repeat(30_000)}0]`;
    expect(contextOf({ method: 'RecoverFault', paramsText: `[${numbers}]` }).leaves).toHaveLength(20_000);
    expect(readJsonText(`[${'0,'.repeat(600_000)}0]`)).toMatchObject({ problem: { message: 'too many values' } });
  });

  it('findings are bounded', () => {
    const text = `[1,[${'"x",'.repeat(5000)}"x"],0,"0","f01000","0"]`;
    expect(lintCall({ method: 'Filecoin.MsigCreate', paramsText: text })).toHaveLength(100);
  });
});

it('offers one correction of a list in the order of another version', () => {
  const findings = lintCall({ method: 'Filecoin.StateSearchMsg', paramsText: `[${LINK}]`, apiVersion: 'v1' });
  expect(findings.map(({ rule, fix }) => [rule, fix?.paramsText])).toEqual([['parameter-count', `[null, ${LINK}, -1, true]`]]);
});

it('does not call a method removed where the endpoint serves it', () => {
  const servedMethods = new Set(['Filecoin.ClientRetrieve']);
  const rules = lintCall({ method: 'Filecoin.ClientRetrieve', paramsText: '[{}]', servedMethods }).map(({ rule }) => rule);
  expect(rules).toEqual(['empty-retrieval']);
});
