import { CID } from 'multiformats/cid';
import { type Cid, parseCid } from '../../../shared/domain/cid.ts';

/** A CID as it stands in a CBOR value before encoding. */
export function cidToDagCborLink(cid: Cid): CID {
  return CID.parse(cid);
}

/** A CID as it comes out of decoding CBOR. */
export function linkToCid(value: unknown): Cid {
  const cid = CID.asCID(value);
  if (cid === null) throw new Error('not a CID');
  return parseCid(cid.toString());
}
