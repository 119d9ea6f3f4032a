/** Where a worker's code lies: its source while Sextant runs from sources, a bundle beside ours when built. */

/** The workers of the privileged side and their sources, seen from this file. */
const SOURCES = {
  'signer-worker': '../wallet/signer-worker.ts',
  'devnet-worker': '../devnet/devnet-worker.ts',
  'body-worker': '../services/inspector/body-worker.ts',
  'dataset-worker': '../dataset/dataset-worker.ts',
  'market-reader-worker': '../dataset/market-file/market-reader-worker.ts',
} as const;

export type WorkerName = keyof typeof SOURCES;

/** Address to hand to `new Worker`. */
export function workerEntry(name: WorkerName, here: string = import.meta.url): URL {
  // Bundles are .mjs files in one folder; sources end in .ts and keep their tree.
  return here.endsWith('.ts') ? new URL(SOURCES[name], here) : new URL(`./${name}.mjs`, here);
}
