import { expect, test } from 'vitest';
import { messageTest } from '../../../../../renderer/views/tipset/message-filter.ts';
import type { MessageRow } from '../../../../../shared/ipc/schemas/chain.ts';

const row = (change: Partial<MessageRow>): MessageRow => ({
  cid: 'bafy2bzacea',
  from: 'f1abc',
  to: 'f01000',
  nonce: '12',
  value: '0',
  method: '5',
  methodName: 'SubmitWindowedPoSt',
  gasLimit: '100',
  gasFeeCap: '1',
  gasPremium: '1',
  ...change,
});
const done = row({ receipt: { exitCode: 0, gasUsed: '5000' }, value: '2500000000000000000' });
const failed = row({ cid: 'bafy2bzaceb', methodName: 'Send', method: '0', to: 'f05', receipt: { exitCode: 16, gasUsed: '70' } });
const waiting = row({ cid: 'bafy2bzacec', nonce: '18446744073709551615' });
const all = [done, failed, waiting];

test.each([
  ['method:Submit*', [done, waiting]],
  ['method:0', [failed]],
  ['exit:>0', [failed]],
  ['exit:0', [done]],
  ['is:failed', [failed]],
  ['is:executed', [done, failed]],
  ['is:waiting', [waiting]],
  ['value:>2', [done]],
  ['gas:<100', [failed]],
  ['to:f01000', [done, waiting]],
  ['cid:*aceb', [failed]],
  ['nonce:>12', [waiting]],
  ['-is:waiting submit', [done]],
  ['', all],
])('%s', (text, expected) => {
  expect(all.filter(messageTest(text))).toEqual(expected);
});
