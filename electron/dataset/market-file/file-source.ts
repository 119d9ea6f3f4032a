/** A market file on this machine. */
import { type FileHandle, open } from 'node:fs/promises';
import { SourceError } from './market-file-error.ts';

const READ_BYTES = 512 * 1024;

export interface OpenedFile {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** All chunks share one buffer: use each before requesting the next one. */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** @throws SourceError if it does not exist, is not a file, or is not readable */
export async function openFileSource(path: string): Promise<OpenedFile> {
  const handle = await openToRead(path);
  const { size, mtimeMs } = await handle.stat();
  return { sizeBytes: size, modifiedMs: mtimeMs, chunks: () => readChunks(handle) };
}

async function openToRead(path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new SourceError(`Could not open ${path}${code === '' ? '' : ` (${code})`}. Check that the file exists and can be read.`);
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new SourceError(`${path} is not a file.`);
}

/** Read an open file to its end and close it. */
export async function* readChunks(handle: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
