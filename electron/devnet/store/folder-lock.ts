/**
 * Lock of a data folder: two nodes writing to one chain would corrupt it. The lock is a file with the process ID; a stale lock is taken
 * over. Acquired by every node with a data folder before it reads anything.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const LOCK_FILE = 'node.lock';

/**
 * Create the folder if needed and lock it for this process. Returns the function that releases it.
 *
 * @throws Error that names the folder: it is not a folder, cannot be created or written, or is locked by another node
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
    super(`another node (process ${pid}) uses the data folder ${folder}. If it is not running, delete ${file}`);
  }
}

interface Holder {
  readonly pid: number;
  /** Start time, to detect reused process IDs; empty if the system does not provide it. */
  readonly started: string;
}

/** Link to a complete file: atomic, and never replaces another lock. */
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
    // Missing or damaged: not locked.
    return undefined;
  }
}

/** A lock of this process is stale: its worker has ended. */
function isRunning({ pid, started }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  return startOf(pid) === started;
}

/** Start time of a process and boot ID; Linux only. */
function startOf(pid: number): string {
  try {
    // The program name in parentheses may contain anything; the start time is the 20th field after it.
    const start = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    return `${start} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return '';
  }
}

/** Create folders one by one: `recursive` hangs in read-only file systems such as /proc. */
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
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it is not writable';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'it cannot be created';
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
