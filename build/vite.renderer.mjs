/** The documents: the app, the trusted document and the page of start links, with shared assets. */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { ROOT } from './lib/setup.mjs';
import { zodWithoutEval } from './lib/zod-without-eval.mjs';

export default function rendererConfig(outDir) {
  const folder = path.join(ROOT, 'renderer');
  return {
    configFile: false,
    root: folder,
    // URLs inside the documents are relative: the same files are served over HTTP and Electron's own schemes.
    base: './',
    publicDir: false,
    logLevel: 'warn',
    plugins: [react(), zodWithoutEval()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome150',
      sourcemap: true,
      // No data: URLs: the policy only allows fonts from our own origin.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: Object.fromEntries(['index', 'approve', 'start'].map((name) => [name, path.join(folder, `${name}.html`)])),
        // By default a screen has some forty files, most of them below 1 kB. Modules shared by three entries are one file, with separate files
        // for the trusted document, which loads nothing of the screens, for filters, which the overview does not use, and for the preload
        output: {
          codeSplitting: {
            groups: [
              // helper, which fetches the others.
              { name: 'fetch', test: /preload-helper/, priority: 3 },
              // The page of start links is short-lived: it loads nothing of the others.
              { name: 'pairing', test: /(?:take-ticket|browser-key|pairing)\.ts$/, priority: 3 },
              { name: 'first', tags: ['$initial'], minShareCount: 3, priority: 2 },
              { name: 'screens', test: /^(?!.*(?:filter|decoded))/i, minShareCount: 3, maxModuleSize: 20_000, priority: 1 },
              { name: 'filters', test: /filter|decoded/i, minShareCount: 3 },
            ],
          },
        },
      },
    },
  };
}
