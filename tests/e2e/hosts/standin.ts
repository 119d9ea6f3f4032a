import { fork } from 'node:child_process';
import path from 'node:path';
import type { StandinRecord } from '../../standin/record.ts';
import { hostEntry } from './host-entry.ts';
import type { HostProcess } from './host-process.ts';
import { collectOutput } from './host-process.ts';

export interface StandinProcess extends HostProcess {
  /** What main did, in order: windows, links handed to the system, refused requests ... */
  readonly records: readonly StandinRecord[];
  /** As if Sextant were started a second time with the same profile. */
  announceSecondStart(): void;
}

/** Starts Electron's main under the stand-in; its windows open in the browser behind `cdpUrl`. */
export function startStandin(
  cdpUrl: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  entry = hostEntry('main'),
): StandinProcess {
  const runner = path.resolve(import.meta.dirname, '../../standin/run.ts');
  const child = fork(runner, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: { ...process.env, STANDIN_CDP: cdpUrl, SEXTANT_CHECK_OUTPUTS: '1', ...environment },
  });
  const records: StandinRecord[] = [];
  child.on('message', (message) => records.push(message as StandinRecord));
  return { child, output: collectOutput(child), records, announceSecondStart: () => void child.send('second-instance') };
}
