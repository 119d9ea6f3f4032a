import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { addressFromBytes, addressProtocol, addressToBytes } from '../../../../../shared/domain/addresses/address.ts';
import { blockCid, encodeBlockHeader } from '../../../../../shared/domain/chain/block-header.ts';
import { decodeCbor } from '../../../../../shared/domain/encoding/cbor.ts';
import { cidToBytes, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { messageCid } from '../../../../../shared/domain/messages/message.ts';
import { type BlsPair, verifyBlsAggregate } from '../../../../../shared/domain/signatures/bls-signature.ts';
import { verifyBytes } from '../../../../../shared/domain/signatures/signature.ts';
import { parseNodeBlockHeader } from '../../../../../shared/validation/node/block-header.ts';
import { parseNodeMessage } from '../../../../../shared/validation/node/message.ts';
import { checked } from '../../../../builders/checked.ts';
import { listSharedFiles, readSharedBytes, readSharedJson } from '../../../../builders/shared-data.ts';

interface RecordedTipset {
  readonly Cids: readonly { '/': string }[];
  readonly Blocks: readonly unknown[];
}

/** Blocks of mainnet 3573066 that carry a BLS message which was not executed: the trace does not have it. */
const BLOCKS_WITH_UNKNOWN_MESSAGES = 5;

describe('signatures of real blocks', () => {
  it('aggregates cover the BLS messages that the blocks carry', () => {
    let blocks = 0;
    let empty = 0;
    let messages = 0;
    let unknown = 0;
    for (const file of listSharedFiles('chain/block-messages')) {
      const carriers = readSharedJson<Record<string, string[]>>(`chain/block-messages/${file}`);
      const { Trace } = readSharedJson<{ Trace: { MsgCid: { '/': string }; Msg: unknown }[] }>(`chain/messages/${file}`);
      const executed = new Map(Trace.map(({ MsgCid, Msg }) => [MsgCid['/'], parseNodeMessage(Msg)]));
      const tipset = readSharedJson<RecordedTipset>(`chain/tipsets/${file.replace('.gz', '')}`);
      for (const [index, block] of tipset.Blocks.entries()) {
        const { blsAggregate } = parseNodeBlockHeader(block);
        const own = Object.keys(carriers).filter((cid) => carriers[cid]?.includes(tipset.Cids[index]?.['/'] ?? ''));
        if (own.some((cid) => !executed.has(cid))) {
          unknown += 1;
          continue;
        }
        const pairs: BlsPair[] = [];
        for (const cid of own) {
          const message = executed.get(cid);
          if (message === undefined || addressProtocol(message.from) !== 3) continue;
          expect(messageCid(message)).toBe(cid);
          pairs.push({ publicKey: addressToBytes(message.from).slice(1), bytes: cidToBytes(parseCid(cid)) });
        }
        const data = blsAggregate?.data ?? new Uint8Array();
        expect(verifyBlsAggregate(data, pairs), `${file} block ${index}`).toBe(true);
        // One message less, and it is another aggregate.
        if (pairs.length > 0 && pairs.length < 3) expect(verifyBlsAggregate(data, pairs.slice(1))).toBe(false);
        blocks += 1;
        messages += pairs.length;
        if (pairs.length === 0) empty += 1;
      }
    }
    checked(unknown, BLOCKS_WITH_UNKNOWN_MESSAGES, 'blocks left out, one of whose messages is not recorded');
    checked(blocks, 44, 'BLS aggregates of real blocks');
    checked(empty, 13, 'empty aggregates among them');
    checked(messages, 523, 'BLS messages under these aggregates');
  });

  it('the first blocks of mainnet are signed by the worker of their miner', () => {
    const worker = workerOfGenesis('f01000');
    let blocks = 0;
    for (const height of [1, 2, 3]) {
      const tipset = readSharedJson<RecordedTipset>(`chain/tipsets/mainnet-${height}.json`);
      for (const [index, block] of tipset.Blocks.entries()) {
        const header = parseNodeBlockHeader(block);
        expect([header.miner, blockCid(header)]).toEqual(['f01000', tipset.Cids[index]?.['/']]);
        if (header.blockSig === undefined) throw new Error('a block without a signature');
        const unsigned = { ...header, blockSig: undefined };
        expect(verifyBytes(header.blockSig, worker, encodeBlockHeader(unsigned))).toBe(true);
        expect(verifyBytes(header.blockSig, worker, encodeBlockHeader({ ...unsigned, height: header.height + 1 }))).toBe(false);
        blocks += 1;
      }
    }
    checked(blocks, 3, 'block signatures');
  });
});

/** The key address of a genesis miner's worker: the state of its account actor in the genesis CAR. */
function workerOfGenesis(miner: string) {
  const { miners } = readSharedJson<{ miners: Record<string, { StateMinerInfo: { Worker: string } }> }>('miners/genesis-mainnet.json.gz');
  const { actors } = readSharedJson<{ actors: Record<string, { Head: string }> }>('chain/genesis-actors-mainnet.json');
  const head = actors[miners[miner]?.StateMinerInfo.Worker ?? '']?.Head ?? '';
  const [address] = decodeCbor(blockOfCar(cidToBytes(parseCid(head)))) as [Uint8Array];
  return addressFromBytes(address);
}

/** The bytes under a CID in the mainnet genesis: a CAR is a row of lengths (varint), CIDs and bytes, after its head. */
function blockOfCar(cid: Uint8Array): Uint8Array {
  const car = zstdDecompressSync(readSharedBytes('chain/state/mainnet-genesis.car.zst'));
  for (let offset = 0; offset < car.length; ) {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = car[offset++] ?? 0;
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const section = car.subarray(offset, offset + length);
    if (section.subarray(0, cid.length).equals(cid)) return Uint8Array.from(section.subarray(cid.length));
    offset += length;
  }
  throw new Error('The genesis has no such block.');
}
