/** Messages between the reader of a load (a worker) and the writer of the dataset. */
import type { ColumnBatch } from './engine.ts';
import type { BatchBuffers } from './market-file/deal-batch.ts';
import type { Reject } from './market-file/market-reader.ts';

export type MarketSource = { readonly url: string } | { readonly path: string };

export interface ReaderOptions {
  readonly source: MarketSource;
  /** Folder of downloaded bytes. */
  readonly folder: string;
}

/** Facts about the file before it is read. */
export interface SourceFacts {
  readonly etag?: string | undefined;
  readonly lastModifiedMs?: number | undefined;
  readonly sizeBytes?: number | undefined;
}

/** Rows of deals and of their CIDs, which share buffers. */
export interface RowBatch {
  readonly deals: ColumnBatch;
  readonly cids: ColumnBatch;
  readonly buffers: BatchBuffers;
}

export type ReaderMessage =
  /** Reading starts at the first byte; earlier rows are not from this file. */
  | { readonly kind: 'began'; readonly facts: SourceFacts; readonly keptBytes: number; readonly note?: string | undefined }
  | { readonly kind: 'note'; readonly note: string }
  | {
      readonly kind: 'rows';
      readonly batches: readonly RowBatch[];
      readonly rejects: readonly Reject[];
      readonly bytesRead: number;
      /** End of the rows. */
      readonly end?: { readonly isOrdered: boolean; readonly unpackedBytes: number };
    }
  /** Progress without new rows. */
  | { readonly kind: 'read'; readonly bytesRead: number }
  | { readonly kind: 'failed'; readonly message: string };

/** `taken` acknowledges each `rows` and returns its buffers. */
export type ReaderCommand =
  | { readonly kind: 'taken'; readonly buffers: readonly BatchBuffers[] }
  | { readonly kind: 'pause' | 'resume' | 'stop' };
