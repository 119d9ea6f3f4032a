/** A web host in its own process, as npm start runs it. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface WebHostProcess {
  readonly url: string;
  readonly node: string;
  /** URL of its inspector, if enabled. */
  readonly inspectorUrl: string | undefined;
  stop(): Promise<void>;
}

/** Start the built web host on a profile; `--inspect=127.0.0.1:0` in Node's options enables the inspector. */
export function startWebHostProcess(
  profile: string,
  args: readonly string[] = [],
  nodeArgs: readonly string[] = [],
): Promise<WebHostProcess> {
  return startProcess([
    ...nodeArgs,
    path.resolve(import.meta.dirname, '../../../out/main/web-host.mjs'),
    '--profile',
    profile,
    '--large-miner',
    '0',
    ...args,
  ]);
}

/** Start a script that prints one JSON line when it is ready; rejects with its output if it ends before. */
export async function startProcess(args: readonly string[]): Promise<WebHostProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    exited.then(() => Promise.reject(new Error(`${args[0]} ended: ${said}`))),
  ]);
  const ready = JSON.parse(line) as { url: string; node: string };
  return {
    ...ready,
    inspectorUrl: /Debugger listening on (ws:\S+)/.exec(said)?.[1],
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
