/** The local dataset of a network's market: what it was loaded from, and a load in progress. */
import { z } from 'zod';
import { zCid, zEpoch, zTimeMs } from './common.ts';

/** A URL, or the path of a file on the machine that Sextant runs on. */
export const zMarketSource = z.union([
  z
    .object({
      url: z
        .string()
        .max(4000)
        .regex(/^https?:\/\//i),
    })
    .strict(),
  z.object({ path: z.string().min(1).max(4000) }).strict(),
]);
export type DatasetSource = z.infer<typeof zMarketSource>;

const zCount = z.number().int().min(0);

/** `postgresql://USER@HOST:PORT/DATABASE?sslmode=…`, never with a password. */
const zServerUrl = z.string().min(1).max(2000);

/** `asOfMs`: when the file was last modified, where known; its age is the age of the data. */
const zDataset = z.object({
  source: z.string(),
  rows: zCount,
  rejects: zCount,
  /** Of the file, packed; of the dataset on disk. */
  sourceBytes: zCount,
  sizeBytes: zCount,
  /** URL of the server that it is on; absent: on this machine. */
  server: zServerUrl.optional(),
  asOfMs: zTimeMs.optional(),
  /** Of the tipset that it equals; before the first update the largest at which a deal of the file changed. */
  epoch: zEpoch.optional(),
  loadedAtMs: zTimeMs,
  /** The state of the chain that it equals, and what the last update changed; absent before the first. */
  mirror: z
    .object({
      timeMs: zTimeMs,
      proposals: zCid,
      states: zCid,
      updatedAtMs: zTimeMs,
      added: zCount,
      changed: zCount,
      removed: zCount,
      /** Deals of the chain that cannot be rows, in the last update. */
      rejected: zCount,
      blocks: zCount,
      bytes: zCount,
    })
    .optional(),
});
export type Dataset = z.infer<typeof zDataset>;

/** Where datasets of all networks are: on this machine, or on a server, whose password is stored and never shown. */
export const zDatasetPlace = z.object({
  isOnServer: z.boolean(),
  /** The server in use, or the one that was used last. */
  url: zServerUrl.optional(),
  hasPassword: z.boolean(),
});
export type DatasetPlace = z.infer<typeof zDatasetPlace>;

/** An absent password is the stored one, which goes only to the server and user that it was entered for; an empty one is none. */
export const zServerDraft = z.object({ url: zServerUrl, password: z.string().max(1000).optional() }).strict();
export type ServerDraft = z.infer<typeof zServerDraft>;

/** What a server is, and what its role may do there. */
export const zServerCheck = z.object({
  /** As parsed: with the port and the encryption that are used. */
  url: zServerUrl,
  version: z.string(),
  /** `local`: not encrypted, but the server is this machine. */
  transport: z.enum(['encrypted', 'local', 'open']),
  /** Whether the role may load. */
  canLoad: z.boolean(),
  /** Deals of the dataset of the active network; absent where there is none. */
  rows: zCount.optional(),
});
export type ServerCheck = z.infer<typeof zServerCheck>;

export const zDatasetState = z.object({
  /** Of the active connection; undefined where it is not known, or where nothing was loaded. */
  genesisCid: z.string().optional(),
  dataset: zDataset.optional(),
});
export type DatasetState = z.infer<typeof zDatasetState>;

export const zDatasetLoad = z.object({
  state: z.enum(['idle', 'loading', 'paused', 'finishing', 'done', 'stopped', 'failed']),
  /** Of the network that is loaded. */
  genesisCid: z.string().optional(),
  source: z.string().optional(),
  /** Of the file as it lies there, packed; the total is absent where the server does not say. */
  bytesDone: zCount,
  bytesTotal: zCount.optional(),
  rows: zCount,
  rejects: zCount,
  rowsPerSecond: zCount.optional(),
  secondsLeft: zCount.optional(),
  /** That a download was resumed, or starts again because the file changed. */
  note: z.string().optional(),
  /** Why it failed. */
  failure: z.string().optional(),
});
export type DatasetLoad = z.infer<typeof zDatasetLoad>;

/** A file of rows of the dataset: `done` until its last piece was read. */
export const zDatasetExport = z.object({
  state: z.enum(['idle', 'writing', 'done', 'stopped', 'failed']),
  exportId: z.string().optional(),
  what: z.enum(['deals', 'rejects']).optional(),
  form: z.enum(['csv', 'parquet']).optional(),
  /** Absent while a Parquet file is written, whose rows are not counted before the end. */
  rows: zCount.optional(),
  /** Rows that the file will have. */
  expected: zCount.optional(),
  bytes: zCount,
  failure: z.string().optional(),
});
export type DatasetExport = z.infer<typeof zDatasetExport>;

export const zExportPlace = z.object({ exportId: z.string().max(64), offset: zCount }).strict();
/** `next`: where the next piece begins; absent after the last one. */
export const zExportPiece = z.object({ base64: z.string(), next: zCount.optional() });

/** A page of the records that are not deals. */
export const zDatasetRejects = z.object({
  matching: zCount,
  offset: zCount,
  rows: z.array(
    z.object({
      /** In the unpacked file; absent for a deal of the chain. */
      byteOffset: zCount.optional(),
      dealId: zCount.optional(),
      reason: z.string(),
      /** Its first 4 KiB; of a deal of the chain the CBOR of its proposal in hex. */
      record: z.string(),
    }),
  ),
});
export type DatasetRejects = z.infer<typeof zDatasetRejects>;
export type DatasetReject = DatasetRejects['rows'][number];

/** An update of the dataset from the chain: in progress, or how the last one ended. */
export const zDatasetUpdate = z.object({
  state: z.enum(['idle', 'starting', 'rebuilding', 'comparing', 'writing', 'registry', 'checking', 'done', 'stopped', 'failed']),
  genesisCid: z.string().optional(),
  /** Of the stage: rows, blocks, blocks, ranges. */
  done: zCount.optional(),
  total: zCount.optional(),
  blocks: zCount,
  bytes: zCount,
  /** Why it failed. */
  failure: z.string().optional(),
  /** The endpoint serves no blocks: whether the file that the dataset was loaded from has changed, and its size now. */
  file: z.object({ source: z.string(), isChanged: z.boolean(), sizeBytes: zCount.optional() }).optional(),
  /** An update begins with every head. */
  isKeptCurrent: z.boolean(),
  /** Of the last update that ended well. */
  epoch: zEpoch.optional(),
  /** Another one with every update that changed a deal. */
  revision: zCount,
});
export type DatasetUpdate = z.infer<typeof zDatasetUpdate>;
