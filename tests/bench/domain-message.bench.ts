/**
 * Chain objects as used by the journal, the mempool view and the composer: computing CIDs and decoding bytes. The baseline is the
 * minimum work: cborg encoding a tuple of prepared byte strings and one blake2b-256 (sha2-256 for a deal's ProposalCid); addresses,
 * amounts and the CID's text are only on our side. Also compared with iso-filecoin where it has the same operation. Inputs are
 * recorded, and no call repeats the previous input.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encode } from 'cborg';
import { blockCid, decodeBlockHeader, encodeBlockHeader } from '../../shared/domain/chain/block-header.ts';
import { decodeDealProposal, encodeClientDealProposal, encodeDealProposal, proposalCid } from '../../shared/domain/deals/deal-proposal.ts';
import { base64ToBytes, equalBytes } from '../../shared/domain/encoding/bytes.ts';
import { decodeCbor } from '../../shared/domain/encoding/cbor.ts';
import { cidToBytes } from '../../shared/domain/encoding/cid.ts';
import { decodeMessage, encodeMessage, encodeSignedMessage, messageCid, signedMessageCid } from '../../shared/domain/messages/message.ts';
import { signatureTypeFromNumber } from '../../shared/domain/signatures/signature.ts';
import { parseNodeMessage } from '../../shared/validation/node/message.ts';
import { parseNodeTipset } from '../../shared/validation/node/tipset.ts';
import { readCar } from '../builders/car-blocks.ts';
import { decodeWithCborg, encodeWithCborg } from '../builders/cborg-links.ts';
import { listSharedFiles, readSharedJson } from '../builders/shared-data.ts';
import { isoMessageCid } from '../clients/iso-filecoin.ts';
import { compare } from './lib/compare.ts';
import { report } from './lib/report.ts';

const CALLS = 2000;

const blake2b256 = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 });

const messages = readSharedJson<{ msg: unknown }[]>('chain/mainnet-messages-2020.json.gz').map(({ msg }) => parseNodeMessage(msg));
const transfers = messages.filter(({ method }) => method === 0n);
const signed = messages.map((message, index) => ({
  message,
  signature: { type: 'secp256k1' as const, data: new Uint8Array(65).fill(index) },
}));
const headers = listSharedFiles('chain/tipsets').flatMap((file) => parseNodeTipset(readSharedJson(`chain/tipsets/${file}`)).blocks);
const deals = readSharedJson<
  { deals: { labelIsInvalidUtf8: boolean; proposalCbor: string; ClientSignature: { Type: number; Data: string } }[] }[]
>('deals/published-storage-deals.json.gz')
  .flatMap((message) => message.deals)
  // cborg cannot round-trip the others
  .filter(({ labelIsInvalidUtf8 }) => !labelIsInvalidUtf8)
  .map(({ proposalCbor, ClientSignature: { Type: type, Data } }) => ({
    proposal: decodeDealProposal(base64ToBytes(proposalCbor)),
    clientSignature: { type: signatureTypeFromNumber(type), data: base64ToBytes(Data) },
  }));
for (const message of messages) {
  if (!equalBytes(isoMessageCid(message), cidToBytes(messageCid(message)))) throw new Error('iso-filecoin has another CID.');
}

toCid('message to CID', messages, encodeMessage, messageCid);
toCid('message of a plain transfer to CID', transfers, encodeMessage, messageCid);
toCid('signed message to CID', signed, encodeSignedMessage, signedMessageCid);
toCid('block header to CID', headers, encodeBlockHeader, blockCid);
toCid('deal to its ProposalCid', deals, encodeClientDealProposal, proposalCid, sha256);
beside('message to CID', messages, messageCid, 'iso-filecoin, CID as bytes', messages, isoMessageCid, 'above 1');

fromBytes('message from bytes', messages.map(encodeMessage), decodeMessage);
fromBytes('block header from bytes', headers.map(encodeBlockHeader), decodeBlockHeader);
fromBytes(
  'deal proposal from bytes',
  deals.map(({ proposal }) => encodeDealProposal(proposal)),
  decodeDealProposal,
);

// cborg accepts unsorted keys and short floats: to be equally strict, re-encode and compare.
const blocks = readCar('chain/state/mainnet-genesis.car.zst')
  .blocks.filter(({ cid }) => cid.code === 0x71)
  .map(({ bytes }) => bytes);
const decodeOrRefuse = (bytes: Uint8Array): unknown => {
  try {
    return decodeCbor(bytes);
  } catch {
    return 'refused';
  }
};
const strictly = (bytes: Uint8Array): unknown => {
  const value: unknown = decodeWithCborg(bytes);
  return equalBytes(encodeWithCborg(value), bytes) ? value : 'refused';
};
beside('state block from bytes, canonical only', blocks, decodeOrRefuse, 'cborg, read and written again', blocks, strictly, 'above 1');

/** Compare with cborg and noble, which encode and hash a prepared tuple. */
function toCid<T>(
  bench: string,
  samples: readonly T[],
  toBytes: (sample: T) => Uint8Array,
  operation: (sample: T) => unknown,
  hash: (bytes: Uint8Array) => Uint8Array = blake2b256,
): void {
  const bytes = samples.map(toBytes);
  const tuples: unknown[] = bytes.map((sample) => decodeWithCborg(sample));
  // CID support slows cborg down, so it is only enabled if needed.
  const isWrittenBy = (write: (tuple: unknown) => Uint8Array) => bytes.every((sample, index) => equalBytes(write(tuples[index]), sample));
  const write = isWrittenBy(encode) ? encode : encodeWithCborg;
  if (!isWrittenBy(write)) throw new Error(`cborg writes a ${bench} otherwise.`);
  const name = `cborg of the ready tuple, and ${hash === sha256 ? 'sha2-256' : 'blake2b-256'}`;
  beside(bench, samples, operation, name, tuples, (tuple) => hash(write(tuple)), '≥ 0.8');
}

/** Compare with cborg and multiformats, which stop at byte strings; ours also decodes addresses and CIDs to text. */
function fromBytes(bench: string, bytes: readonly Uint8Array[], operation: (bytes: Uint8Array) => unknown): void {
  const baseline = (sample: Uint8Array): unknown => decodeWithCborg(sample);
  beside(bench, bytes, operation, 'cborg to a tuple of bytes', bytes, baseline, 'none: the checksums of addresses are ours');
}

function beside<T, B>(
  bench: string,
  samples: readonly T[],
  operation: (sample: T) => unknown,
  name: string,
  baselineSamples: readonly B[],
  baseline: (sample: B) => unknown,
  aim: string,
): void {
  const { perSecond, baselinePerSecond, ratio } = compare({
    calls: CALLS,
    operation: (index) => operation(samples[index % samples.length] as T),
    baseline: (index) => baseline(baselineSamples[index % baselineSamples.length] as B),
  });
  report({ bench, unit: 'calls/s', measured: perSecond, baseline: { name, value: baselinePerSecond }, ratio, aim });
}
