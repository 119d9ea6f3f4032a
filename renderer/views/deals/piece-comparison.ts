import { commitmentOfPieceCid, pieceCidOf, pieceOfCidV2 } from '../../../shared/domain/deals/piece-cid.ts';
import { explainDealMessage } from '../../../shared/domain/deals/storage-deal-state.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { CheckedPiece } from './piece-worker.ts';

export interface PieceComparison {
  readonly outcome: 'same' | 'other' | 'other-size' | 'not-a-piece';
  readonly title: string;
  readonly words: string;
}

/**
 * Compares a computed piece with an expected piece CID, v1 or v2. Undefined for an empty text.
 *
 * @param paddedBytes piece size of the deal, if the CID is that of a deal
 */
export function comparePiece(piece: CheckedPiece, wanted: string, paddedBytes?: number): PieceComparison | undefined {
  const text = wanted.trim();
  if (text === '') return undefined;
  const expected = expectedOf(text);
  if (expected === undefined) {
    return {
      outcome: 'not-a-piece',
      title: 'Not a piece CID',
      words: 'A piece CID starts with baga6ea4seaq, or with bafkzcib in v2.',
    };
  }
  const size = expected.paddedBytes ?? paddedBytes;
  if (expected.pieceCid !== piece.pieceCid) {
    const said = explainDealMessage(`commP mismatch, expected=${expected.pieceCid} actual=${piece.pieceCid}`);
    return { outcome: 'other', title: said?.title ?? 'Different piece', words: `${said?.cause ?? ''} ${said?.fix ?? ''}`.trim() };
  }
  if (size !== undefined && size !== piece.paddedBytes) {
    return {
      outcome: 'other-size',
      title: 'Same data, different piece size',
      words: `The piece of the file has ${piece.paddedBytes} bytes, the expected one ${size}. Padding to a larger size changes the piece CID.`,
    };
  }
  return { outcome: 'same', title: 'Same piece', words: 'The piece CID of the file is the expected one.' };
}

function expectedOf(text: string): { readonly pieceCid: string; readonly paddedBytes?: number } | undefined {
  try {
    const cid = parseCid(text);
    try {
      return { pieceCid: pieceCidOf(commitmentOfPieceCid(cid)) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    const { commitment, paddedSize } = pieceOfCidV2(cid);
    return { pieceCid: pieceCidOf(commitment), paddedBytes: paddedSize };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
