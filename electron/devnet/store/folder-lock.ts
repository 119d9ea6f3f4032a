/**
 * One node per data folder: two that write to one chain would spoil it. The lock is a file with the process that has the folder; one that
 * was left by a process that is gone is taken over. Called by every node with a folder, before anything in it is read.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const LOCK_FILE = 'node.lock';

/**
 * Makes the folder where it is not there, and takes it for this process. Gives what lets it go.
 *
 * @throws Error with a sentence that names the folder: it is no folder, cannot be made or written to, or another node has it
 */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, LOCK_FILE);
  try {
    makeFolder(folder);
    for (;;) {
      if (tryCreate(file)) return () => rmSync(file, { force: true });
      const holder = readHolder(file);
      if (holder !== undefined && isRunning(holder)) throw new FolderTakenError(folder, file, holder.pid);
      rmSync(file, { force: true });
    }
  } catch (error) {
    if (error instanceof FolderTakenError) throw error;
    throw new Error(`the data folder ${folder} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

class FolderTakenError extends Error {
  constructor(folder: string, file: string, pid: number) {
    super(`another node (process ${pid}) uses the data folder ${folder}. If none does, delete ${file}`);
  }
}

interface Holder {
  readonly pid: number;
  /** Tells it from another process that was given its id later; empty where the system does not say. */
  readonly started: string;
}

/** A link to a finished file: it is there whole or not at all, and never takes another's place. */
function tryCreate(file: string): boolean {
  const draft = `${file}.${process.pid}.part`;
  const own: Holder = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(draft, `${JSON.stringify(own)}\n`);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    // Gone, or damaged: both mean that nobody has it.
    return undefined;
  }
}

/** This process itself does not count: a node of it that did not stop is gone with its worker. */
function isRunning({ pid, started }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  return startOf(pid) === started;
}

/** When a process began, with the run of the machine it began in. Only Linux has it in files. */
function startOf(pid: number): string {
  try {
    // The name of the program stands in parentheses and may hold anything; the start is the 20th field behind it.
    const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    return `${start} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return '';
  }
}

/** Step by step: `recursive` never comes back from a folder that takes no entries, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    return;
  }
  makeFolder(path.dirname(path.resolve(folder)));
  mkdirSync(folder);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it may not be written to';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it cannot be made there';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
