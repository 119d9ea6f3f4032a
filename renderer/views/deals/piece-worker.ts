/** Computes the piece CID of a file off the main thread. Accepts one file from the page that started it, and makes no requests. */
import { ARCHIVE_HEAD_BYTES, type ArchiveRoots, archiveRootsOf } from '../../../shared/domain/deals/piece-archive.ts';
import { pieceCidV2Of } from '../../../shared/domain/deals/piece-cid.ts';
import { PieceHasher } from '../../../shared/domain/deals/piece-commitment.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';

export interface CheckedPiece {
  readonly pieceCid: Cid;
  /** With the padded size in it (FRC-0069). */
  readonly pieceCidV2: Cid;
  readonly payloadBytes: number;
  readonly paddedBytes: number;
  /** Undefined if the file is not a CAR archive. */
  readonly archive: ArchiveRoots | undefined;
}

export type PieceReport =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly piece: CheckedPiece }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

const REPORT_EVERY_MS = 100;

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.data instanceof Blob) void check(event.data);
});

async function check(file: Blob): Promise<void> {
  try {
    report({ kind: 'done', piece: await read(file) });
  } catch (error) {
    const { code, message } = error instanceof DomainError ? error : { code: 'unreadable', message: 'Could not read the whole file.' };
    report({ kind: 'failed', code, message });
  }
}

async function read(file: Blob): Promise<CheckedPiece> {
  const archive = archiveRootsOf(new Uint8Array(await file.slice(0, ARCHIVE_HEAD_BYTES).arrayBuffer()));
  const hasher = new PieceHasher();
  const reader = file.stream().getReader();
  let bytes = 0;
  let reportedAtMs = performance.now();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    hasher.update(part.value);
    bytes += part.value.length;
    if (performance.now() - reportedAtMs < REPORT_EVERY_MS) continue;
    reportedAtMs = performance.now();
    report({ kind: 'progress', bytes });
  }
  const piece = hasher.digest();
  return {
    pieceCid: piece.pieceCid,
    pieceCidV2: pieceCidV2Of(piece),
    payloadBytes: piece.payloadBytes,
    paddedBytes: piece.paddedSize,
    archive,
  };
}

function report(message: PieceReport): void {
  self.postMessage(message);
}
