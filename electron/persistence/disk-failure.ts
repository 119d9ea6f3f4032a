import { SextantError } from '../../shared/ipc/envelope.ts';

/** Converts a file system error to a SextantError that names the file but none of its content. */
export function diskFailure(action: string, path: string, cause: unknown): SextantError {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return new SextantError('disk-failure', `Could not ${action} ${path}${code}. Check that the disk has room and the folder is writable.`, {
    cause,
  });
}

/** Whether the error means that the file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Whether the error means a full disk, an exceeded quota or file size limit; Node reports codes, DuckDB texts. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || /No space left|quota exceeded|File too large/i.test(error.message);
}
