/**
 * Signing and verifying as in the wallet, the journal and the practice chain: over a message CID, with every key type. Compared with
 * the bare @noble operation (without the message hash for secp256k1, with hash-to-curve for BLS), and with iso-filecoin where it has
 * the same operation. No operation repeats the previous input.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { delegatedAddress, idAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { concatBytes, equalBytes } from '../../shared/domain/encoding/bytes.ts';
import { cidToBytes } from '../../shared/domain/encoding/cid.ts';
import { ethSigningBytes, ethTransactionFromMessage } from '../../shared/domain/evm/eth-transaction.ts';
import { type Key, type KeyType, keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { type Message, messageCid } from '../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../shared/domain/messages/message-signature.ts';
import { aggregateBlsSignatures, type BlsPair, verifyBlsAggregate } from '../../shared/domain/signatures/bls-signature.ts';
import { signBytes, verifyBytes } from '../../shared/domain/signatures/signature.ts';
import { isoRecoverAddress, isoSign, isoVerify } from '../clients/iso-filecoin.ts';
import { type Comparison, compare } from './lib/compare.ts';
import { report } from './lib/report.ts';

const SAMPLES = 64;
const BLOCK_MESSAGES = 50;
const CHAIN_ID = 314;
const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
const { longSignatures } = bls12_381;
const AIM = '≥ 0.95';
/** Many short rounds, so that other load affects both sides equally. */
const ECDSA = { calls: 20, rounds: 75 } as const;
const BLS = { calls: 2, rounds: 41 } as const;

const keyOf = (type: KeyType, index: number): Key =>
  keyFromPrivateKey(type, blake2b(Uint8Array.of(index), { dkLen: 32 }).with(0, 1).with(31, 1));
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

interface Sample {
  readonly key: Key;
  readonly message: Message;
  /** Signed bytes. */
  readonly bytes: Uint8Array;
  readonly digest: Uint8Array;
  /** In @noble's form: recovery id, r, s; or the BLS signature. */
  readonly data: Uint8Array;
}

function samplesOf(type: KeyType): readonly Sample[] {
  return Array.from({ length: SAMPLES }, (_, index) => {
    const key = keyOf(type, index);
    const message: Message = {
      version: 0,
      to: type === 'delegated' ? delegatedAddress(10n, new Uint8Array(20).fill(index + 1)) : idAddress(1000 + index),
      from: key.address,
      nonce: BigInt(index),
      value: attoFil(10n ** 18n),
      gasLimit: 1_520_000n,
      gasFeeCap: attoFil(101_183n),
      gasPremium: attoFil(100_129n),
      method: type === 'delegated' ? 3_844_450_837n : 0n,
      params: new Uint8Array(),
    };
    const bytes = type === 'delegated' ? ethSigningBytes(ethTransactionFromMessage(message), CHAIN_ID) : cidToBytes(messageCid(message));
    const digest = type === 'delegated' ? keccak_256(bytes) : blake2b(bytes, { dkLen: 32 });
    const { data } = signMessage(key, message, CHAIN_ID);
    return { key, message, bytes, digest, data: type === 'bls' ? data : concatBytes(data.slice(64), data.slice(0, 64)) };
  });
}

function row(bench: string, name: string, result: Comparison, note?: string): void {
  report({
    bench: `signature: ${bench}`,
    unit: 'operations/s',
    measured: result.perSecond,
    baseline: { name, value: result.baselinePerSecond },
    ratio: result.ratio,
    aim: name === 'iso-filecoin' ? 'at least as fast' : AIM,
    ...(note === undefined ? {} : { note }),
  });
}

const ecdsa = { prehash: false, format: 'recovered' } as const;
const nobleSign = ({ key, digest }: Sample) => secp256k1.sign(digest, key.privateKey, ecdsa);
const nobleRecover = ({ data, digest }: Sample) => secp256k1.recoverPublicKey(data, digest, { prehash: false });
const toLotus = (data: Uint8Array) => concatBytes(data.slice(1), data.slice(0, 1));

for (const type of ['secp256k1', 'delegated'] as const) {
  const samples = samplesOf(type);
  const signatures = samples.map(({ data }) => ({ type, data: toLotus(data) }));
  row(
    `${type} sign bytes`,
    'noble sign',
    compare({
      ...ECDSA,
      operation: (index) => signBytes(at(samples, index).key, at(samples, index).bytes),
      baseline: (index) => nobleSign(at(samples, index)),
    }),
  );
  row(
    `${type} verify bytes`,
    'noble recover',
    compare({
      ...ECDSA,
      operation: (index) => required(verifyBytes(at(signatures, index), at(samples, index).key.address, at(samples, index).bytes)),
      baseline: (index) => nobleRecover(at(samples, index)),
    }),
    'with the address of the recovered key',
  );
  row(
    `${type} sign message`,
    'noble sign',
    compare({
      ...ECDSA,
      operation: (index) => signMessage(at(samples, index).key, at(samples, index).message, CHAIN_ID),
      baseline: (index) => nobleSign(at(samples, index)),
    }),
    type === 'delegated' ? 'with the RLP of the transaction' : 'with its CBOR and CID',
  );
  row(
    `${type} verify message`,
    'noble recover',
    compare({
      ...ECDSA,
      operation: (index) =>
        required(verifyMessageSignature({ message: at(samples, index).message, signature: at(signatures, index) }, CHAIN_ID)),
      baseline: (index) => nobleRecover(at(samples, index)),
    }),
    type === 'delegated' ? 'with the RLP of the transaction' : 'with its CBOR and CID',
  );
  if (type === 'delegated') continue;
  row(
    `${type} sign bytes`,
    'iso-filecoin',
    compare({
      ...ECDSA,
      operation: (index) => signBytes(at(samples, index).key, at(samples, index).bytes),
      baseline: (index) => isoSign(at(samples, index).key.privateKey, type, at(samples, index).bytes),
    }),
    'iso-filecoin brings an older @noble/curves, which does not blind the inversion of the nonce against timing',
  );
  row(
    `${type} verify bytes`,
    'iso-filecoin',
    compare({
      ...ECDSA,
      operation: (index) => required(verifyBytes(at(signatures, index), at(samples, index).key.address, at(samples, index).bytes)),
      baseline: (index) =>
        required(isoRecoverAddress(at(signatures, index).data, at(samples, index).bytes, 'f') === at(samples, index).key.address),
    }),
  );
}

const samples = samplesOf('bls');
const bigEndian = samples.map(({ key }) => key.privateKey.toReversed());
const nobleBlsSign = (index: number) =>
  longSignatures.sign(longSignatures.hash(at(samples, index).bytes, DST), at(bigEndian, index)).toBytes(true);
const verifySample = ({ key, bytes, data }: Sample) => required(verifyBytes({ type: 'bls', data }, key.address, bytes));
const signSample = ({ key, bytes }: Sample) => signBytes(key, bytes);
if (!equalBytes(nobleBlsSign(0), at(samples, 0).data)) throw new Error('The two sign otherwise.');

row(
  'BLS sign bytes',
  'noble hash and sign',
  compare({ ...BLS, operation: (index) => signSample(at(samples, index)), baseline: nobleBlsSign }),
);
row(
  'BLS sign bytes',
  'iso-filecoin',
  compare({
    ...BLS,
    operation: (index) => signSample(at(samples, index)),
    baseline: (index) => isoSign(at(bigEndian, index), 'bls', at(samples, index).bytes),
  }),
);
row(
  'BLS verify bytes',
  'noble hash and verify',
  compare({
    ...BLS,
    operation: (index) => verifySample(at(samples, index)),
    baseline: (index) => {
      const { key, bytes, data } = at(samples, index);
      return required(longSignatures.verify(data, longSignatures.hash(bytes, DST), key.publicKey));
    },
  }),
);
row(
  'BLS verify bytes',
  'iso-filecoin',
  compare({
    ...BLS,
    operation: (index) => verifySample(at(samples, index)),
    baseline: (index) => {
      const { key, bytes, data } = at(samples, index);
      return required(isoVerify(data, 'bls', bytes, key.publicKey));
    },
  }),
);

const block = samples.slice(0, BLOCK_MESSAGES);
const signaturesOfBlock = block.map(({ data }) => data);
row(
  `BLS aggregate of ${BLOCK_MESSAGES} signatures`,
  'noble aggregate',
  compare({
    calls: 1,
    operation: () => aggregateBlsSignatures(signaturesOfBlock),
    baseline: () =>
      longSignatures.aggregateSignatures(signaturesOfBlock.map((data) => longSignatures.Signature.fromBytes(data))).toBytes(true),
  }),
);
// As in recorded mainnet blocks: distinct senders, or some senders with several messages.
for (const senders of [BLOCK_MESSAGES, 25]) {
  const signed = block.map(({ bytes }, index) => {
    const { key } = at(samples, index % senders);
    return { key, bytes, data: signBytes(key, bytes).data };
  });
  const aggregate = aggregateBlsSignatures(signed.map(({ data }) => data));
  const pairs: readonly BlsPair[] = signed.map(({ key: { publicKey }, bytes }) => ({ publicKey, bytes }));
  row(
    `BLS verify aggregate of ${BLOCK_MESSAGES} messages, ${senders} senders`,
    'noble hash and verifyBatch',
    compare({
      calls: 1,
      rounds: 9,
      operation: () => required(verifyBlsAggregate(aggregate, pairs)),
      baseline: () => {
        const items = pairs.map(({ publicKey, bytes }) => ({
          message: longSignatures.hash(bytes, DST),
          publicKey: bls12_381.G1.Point.fromBytes(publicKey),
        }));
        return required(longSignatures.verifyBatch(aggregate, items));
      },
    }),
    senders === BLOCK_MESSAGES ? undefined : 'one pairing a sender instead of one a message',
  );
}

function required(isValid: boolean): true {
  if (!isValid) throw new Error('A benchmarked signature does not verify.');
  return true;
}
