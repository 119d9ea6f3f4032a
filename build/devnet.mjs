/** npm run devnet: runs the embedded node standalone; --help lists its options. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureDependencies, findNode, ROOT } from './lib/setup.mjs';

await ensureDependencies();
// Runs from its sources: Node 24 strips the types, so nothing has to be built.
const child = spawn(findNode(), [path.join(ROOT, 'electron/devnet/cli.ts'), ...process.argv.slice(2)], {
  cwd: process.cwd(),
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 0;
});
