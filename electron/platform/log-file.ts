/** The log file of a profile, readable only by this user, rotated at a size limit. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const MAX_SIZE_BYTES = 5 * 1024 * 1024;

/** Returns a function that appends a line. A failing log does not end the program; the first failure is printed to stderr. */
export function openLogFile(file: string): (line: string) => void {
  let sizeBytes: number | undefined;
  let isBroken = false;
  return (line) => {
    if (isBroken) return;
    try {
      if (sizeBytes === undefined) {
        mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        sizeBytes = sizeOf(file);
      }
      if (sizeBytes > MAX_SIZE_BYTES) {
        renameSync(file, `${file}.1`);
        sizeBytes = 0;
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
      sizeBytes += Buffer.byteLength(line) + 1;
    } catch (error) {
      isBroken = true;
      process.stderr.write(`Could not write the log: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
