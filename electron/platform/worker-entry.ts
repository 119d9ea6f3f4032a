/** Location of a worker's code: its source when run from source, otherwise a bundle. */

/** The workers of the privileged side, with source paths relative to this file. */
const SOURCES = {
  'signer-worker': '../wallet/signer-worker.ts',
  'devnet-worker': '../devnet/devnet-worker.ts',
  'body-worker': '../services/inspector/body-worker.ts',
  'dataset-worker': '../dataset/dataset-worker.ts',
  'market-reader-worker': '../dataset/market-file/market-reader-worker.ts',
} as const;

export type WorkerName = keyof typeof SOURCES;

/** URL for `new Worker`. */
export function workerEntry(name: WorkerName, here: string = import.meta.url): URL {
  // Bundles are .mjs files in one folder; sources are .ts files in their folders.
  return here.endsWith('.ts') ? new URL(SOURCES[name], here) : new URL(`./${name}.mjs`, here);
}
