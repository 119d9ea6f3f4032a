import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, delegatedAddress, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { encodeRlp, rlpInteger } from '../../../../../shared/domain/encoding/rlp.ts';
import {
  decodeEthTransaction,
  type EthTransaction,
  type EthTransactionKind,
  encodeEthTransaction,
  ethSigningBytes,
  ethTransactionFromMessage,
  ethTransactionHash,
  messageFromEthTransaction,
  signDelegatedMessage,
  verifyDelegatedMessage,
} from '../../../../../shared/domain/evm/eth-transaction.ts';
import { keyFromPrivateKey } from '../../../../../shared/domain/keys/key.ts';
import type { Message, SignedMessage } from '../../../../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../../../../shared/domain/messages/message-signature.ts';
import { parseNodeMessage } from '../../../../../shared/validation/node/message.ts';
import { checked } from '../../../../builders/checked.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

const MAINNET = 314;
const key = keyFromPrivateKey('delegated', new Uint8Array(32).fill(0x46));
const KINDS: readonly EthTransactionKind[] = ['eip-1559', 'homestead', 'eip-155'];

/** Signs a transaction as a wallet of Ethereum does, without the code under test but its signing bytes. */
function signAs(transaction: EthTransaction, chainId: number, privateKey = key.privateKey): SignedMessage {
  const recovered = secp256k1.sign(keccak_256(ethSigningBytes(transaction, chainId)), privateKey, { prehash: false, format: 'recovered' });
  const recoveryId = BigInt(recovered[0] ?? 0);
  const scalars = recovered.slice(1);
  const data = {
    'eip-1559': () => concatBytes(scalars, Uint8Array.of(Number(recoveryId))),
    homestead: () => concatBytes(Uint8Array.of(1), scalars, rlpInteger(27n + recoveryId)),
    'eip-155': () => concatBytes(Uint8Array.of(2), scalars, rlpInteger(BigInt(chainId) * 2n + 35n + recoveryId)),
  }[transaction.kind]();
  const from = keyFromPrivateKey('delegated', privateKey).address;
  return { message: messageFromEthTransaction(transaction, from), signature: { type: 'delegated', data } };
}

const amount = fc.bigInt({ min: 0n, max: 1n << 96n }).map(attoFil);
const to = fc.oneof(
  fc.constant(undefined),
  fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${bytesToHex(Uint8Array.from(bytes))}`),
  fc.bigInt({ min: 100n, max: (1n << 63n) - 1n }).map((id) => `0xff${id.toString(16).padStart(38, '0')}`),
);
const transaction: fc.Arbitrary<EthTransaction> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    nonce: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
    to,
    value: amount,
    gasLimit: fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }),
    maxFeePerGas: amount,
    maxPriorityFeePerGas: amount,
    input: fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
  })
  .map((sample) => (sample.kind === 'eip-1559' ? sample : { ...sample, maxPriorityFeePerGas: sample.maxFeePerGas }));
const chain = fc.constantFrom(314, 314_159, 31_415_926);

describe('Ethereum transactions', () => {
  it('are those of the example in EIP-155', () => {
    const example: EthTransaction = {
      kind: 'eip-155',
      nonce: 9n,
      to: '0x3535353535353535353535353535353535353535',
      value: attoFil(10n ** 18n),
      gasLimit: 21_000n,
      maxFeePerGas: attoFil(20n * 10n ** 9n),
      maxPriorityFeePerGas: attoFil(20n * 10n ** 9n),
      input: new Uint8Array(),
    };
    const signingBytes = 'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
    expect(bytesToHex(ethSigningBytes(example, 1))).toBe(signingBytes);
    const r = 18515461264373351373200002665853028612451056578545711640558177340181847433846n;
    const s = 46948507304638947509940763649030358759909902576025900602547168820602576006531n;
    const raw = encodeRlp([
      rlpInteger(9n),
      rlpInteger(20n * 10n ** 9n),
      rlpInteger(21_000n),
      hexToBytes('3535353535353535353535353535353535353535'),
      rlpInteger(10n ** 18n),
      new Uint8Array(),
      rlpInteger(37n),
      rlpInteger(r),
      rlpInteger(s),
    ]);
    const signed = decodeEthTransaction(raw, 1);
    expect(signed.message.from).toBe(key.address);
    expect(signed.message.from).toBe(addressFromEthAddress('0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f'));
    expect(signed.signature.data).toHaveLength(66);
    expect(verifyDelegatedMessage(signed, 1)).toBe(true);
    expect(verifyDelegatedMessage(signed, MAINNET)).toBe(false);
    expect(encodeEthTransaction(signed, 1)).toEqual(raw);
    expect(ethTransactionHash(signed, 1)).toBe('0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788');
    expect(signAs(example, 1)).toEqual(signed);
  });

  it('become messages and transactions again, and only the right network and the right bytes verify', () => {
    fc.assert(
      fc.property(transaction, chain, (sample, chainId) => {
        const signed = signAs(sample, chainId);
        expect(ethTransactionFromMessage(signed.message, sample.kind)).toEqual(sample);
        expect(verifyMessageSignature(signed, chainId)).toBe(true);
        const raw = encodeEthTransaction(signed, chainId);
        expect(decodeEthTransaction(raw, chainId)).toEqual(signed);
        expect(ethTransactionHash(signed, chainId)).toBe(`0x${bytesToHex(keccak_256(raw))}`);
        // A Homestead transaction names no network: that is why EIP-155 came.
        expect(verifyMessageSignature(signed, chainId + 1)).toBe(sample.kind === 'homestead');
      }),
      { numRuns: 150 },
    );
  });

  it('are signed as EIP-1559, and any one bit of the signature, of the message or of the sender breaks them', () => {
    fc.assert(
      fc.property(transaction, fc.nat(), (sample, bit) => {
        const message = messageFromEthTransaction({ ...sample, kind: 'eip-1559' }, key.address);
        const signature = signMessage(key, message, MAINNET);
        expect(signature).toEqual(signDelegatedMessage(key.privateKey, message, MAINNET));
        expect(verifyMessageSignature({ message, signature }, MAINNET)).toBe(true);
        const flipped = Uint8Array.from(signature.data);
        const at = bit % (65 * 8);
        flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
        expect(verifyMessageSignature({ message, signature: { ...signature, data: flipped } }, MAINNET)).toBe(false);
        const changes: Partial<Message>[] = [
          { nonce: message.nonce ^ 1n },
          { value: attoFil(message.value ^ 1n) },
          { gasLimit: message.gasLimit ^ 1n },
          { gasFeeCap: attoFil(message.gasFeeCap ^ 1n) },
          { gasPremium: attoFil(message.gasPremium ^ 1n) },
          { method: message.method ^ 1n },
          { to: idAddress(99) },
          { params: encodeCbor(concatBytes(sample.input, Uint8Array.of(1))) },
          { from: delegatedAddress(10n, new Uint8Array(20).fill(1)) },
        ];
        for (const change of changes)
          expect(verifyMessageSignature({ message: { ...message, ...change }, signature }, MAINNET)).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  it('refuse every other form of the bytes', () => {
    const signed = signAs({ ...base, kind: 'eip-1559' }, MAINNET);
    const raw = encodeEthTransaction(signed, MAINNET);
    fc.assert(
      fc.property(fc.nat({ max: raw.length * 8 - 1 }), (at) => {
        const flipped = Uint8Array.from(raw);
        flipped[at >> 3] = (flipped[at >> 3] ?? 0) ^ (1 << (at & 7));
        let other: SignedMessage;
        try {
          other = decodeEthTransaction(flipped, MAINNET);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          return;
        }
        // Some other account's transaction, never one of the account that signed.
        expect(other.message.from).not.toBe(key.address);
        expect(encodeEthTransaction(other, MAINNET)).toEqual(flipped);
      }),
      { numRuns: 200 },
    );
  });

  it('with a high s are of the same account, as Lotus takes them, and have another hash', () => {
    const order = secp256k1.Point.Fn.ORDER;
    for (const kind of KINDS) {
      const signed = signAs({ ...base, kind, maxPriorityFeePerGas: base.maxFeePerGas }, MAINNET);
      const { data } = signed.signature;
      const start = kind === 'eip-1559' ? 32 : 33;
      const high = numberToBytesBE(order - bytesToNumberBE(data.slice(start, start + 32)), 32);
      const v = bytesToNumberBE(data.slice(start + 32));
      const isSecond = v === { 'eip-1559': 1n, homestead: 28n, 'eip-155': 664n }[kind];
      const otherV = numberToBytesBE(isSecond ? v - 1n : v + 1n, data.length - start - 32);
      const other = { ...signed, signature: { ...signed.signature, data: concatBytes(data.slice(0, start), high, otherV) } };
      expect(verifyMessageSignature(other, MAINNET), kind).toBe(true);
      expect(decodeEthTransaction(encodeEthTransaction(other, MAINNET), MAINNET), kind).toEqual(other);
      expect(ethTransactionHash(other, MAINNET), kind).not.toBe(ethTransactionHash(signed, MAINNET));
    }
  });

  const base: EthTransaction = {
    kind: 'eip-1559',
    nonce: 7n,
    to: '0xd388ab098ed3e84c0d808776440b48f685198498',
    value: attoFil(10n ** 18n),
    gasLimit: 1_520_000n,
    maxFeePerGas: attoFil(101_183n),
    maxPriorityFeePerGas: attoFil(100_129n),
    input: new Uint8Array(),
  };
  const message = messageFromEthTransaction(base, key.address);

  it('map recipients, creations and input as Lotus does', () => {
    expect(message.to).toBe('f410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy');
    expect([message.method, message.params]).toEqual([3_844_450_837n, new Uint8Array()]);
    const toId = { ...message, to: parseAddress('f01234') };
    expect(ethTransactionFromMessage(toId).to).toBe('0xff000000000000000000000000000000000004d2');
    const creation = messageFromEthTransaction({ ...base, to: undefined, input: Uint8Array.of(1, 2, 3) }, key.address);
    expect([creation.to, creation.method, bytesToHex(creation.params)]).toEqual(['f010', 4n, '43010203']);
    expect(ethTransactionFromMessage(creation).to).toBeUndefined();
  });

  it.each([
    ['a transfer by method 0', { method: 0n }, 'eth-method'],
    ['another method of the address manager', { to: parseAddress('f010'), method: 3n }, 'eth-method'],
    ['InvokeContract of the address manager', { to: parseAddress('f010') }, 'eth-method'],
    ['an f1 recipient', { to: parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba') }, 'eth-recipient'],
    [
      'an f410 recipient that masks an id',
      { to: delegatedAddress(10n, hexToBytes('ff000000000000000000000000000000000004d2')) },
      'eth-recipient',
    ],
    ['an f4 recipient of another namespace', { to: delegatedAddress(32n, new Uint8Array(20)) }, 'eth-recipient'],
    ['an f1 sender', { from: parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba') }, 'eth-sender'],
    ['params that wrap nothing', { params: hexToBytes('40') }, 'eth-params'],
    ['params that are no byte string', { params: hexToBytes('8101') }, 'eth-params'],
    ['params with bytes after them', { params: hexToBytes('410100') }, 'eth-params'],
    ['params in a longer form', { params: hexToBytes('580101') }, 'eth-params'],
    ['a negative nonce', { nonce: -1n }, 'eth-integer'],
    ['a negative gas limit', { gasLimit: -1n }, 'eth-integer'],
    ['a negative value', { value: attoFil(-1n) }, 'eth-integer'],
    ['a negative fee cap', { gasFeeCap: attoFil(-1n) }, 'eth-integer'],
    ['a negative premium', { gasPremium: attoFil(-1n) }, 'eth-integer'],
  ] as const)('refuse %s', (_name, change: Partial<Message>, code) => {
    expect(() => ethTransactionFromMessage({ ...message, ...change })).toThrow(expect.objectContaining({ code }));
  });

  it('refuse a legacy kind with two prices', () => {
    expect(() => ethTransactionFromMessage(message, 'eip-155')).toThrow(expect.objectContaining({ code: 'eth-gas-price' }));
  });

  const fields = (change: (list: (Uint8Array | Uint8Array[])[]) => void): Uint8Array => {
    const list: (Uint8Array | Uint8Array[])[] = [314n, 7n, 1n, 2n, 3n].map(rlpInteger);
    list.push(new Uint8Array(20).fill(1), rlpInteger(5n), new Uint8Array(), [], rlpInteger(0n), rlpInteger(6n), rlpInteger(7n));
    change(list);
    return concatBytes(Uint8Array.of(2), encodeRlp(list));
  };
  it.each([
    ['nothing', new Uint8Array(), 'eth-transaction-type'],
    ['EIP-2930', Uint8Array.of(1, 0xc0), 'eth-transaction-type'],
    ['EIP-4844', Uint8Array.of(3, 0xc0), 'eth-transaction-type'],
    ['a list of another length', Uint8Array.of(2, 0xc0), 'eth-transaction-fields'],
    ['no list', Uint8Array.of(2, 0x80), 'eth-transaction-fields'],
    ['another network', fields((list) => list.splice(0, 1, rlpInteger(1n))), 'eth-chain-id'],
    ['a zero before a number', fields((list) => list.splice(1, 1, Uint8Array.of(0, 7))), 'eth-integer'],
    ['a nonce beyond 64 bits', fields((list) => list.splice(1, 1, rlpInteger(1n << 64n))), 'eth-integer'],
    ['a gas limit beyond 63 bits', fields((list) => list.splice(4, 1, rlpInteger(1n << 63n))), 'eth-integer'],
    ['an access list', fields((list) => list.splice(8, 1, [new Uint8Array(20)])), 'eth-access-list'],
    ['a list in the place of a number', fields((list) => list.splice(6, 1, [])), 'eth-transaction-fields'],
    ['a recovery id of 2', fields((list) => list.splice(9, 1, rlpInteger(2n))), 'eth-signature'],
    ['an r beyond 32 bytes', fields((list) => list.splice(10, 1, new Uint8Array(33).fill(1))), 'eth-signature'],
    ['a call of f010', fields((list) => list.splice(5, 1, hexToBytes(`ff${'00'.repeat(18)}0a`))), 'eth-method'],
    ['an r of zero', fields((list) => list.splice(10, 1, new Uint8Array())), 'eth-signature'],
  ])('refuse the bytes of %s', (_name, bytes, code) => {
    expect(() => decodeEthTransaction(bytes, MAINNET)).toThrow(expect.objectContaining({ code }));
  });

  it('refuse signatures of another form, whatever the message', () => {
    const { signature } = signAs(base, MAINNET);
    const legacy = signAs({ ...base, kind: 'homestead', maxPriorityFeePerGas: base.maxFeePerGas }, MAINNET);
    const protectedOne = signAs({ ...base, kind: 'eip-155', maxPriorityFeePerGas: base.maxFeePerGas }, MAINNET);
    expect([legacy, protectedOne].map((signed) => signed.signature.data.length)).toEqual([66, 67]);
    const set = (data: Uint8Array, at: number, byte: number) => data.with(at, byte);
    const wrong: SignedMessage[] = [
      { message, signature: { type: 'delegated', data: new Uint8Array() } },
      { message, signature: { type: 'delegated', data: new Uint8Array(65) } },
      { message, signature: { type: 'delegated', data: set(signature.data, 64, 27) } },
      { ...legacy, signature: { type: 'delegated', data: set(legacy.signature.data, 0, 2) } },
      { ...legacy, signature: { type: 'delegated', data: set(legacy.signature.data, 65, 0) } },
      { ...legacy, message: { ...legacy.message, gasPremium: attoFil(legacy.message.gasPremium - 1n) } },
      { ...protectedOne, signature: { type: 'delegated', data: set(protectedOne.signature.data, 0, 1) } },
      { ...protectedOne, signature: { type: 'delegated', data: protectedOne.signature.data.slice(0, 66) } },
    ];
    for (const signed of wrong) expect(verifyMessageSignature(signed, MAINNET)).toBe(false);
    expect(verifyMessageSignature(legacy, MAINNET) && verifyMessageSignature(protectedOne, MAINNET)).toBe(true);
    expect(() => verifyMessageSignature(legacy)).toThrow(expect.objectContaining({ code: 'chain-id-missing' }));
    expect(() => signMessage(key, message)).toThrow(expect.objectContaining({ code: 'chain-id-missing' }));
  });

  it('are what every delegated message of the recorded tipsets is', () => {
    let messages = 0;
    for (const file of listSharedFiles('chain/messages')) {
      for (const { Msg } of readSharedJson<{ Trace: { Msg: { From: string } }[] }>(`chain/messages/${file}`).Trace) {
        if (!/^[ft]4/.test(Msg.From)) continue;
        const real = parseNodeMessage(Msg);
        const found: Address = real.from;
        expect(messageFromEthTransaction(ethTransactionFromMessage(real), found)).toEqual(real);
        messages += 1;
      }
    }
    checked(messages, 15, 'delegated messages of the chain that are Ethereum transactions');
  });
});
