import { describe, expect, it } from 'vitest';
import { readPastedCall } from '../../../../../renderer/views/compose/paste-call.ts';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { bytesToBase64, bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeMessage, encodeSignedMessage, type Message } from '../../../../../shared/domain/messages/message.ts';

const FROM = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const MESSAGE: Message = {
  version: 0,
  to: parseAddress('t01000'),
  from: parseAddress(FROM),
  nonce: 9n,
  value: attoFil(1_500_000_000_000_000_000n),
  gasLimit: 7n,
  gasFeeCap: attoFil(11n),
  gasPremium: attoFil(0n),
  method: 16n,
  params: Uint8Array.of(0x81, 0x40),
};
const DRAFT = { from: FROM, to: 't01000', value: '1.5', method: '16', gasLimit: '7', gasFeeCap: '11 attoFIL' };

describe('a pasted call', () => {
  it('is a message as bytes, signed or not, in hex or base64; nonce and signature stay behind', () => {
    const bytes = encodeMessage(MESSAGE);
    const signed = encodeSignedMessage({ message: MESSAGE, signature: { type: 'secp256k1', data: new Uint8Array(65) } });
    for (const text of [bytesToHex(bytes), `0x${bytesToHex(bytes)}`, bytesToBase64(bytes), bytesToHex(signed)]) {
      expect(readPastedCall(text, 't').draft).toEqual({ ...DRAFT, params: { kind: 'bytes', encoding: 'hex', text: '8140' } });
    }
  });

  it('is a message as Lotus writes it in JSON, where 0 of gas means to be estimated', () => {
    const json = `{"Version":0,"To":"t01000","From":"${FROM}","Nonce":9,"Value":"1500000000000000000","GasLimit":7,"GasFeeCap":"11","GasPremium":"0","Method":16,"Params":"gUA=","CID":{"/":"bafy"}}`;
    const draft = { ...DRAFT, params: { kind: 'bytes', encoding: 'base64', text: 'gUA=' } };
    expect(readPastedCall(json, 't').draft).toEqual(draft);
    expect(readPastedCall(`{"Message":${json},"Signature":{}}`, 't')).toEqual({ understoodAs: 'a signed message, as JSON', draft });
  });

  it.each([
    ['lotus send t01000 1.5', { to: 't01000', value: '1.5', method: '0', params: { kind: 'none' } }],
    [
      `$ lotus send --from ${FROM} --gas-premium 100000 --gas-feecap=7 --nonce 3 \\\n --method 16 --params-json '{"AmountRequested":"1"}' t01000 0`,
      {
        from: FROM,
        gasPremium: '100000 attoFIL',
        gasFeeCap: '7 attoFIL',
        nonce: '3',
        method: '16',
        params: { kind: 'fields', json: '{"AmountRequested":"1"}' },
      },
    ],
    ['lotus send --params-hex "8140" --method 16 --force t01000 0', { params: { kind: 'bytes', encoding: 'hex', text: '8140' } }],
    [
      'lotus msig propose t2abc t01000 0.5 16 8140',
      {
        to: 't2abc',
        method: '2',
        value: '0',
        params: { kind: 'fields', json: '{"To":"t01000","Value":"500000000000000000","Method":16,"Params":"gUA="}' },
      },
    ],
  ])('is a line of the Lotus command line: %s', (line, draft) => {
    expect(readPastedCall(line, 't').draft).toMatchObject(draft);
  });

  it.each(['hello, world', '{"a":1}', '{', '8a00', 'lotus wallet list', 'lotus send'])('is not guessed: %s', (text) => {
    expect(() => readPastedCall(text, 't')).toThrow(/\.$/);
  });
});
