/** Messages between the host and the dataset's worker. */
import type { Cid } from '../../shared/domain/encoding/cid.ts';
import type { DatasetAbout } from './dataset-store.ts';
import type { DuckDbOptions } from './duckdb-engine.ts';
import type { SqlRow, SqlValue } from './engine.ts';
import type { LoadProgress } from './load-market.ts';
import type { MarketSource } from './load-protocol.ts';
import type { MarketTarget, UpdateProgress, UpdateReport } from './mirror/update-market.ts';
import type { PostgresOptions } from './postgres-engine.ts';
import type { ExportPlan, ExportProgress } from './questions/export-deals.ts';
import type { ServerLogin } from './server/server-connection.ts';

export type WorkerJob =
  | { readonly kind: 'load'; readonly source: MarketSource; readonly folder: string; readonly server?: ServerTarget | undefined }
  | { readonly kind: 'questions'; readonly options: DatasetOptions };

/** Location of a dataset, for its engine. */
export type DatasetOptions = DuckDbOptions | PostgresOptions;

/** Target server of a load, and the network of the market. */
export interface ServerTarget {
  readonly login: ServerLogin;
  readonly network: string;
}

export interface QuestionMessage {
  readonly kind: 'query' | 'stream';
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export interface ExportMessage {
  readonly kind: 'export';
  readonly id: number;
  readonly plan: ExportPlan;
  readonly file: string;
}

/** An update of the open dataset; the host reads the blocks that the worker requests. */
export interface UpdateMessage {
  readonly kind: 'update';
  readonly id: number;
  /** Folder of the network's datasets. */
  readonly folder: string;
  readonly target: MarketTarget;
}

export type ClientMessage =
  | { readonly kind: 'pause' | 'resume' | 'stop' | 'close' }
  /** No update follows soon; replied to with `answered`. */
  | { readonly kind: 'settle'; readonly id: number }
  | UpdateMessage
  | { readonly kind: 'blocks'; readonly request: number; readonly blocks: readonly Uint8Array[] }
  | { readonly kind: 'taken' | 'abort'; readonly id: number }
  | QuestionMessage
  | ExportMessage;

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly progress: LoadProgress }
  | { readonly kind: 'loaded'; readonly about: DatasetAbout }
  | { readonly kind: 'written'; readonly id: number; readonly progress: ExportProgress }
  | { readonly kind: 'exported'; readonly id: number; readonly rows: number }
  | { readonly kind: 'opened' }
  /** Part of a result; in a stream, each is acknowledged with `taken`. */
  | { readonly kind: 'rows'; readonly id: number; readonly rows: readonly SqlRow[] }
  | { readonly kind: 'answered'; readonly id: number }
  /** Blocks that an update needs, replied to with `blocks` or `abort`; several requests can be pending. */
  | { readonly kind: 'wanted'; readonly id: number; readonly request: number; readonly cids: readonly Cid[] }
  | { readonly kind: 'updating'; readonly id: number; readonly progress: UpdateProgress }
  | { readonly kind: 'updated'; readonly id: number; readonly report: UpdateReport }
  /** Without an id, the whole job failed. */
  | { readonly kind: 'failed'; readonly id?: number; readonly name: string; readonly message: string };
