/**
 * Runs a main module of Electron in plain Node: `node run.ts <main> [arguments]`, with the name `electron` resolved to the
 * stand-in. STANDIN_CDP is the DevTools address of the Chromium that shows the windows.
 */
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const EVALUATION_PATIENCE_MS = 60_000;
const url = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
});
const { markEvaluated } = await import('./electron.ts');
const main = path.resolve(process.argv[2] ?? '');
// As Electron has it: the program, the application, its arguments.
process.argv.splice(1, 2, main);
const timer = setTimeout(() => {
  process.stderr.write(
    'The main module was not evaluated in time: does it await app.whenReady() at the top level? That never ends in Electron.\n',
  );
  process.exit(71);
}, EVALUATION_PATIENCE_MS);
await import(pathToFileURL(main).href);
clearTimeout(timer);
markEvaluated();
