/** Everything that runs in Node: both composition roots, the standalone embedded node, and the workers, in one folder. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { ROOT } from './lib/setup.mjs';

const ENTRIES = {
  main: 'electron/main.ts',
  'web-host': 'electron/web-host.ts',
  devnet: 'electron/devnet/cli.ts',
  'devnet-worker': 'electron/devnet/devnet-worker.ts',
  'signer-worker': 'electron/wallet/signer-worker.ts',
  'body-worker': 'electron/services/inspector/body-worker.ts',
  'dataset-worker': 'electron/dataset/dataset-worker.ts',
  'market-reader-worker': 'electron/dataset/market-file/market-reader-worker.ts',
};

/** Optional dependencies of ws and pg, which are never installed. */
const ABSENT = ['bufferutil', 'utf-8-validate', 'pg-cloudflare', 'pg-native'];

/** Packages with native code: installed beside the bundles, loaded only by the dataset's worker. */
const NATIVE = ['@duckdb/node-api', '@duckdb/node-bindings'];

export default function privilegedConfig(outDir) {
  return {
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node22',
      outDir,
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, path.join(ROOT, file)])),
        external: ['electron', ...ABSENT, ...NATIVE, ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
        // Chunks are beside the entries, because relative paths assume a fixed depth.
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  };
}
