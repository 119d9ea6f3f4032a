/** A web host in a process of its own with a fresh profile, as npm start runs it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface WebHostProcess {
  readonly url: string;
  readonly node: string;
  stop(): Promise<void>;
}

/** Starts the built web host; resolves with its ready line. Rejects with what it said when it ends before. */
export async function startWebHostProcess(args: readonly string[] = []): Promise<WebHostProcess> {
  const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
  const script = path.resolve(import.meta.dirname, '../../../out/main/web-host.mjs');
  const child = spawn(process.execPath, [script, '--profile', profile, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    exited.then(() => Promise.reject(new Error(`the web host ended: ${said}`))),
  ]);
  const ready = JSON.parse(line) as { url: string; node: string };
  return {
    ...ready,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
