/** The preload: one CommonJS file, as required for a sandboxed preload. */
import path from 'node:path';
import { ROOT } from './lib/setup.mjs';
import { zodWithoutEval } from './lib/zod-without-eval.mjs';

export default function preloadConfig(outDir) {
  return {
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    plugins: [zodWithoutEval()],
    build: {
      target: 'chrome150',
      outDir,
      emptyOutDir: true,
      minify: false,
      sourcemap: false,
      lib: { entry: path.join(ROOT, 'electron/preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
      rolldownOptions: { external: ['electron'] },
    },
  };
}
