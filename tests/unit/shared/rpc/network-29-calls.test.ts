import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../../../shared/rpc/explain.ts';
import { type LintCall, lintCall } from '../../../../shared/rpc/lint.ts';

const CID = 'bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c';
const KEY = [{ '/': CID }];
const PRE_COMMIT = { SealProof: 8, SectorNumber: 7, Expiration: 7_500_000, DealIDs: [] };
const SECTOR = 34_359_738_368;

/** What the lint says of a call by one rule. */
function findings(rule: string, call: LintCall) {
  return lintCall(call).filter((finding) => finding.rule === rule);
}

function fixed(rule: string, call: LintCall): unknown {
  const [finding] = findings(rule, call);
  return finding?.fix === undefined ? undefined : JSON.parse(finding.fix.paramsText);
}

describe('the pledge of network version 29', () => {
  const METHOD = 'Filecoin.StateMinerInitialPledgeCollateral';
  const params = ['f01000', PRE_COMMIT, KEY];

  it('is asked by sector size where the old method is refused', () => {
    const explanation = explainFailure({
      method: METHOD,
      layer: 'rpc',
      code: 1,
      message: 'StateMinerInitialPledgeCollateral is unsupported from network version 29',
      params,
      headEpoch: 6_500_000,
    });
    expect(explanation.id).toBe('pledge-collateral-retired');
    expect(explanation.repair).toMatchObject({
      kind: 'request',
      method: 'Filecoin.StateMinerInitialPledgeForSector',
      params: [1_000_000, SECTOR, SECTOR, KEY],
      blanks: [],
    });
  });

  it('has the size of the seal proof, and leaves the duration open where the head is not known', () => {
    const repairOf = (SealProof: number) =>
      explainFailure({
        method: METHOD,
        layer: 'rpc',
        message: 'unsupported from network version 29',
        params: ['f01000', { ...PRE_COMMIT, SealProof }, null],
      }).repair;
    expect(repairOf(14)).toMatchObject({ params: [1_051_200, 68_719_476_736, 68_719_476_736, null], blanks: ['duration'] });
    expect(repairOf(5)).toMatchObject({ params: [1_051_200, 2048, 2048, null] });
    expect(repairOf(-1)).toBeUndefined();
  });

  it('is linted by the network version: an error from 29 on, a hint where it is not known, nothing before', () => {
    const call = { method: METHOD, params, headEpoch: 6_500_000 };
    expect(findings('pledge-collateral', { ...call, networkVersion: 29 })).toMatchObject([
      {
        severity: 'error',
        fix: { method: 'Filecoin.StateMinerInitialPledgeForSector', paramsText: expect.stringContaining(`[1000000,${SECTOR},${SECTOR},`) },
      },
    ]);
    expect(findings('pledge-collateral', call)).toMatchObject([{ severity: 'hint' }]);
    expect(findings('pledge-collateral', { ...call, networkVersion: 28 })).toEqual([]);
  });

  it('of verifiedSize 0 is a tenth from 29 on', () => {
    const call = { method: 'Filecoin.StateMinerInitialPledgeForSector', paramsText: `[1051200, ${SECTOR}, 0, null]` };
    const [finding] = findings('verified-size', { ...call, networkVersion: 29 });
    expect(finding).toMatchObject({ severity: 'warning', path: [2], message: expect.stringContaining('a tenth') });
    expect(fixed('verified-size', { ...call, networkVersion: 29 })).toEqual([1_051_200, SECTOR, SECTOR, null]);
    expect(findings('verified-size', { ...call, networkVersion: 28 })).toEqual([]);
    expect(findings('verified-size', { ...call, paramsText: `[1051200, ${SECTOR}, ${SECTOR}, null]`, networkVersion: 29 })).toEqual([]);
  });
});

describe('tipset selectors', () => {
  const at = (paramsText: string): LintCall => ({ method: 'Filecoin.StateRewardDistribution', paramsText, apiVersion: 'v2' });

  it.each([
    ['{"tag":"latest"}'],
    ['{"tag":"finalized"}'],
    [`{"key":[{"/":"${CID}"}]}`],
    ['{"height":{"at":5,"previous":false,"anchor":{"tag":"safe"}}}'],
  ])('%s is right', (selector) => {
    expect(lintCall(at(`[${selector}]`)).filter(({ rule }) => rule !== 'heavy')).toEqual([]);
  });

  it.each<[string, unknown]>([
    [`[{"/":"${CID}"}]`, { key: KEY }],
    ['null', { tag: 'latest' }],
    ['[]', { tag: 'latest' }],
    ['"Finalized"', { tag: 'finalized' }],
    ['{"Tag":"LATEST"}', { tag: 'latest' }],
    ['6566640', { height: { at: 6_566_640, previous: false, anchor: { tag: 'latest' } } }],
    ['{"height":6566640}', { height: { at: 6_566_640, previous: false, anchor: { tag: 'latest' } } }],
    ['{"height":{"at":"5"}}', { height: { at: 5, previous: false, anchor: { tag: 'latest' } } }],
    [`{"key":"${CID}"}`, { key: KEY }],
    [`{"Cids":[{"/":"${CID}"}],"Blocks":[],"Height":5}`, { key: KEY }],
  ])('%s is corrected', (selector, expected) => {
    const call = at(`[${selector}]`);
    expect(findings('tipset-selector', call)).toMatchObject([{ severity: 'error', path: [0] }]);
    expect(fixed('tipset-selector', call)).toEqual([expected]);
  });

  it.each([['{"tag":"earliest"}'], ['{"tag":"latest","key":[]}'], ['{}'], ['true'], ['{"height":{"at":-1,"previous":true}}']])(
    '%s is told, and not guessed at',
    (selector) => {
      expect(findings('tipset-selector', at(`[${selector}]`))).toMatchObject([{ severity: 'error' }]);
      expect(fixed('tipset-selector', at(`[${selector}]`))).toBeUndefined();
    },
  );

  it('are taken without previous, which Lotus reads as false, and with an empty anchor', () => {
    const call = at('[{"height":{"at":250}}]');
    expect(findings('tipset-selector', call)).toMatchObject([
      { severity: 'hint', message: expect.stringContaining('Forest') },
      { severity: 'hint', message: expect.stringContaining('The anchor defaults') },
    ]);
    expect(fixed('tipset-selector', call)).toEqual([{ height: { at: 250, previous: false } }]);
    const empty = at('[{"height":{"at":250,"previous":true,"anchor":{}}}]');
    expect(findings('tipset-selector', empty)).toMatchObject([{ severity: 'hint' }]);
    expect(findings('tipset-selector', at('[{"height":{"at":250,"previous":"yes"}}]'))).toMatchObject([{ severity: 'error' }]);
  });

  it('of a height without an anchor stop at the finalized tipset', () => {
    expect(findings('tipset-selector', at('[{"height":{"at":5,"previous":true}}]'))).toMatchObject([{ severity: 'hint' }]);
  });

  it('where a key belongs become the key or the head where that is the same, else the way to a key is told', () => {
    const v1 = (selector: string): LintCall => ({ method: 'Filecoin.StateNetworkVersion', paramsText: `[${selector}]` });
    expect(fixed('tipset-key-shape', v1(`{"key":[{"/":"${CID}"}]}`))).toEqual([KEY]);
    expect(fixed('tipset-key-shape', v1('{"tag":"latest"}'))).toEqual([null]);
    expect(findings('selector-for-key', v1('{"tag":"finalized"}'))).toMatchObject([
      { why: expect.stringContaining('ChainGetFinalizedTipSet') },
    ]);
    expect(findings('selector-for-key', v1('{"height":{"at":5,"previous":true}}'))).toMatchObject([
      { why: expect.stringContaining('ChainGetTipSetByHeight') },
    ]);
    expect(fixed('tipset-key-shape', v1('{"tag":"finalized"}'))).toBeUndefined();
  });

  it('that a node refused are corrected, and a key that went to v2 too', () => {
    const failed = explainFailure({
      method: 'Filecoin.ChainGetTipSet',
      layer: 'rpc',
      code: -32_700,
      message: "unmarshaling params for 'Filecoin.ChainGetTipSet' (param: types.TipSetSelector): json: cannot unmarshal array",
      params: [KEY],
      apiVersion: 'v2',
    });
    expect(failed).toMatchObject({ id: 'selector-shape', guiltyParam: 0, repair: { params: [{ key: KEY }] } });
  });

  it('are asked for where a key is empty, not a key', () => {
    const messages = lintCall({ method: 'Filecoin.ChainGetTipSet', params: [[]], apiVersion: 'v2' }).map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining('tipset selector')]);
  });
});

describe('methods of one version', () => {
  it('are told at another', () => {
    expect(findings('method-version', { method: 'Filecoin.StateRewardDistribution', params: [{ tag: 'latest' }] })).toMatchObject([
      { severity: 'error', message: 'StateRewardDistribution is only in /rpc/v2.' },
    ]);
    expect(findings('method-version', { method: 'Filecoin.ChainHead', params: [], apiVersion: 'v2' })).toMatchObject([
      { severity: 'error' },
    ]);
    expect(findings('method-version', { method: 'eth_chainId', params: [], apiVersion: 'v2' })).toEqual([]);
    const missing = { layer: 'method', code: -32_601, message: 'method not found' } as const;
    expect(explainFailure({ ...missing, method: 'Filecoin.StateRewardDistribution' }).fix).toContain('Send it to /rpc/v2');
    expect(explainFailure({ ...missing, method: 'Filecoin.StateRewardDistribution', apiVersion: 'v2' }).title).toContain('does not have');
    expect(explainFailure({ ...missing, method: 'Filecoin.ChainHead', apiVersion: 'v2' }).fix).toContain('/rpc/v1');
  });
});

describe('limits of eth_getLogs', () => {
  const logs = (filter: object, headEpoch?: number): LintCall => ({
    method: 'eth_getLogs',
    paramsText: JSON.stringify([filter]),
    ...(headEpoch === undefined ? {} : { headEpoch }),
  });

  it('are 2880 epochs', () => {
    expect(findings('log-range', logs({ fromBlock: '0x0', toBlock: '0xb40' }))).toEqual([]);
    expect(fixed('log-range', logs({ fromBlock: '0x10', toBlock: '0xb51' }))).toEqual([{ fromBlock: '0x10', toBlock: '0xb50' }]);
    expect(findings('log-range', logs({ fromBlock: '0x10', toBlock: 'latest' }, 5000))).toMatchObject([{ severity: 'warning' }]);
    expect(findings('log-range', logs({ fromBlock: '0x10' }, 5000))).toHaveLength(1);
    expect(findings('log-range', logs({ fromBlock: '0x10', toBlock: 'latest' }))).toEqual([]);
  });

  it('are four topics', () => {
    expect(findings('log-topics', logs({ topics: [null, null, null, null] }))).toEqual([]);
    expect(findings('log-topics', logs({ topics: [null, null, null, null, null] }))).toMatchObject([
      { severity: 'error', path: [0, 'topics'] },
    ]);
  });
});

describe('messages that the pool refuses', () => {
  const MESSAGE = {
    Version: 0,
    To: 'f01000',
    From: 'f01001',
    Nonce: 14,
    Value: '1',
    GasLimit: 0,
    GasFeeCap: '0',
    GasPremium: '0',
    Method: 0,
  };

  it('for the funds of the gas are not helped by a lower value, and those for their value are', () => {
    const pool = explainFailure({
      method: 'Filecoin.MpoolPush',
      layer: 'rpc',
      message: 'not enough funds (required: 0.07 FIL, balance: 0.05 FIL): not enough funds to execute transaction',
    });
    expect(pool.cause).toMatch(/^Gas limit × fee cap is higher than the balance/);
    expect(pool.fix).toBe(
      'Required 0.07 FIL, available 0.05 FIL: add at least 0.02 FIL, or lower the fee cap or the gas limit. A lower value does not help.',
    );
    const simulated = explainFailure({
      method: 'Filecoin.GasEstimateMessageGas',
      layer: 'rpc',
      message: 'message execution failed: exit SysErrInsufficientFunds(6), reason: transfer failed when deducting funds: not enough funds',
    });
    expect(simulated.fix).toMatch(/^Lower the value/);
  });

  it('for a nonce of their own get 0, as the node gives it', () => {
    const { id, fix, repair } = explainFailure({
      method: 'Filecoin.MpoolPushMessage',
      layer: 'rpc',
      message: 'MpoolPushMessage expects message nonce to be 0, was 14',
      params: [MESSAGE, null],
    });
    expect(id).toBe('nonce-not-zero');
    expect(fix).toContain('nonce 0 instead of 14');
    expect(repair).toMatchObject({ params: [{ ...MESSAGE, Nonce: 0 }, null] });
  });

  it('for a sender without a key name it, and StateAccountKey is repaired', () => {
    const message = 'failed to resolve key: address t01000 was not for an account actor (RetCode=4)';
    expect(explainFailure({ method: 'Filecoin.MpoolPush', layer: 'rpc', message }).fix).toMatch(/^t01000 has no key\./);
    expect(explainFailure({ method: 'Filecoin.StateAccountKey', layer: 'rpc', message, params: ['t01000', null] }).repair).toMatchObject({
      method: 'Filecoin.StateReadState',
      params: ['t01000', null],
    });
  });

  it('for a signature type in words get its number, in the failure and before sending', () => {
    const params = [{ Message: MESSAGE, Signature: { Type: 'secp256k1', Data: 'AAAA' } }];
    const right = [{ Message: MESSAGE, Signature: { Type: 1, Data: 'AAAA' } }];
    const explain = (sent: readonly unknown[]) =>
      explainFailure({
        method: 'Filecoin.MpoolPush',
        layer: 'rpc',
        code: -32_700,
        message:
          "unmarshaling params for 'Filecoin.MpoolPush' (param: *types.SignedMessage): json: cannot unmarshal string into Go struct field Signature.Signature.Type of type crypto.SigType",
        params: sent,
      });
    expect(explain([{ Message: MESSAGE, Signature: { Type: 'constructor', Data: 'AAAA' } }]).repair).toBeUndefined();
    expect(explain(params)).toMatchObject({
      cause: 'The field Type is not of the type the node expects.',
      guiltyPath: ['Signature', 'Type'],
      repair: { params: right },
    });
    expect(fixed('signature-type', { method: 'Filecoin.MpoolPush', paramsText: JSON.stringify(params) })).toEqual(right);
    const verify = { method: 'Filecoin.WalletVerify', paramsText: '["f01001","AAAA",{"Type":"BLS","Data":"AAAA"}]' };
    expect(fixed('signature-type', verify)).toEqual(['f01001', 'AAAA', { Type: 2, Data: 'AAAA' }]);
    expect(findings('signature-type', { ...verify, paramsText: '["f01001","AAAA",{"Type":9,"Data":"AAAA"}]' })).toHaveLength(1);
    // The type of a key is text.
    const key = { method: 'Filecoin.WalletImport', paramsText: '[{"Type":"bls","PrivateKey":"AAAA"}]' };
    expect(findings('signature-type', key)).toEqual([]);
  });
});

it('a refusal at an upgrade leads to the epoch after it, whatever wraps it', () => {
  const message =
    'failed to apply message: required historical state unavailable: refusing explicit call due to state fork at epoch 6470279';
  for (const code of [1, -32_002]) {
    const { fix, repair } = explainFailure({
      method: 'eth_call',
      layer: 'rpc',
      code,
      message,
      params: [{ to: '0xff00000000000000000000000000000000000001' }, '0x62ba87'],
    });
    expect(fix).toBe('Call at epoch 6470280: the network was upgraded at epoch 6470279.');
    expect(repair).toMatchObject({ params: [expect.anything(), '0x62ba88'] });
  }
});
