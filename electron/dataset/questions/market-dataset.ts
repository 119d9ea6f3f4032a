/** An open dataset, and the source of a network's current dataset for services. */
import type { DatasetEngine } from '../engine.ts';
import type { ExportPlan, ExportTarget } from './export-deals.ts';

export interface MarketDataset {
  /** Changes with the dataset or its content. */
  readonly number: number;
  readonly engine: DatasetEngine;
  /** Largest epoch of the deals, or the epoch of the tipset it was updated to. */
  readonly epoch: number;
  /** Modification time of the file; absent if unknown. */
  readonly writtenAtMs?: number;
  /** Host of the server; absent for a local dataset. */
  readonly host?: string;
  /** Export rows to a file; returns their number. Rejects with the reason of an abort. */
  write(plan: ExportPlan, target: ExportTarget): Promise<number>;
}

export interface MarketDatasets {
  /** Undefined if none was loaded. It stays open for running queries. */
  current(genesisCid: string): Promise<MarketDataset | undefined>;
}
