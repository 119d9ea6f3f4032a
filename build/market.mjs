/** npm run market -- load URL|FILE [--profile DIR]: loads a market file as a local dataset, without the app. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureDependencies, findNode, ROOT } from './lib/setup.mjs';

await ensureDependencies();
// Runs from its sources: Node 24 strips the types, so nothing has to be built.
const child = spawn(
  findNode(),
  [
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=2',
    path.join(ROOT, 'electron/dataset/cli.ts'),
    ...process.argv.slice(2),
  ],
  {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
