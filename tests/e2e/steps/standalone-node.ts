/** The embedded node as a process of its own, which a test can kill and start again at the same address. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { endProcess } from '../hosts/host-process.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../../electron/devnet/cli.ts');

export interface StandaloneNode {
  readonly url: string;
  readonly port: number;
  readonly controlUrl: string;
  /** Enough to push messages. */
  readonly token: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/**
 * @param port 0 for a free one
 * @param more further options of its command line
 */
export async function startStandaloneNode(
  dataFolder: string,
  blockTimeMs: number,
  port = 0,
  more: readonly string[] = [],
): Promise<StandaloneNode> {
  const child = spawn(
    process.execPath,
    [ENTRY, '--port', String(port), '--data', dataFolder, '--block-time-ms', String(blockTimeMs), '--seed', 'sextant', ...more],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const { node: url, control: controlUrl, tokens } = await readAddresses(child);
  return { url, port: Number(new URL(url).port), controlUrl, token: tokens.write, kill: () => endProcess(child, 'SIGKILL') };
}

interface Addresses {
  readonly node: string;
  readonly control: string;
  readonly tokens: { readonly write: string };
}

function readAddresses(child: ChildProcess): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    let output = '';
    let problems = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      problems += chunk.toString();
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(JSON.parse(output.split('\n', 1)[0] ?? ''));
    });
    child.once('exit', (code) => reject(new Error(`The node ended with ${code}: ${problems}`)));
  });
}
