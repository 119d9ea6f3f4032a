/** Checks whether the source file of a dataset changed, without reading it. */
import { stat } from 'node:fs/promises';
import { isMissingFile } from '../../persistence/disk-failure.ts';
import { SourceError } from './market-file-error.ts';
import { follow } from './url-source.ts';

/** Of the loaded file. */
export interface LoadedSource {
  /** URL or path. */
  readonly source: string;
  readonly etag?: string | undefined;
  readonly lastModifiedMs?: number | undefined;
}

export interface SourceCheck {
  readonly isChanged: boolean;
  /** Of the current file, if known. */
  readonly sizeBytes?: number | undefined;
}

/** @throws SourceError if the file is not available */
export async function checkSource({ source, etag, lastModifiedMs }: LoadedSource, signal: AbortSignal): Promise<SourceCheck> {
  if (!/^https?:\/\//i.test(source)) return checkFile(source, lastModifiedMs);
  const headers = {
    'accept-encoding': 'identity',
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModifiedMs === undefined ? {} : { 'if-modified-since': new Date(lastModifiedMs).toUTCString() }),
  };
  const answer = await follow(source, headers, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof SourceError
      ? error
      : new SourceError(`Could not reach ${source}: ${error instanceof Error ? error.message : String(error)}.`);
  });
  // Discard the body, which has 3 GB if the file changed.
  answer.body.on('error', () => undefined).destroy();
  if (answer.statusCode === 304) return { isChanged: false };
  if (answer.statusCode !== 200) throw new SourceError(`${source} answered with HTTP ${answer.statusCode}. Check the URL.`);
  const size = Number(answer.headers['content-length'] ?? Number.NaN);
  return { isChanged: true, sizeBytes: Number.isSafeInteger(size) ? size : undefined };
}

async function checkFile(path: string, lastModifiedMs: number | undefined): Promise<SourceCheck> {
  try {
    const { mtimeMs, size } = await stat(path);
    return { isChanged: mtimeMs !== lastModifiedMs, sizeBytes: size };
  } catch (error) {
    if (isMissingFile(error)) throw new SourceError(`${path} no longer exists.`);
    throw error;
  }
}
