import { expect, it } from 'vitest';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { encodeMessage, encodeSignedMessage, type Message } from '../../../../../shared/domain/messages/message.ts';
import { minimumMessageGas, onChainBytes } from '../../../../../shared/domain/messages/message-gas.ts';

it('counts computing and storing, as the price list of Lotus does', () => {
  expect(minimumMessageGas(0)).toBe(38_863n + 475_000n + 36n * 1300n);
  expect(minimumMessageGas(100) - minimumMessageGas(0)).toBe(130_000n);
});

it('counts the signature of a message, but of a BLS key', () => {
  const from = (address: string): Message => ({
    version: 0,
    to: parseAddress('f099'),
    from: parseAddress(address),
    nonce: 300n,
    value: attoFil(1n),
    gasLimit: 1n,
    gasFeeCap: attoFil(1n),
    gasPremium: attoFil(1n),
    method: 0n,
    params: new Uint8Array(),
  });
  const signed = (message: Message, type: 'secp256k1' | 'delegated') =>
    encodeSignedMessage({ message, signature: { type, data: new Uint8Array(65) } }).length;
  const secp256k1 = from('f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq');
  expect(onChainBytes(secp256k1)).toBe(signed(secp256k1, 'secp256k1'));
  const delegated = from('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
  expect(onChainBytes(delegated)).toBe(signed(delegated, 'delegated'));
  const bls = from('f3vvmn62lofvhjd2ugzca6sof2j2ubwok6cj4xxbfzz4yuxfkgobpihhd2thlanmsh3w2ptld2gqkn2jvlss4a');
  expect(onChainBytes(bls)).toBe(encodeMessage(bls).length);
});
