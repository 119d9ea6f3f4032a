import { describe, expect, it } from 'vitest';
import { bytesToBase64, bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { encodeMessage, encodeSignedMessage } from '../../../../shared/domain/messages/message.ts';
import { readUnsignedText, writeUnsignedText } from '../../../../shared/validation/unsigned-text.ts';
import { GENESIS, sampleMessage } from '../../electron/wallet/sample-messages.ts';

const MESSAGE = sampleMessage({ method: 16n, params: Uint8Array.of(0x81, 0x40) });
const TEXT = writeUnsignedText({ message: MESSAGE, genesisCid: GENESIS, actorType: 'storageminer' }, 't');

describe('an unsigned message as text', () => {
  it('is read back with its network and what the recipient is', () => {
    const whole = { message: MESSAGE, genesisCid: GENESIS, actorType: 'storageminer' };
    expect(readUnsignedText(TEXT)).toEqual(whole);
    expect(readUnsignedText(bytesToHex(new TextEncoder().encode(TEXT)).toUpperCase())).toEqual(whole);
  });

  it('is read from CBOR too, which names no network', () => {
    expect(readUnsignedText(bytesToHex(encodeMessage(MESSAGE)))).toEqual({ message: MESSAGE });
    expect(readUnsignedText(bytesToBase64(encodeMessage(MESSAGE)))).toEqual({ message: MESSAGE });
  });

  it.each([
    ['a field that was changed', TEXT.replace('"Nonce":7', '"Nonce":8'), /do not match the CID/],
    ['a signed message', '{"Message":{},"Signature":{}}', /already signed/],
    [
      'a signed message as CBOR',
      bytesToHex(encodeSignedMessage({ message: MESSAGE, signature: { type: 'secp256k1', data: new Uint8Array(65) } } as never)),
      /already signed/,
    ],
    ['half of it', TEXT.slice(0, 80), /incomplete or damaged/],
    ['a field that is missing', TEXT.replace('"To"', '"Two"'), /invalid at To/],
    ['something else', 'hello, world!', /not an unsigned message/],
  ])('refuses %s', (_name, text, words) => {
    expect(() => readUnsignedText(text)).toThrow(words);
  });
});
