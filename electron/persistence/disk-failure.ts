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
