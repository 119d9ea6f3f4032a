/** Block headers in node JSON (Lotus chain/types/blockheader.go). The JSON has no CID; `blockCid` computes it. */
import { z } from 'zod';
import { formatAddress, type NetworkLetter } from '../../domain/addresses/address.ts';
import type { BlockHeader } from '../../domain/chain/block-header.ts';
import { bytesToBase64 } from '../../domain/encoding/bytes.ts';
import { cidToLink } from '../../domain/encoding/cid.ts';
import { jsonInteger } from './json-integer.ts';
import {
  parseNode,
  zAddressValue,
  zAmount,
  zBigDecimal,
  zBytes,
  zCidLink,
  zInt64,
  zSafeInteger,
  zSlice,
  zUint64,
  zUnixSeconds,
} from './primitives.ts';
import { signatureToJson, zNodeSignature } from './signature.ts';

export const zNodeBlockHeader = z
  .object({
    Miner: zAddressValue,
    Ticket: z.object({ VRFProof: zBytes }).nullish(),
    ElectionProof: z.object({ WinCount: zInt64, VRFProof: zBytes }).nullish(),
    BeaconEntries: zSlice(z.object({ Round: zUint64, Data: zBytes }).transform((entry) => ({ round: entry.Round, data: entry.Data }))),
    WinPoStProof: zSlice(
      z
        .object({ PoStProof: zInt64, ProofBytes: zBytes })
        .transform((proof) => ({ poStProof: proof.PoStProof, proofBytes: proof.ProofBytes })),
    ),
    Parents: zSlice(zCidLink),
    ParentWeight: zBigDecimal,
    Height: zSafeInteger.pipe(z.number().min(0)),
    ParentStateRoot: zCidLink,
    ParentMessageReceipts: zCidLink,
    Messages: zCidLink,
    BLSAggregate: zNodeSignature.nullish(),
    Timestamp: zUnixSeconds,
    BlockSig: zNodeSignature.nullish(),
    ForkSignaling: zUint64,
    ParentBaseFee: zAmount,
  })
  .transform(
    (json): BlockHeader => ({
      miner: json.Miner,
      ticket: json.Ticket?.VRFProof,
      electionProof: json.ElectionProof ? { winCount: json.ElectionProof.WinCount, vrfProof: json.ElectionProof.VRFProof } : undefined,
      beaconEntries: json.BeaconEntries,
      winPoStProof: json.WinPoStProof,
      parents: json.Parents,
      parentWeight: json.ParentWeight,
      height: json.Height,
      parentStateRoot: json.ParentStateRoot,
      parentMessageReceipts: json.ParentMessageReceipts,
      messages: json.Messages,
      blsAggregate: json.BLSAggregate ?? undefined,
      timestamp: json.Timestamp,
      blockSig: json.BlockSig ?? undefined,
      forkSignaling: json.ForkSignaling,
      parentBaseFee: json.ParentBaseFee,
    }),
  );

/** Parses a `BlockHeader`. Throws `DomainError` `node-answer`. */
export function parseNodeBlockHeader(value: unknown): BlockHeader {
  return parseNode(zNodeBlockHeader, value, 'a block header');
}

/** The JSON of a header for a node of that network. */
export function blockHeaderToJson(header: BlockHeader, letter: NetworkLetter) {
  return {
    Miner: formatAddress(header.miner, letter),
    Ticket: header.ticket === undefined ? null : { VRFProof: bytesOrNull(header.ticket) },
    ElectionProof:
      header.electionProof === undefined
        ? null
        : { WinCount: jsonInteger(header.electionProof.winCount), VRFProof: bytesOrNull(header.electionProof.vrfProof) },
    BeaconEntries: listOrNull(header.beaconEntries, (entry) => ({ Round: jsonInteger(entry.round), Data: bytesOrNull(entry.data) })),
    WinPoStProof: listOrNull(header.winPoStProof, (proof) => ({
      PoStProof: jsonInteger(proof.poStProof),
      ProofBytes: bytesOrNull(proof.proofBytes),
    })),
    Parents: listOrNull(header.parents, cidToLink),
    ParentWeight: header.parentWeight.toString(),
    Height: header.height,
    ParentStateRoot: cidToLink(header.parentStateRoot),
    ParentMessageReceipts: cidToLink(header.parentMessageReceipts),
    Messages: cidToLink(header.messages),
    BLSAggregate: header.blsAggregate === undefined ? null : signatureToJson(header.blsAggregate),
    Timestamp: header.timestamp,
    BlockSig: header.blockSig === undefined ? null : signatureToJson(header.blockSig),
    ForkSignaling: jsonInteger(header.forkSignaling),
    ParentBaseFee: header.parentBaseFee.toString(),
  };
}

/** Go's JSON of a slice: an empty one is nil after CBOR decoding, and written as `null`. */
function listOrNull<T, R>(items: readonly T[], toJson: (item: T) => R): R[] | null {
  return items.length === 0 ? null : items.map(toJson);
}

function bytesOrNull(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : bytesToBase64(bytes);
}
