import { describe, expect, test } from 'vitest';
import {
  exitWords,
  innerFailure,
  messageStatus,
  messageTitle,
  originOfFailure,
  refusalFixes,
} from '../../../../../renderer/views/message/message-words.ts';
import type { Message } from '../../../../../shared/ipc/schemas/chain.ts';
import type { TracedCallView } from '../../../../../shared/ipc/schemas/execution.ts';
import type { MessageTrace, Refusal } from '../../../../../shared/ipc/schemas/message-inside.ts';

const call = (change: Partial<TracedCallView>): TracedCallView => ({
  depth: 0,
  from: 'f0101',
  to: 'f02004179',
  method: '3',
  value: '0',
  exitCode: 0,
  exitName: 'Ok',
  isUndone: false,
  ...change,
});
const refused = call({
  depth: 1,
  from: 'f02004179',
  to: 'f01241',
  toId: 'f01241',
  actorType: 'storageminer',
  method: '16',
  methodName: 'WithdrawBalance',
  exitCode: 18,
  exitName: 'ErrForbidden',
  isUndone: true,
  failure: { meaning: 'The caller is not allowed to do this.', cause: 'It is not the owner.', fix: 'Send it from the owner.' },
});
const refusal: Refusal = {
  miner: 'f01241',
  caller: 'f02004179',
  paramsHex: '',
  allowed: [
    { role: 'owner', address: 'f01034' },
    { role: 'beneficiary', address: 'f01034' },
  ],
};
const traceOf = (change: Partial<MessageTrace> = {}): MessageTrace => ({
  calls: [call({}), refused],
  omittedCount: 0,
  failedInsideCount: 1,
  failedAt: 1,
  exitCode: 0,
  gasUsed: '100',
  fees: { baseFeeBurn: '0', overEstimationBurn: '0', minerTip: '0', refund: '0', total: '0', minerPenalty: '0' },
  differingFees: [],
  charges: [],
  ...change,
});
const record = (...fields: readonly (readonly [string, unknown])[]) => ({
  form: 'typed',
  value: { kind: 'record', fields: fields.map(([name, value]) => ({ name, value })), count: fields.length },
});
const approval = {
  toActor: 'multisig',
  method: '3',
  methodName: 'Approve',
  stage: 'final',
  params: record(['ID', { kind: 'integer', value: '74' }]),
  execution: { exitCode: 0, returned: record(['Applied', { kind: 'boolean', value: true }]) },
} as unknown as Message;

describe('the status', () => {
  test('is that of the worst call', () => {
    expect(messageStatus(approval, undefined)).toEqual({ tone: 'success', words: 'Final' });
    expect(messageStatus(approval, traceOf({ failedInsideCount: 0 }))).toEqual({ tone: 'success', words: 'Final' });
    expect(messageStatus(approval, traceOf())).toEqual({ tone: 'danger', words: 'A sub-call failed' });
    expect(messageStatus(approval, traceOf({ failedInsideCount: 3 }))).toEqual({ tone: 'danger', words: '3 sub-calls failed' });
    const failed = { ...approval, execution: { exitCode: 33 } } as unknown as Message;
    expect(messageStatus(failed, traceOf())).toEqual({ tone: 'danger', words: 'Exit 33' });
  });
  test.each([
    ['in-pool', 'pending'],
    ['included', 'info'],
    ['executed', 'info'],
    ['not-found', 'neutral'],
  ] as const)('of one that is %s is %s', (stage, tone) => {
    expect(messageStatus({ ...approval, stage }, undefined).tone).toBe(tone);
  });
});

describe('the title', () => {
  test('names the action', () => {
    expect(messageTitle(approval)).toBe('Approve proposal 74');
    expect(messageTitle({ ...approval, methodName: 'Cancel', method: '4' })).toBe('Cancel proposal 74');
    const proposed = record(['Params', { kind: 'call', method: '16', methodName: 'WithdrawBalance', params: { form: 'hex' } }]);
    expect(messageTitle({ ...approval, methodName: 'Propose', params: proposed } as unknown as Message)).toBe('Propose WithdrawBalance');
    expect(messageTitle({ toActor: 'account', method: '0', methodName: 'Send', params: { form: 'hex' } })).toBe('Send');
    expect(messageTitle({ method: '3844450837', params: { form: 'hex' } })).toBe('Method 3,844,450,837');
    const swap = {
      form: 'typed',
      value: { kind: 'contractCall', selector: '0xa9059cbb', signature: 'transfer(address,uint256)', hex: '', sizeBytes: 64 },
    };
    expect(messageTitle({ toActor: 'evm', method: '3844450837', methodName: 'InvokeContract', params: swap } as unknown as Message)).toBe(
      'InvokeContract transfer',
    );
  });
});

describe('a failed sub-call', () => {
  test('of an approval names consequence and reason', () => {
    const words = innerFailure(approval, traceOf({ refusal }));
    expect(words?.title).toBe('The approval succeeded, but its WithdrawBalance failed');
    expect(words?.text).toBe(
      'The multisig executed and closed proposal 74, but f01241 rejected WithdrawBalance: only the owner or the beneficiary of the miner may call it. For f01241, the owner and the beneficiary are both f01034. The caller was f02004179. The call was reverted, and proposal 74 cannot be executed again.',
    );
    expect(refusalFixes(refusal)).toEqual([
      'Send the same call from f01034.',
      'Or make f02004179 the owner or the beneficiary first, then try again.',
    ]);
  });
  test('is read from the return value of a multisig without a trace', () => {
    const code = { kind: 'integer', value: '18', words: 'ErrForbidden' };
    const returned = record(['Applied', { kind: 'boolean', value: true }], ['Code', code]);
    const told = { ...approval, execution: { exitCode: 0, returned } } as unknown as Message;
    expect(messageStatus(told, undefined)).toEqual({ tone: 'danger', words: 'A sub-call failed' });
    expect(innerFailure(told, undefined)).toEqual({
      title: 'The approval succeeded, but the call it executed failed',
      text: 'The multisig executed and closed proposal 74, but the call exited with 18, forbidden. It was reverted, and proposal 74 cannot be executed again.',
    });
    const waits = record(['Applied', { kind: 'boolean', value: false }], ['Code', { ...code, value: '0' }]);
    expect(innerFailure({ ...approval, execution: { exitCode: 0, returned: waits } } as unknown as Message, undefined)).toBeUndefined();
    expect(innerFailure(approval, undefined)).toBeUndefined();
  });
  test('of any other message', () => {
    const other = { ...approval, toActor: 'evm' } as Message;
    expect(innerFailure(other, traceOf())?.title).toBe('The message succeeded, but a sub-call failed');
    expect(innerFailure(other, traceOf())?.text).toContain('It is not the owner.');
    expect(innerFailure(other, traceOf({ failedInsideCount: 0 }))).toBeUndefined();
  });
  test('beyond the shown calls is counted', () => {
    const { failedAt: _failedAt, ...rest } = traceOf({ calls: [call({})], omittedCount: 500 });
    expect(innerFailure(approval, rest)?.text).toContain('1 call beyond those shown failed');
  });
});

test.each([
  [0, 'Ok', '0, OK'],
  [18, 'ErrForbidden', '18, forbidden'],
  [18, 'USR_FORBIDDEN', '18, forbidden'],
  [7, 'SysErrOutOfGas', '7, out of gas'],
  [33, 'EVM_CONTRACT_REVERTED', '33, contract reverted'],
  [47, 'actor code 47', '47'],
])('exit %i %s reads %s', (code, name, words) => {
  expect(exitWords(code, name)).toBe(words);
});

test('a message that failed in a sub-call names that call', () => {
  const failed = traceOf({ calls: [call({ exitCode: 18, exitName: 'ErrForbidden' }), refused], failedInsideCount: 0, exitCode: 18 });
  expect(originOfFailure(failed)).toBe('First failing call: WithdrawBalance of f01241, exit 18, forbidden.');
  expect(originOfFailure(traceOf({ failedAt: 0 }))).toBeUndefined();
});
