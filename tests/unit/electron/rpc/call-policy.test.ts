import { describe, expect, test } from 'vitest';
import { isImmutable, isNegative, isPush, isRepeatableRead } from '../../../../electron/rpc/call-policy.ts';

const LINK = { '/': 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2' };

describe('which calls may be repeated or shared', () => {
  test.each([
    'ChainHead',
    'ChainGetPath',
    'StateMinerPower',
    'StateSearchMsg',
    'GasEstimateMessageGas',
    'MpoolGetNonce',
    'Version',
    'SectorsStatus',
    'SectorsList',
    'WalletBalance',
    'NetPeers',
  ])('%s is a read', (method) => expect(isRepeatableRead(method)).toBe(true));

  test.each([
    'MpoolPush',
    'MPoolPush',
    'MpoolPushMessage',
    'MpoolBatchPush',
    'WalletSign',
    'WalletNew',
    'WalletDelete',
    'AuthNew',
    'StateWaitMsg',
    'ChainNotify',
    'ChainSetHead',
    'SyncSubmitBlock',
    'NetConnect',
    'MarketAddBalance',
    'SectorsUnsealPiece',
    'SectorRemove',
    'EthSendRawTransaction',
    'SomethingNew',
  ])('%s is not', (method) => expect(isRepeatableRead(method)).toBe(false));

  test('pushes are told from everything else', () => {
    expect(['MpoolPush', 'MPoolPush', 'MpoolBatchPushUntrusted', 'EthSendRawTransaction'].every(isPush)).toBe(true);
    expect(['ChainHead', 'MpoolPending'].some(isPush)).toBe(false);
  });
});

describe('what can never change', () => {
  test.each<[string, unknown[]]>([
    ['ChainGetBlock', [LINK]],
    ['ChainGetTipSet', [[LINK, LINK]]],
    ['ChainGetPath', [[LINK], [LINK]]],
    ['ChainGetTipSetByHeight', [5, [LINK]]],
    ['StateMinerPower', ['f01000', [LINK]]],
    ['StateListMiners', [[LINK]]],
    ['StateCall', [{}, [LINK]]],
    ['StateReplay', [[LINK], LINK]],
    ['ChainTipSetWeight', [[LINK]]],
    ['StateChangedActors', [LINK, LINK]],
    ['MsigGetPending', ['f01', [LINK]]],
    ['MsigGetVested', ['f01', [LINK], [LINK]]],
  ])('%s with %j', (method, params) => expect(isImmutable(method, params)).toBe(true));

  test.each<[string, unknown[]]>([
    ['ChainHead', []],
    ['ChainGetTipSet', [[]]],
    ['ChainGetTipSetByHeight', [5, null]],
    ['ChainGetTipSetByHeight', [5, []]],
    ['StateMinerPower', ['f01000', null]],
    ['StateMinerPower', ['f01000', []]],
    ['StateSearchMsg', [[LINK], LINK, -1, true]],
    ['StateCompute', [5, [], [LINK]]],
    ['ChainHasObj', [LINK]],
    ['StateReplay', [null, LINK]],
    ['MsigGetVested', ['f01', [], [LINK]]],
    ['StateNetworkName', []],
    ['GasEstimateGasPremium', [10, 'f01', 0, [LINK]]],
    ['MpoolPending', [[LINK]]],
  ])('but not %s with %j', (method, params) => expect(isImmutable(method, params)).toBe(false));

  test('negative answers are never kept', () => {
    expect([null, undefined, false].every(isNegative)).toBe(true);
    expect([0, '', [], {}].some(isNegative)).toBe(false);
  });
});
