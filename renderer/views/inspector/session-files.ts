/** Recordings as files: written by the browser from pieces that the privileged side gives, and given back in pieces. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { AppClient } from '../../client/client-context.ts';

const PIECE_BYTES = 1024 * 1024;
/** A file that is larger is not read: the service refuses it as well, after all of it has been sent. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Reads an export piece by piece. `onProgress` tells the share that is there, from 0 to 1. */
export async function readExportedFile(
  client: AppClient,
  { exportId, sizeBytes }: { readonly exportId: string; readonly sizeBytes: number },
  onProgress: (share: number) => void,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const piece: { base64: string; next?: number | undefined } = await client.inspector.readExport({ exportId, offset });
    pieces.push(bytesOfBase64(piece.base64));
    if (piece.next !== undefined && piece.next <= offset) throw new SextantError('internal', 'The file could not be read to its end.');
    offset = piece.next;
    onProgress(offset === undefined || sizeBytes === 0 ? 1 : Math.min(1, offset / sizeBytes));
  }
  return new Blob(pieces, { type: 'application/octet-stream' });
}

/** Sends a session file and opens it. Resolves with the session's id. */
export async function openSessionFile(
  client: AppClient,
  file: File,
  onProgress: (share: number) => void,
  { isPasted = false }: { readonly isPasted?: boolean } = {},
): Promise<string> {
  if (file.size > MAX_FILE_BYTES) {
    throw new SextantError('invalid-input', 'This file is larger than 512 MiB. A recording that Sextant saved is never that large.');
  }
  const name = file.name.slice(0, 200);
  let importId: string | undefined;
  for (let offset = 0; ; offset += PIECE_BYTES) {
    const isLast = offset + PIECE_BYTES >= file.size;
    const bytes = new Uint8Array(await file.slice(offset, offset + PIECE_BYTES).arrayBuffer());
    const answer: { importId: string; sessionId?: string | undefined } = await client.inspector.importSession({
      ...(importId === undefined ? {} : { importId }),
      name,
      base64: base64OfBytes(bytes),
      isLast,
      ...(isPasted ? { isPasted } : {}),
    });
    importId = answer.importId;
    onProgress(file.size === 0 ? 1 : Math.min(1, (offset + bytes.length) / file.size));
    if (isLast) {
      if (answer.sessionId === undefined) throw new SextantError('internal', 'The file was read, but no recording was opened.');
      return answer.sessionId;
    }
  }
}

function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function base64OfBytes(bytes: Uint8Array): string {
  const step = 8192;
  let binary = '';
  for (let from = 0; from < bytes.length; from += step) binary += String.fromCharCode(...bytes.subarray(from, from + step));
  return btoa(binary);
}
