import { cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { decodeSignedMessage, encodeSignedMessage, messageCid, type SignedMessage } from '../../../shared/domain/messages/message.ts';
import type { ChainMessage } from './chain-types.ts';

/** Create a chain message: computes its bytes and CIDs once. */
export function toChainMessage(signed: SignedMessage): ChainMessage {
  return chainMessageOf(signed, encodeSignedMessage(signed));
}

/** Restore a message from its bytes. */
export function readChainMessage(bytes: Uint8Array): ChainMessage {
  return chainMessageOf(decodeSignedMessage(bytes), bytes);
}

/** Message CID: of the signed message, or of the unsigned one with a BLS signature. */
function chainMessageOf(signed: SignedMessage, bytes: Uint8Array): ChainMessage {
  const unsignedCid = messageCid(signed.message);
  return { signed, cid: signed.signature.type === 'bls' ? unsignedCid : cidOfDagCbor(bytes), unsignedCid, bytes };
}
