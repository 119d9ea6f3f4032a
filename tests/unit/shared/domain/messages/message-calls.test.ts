import { describe, expect, it } from 'vitest';
import { addressFromBytes, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { callsWithin, fundMoves, type MessageCall } from '../../../../../shared/domain/messages/message-calls.ts';
import { decodeParams } from '../../../../../shared/domain/methods/method-decode.ts';
import { encodeParams } from '../../../../../shared/domain/methods/method-json.ts';

const FROM = addressFromBytes(new Uint8Array(21).fill(1));
const OUTER = idAddress(2000);
const INNER = idAddress(2001);
const MINER = idAddress(1000);
const actorTypeOf = (address: string) => (address === MINER ? 'storageminer' : 'multisig');
const propose = (To: string, Value: string, Method: number, params: Uint8Array) =>
  encodeParams('multisig', 2n, { To, Value, Method, Params: bytesToBase64(params) });

function root(params: Uint8Array, value = 0n): MessageCall {
  const decoded = decodeParams('multisig', 2n, params, { actorTypeOf });
  return {
    depth: 0,
    from: FROM,
    to: OUTER,
    actorType: 'multisig',
    method: 2n,
    methodName: 'Propose',
    value: attoFil(value),
    params: decoded,
  };
}

function all(call: MessageCall): MessageCall[] {
  return [call, ...callsWithin(call).flatMap(all)];
}

describe('the calls of a message', () => {
  it('are found at every depth, each with its caller and its value', () => {
    const withdrawal = encodeParams('storageminer', 16n, { AmountRequested: '7' });
    const calls = all(root(propose(INNER, '3', 2, propose(MINER, '5', 16, withdrawal)), 2n));
    expect(calls).toMatchObject([
      { depth: 0, from: FROM, to: OUTER, value: 2n },
      { depth: 1, from: OUTER, to: INNER, value: 3n, methodName: 'Propose' },
      { depth: 2, from: INNER, to: MINER, value: 5n, methodName: 'WithdrawBalance' },
    ]);
    expect(fundMoves(calls)).toEqual([
      { depth: 0, kind: 'value', amount: 2n, from: FROM, to: OUTER },
      { depth: 1, kind: 'value', amount: 3n, from: OUTER, to: INNER },
      { depth: 2, kind: 'value', amount: 5n, from: INNER, to: MINER },
      { depth: 2, kind: 'miner-withdrawal', amount: 7n, from: MINER },
    ]);
  });

  it('move what is withdrawn from the storage market, of whose balance it is', () => {
    const params = decodeParams('storagemarket', 3n, encodeParams('storagemarket', 3n, { ProviderOrClientAddress: 'f01000', Amount: '9' }));
    const call = { depth: 0, from: FROM, to: idAddress(5), actorType: 'storagemarket', method: 3n, value: attoFil(0n), params } as const;
    expect(fundMoves([{ ...call, methodName: 'WithdrawBalance' }])).toEqual([
      { depth: 0, kind: 'market-withdrawal', amount: 9n, from: MINER },
    ]);
    expect(fundMoves([call])).toEqual([]);
  });

  it('are none in parameters that cannot be read', () => {
    expect(callsWithin(root(new Uint8Array([0xff, 1])))).toEqual([]);
    expect(fundMoves([root(new Uint8Array([0xff, 1]))])).toEqual([]);
  });
});
