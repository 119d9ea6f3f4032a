import { SextantError } from '../../shared/ipc/envelope.ts';

/** Turns what the file system threw into the failure that screens know, naming the file but nothing of its content. */
export function diskFailure(action: string, path: string, cause: unknown): SextantError {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return new SextantError('disk-failure', `Could not ${action} ${path}${code}. Check that the disk has room and the folder is writable.`, {
    cause,
  });
}

/** Whether the file system says that there is no such file. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Whether there is no room: Node says it by a code, DuckDB in words. No space, a quota, or a limit on the size of files. */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || /No space left|quota exceeded|File too large/i.test(error.message);
}
