import { parseCid } from '../../../shared/domain/cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { commitmentOfPieceCid, pieceCidOf, pieceOfCidV2 } from '../../../shared/domain/piece-cid.ts';
import { explainDealMessage } from '../../../shared/domain/storage-deal-state.ts';
import type { CheckedPiece } from './piece-worker.ts';

export interface PieceComparison {
  readonly outcome: 'same' | 'other' | 'other-size' | 'not-a-piece';
  readonly title: string;
  readonly words: string;
}

/**
 * Compares a piece that was computed here with a piece CID somebody gave, of either version; undefined for an empty text.
 *
 * @param paddedBytes of the deal that names the CID, where there is one
 */
export function comparePiece(piece: CheckedPiece, wanted: string, paddedBytes?: number): PieceComparison | undefined {
  const text = wanted.trim();
  if (text === '') return undefined;
  const expected = expectedOf(text);
  if (expected === undefined) {
    return {
      outcome: 'not-a-piece',
      title: 'This is no piece CID',
      words: 'A piece CID begins with baga6ea4seaq, or with bafkzcib in its second version.',
    };
  }
  const size = expected.paddedBytes ?? paddedBytes;
  if (expected.pieceCid !== piece.pieceCid) {
    const said = explainDealMessage(`commP mismatch, expected=${expected.pieceCid} actual=${piece.pieceCid}`);
    return { outcome: 'other', title: said?.title ?? 'Not the same piece', words: `${said?.cause ?? ''} ${said?.fix ?? ''}`.trim() };
  }
  if (size !== undefined && size !== piece.paddedBytes) {
    return {
      outcome: 'other-size',
      title: 'The same data, but another piece size',
      words: `The file fills a piece of ${piece.paddedBytes} bytes, and ${size} are named. The commitment of a larger piece differs as soon as it is padded.`,
    };
  }
  return { outcome: 'same', title: 'The same piece', words: 'The piece CID of the file is the one that was given.' };
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
