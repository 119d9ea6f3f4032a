import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { concatBytes, hexToBytes, utf8ToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidOfDagCbor, cidToBytes } from '../../../../../shared/domain/encoding/cid.ts';
import { encodeRlp } from '../../../../../shared/domain/encoding/rlp.ts';
import { type EthTransaction, ethSigningBytes } from '../../../../../shared/domain/evm/eth-transaction.ts';
import { batchDigest } from '../../../../../shared/domain/messages/batch-digest.ts';
import { blindMeaning } from '../../../../../shared/domain/signatures/blind-signature.ts';
import { bytesToSign } from '../../../../../shared/validation/data-text.ts';

const TRANSACTION: EthTransaction = {
  kind: 'eip-1559',
  nonce: 1n,
  to: '0xd388ab098ed3e84c0d808776440b48f685198498',
  value: attoFil(10n ** 18n),
  gasLimit: 2_000_000n,
  maxFeePerGas: attoFil(1_000_000n),
  maxPriorityFeePerGas: attoFil(1_000n),
  input: new Uint8Array(),
};

describe('what a raw signature would be as well', () => {
  it('is the signature of a message, for the bytes of its CID, whatever the key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('secp256k1', 'bls', 'delegated'), (bytes, type) => {
        expect(blindMeaning(type, cidToBytes(cidOfDagCbor(bytes)))).toContain('message');
      }),
    );
  });

  it('is the signature of a transaction, for every kind that Filecoin takes and for those of other networks', () => {
    for (const kind of ['eip-1559', 'homestead', 'eip-155'] as const) {
      expect(blindMeaning('delegated', ethSigningBytes({ ...TRANSACTION, kind }, 314))).toContain('transaction');
    }
    const accessList = Array.from({ length: 40 }, (_, index) => Uint8Array.of(index + 1));
    expect(blindMeaning('delegated', concatBytes(Uint8Array.of(1), encodeRlp([accessList])))).toContain('transaction');
    expect(blindMeaning('delegated', concatBytes(Uint8Array.of(5), encodeRlp([Uint8Array.of(1)])))).toContain('transaction');
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 12 }), (items) => {
        expect(blindMeaning('delegated', encodeRlp(items))).toContain('transaction');
      }),
    );
  });

  it('is the signature of a transaction also with a type that another network chose', () => {
    const long = encodeRlp(Array.from({ length: 9 }, () => new Uint8Array(20)));
    for (const type of [1, 0x1f, 0x71, 0x7b, 0x7f]) {
      expect(blindMeaning('delegated', concatBytes(Uint8Array.of(type), long))).toContain('transaction');
    }
  });

  it('is the signature of a deal, a voucher or a block, for f1 and f3, as they sign these as lists of CBOR', () => {
    const wide = Array.from({ length: 30 }, () => 0);
    for (const type of ['secp256k1', 'bls'] as const) {
      for (const list of [[], [1, new Uint8Array(20), 'label', null, true], wide]) {
        expect(blindMeaning(type, encodeCbor(list))).toContain('voucher');
      }
      expect(blindMeaning(type, concatBytes(encodeCbor([1]), Uint8Array.of(0)))).toBeUndefined();
      expect(blindMeaning(type, hexToBytes('83ffffff'))).toBeUndefined();
      expect(blindMeaning(type, concatBytes(utf8ToBytes('fil_removedatacap:'), encodeCbor([1])))).toContain('DataCap');
    }
  });

  it('is a vote on finality, for what go-f3 has providers sign with their worker keys', () => {
    const vote = concatBytes(utf8ToBytes('GPBFT:filecoin:'), new Uint8Array(120));
    const ticket = concatBytes(utf8ToBytes('VRF:filecoin:'), new Uint8Array(113));
    for (const bytes of [vote, ticket]) {
      for (const type of ['secp256k1', 'bls'] as const) expect(blindMeaning(type, bytes)).toContain('final');
      expect(blindMeaning('delegated', bytes)).toBeUndefined();
    }
  });

  it('is a permission for a contract, for typed data', () => {
    expect(blindMeaning('delegated', concatBytes(hexToBytes('1901'), new Uint8Array(64)))).toContain('permission');
  });

  it('is nothing that is known, for texts and for the other keys', () => {
    for (const text of ['', 'hello', 'Здравствуйте', '\u0019', 'x'.repeat(38)]) {
      for (const type of ['secp256k1', 'bls', 'delegated'] as const) expect(blindMeaning(type, utf8ToBytes(text)), text).toBeUndefined();
    }
    expect(blindMeaning('bls', ethSigningBytes(TRANSACTION, 314))).toBeUndefined();
    expect(blindMeaning('secp256k1', cidToBytes(cidOfDagCbor(new Uint8Array())).slice(1))).toBeUndefined();
  });

  it('is nothing for any data in an envelope', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('secp256k1', 'bls', 'delegated'), (data, type) => {
        expect(blindMeaning(type, bytesToSign(data, 'frc-0102', type))).toBeUndefined();
      }),
    );
  });
});

describe('the digest of a batch', () => {
  it('is the SHA-256 of all bytes, in order', () => {
    // FIPS 180-4, "abc".
    expect(batchDigest([utf8ToBytes('a'), utf8ToBytes('bc')])).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(batchDigest([utf8ToBytes('bc'), utf8ToBytes('a')])).not.toBe(batchDigest([utf8ToBytes('a'), utf8ToBytes('bc')]));
  });
});
