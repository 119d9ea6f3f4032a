import { describe, expect, it } from 'vitest';
import { comparePiece } from '../../../../../renderer/views/deals/piece-comparison.ts';
import { pieceCidOf, pieceCidV2Of } from '../../../../../shared/domain/deals/piece-cid.ts';
import { PieceHasher } from '../../../../../shared/domain/deals/piece-commitment.ts';
import { parsePaddedPieceSize } from '../../../../../shared/domain/deals/piece-size.ts';
import { slowCommitment } from '../../../../builders/slow-commitment.ts';

function checkedPiece(bytes: number) {
  const data = Uint8Array.from({ length: bytes }, (_, index) => (index * 131 + 7) & 0xff);
  const hasher = new PieceHasher();
  // In chunks of an odd size, as a stream gives them.
  for (let at = 0; at < data.length; at += 1000) hasher.update(data.subarray(at, at + 1000));
  const piece = hasher.digest();
  return {
    data,
    piece: {
      pieceCid: piece.pieceCid,
      pieceCidV2: pieceCidV2Of(piece),
      payloadBytes: bytes,
      paddedBytes: piece.paddedSize,
      archive: undefined,
    },
  };
}

describe('a computed piece', () => {
  it.each([127, 128, 254, 255, 1016, 1017, 5000, 20_000])('of %i bytes has the commitment of a slow reference implementation', (bytes) => {
    const { data, piece } = checkedPiece(bytes);
    const slow = slowCommitment(data);
    expect(piece.pieceCid).toBe(pieceCidOf(slow));
    expect(comparePiece(piece, pieceCidOf(slow))?.outcome).toBe('same');
  });

  const { piece } = checkedPiece(5000);
  const other = checkedPiece(5001).piece;

  it('is compared with piece CIDs v1 and v2', () => {
    expect(comparePiece(piece, ` ${piece.pieceCid} `)?.outcome).toBe('same');
    expect(comparePiece(piece, piece.pieceCidV2)?.outcome).toBe('same');
    expect(comparePiece(piece, '')).toBeUndefined();
  });

  it('is explained if it or its size differs', () => {
    const comparison = comparePiece(piece, other.pieceCid);
    expect(comparison).toMatchObject({ outcome: 'other', title: 'The piece CID does not match the proposal' });
    expect(comparison?.words).toContain(other.pieceCid);
    expect(comparePiece(piece, piece.pieceCid, parsePaddedPieceSize(16384))?.outcome).toBe('other-size');
    expect(comparePiece(piece, 'bafy2bzaceapazkznulxkhrloliw5oof3ji7ga5ht63mthdrto57nf7tmk7ams')?.outcome).toBe('not-a-piece');
    expect(comparePiece(piece, '<b>nothing</b>')?.outcome).toBe('not-a-piece');
  });
});
