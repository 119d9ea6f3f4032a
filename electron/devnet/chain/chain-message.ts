import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { decodeSignedMessage, encodeSignedMessage, messageCid, type SignedMessage } from '../../../shared/domain/message.ts';
import type { ChainMessage } from './chain-types.ts';

/** Computes bytes and CIDs of a signed message once. */
export function toChainMessage(signed: SignedMessage): ChainMessage {
  return chainMessageOf(signed, encodeSignedMessage(signed));
}

/** A message from the bytes that were written for it. */
export function readChainMessage(bytes: Uint8Array): ChainMessage {
  return chainMessageOf(decodeSignedMessage(bytes), bytes);
}

/** The network's CID: of the signed message, of the unsigned one under a BLS signature. */
function chainMessageOf(signed: SignedMessage, bytes: Uint8Array): ChainMessage {
  const unsignedCid = messageCid(signed.message);
  return { signed, cid: signed.signature.type === 'bls' ? unsignedCid : cidOfDagCbor(bytes), unsignedCid, bytes };
}
