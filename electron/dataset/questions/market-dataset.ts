/** A dataset that is open for questions, and where services get the current one of a network. */
import type { DatasetEngine } from '../engine.ts';
import type { ExportPlan, ExportTarget } from './export-deals.ts';

export interface MarketDataset {
  /** Another number is another dataset, or another state of it. */
  readonly number: number;
  readonly engine: DatasetEngine;
  /** The largest epoch that the deals know of, or that of the tipset it was brought up to. */
  readonly epoch: number;
  /** When the file was written; absent where its source did not say. */
  readonly writtenAtMs?: number;
  /** Of the server that it is on; absent: on this machine. */
  readonly host?: string;
  /** Writes rows to a file; returns how many. Rejects with the reason of an abort. */
  write(plan: ExportPlan, target: ExportTarget): Promise<number>;
}

export interface MarketDatasets {
  /** Undefined where none was loaded. It stays open for the questions that are asked of it. */
  current(genesisCid: string): Promise<MarketDataset | undefined>;
}
