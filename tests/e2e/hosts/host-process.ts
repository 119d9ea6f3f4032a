/** One running Sextant of a test, as a process of its own. */
import type { ChildProcess } from 'node:child_process';

export interface HostProcess {
  readonly child: ChildProcess;
  /** Standard error and what else was told, for a failing test. */
  output(): string;
}

const STOP_PATIENCE_MS = 20_000;

/** Collects what a process writes. */
export function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

/** Ends a process and waits for it: gently first, with force when it does not go. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await exited;
  clearTimeout(timer);
}
