import { expect, test } from 'vitest';
import { paramsOfRequest } from '../../../../../renderer/views/inspector/params-text.ts';

test('the parameters of a recorded request keep every digit when they are edited again', () => {
  const request =
    '{"jsonrpc":"2.0","id":1,"method":"Filecoin.MpoolPush","params":[{"Nonce":18446744073709551615,"GasLimit":1.50,"Value":"1"}]}';
  const params = paramsOfRequest(request) ?? '';
  expect(params).toContain('"Nonce": 18446744073709551615');
  expect(params).toContain('"GasLimit": 1.50');
  expect(JSON.parse(params)).toHaveLength(1);
});

test('a recording that was cut short has nothing to edit', () => {
  expect(paramsOfRequest('{"jsonrpc":"2.0","params":[1,')).toBeUndefined();
  expect(paramsOfRequest('')).toBeUndefined();
});
