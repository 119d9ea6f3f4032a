import { spawn } from 'node:child_process';
import { hostEntry } from './host-entry.ts';
import type { HostProcess } from './host-process.ts';
import { collectOutput } from './host-process.ts';

export interface WebHostProcess extends HostProcess {
  /** The start link: pairs a browser and opens the app, once. */
  readonly url: string;
  readonly nodeUrl: string | undefined;
}

/** Starts the web host and resolves with its first line. */
export async function startWebHost(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<WebHostProcess> {
  const child = spawn(process.execPath, [hostEntry('web-host'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SEXTANT_CHECK_OUTPUTS: '1', ...environment },
  });
  const output = collectOutput(child);
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [first, rest] = output().split('\n', 2);
      if (first?.startsWith('{') && rest !== undefined) resolve(first);
    });
    child.once('exit', (code) => reject(new Error(`The web host ended with ${code}: ${output()}`)));
    child.once('error', reject);
  });
  const ready: { url: string; node?: string } = JSON.parse(line);
  return { child, output, url: ready.url, nodeUrl: ready.node };
}
