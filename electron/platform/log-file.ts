/** The log of a profile: one file, readable by this user only, begun anew when it has grown large. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

const SIZE_BYTES_AT_MOST = 5 * 1024 * 1024;

/** Returns the function that adds a line. Losing the log never ends the program: the first failure is told on standard error. */
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
      if (sizeBytes > SIZE_BYTES_AT_MOST) {
        renameSync(file, `${file}.1`);
        sizeBytes = 0;
      }
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
      sizeBytes += Buffer.byteLength(line) + 1;
    } catch (error) {
      isBroken = true;
      process.stderr.write(`The log cannot be written: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
