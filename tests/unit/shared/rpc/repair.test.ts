import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cidFromParts } from '../../../../shared/domain/encoding/cid.ts';
import { explainFailure } from '../../../../shared/rpc/explain.ts';
import type { FailedCall } from '../../../../shared/rpc/failure-row.ts';
import type { Repair } from '../../../../shared/rpc/repair.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

const CID = 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o';
const LINK = { '/': CID };
/** A CID as pieces have it, which no block has. */
const PIECE = cidFromParts(0xf101, 0x1012, new Uint8Array(32));
const ACTOR = 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za';

function repairOf(method: string, message: string, params: unknown, other: Partial<FailedCall> = {}): Repair | undefined {
  return explainFailure({ method: `Filecoin.${method}`, message, layer: 'rpc', code: 1, params, ...other }).repair;
}

/** Method and parameters of a repaired request, without its words. */
function requestOf(repair: Repair | undefined): readonly [string, readonly unknown[], ...string[]] | undefined {
  if (repair === undefined) return undefined;
  if (repair.kind !== 'request') throw new Error('not a request');
  return [repair.method, repair.params, ...repair.blanks];
}

const decode = (method: string, type: string) => `unmarshaling params for 'Filecoin.${method}' (param: ${type}): json: cannot unmarshal`;
const NOT_FOUND = { code: -32601 };
const COUNT = { code: -32602 };
const count = (got: number, wanted: number) => `wrong param count (method 'Filecoin.X'): ${got} != ${wanted}`;
const KEY_SHAPE = decode('X', '*types.TipSetKey)').replace('))', ')');
const CID_SHAPE = decode('X', '*cid.Cid').replace('json:', 'invalid cid: json:');

type Case = readonly [
  what: string,
  method: string,
  text: string,
  params: unknown,
  expected: readonly unknown[] | undefined,
  other?: Partial<FailedCall>,
];

const REQUESTS: readonly Case[] = [
  ['a number as tipset key', 'ChainGetTipSetByHeight', KEY_SHAPE, [100, 0], ['ChainGetTipSetByHeight', [100, null]]],
  ['a tipset key as text', 'StateGetActor', KEY_SHAPE, [ACTOR, CID], ['StateGetActor', [ACTOR, [LINK]]]],
  ['a tipset key as texts', 'StateGetActor', KEY_SHAPE, [ACTOR, [CID, CID]], ['StateGetActor', [ACTOR, [LINK, LINK]]]],
  ['a tipset key with commas', 'StateGetActor', KEY_SHAPE, [ACTOR, `${CID},${CID}`], ['StateGetActor', [ACTOR, [LINK, LINK]]]],
  ['one link as tipset key', 'StateGetActor', KEY_SHAPE, [ACTOR, LINK], ['StateGetActor', [ACTOR, [LINK]]]],
  ['a whole tipset as key', 'StateGetActor', KEY_SHAPE, [ACTOR, { Cids: [LINK], Height: 5 }], ['StateGetActor', [ACTOR, [LINK]]]],
  ['both keys of a path', 'ChainGetPath', KEY_SHAPE, [CID, [CID]], ['ChainGetPath', [[LINK], [LINK]]]],
  ['a tipset key that cannot be read', 'ChainGetTipSet', KEY_SHAPE, ['head'], ['ChainGetTipSet', [null], 'tipsetKey']],
  ['a CID as text', 'ChainGetBlock', CID_SHAPE, [CID], ['ChainGetBlock', [LINK]]],
  ['a CID as text in a method that is not known', 'ChainNew', CID_SHAPE, [CID, 'x'], ['ChainNew', [LINK, 'x']]],
  ['what is no CID', 'ChainGetBlock', CID_SHAPE, ['bafy'], undefined],
  ['a piece CID as tipset key', 'StateMinerPower', KEY_SHAPE, ['f01000', PIECE], ['StateMinerPower', ['f01000', null]]],
  ['an address with spaces', 'WalletBalance', 'invalid address checksum', [` ${ACTOR}\n`], ['WalletBalance', [ACTOR]]],
  ['a search of v0 with text', 'StateSearchMsg', count(1, 4), [CID], ['StateSearchMsg', [null, LINK, -1, true]], COUNT],
  ['a wait of v0 with text', 'StateWaitMsg', count(2, 4), [CID, 5], ['StateWaitMsg', [LINK, 5, -1, true]], COUNT],
  ['a wait of v0 with text all over', 'StateWaitMsg', count(2, 4), [CID, '5'], ['StateWaitMsg', [LINK, 5, -1, true]], COUNT],
  [
    'a list, a link and a number that are wrong',
    'StateSearchMsg',
    'unmarshaling param array: x',
    { cid: CID, limit: '20' },
    ['StateSearchMsg', [null, LINK, 20, true]],
  ],
  [
    'a name, a count and a link that are wrong',
    'statesearchmsg',
    'not found',
    [CID],
    ['StateSearchMsg', [null, LINK, -1, true]],
    NOT_FOUND,
  ],
  ['a name and a link that are wrong', 'chaingetblock', 'not found', [CID], ['ChainGetBlock', [LINK]], NOT_FOUND],
  ['a search with text', 'StateSearchMsg', CID_SHAPE, [null, CID, '-1', true], ['StateSearchMsg', [null, LINK, -1, true]]],
  ['an epoch as text', 'ChainGetTipSetByHeight', decode('X', 'abi.ChainEpoch'), ['100', null], ['ChainGetTipSetByHeight', [100, null]]],
  [
    'amounts as numbers and bytes as hex',
    'GasEstimateMessageGas',
    decode('X', '*types.Message'),
    [
      { To: ACTOR, From: ACTOR, Nonce: '7', Value: 10n ** 18n, GasLimit: '0', GasFeeCap: 0, GasPremium: 0, Method: '0', Params: '0x8142' },
      null,
      null,
    ],
    [
      'GasEstimateMessageGas',
      [
        {
          To: ACTOR,
          From: ACTOR,
          Nonce: 7,
          Value: '1000000000000000000',
          GasLimit: 0,
          GasFeeCap: '0',
          GasPremium: '0',
          Method: 0,
          Params: 'gUI=',
        },
        null,
        null,
      ],
    ],
  ],
  [
    'a signature in hex',
    'MpoolPush',
    `unmarshaling params for 'Filecoin.MpoolPush' (param: **types.SignedMessage): illegal base64 data at input byte 68`,
    [{ Message: { Nonce: 1 }, Signature: { Type: 1, Data: '0xff00ff' } }],
    ['MpoolPush', [{ Message: { Nonce: 1 }, Signature: { Type: 1, Data: '/wD/' } }]],
  ],
  [
    'an address in upper case',
    'WalletBalance',
    `${decode('X', '*address.Address')}: unknown address network`,
    [ACTOR.toUpperCase()],
    ['WalletBalance', [ACTOR]],
  ],
  ['an address with a wrong letter', 'WalletBalance', 'invalid address checksum', [`${ACTOR.slice(0, -1)}b`], undefined],
  ['no parameters', 'ChainHead', 'unmarshaling param array: x', undefined, ['ChainHead', []]],
  ['no parameters where one is needed', 'StateGetActor', 'unmarshaling param array: x', null, ['StateGetActor', [null, null], 'address']],
  ['parameters by name', 'StateGetActor', 'unmarshaling param array: x', { Address: ACTOR }, ['StateGetActor', [ACTOR, null]]],
  [
    'a message without a list',
    'MpoolPushMessage',
    'unmarshaling param array: x',
    { To: ACTOR },
    ['MpoolPushMessage', [{ To: ACTOR }, null]],
  ],
  ['one parameter without a list', 'ChainGetBlock', 'unmarshaling param array: x', LINK, ['ChainGetBlock', [LINK]]],
  ['one parameter of two', 'MpoolPushMessage', count(1, 2), [{ To: ACTOR }], ['MpoolPushMessage', [{ To: ACTOR }, null]], COUNT],
  ['a search of v0 at v1', 'StateSearchMsg', count(1, 4), [LINK], ['StateSearchMsg', [null, LINK, -1, true]], COUNT],
  [
    'a search of v1 at v0',
    'StateSearchMsg',
    count(4, 1),
    [null, LINK, -1, true],
    ['StateSearchMsg', [LINK]],
    { ...COUNT, apiVersion: 'v0' },
  ],
  ['a wait of v0 at v1', 'StateWaitMsg', count(2, 4), [LINK, 3], ['StateWaitMsg', [LINK, 3, -1, true]], COUNT],
  ['a wait of v1 at v0', 'StateWaitMsg', count(4, 2), [LINK, 3, -1, true], ['StateWaitMsg', [LINK, 3]], COUNT],
  ['too many parameters', 'ChainHead', count(1, 0), [null], ['ChainHead', []], COUNT],
  ['a count that the text does not tell', 'StateGetActor', 'Invalid params', [ACTOR], ['StateGetActor', [ACTOR, null]], COUNT],
  ['a misspelled method', 'ChainHeadd', 'not found', [], ['ChainHead', []], NOT_FOUND],
  ['a method as the documentation writes it', 'MPoolPush', 'not found', [{}], ['MpoolPush', [{}]], NOT_FOUND],
  ['a method that is like no other', 'FetchEverything', 'not found', [], undefined, NOT_FOUND],
  ['a reading method that is two letters from one of an admin', 'ChainGetHed', 'not found', [], undefined, NOT_FOUND],
  ['all deals', 'StateMarketDeals', 'method not supported', [[LINK]], ['StateMarketStorageDeal', [null, [LINK]], 'dealId']],
  [
    'all sectors',
    'StateMinerSectors',
    'not found',
    ['f01000', null, null],
    ['StateSectorGetInfo', ['f01000', null, null], 'sector'],
    NOT_FOUND,
  ],
  [
    'active sectors',
    'StateMinerActiveSectors',
    'not found',
    ['f01000', [LINK]],
    ['StateSectorGetInfo', ['f01000', null, [LINK]], 'sector'],
    NOT_FOUND,
  ],
  [
    'an allocated sector',
    'StateMinerSectorAllocated',
    'not found',
    ['f01000', 7, null],
    ['StateSectorGetInfo', ['f01000', 7, null]],
    NOT_FOUND,
  ],
  ['market participants', 'StateMarketParticipants', 'not found', [null], ['StateMarketBalance', [null, null], 'address'], NOT_FOUND],
  ['a robust address', 'StateLookupRobustAddress', 'not found', ['f0100', null], ['StateAccountKey', ['f0100', null]], NOT_FOUND],
  [
    'a pending allocation',
    'StateGetAllocationIdForPendingDeal',
    'not found',
    [5, null],
    ['StateGetAllocationForPendingDeal', [5, null]],
    NOT_FOUND,
  ],
  ['an untrusted push', 'MpoolPushUntrusted', 'not found', [{ Message: {} }], ['MpoolPush', [{ Message: {} }]], NOT_FOUND],
  ['a batch of pushes', 'MpoolBatchPush', 'not found', [[{ Message: {} }]], ['MpoolPush', [{ Message: {} }]], NOT_FOUND],
  ['a limited search of v0', 'StateSearchMsgLimited', 'not found', [LINK, 20], ['StateSearchMsg', [null, LINK, 20, true]], NOT_FOUND],
  ['a limited wait of v0', 'StateWaitMsgLimited', 'not found', [LINK, 3, 20], ['StateWaitMsg', [LINK, 3, 20, true]], NOT_FOUND],
  ['a receipt of v0', 'StateGetReceipt', 'not found', [LINK, [LINK]], ['StateSearchMsg', [[LINK], LINK, -1, true]], NOT_FOUND],
  ['heads over HTTP', 'ChainNotify', 'no out channel support', [], ['ChainHead', []], NOT_FOUND],
  ['the pool over HTTP', 'MpoolSub', 'no out channel support', [], ['MpoolPending', [null]], NOT_FOUND],
  ['events over HTTP', 'SubscribeActorEventsRaw', 'no out channel support', [{}], ['GetActorEventsRaw', [{}]], NOT_FOUND],
  [
    'an epoch too old',
    'ChainGetTipSetByHeight',
    'bad tipset height: lookbacks of more than 16h40m0s are disallowed',
    [100, [LINK]],
    ['ChainGetTipSetByHeight', [8020, null]],
    { headEpoch: 10_000 },
  ],
  [
    'events too old',
    'GetActorEventsRaw',
    'bad tipset height: lookbacks of more than 24h0m0s are disallowed',
    [{ fromHeight: 5, toHeight: -1 }],
    ['GetActorEventsRaw', [{ fromHeight: 7140, toHeight: -1 }]],
    { headEpoch: 10_000 },
  ],
  [
    'a tipset too old',
    'StateGetActor',
    'bad tipset: lookbacks of more than 24h0m0s are disallowed',
    [ACTOR, [LINK]],
    ['StateGetActor', [ACTOR, null]],
  ],
  [
    'a height above the head',
    'ChainGetTipSetByHeight',
    'tipset height in future',
    [500, null],
    ['ChainGetTipSetByHeight', [400, null]],
    { headEpoch: 400 },
  ],
  ['a height above an unknown head', 'ChainGetTipSetByHeight', 'tipset height in future', [500, null], ['ChainHead', []]],
  [
    'a height above the start',
    'ChainGetTipSetByHeight',
    'looking for tipset with height greater than start point, req: 6000000, head: 5999990',
    [6_000_000, [LINK]],
    ['ChainGetTipSetByHeight', [5_999_990, [LINK]]],
  ],
  [
    'too many confirmations',
    'StateWaitMsg',
    'confidence 900 exceeds gateway maximum 20',
    [LINK, 900, -1, true],
    ['StateWaitMsg', [LINK, 20, -1, true]],
  ],
  [
    'too many confirmations for a node',
    'StateWaitMsg',
    'message confidence exceeds maximum: 1000 > 900',
    [LINK, 1000, -1, true],
    ['StateWaitMsg', [LINK, 900, -1, true]],
  ],
  ['a wait without end', 'StateWaitMsg', '', [LINK, 5, -1, true], ['StateSearchMsg', [null, LINK, -1, true]], { layer: 'timeout' }],
  ['a wait without end at v0', 'StateWaitMsg', '', [LINK, 5], ['StateSearchMsg', [LINK]], { layer: 'timeout', apiVersion: 'v0' }],
  ['a replaced message', 'StateSearchMsg', 'message was replaced', [null, LINK, -1, false], ['StateSearchMsg', [null, LINK, -1, true]]],
  [
    'a null round',
    'ChainGetTipSetByHeight',
    'requested epoch was a null round (100)',
    [100, null],
    ['ChainGetTipSetAfterHeight', [100, null]],
    { code: 12 },
  ],
  ['a tipset that a replica lacks', 'StateGetActor', 'loading tipset {x}: get block', [ACTOR, [LINK]], ['StateGetActor', [ACTOR, null]]],
  [
    'the key of a miner',
    'StateAccountKey',
    'actor code is not account: storageminer',
    ['f01000', null],
    ['StateMinerInfo', ['f01000', null]],
  ],
  ['the key of a multisig', 'StateAccountKey', 'actor code is not account: multisig', ['f080', null], ['StateReadState', ['f080', null]]],
  [
    'all sectors of a large miner',
    'StateMinerSectors',
    '',
    ['f01000', null, null],
    ['StateMinerSectors', ['f01000', [0, 1000], null]],
    { layer: 'timeout' },
  ],
  ['a call at an upgrade', 'StateCall', 'state fork at epoch 100', [{}, [LINK]], ['StateCall', [{}, null]], { code: -32002 }],
  [
    'a gas limit of one’s own',
    'GasEstimateMessageGas',
    'call ran out of gas',
    [{ To: ACTOR, GasLimit: 1000 }, null, null],
    ['GasEstimateMessageGas', [{ To: ACTOR, GasLimit: 0 }, null, null]],
    { code: 2 },
  ],
  [
    'a cap below the premium in a message for the node to sign',
    'MpoolPushMessage',
    "'GasFeeCap' less than 'GasPremium'",
    [{ To: ACTOR, GasFeeCap: '5', GasPremium: '9' }, null],
    ['MpoolPushMessage', [{ To: ACTOR, GasFeeCap: '9', GasPremium: '9' }, null]],
  ],
  [
    'a native method from an f4 account',
    'GasEstimateMessageGas',
    'invalid methodnum 0: only allowed method is InvokeContract(3844450837)',
    [{ Method: 0 }, null, null],
    ['GasEstimateMessageGas', [{ Method: 3_844_450_837 }, null, null]],
  ],
];

describe('repaired requests', () => {
  it.each(REQUESTS.map((entry) => [entry[0], entry] as const))('%s', (_what, [, method, text, params, expected, other]) => {
    const repaired = requestOf(repairOf(method, text, params, other));
    expect(repaired).toEqual(expected === undefined ? undefined : [`Filecoin.${expected[0]}`, ...expected.slice(1)]);
  });

  it.each([
    ['ChainGetBlock', CID_SHAPE, [CID], {}, 'Changed the CID to a link object.'],
    ['StateSearchMsg', CID_SHAPE, [null, CID, '-1', true], {}, 'Changed the CID to a link object, the limit to a number.'],
    ['StateSearchMsg', count(1, 4), [CID], COUNT, 'The method takes 4 parameters at this path. Changed the CID to a link object.'],
    ['ChainGetBlockMessages', CID_SHAPE, [CID], {}, 'Changed the block CID to a link object.'],
    ['StateMarketStorageDeal', decode('X', '*abi.DealID'), ['5', null], {}, 'Changed the deal ID to a number.'],
    ['WalletBalance', 'invalid address checksum', [` ${ACTOR}`], {}, 'Changed the address to one without spaces.'],
    ['WalletBalance', 'unknown address network', [ACTOR.toUpperCase()], {}, 'Changed the address to lower case.'],
    ['ChainGetTipSetByHeight', KEY_SHAPE, ['7', 0], {}, 'Changed the epoch to a number, the tipset key to null (the head).'],
    [
      'StateMinerPower',
      KEY_SHAPE,
      ['f01000', CID],
      {},
      'Changed the tipset key to an array of CIDs, which must be all blocks of one tipset (null for the head).',
    ],
    [
      'MpoolPush',
      decode('X', '**types.SignedMessage'),
      [{ Message: { Nonce: '1' } }],
      {},
      'Changed the signed message to decimal strings for amounts, numbers for integers and base64 for bytes.',
    ],
    ['WalletSign', decode('X', '*[]uint8'), [ACTOR, '0x8142'], {}, 'Changed the data to base64.'],
    ['MsigPropose', decode('X', '*[]uint8'), [ACTOR, ACTOR, '0', ACTOR, 0, '0x8142'], {}, 'Changed the method parameters to base64.'],
    ['StateCompute', decode('X', '*[]*types.Message'), [5, [{ Nonce: '1' }], null], {}, /^Changed the message to decimal strings/],
  ] as const)('say what was changed: %s, %s', (method, text, params, other, note) => {
    const repair = repairOf(method, text, params, other);
    if (typeof note === 'string') expect(repair?.note).toBe(note);
    else expect(repair?.note).toMatch(note);
  });

  it('leave what failed as it was, and are not offered where nothing changes', () => {
    let offered = 0;
    for (const [what, method, text, params, , other] of REQUESTS) {
      const before = String(params) + JSON.stringify(params, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
      const repair = repairOf(method, text, params, other);
      expect(String(params) + JSON.stringify(params, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value)), what).toBe(
        before,
      );
      if (repair?.kind !== 'request') continue;
      offered += 1;
      expect(repair.note).toMatch(/^\S.*\S$/);
      // The same failure again: what has been corrected is not corrected a second time.
      const again = explainFailure({ method: repair.method, message: text, layer: 'rpc', code: 1, ...other, params: repair.params }).repair;
      if (again?.kind === 'request' && again.method === repair.method) expect(again.params, what).not.toEqual(repair.params);
    }
    checked(offered, 72, 'repaired requests');
  });

  it('give names their namespace, and Ethereum’s methods none', () => {
    const named = (method: string) =>
      requestOf(explainFailure({ method, message: 'not found', layer: 'rpc', code: -32601, params: [] }).repair)?.[0];
    expect(['ChainHead', 'filecoin.ChainHead', 'Filecoin.eth_blockNumber', 'chainhead', 'eth_blockNumber'].map(named)).toEqual([
      'Filecoin.ChainHead',
      'Filecoin.ChainHead',
      'eth_blockNumber',
      'Filecoin.ChainHead',
      undefined,
    ]);
  });

  it('stay under the namespace by which the endpoint knew the call', () => {
    const node = (method: string, message: string, params: unknown, other: Partial<FailedCall> = {}) =>
      requestOf(explainFailure({ method: `Node.${method}`, message, layer: 'rpc', code: 1, params, ...other }).repair)?.[0];
    expect(node('StateAccountKey', 'actor code is not account: storageminer', ['f01000', null])).toBe('Node.StateMinerInfo');
    expect(node('ChainHaed', 'method not found', [], NOT_FOUND)).toBe('Node.ChainHead');
    // The name is right: then what stands in front of it is not.
    expect(node('ChainHead', 'method not found', [], NOT_FOUND)).toBe('Filecoin.ChainHead');
  });

  it('move Ethereum’s block numbers out of null rounds, upgrades and too long ranges', () => {
    const eth = (method: string, message: string, code: number, params: unknown[]) =>
      requestOf(explainFailure({ method, message, layer: 'rpc', code, params }).repair);
    expect(eth('eth_getBlockByNumber', 'requested epoch was a null round (256)', 12, ['0x100', false])).toEqual([
      'eth_getBlockByNumber',
      ['0xff', false],
    ]);
    expect(eth('eth_call', 'refusing explicit call due to state fork at epoch 256', -32002, [{}, '0x100'])).toEqual([
      'eth_call',
      [{}, '0x101'],
    ]);
    expect(eth('eth_getLogs', 'block range exceeds maximum of 100 (got 256)', -32005, [{ fromBlock: '0x0', toBlock: '0x100' }])).toEqual([
      'eth_getLogs',
      [{ fromBlock: '0x0', toBlock: '0x63' }],
    ]);
  });
});

const MESSAGE = { To: ACTOR, From: ACTOR, Nonce: 11, GasLimit: 1000, GasFeeCap: '105500', GasPremium: '105000', Method: 0 };

describe('a signed message', () => {
  it.each([
    ['minimum expected nonce is 12, got 11: message nonce too low', [{ field: 'Nonce', from: '11', to: '12' }]],
    [
      'message nonce has too big a gap from expected nonce (Nonce: 11, nextNonce: 3): unfulfilled nonce gap',
      [{ field: 'Nonce', from: '11', to: '3' }],
    ],
    [
      'already in mpool, increase GasPremium to 110001 from 105000 to trigger replace by fee: replace by fee has too low GasPremium',
      [
        { field: 'GasPremium', from: '105000', to: '110001' },
        { field: 'GasFeeCap', from: '105500', to: '110001' },
      ],
    ],
    ['increase GasPremium to 105400 from 105000 to trigger replace by fee', [{ field: 'GasPremium', from: '105000', to: '105400' }]],
    [
      "'GasLimit' field cannot be less than the cost of storing a message on chain 1000 < 585800",
      [{ field: 'GasLimit', from: '1000', to: '585800' }],
    ],
    ['base fee lower bound (GasFeeCap: 105500, baseFeeLowerBound: 400000)', [{ field: 'GasFeeCap', from: '105500', to: '400000' }]],
    ['invalid methodnum 0: only allowed method is InvokeContract(3844450837)', [{ field: 'Method', from: '0', to: '3844450837' }]],
    ['unsupported EAM method', [{ field: 'Method', from: '0', to: '4' }]],
  ])('%s', (text, changes) => {
    const signed = { Message: MESSAGE, Signature: { Type: 1, Data: 'AA==' } };
    const expected = { kind: 'message', changes };
    expect(repairOf('MpoolPush', text, [signed])).toMatchObject(expected);
    expect(repairOf('MpoolBatchPush', text, [[signed]])).toMatchObject(expected);
  });

  it('that cannot be read has its fields named all the same', () => {
    const repair = repairOf('MpoolPush', 'minimum expected nonce is 12, got 11: message nonce too low', undefined);
    expect(repair).toMatchObject({ kind: 'message', changes: [{ field: 'Nonce', to: '12' }] });
    expect(repairOf('StateGetActor', 'minimum expected nonce is 12, got 11: message nonce too low', [ACTOR, null])).toBeUndefined();
  });
});

describe('what cannot be repaired', () => {
  it('is a call whose parameters are no list and cannot be carried over', () => {
    const object = { epoch: 5 };
    expect(repairOf('ChainHeadd', 'not found', object, NOT_FOUND)).toBeUndefined();
    expect(repairOf('ChainNew', CID_SHAPE, object)).toBeUndefined();
    expect(repairOf('ChainGetTipSetByHeight', 'null round (5)', object)).toBeUndefined();
    expect(repairOf('StateAccountKey', 'actor code is not account: multisig', object)).toBeUndefined();
    expect(explainFailure({ method: 'Filecoin.ChainHeadd', message: 'not found', layer: 'rpc', code: -32601 }).repair).toBeUndefined();
  });

  it.each([
    ['too many requests', { httpStatus: 429, layer: 'http' }],
    ['a certificate', { layer: 'tls' }],
    ['missing permission to invoke', {}],
    ['actor not found', { code: 11 }],
    ['signature did not match', {}],
    ['panic in rpc method', { code: 0 }],
  ] as const)('%s', (message, other) => {
    expect(
      explainFailure({ method: 'Filecoin.StateGetActor', message, layer: 'rpc', params: [ACTOR, null], ...other }).repair,
    ).toBeUndefined();
  });

  it('is said without a fault, whatever the parameters are', () => {
    const { errors } = readSharedJson<{ errors: { method: string | null; code: number | null; message: string | null }[] }>('errors.json');
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const trap = new Proxy([], {
      get: () => {
        throw new Error('read');
      },
    });
    let calls = 0;
    for (const { method, code, message } of errors) {
      for (const params of [cyclic, [cyclic], trap, [trap], { toJSON: 1 }, Symbol.iterator, 5n, [[[[[CID]]]]]]) {
        const call = { method: method ?? 'Filecoin.ChainHead', message: message ?? '', layer: 'rpc', code: code ?? 0, params } as const;
        expect(explainFailure(call).fix).not.toBe('');
        calls += 1;
      }
    }
    checked(calls, 312, 'failures with parameters that cannot be read');
    fc.assert(
      fc.property(fc.constantFrom(...REQUESTS), fc.jsonValue(), ([, method, text, , , other], params) => {
        const repair = repairOf(method, text, params, other);
        expect(() => JSON.stringify(repair)).not.toThrow();
        if (repair?.kind === 'request') expect(Array.isArray(repair.params)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
