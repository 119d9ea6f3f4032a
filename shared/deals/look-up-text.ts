/** Parses look-up texts: piece and payload CIDs, deal IDs, and addresses of clients or providers. */
import { type Address, tryParseAddress } from '../domain/addresses/address.ts';
import { commitmentOfPieceCid, pieceCidOf, pieceOfCidV2 } from '../domain/deals/piece-cid.ts';
import { DomainError } from '../domain/domain-error.ts';
import { type Cid, parseCid } from '../domain/encoding/cid.ts';

export type LookUpTarget =
  /** `cid` is a piece CID v1. */
  | { readonly kind: 'piece'; readonly cid: Cid }
  | { readonly kind: 'payload'; readonly cid: Cid }
  | { readonly kind: 'deal'; readonly id: number }
  | { readonly kind: 'address'; readonly address: Address };

export const MAX_LOOK_UPS = 10_000;

/** Undefined for any other text. */
export function readLookUp(text: string): LookUpTarget | undefined {
  if (/^\d{1,15}$/.test(text)) return { kind: 'deal', id: Number(text) };
  const address = tryParseAddress(text);
  if (address !== undefined) return { kind: 'address', address };
  const cid = orUndefined(() => parseCid(text));
  if (cid === undefined) return undefined;
  if (orUndefined(() => commitmentOfPieceCid(cid)) !== undefined) return { kind: 'piece', cid };
  const piece = orUndefined(() => pieceOfCidV2(cid));
  return piece === undefined ? { kind: 'payload', cid } : { kind: 'piece', cid: pieceCidOf(piece.commitment) };
}

/** Distinct texts of a list separated by whitespace, commas or semicolons; at most `MAX_LOOK_UPS`. */
export function lookUpTexts(list: string): string[] {
  return [...new Set(list.split(/[\s,;"']+/).filter((text) => text !== ''))].slice(0, MAX_LOOK_UPS);
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
