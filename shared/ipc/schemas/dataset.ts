/** The dataset of a network's market: its source, and a load in progress. */
import { z } from 'zod';
import { marketUrlProblem } from '../../deals/market-url.ts';
import { zCid, zEpoch, zTimeMs } from './common.ts';

/** A URL, or the path of a file on this machine. */
export const zMarketSource = z.union([
  z
    .object({
      url: z
        .string()
        .max(4000)
        .refine((text) => marketUrlProblem(text) === undefined),
    })
    .strict(),
  z.object({ path: z.string().min(1).max(4000) }).strict(),
]);
export type DatasetSource = z.infer<typeof zMarketSource>;

const zCount = z.number().int().min(0);

/** `postgresql://USER@HOST:PORT/DATABASE?sslmode=…`, never with a password. */
const zServerUrl = z.string().min(1).max(2000);

/** `asOfMs`: last modification of the file, if known; the age of the data. */
const zDataset = z.object({
  source: z.string(),
  rows: zCount,
  rejects: zCount,
  /** Size of the compressed file; size of the dataset on disk. */
  sourceBytes: zCount,
  sizeBytes: zCount,
  /** URL of its server; absent: on this machine. */
  server: zServerUrl.optional(),
  asOfMs: zTimeMs.optional(),
  /** Height of its tipset; before the first update, the latest epoch at which a deal of the file changed. */
  epoch: zEpoch.optional(),
  loadedAtMs: zTimeMs,
  /** Its tipset and the changes of the last update; absent before the first update. */
  mirror: z
    .object({
      timeMs: zTimeMs,
      proposals: zCid,
      states: zCid,
      updatedAtMs: zTimeMs,
      added: zCount,
      changed: zCount,
      removed: zCount,
      /** Deals rejected in the last update. */
      rejected: zCount,
      blocks: zCount,
      bytes: zCount,
    })
    .optional(),
});
export type Dataset = z.infer<typeof zDataset>;

/** Location of all datasets: this machine, or a server with a stored password that is never shown. */
export const zDatasetPlace = z.object({
  isOnServer: z.boolean(),
  /** The server in use, or last used. */
  url: zServerUrl.optional(),
  hasPassword: z.boolean(),
});
export type DatasetPlace = z.infer<typeof zDatasetPlace>;

/** An absent password is the stored one, used only for the server and user it was entered for; an empty one is none. */
export const zServerDraft = z.object({ url: zServerUrl, password: z.string().max(1000).optional() }).strict();
export type ServerDraft = z.infer<typeof zServerDraft>;

/** A server, and the privileges of its role. */
export const zServerCheck = z.object({
  /** As parsed, with the port and encryption in use. */
  url: zServerUrl,
  version: z.string(),
  /** `local`: unencrypted on this machine. */
  transport: z.enum(['encrypted', 'local', 'open']),
  /** Whether the role may load. */
  canLoad: z.boolean(),
  /** Deals in the dataset of the active network; absent if there is none. */
  rows: zCount.optional(),
});
export type ServerCheck = z.infer<typeof zServerCheck>;

export const zDatasetState = z.object({
  /** Of the active connection; undefined if unknown or nothing is loaded. */
  genesisCid: z.string().optional(),
  dataset: zDataset.optional(),
});
export type DatasetState = z.infer<typeof zDatasetState>;

export const zDatasetLoad = z.object({
  state: z.enum(['idle', 'loading', 'paused', 'finishing', 'done', 'stopped', 'failed']),
  /** Of the network that is loaded. */
  genesisCid: z.string().optional(),
  source: z.string().optional(),
  /** Bytes of the compressed file; no total if the server does not state it. */
  bytesDone: zCount,
  bytesTotal: zCount.optional(),
  rows: zCount,
  rejects: zCount,
  rowsPerSecond: zCount.optional(),
  secondsLeft: zCount.optional(),
  /** Whether a download was resumed, or restarted because the file changed. */
  note: z.string().optional(),
  /** Why it failed. */
  failure: z.string().optional(),
});
export type DatasetLoad = z.infer<typeof zDatasetLoad>;

/** An export of dataset rows: `done` until its last part is read. */
export const zDatasetExport = z.object({
  state: z.enum(['idle', 'writing', 'done', 'stopped', 'failed']),
  exportId: z.string().optional(),
  what: z.enum(['deals', 'rejects']).optional(),
  form: z.enum(['csv', 'parquet']).optional(),
  /** Absent while a Parquet file is written, whose rows are counted at the end. */
  rows: zCount.optional(),
  /** Total rows of the file. */
  expected: zCount.optional(),
  bytes: zCount,
  failure: z.string().optional(),
});
export type DatasetExport = z.infer<typeof zDatasetExport>;

export const zExportPlace = z.object({ exportId: z.string().max(64), offset: zCount }).strict();
/** `next`: offset of the next part; absent after the last one. */
export const zExportPiece = z.object({ base64: z.string(), next: zCount.optional() });

/** A page of rejected records. */
export const zDatasetRejects = z.object({
  matching: zCount,
  offset: zCount,
  rows: z.array(
    z.object({
      /** Offset in the decompressed file; absent for a deal on chain. */
      byteOffset: zCount.optional(),
      dealId: zCount.optional(),
      reason: z.string(),
      /** Its first 4 KiB; for a deal on chain, its proposal as CBOR in hex. */
      record: z.string(),
    }),
  ),
});
export type DatasetRejects = z.infer<typeof zDatasetRejects>;
export type DatasetReject = DatasetRejects['rows'][number];

/** An update of the dataset from the chain: in progress, or the result of the last one. */
export const zDatasetUpdate = z.object({
  state: z.enum(['idle', 'starting', 'rebuilding', 'comparing', 'writing', 'registry', 'checking', 'done', 'stopped', 'failed']),
  genesisCid: z.string().optional(),
  /** Units of the stage: rows, blocks, blocks, ranges. */
  done: zCount.optional(),
  total: zCount.optional(),
  blocks: zCount,
  bytes: zCount,
  /** Why it failed. */
  failure: z.string().optional(),
  /** The endpoint serves no blocks: whether the source file has changed, and its current size. */
  file: z.object({ source: z.string(), isChanged: z.boolean(), sizeBytes: zCount.optional() }).optional(),
  /** Whether each head starts an update. */
  isKeptCurrent: z.boolean(),
  /** Of the last successful update. */
  epoch: zEpoch.optional(),
  /** Changes with every update that changed a deal. */
  revision: zCount,
});
export type DatasetUpdate = z.infer<typeof zDatasetUpdate>;
