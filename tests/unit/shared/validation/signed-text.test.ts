import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { bytesToBase64, bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { encodeEthTransaction } from '../../../../shared/domain/evm/eth-transaction.ts';
import { type KeyType, keyFromPrivateKey } from '../../../../shared/domain/keys/key.ts';
import { encodeSignedMessage, type Message, type SignedMessage } from '../../../../shared/domain/messages/message.ts';
import { signMessage } from '../../../../shared/domain/messages/message-signature.ts';
import { writeLosslessJson } from '../../../../shared/rpc/lossless-json.ts';
import { signedMessageToJson } from '../../../../shared/validation/node/signed-message.ts';
import { findSigner, readSignedText } from '../../../../shared/validation/signed-text.ts';

function signedBy(type: KeyType, chainId = 314, change: Partial<Message> = {}): SignedMessage {
  const key = keyFromPrivateKey(type, new Uint8Array(32).fill(9));
  const message: Message = {
    version: 0,
    from: key.address,
    to: parseAddress('f01234'),
    nonce: 2n ** 60n,
    value: attoFil(5n),
    gasLimit: 1_000_000n,
    gasFeeCap: attoFil(200n),
    gasPremium: attoFil(100n),
    method: type === 'delegated' ? 3_844_450_837n : 0n,
    params: new Uint8Array(),
    ...change,
  };
  return { message, signature: signMessage(key, message, chainId) };
}

describe('a signed message from text', () => {
  it.each(['secp256k1', 'bls', 'delegated'] as const)('is read in every form and verified: %s', (type) => {
    const signed = signedBy(type);
    const bytes = encodeSignedMessage(signed);
    const texts = [
      writeLosslessJson(signedMessageToJson(signed, 'f')),
      bytesToHex(bytes),
      `0x${bytesToHex(bytes).toUpperCase()}`,
      bytesToBase64(bytes),
      ` ${bytesToHex(bytes).replace(/(.{64})/g, '$1\n')} `,
    ];
    for (const text of texts) {
      expect(readSignedText(text).signed).toEqual(signed);
    }
    expect(findSigner(signed)).toMatchObject({ isValid: true, signer: signed.message.from });
  });

  it.each([314, 314_159, 31_415_926])('is read from an Ethereum transaction of chain %i', (chainId) => {
    const signed = signedBy('delegated', chainId);
    const { signed: read } = readSignedText(`0x${bytesToHex(encodeEthTransaction(signed, chainId))}`);
    expect(read).toEqual(signed);
    expect(findSigner(read)).toMatchObject({ isValid: true, chainId });
  });

  it('names who made a signature that is not by the sender', () => {
    const signed = signedBy('secp256k1');
    const claimed = { ...signed, message: { ...signed.message, from: parseAddress('f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq') } };
    expect(findSigner(claimed)).toMatchObject({ isValid: false });
    const changed = { ...signed, message: { ...signed.message, value: attoFil(6n) } };
    expect(findSigner(changed).isValid).toBe(false);
    for (const type of ['bls', 'delegated'] as const) {
      const other = signedBy(type);
      expect(findSigner({ ...other, message: { ...other.message, value: attoFil(6n) } })).toMatchObject({ isValid: false });
    }
  });

  it('refuses bytes that are not written as Filecoin writes them', () => {
    const signed = signedBy('secp256k1', 314, { value: attoFil(0n) });
    const hex = bytesToHex(encodeSignedMessage(signed));
    // The amount zero in three bytes instead of one: another CID for the same message.
    const loose = hex.replace('401a000f4240', '4200001a000f4240');
    expect(loose).not.toBe(hex);
    expect(() => readSignedText(loose)).toThrow(/not the canonical encoding/);
  });

  it.each(['', '{', '{}', '{"Message":{},"Signature":{}}', 'hello world', '82', 'ff00', '02c0'])('refuses %j in words', (text) => {
    expect(() => readSignedText(text)).toThrow();
  });
});
