import { type Address, formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { bytesToBase64 } from '../../../shared/domain/bytes.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { type Signature, signatureTypeNumber } from '../../../shared/domain/signature.ts';
import type { Block, ChainMessage, HeadChange, Receipt, TipsetNode } from '../chain/chain-types.ts';
import { JsonText, type JsonValue, writeJson } from './json-writer.ts';

/** Address letter of this network. */
const LETTER = 't';

export const addressJson = (address: Address): string => formatAddress(address, LETTER);
export const idJson = (id: number): string => addressJson(idAddress(BigInt(id)));
export const cidJson = (cid: Cid): JsonValue => ({ '/': cid });
export const keyJson = (key: readonly Cid[]): JsonValue => key.map(cidJson);
export const bytesJson = (bytes: Uint8Array): JsonValue => (bytes.length === 0 ? null : bytesToBase64(bytes));
export const amountJson = (amount: bigint): string => amount.toString();

export function signatureJson(signature: Signature): JsonValue {
  return { Type: signatureTypeNumber(signature.type), Data: bytesToBase64(signature.data) };
}

/** Texts of blocks and messages, kept as long as the object they were written from. */
const texts = new WeakMap<object, JsonText>();

function once(source: object, write: () => JsonValue): JsonText {
  let text = texts.get(source);
  if (text === undefined) {
    text = new JsonText(writeJson(write()));
    texts.set(source, text);
  }
  return text;
}

export function blockJson(block: Block): JsonText {
  return once(block, () => {
    const { header } = block;
    return {
      Miner: addressJson(header.miner),
      Ticket: header.ticket === undefined ? null : { VRFProof: bytesJson(header.ticket) },
      ElectionProof:
        header.electionProof === undefined
          ? null
          : { WinCount: header.electionProof.winCount, VRFProof: bytesJson(header.electionProof.vrfProof) },
      BeaconEntries: header.beaconEntries.map((entry) => ({ Round: entry.round, Data: bytesJson(entry.data) })),
      WinPoStProof: header.winPoStProof.map((proof) => ({ PoStProof: proof.poStProof, ProofBytes: bytesJson(proof.proofBytes) })),
      Parents: keyJson(header.parents),
      ParentWeight: amountJson(header.parentWeight),
      Height: header.height,
      ParentStateRoot: cidJson(header.parentStateRoot),
      ParentMessageReceipts: cidJson(header.parentMessageReceipts),
      Messages: cidJson(header.messages),
      BLSAggregate: header.blsAggregate === undefined ? null : signatureJson(header.blsAggregate),
      Timestamp: header.timestamp,
      BlockSig: header.blockSig === undefined ? null : signatureJson(header.blockSig),
      ForkSignaling: header.forkSignaling,
      ParentBaseFee: amountJson(header.parentBaseFee),
    };
  });
}

export function tipsetJson(tipset: TipsetNode): JsonText {
  return once(tipset, () => ({ Cids: keyJson(tipset.key), Blocks: tipset.blocks.map(blockJson), Height: tipset.height }));
}

export function headChangesJson(changes: readonly HeadChange[]): JsonValue {
  return changes.map(({ type, tipset }) => ({ Type: type, Val: tipsetJson(tipset) }));
}

/** An unsigned message with its own CID. */
export function messageJson(message: Message, unsignedCid: Cid): JsonValue {
  return {
    Version: message.version,
    To: addressJson(message.to),
    From: addressJson(message.from),
    Nonce: message.nonce,
    Value: amountJson(message.value),
    GasLimit: message.gasLimit,
    GasFeeCap: amountJson(message.gasFeeCap),
    GasPremium: amountJson(message.gasPremium),
    Method: message.method,
    Params: bytesJson(message.params),
    CID: cidJson(unsignedCid),
  };
}

export function chainMessageJson(message: ChainMessage): JsonText {
  return once(message.signed, () => messageJson(message.signed.message, message.unsignedCid));
}

export function signedMessageJson(message: ChainMessage): JsonText {
  return once(message, () => ({
    Message: chainMessageJson(message),
    Signature: signatureJson(message.signed.signature),
    CID: cidJson(message.cid),
  }));
}

export function receiptJson(receipt: Receipt): JsonValue {
  return { ExitCode: receipt.exitCode, Return: bytesJson(receipt.returned), GasUsed: receipt.gasUsed, EventsRoot: null };
}
