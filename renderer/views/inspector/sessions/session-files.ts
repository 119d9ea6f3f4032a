/** Recordings from files, given to the privileged side in pieces. */
import { defined } from '../../../../shared/collections/defined.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { AppClient } from '../../../client/client-context.ts';

const PIECE_BYTES = 1024 * 1024;
/** A file that is larger is not read: the service refuses it as well, after all of it has been sent. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Sends a session file and opens it. Resolves with the session's id. */
export async function openSessionFile(
  client: AppClient,
  file: File,
  onProgress: (share: number) => void,
  { isPasted = false }: { readonly isPasted?: boolean } = {},
): Promise<string> {
  if (file.size > MAX_FILE_BYTES) {
    throw new SextantError('invalid-input', 'This file is larger than 512 MiB, the maximum size of a recording.');
  }
  const name = file.name.slice(0, 200);
  let importId: string | undefined;
  for (let offset = 0; ; offset += PIECE_BYTES) {
    const isLast = offset + PIECE_BYTES >= file.size;
    const bytes = new Uint8Array(await file.slice(offset, offset + PIECE_BYTES).arrayBuffer());
    const answer: { importId: string; sessionId?: string | undefined } = await client.inspector.importSession({
      ...defined({ importId }),
      name,
      base64: base64OfBytes(bytes),
      isLast,
      ...(isPasted ? { isPasted } : {}),
    });
    importId = answer.importId;
    onProgress(file.size === 0 ? 1 : Math.min(1, (offset + bytes.length) / file.size));
    if (isLast) {
      if (answer.sessionId === undefined) throw new SextantError('internal', 'Could not open a recording from this file.');
      return answer.sessionId;
    }
  }
}

function base64OfBytes(bytes: Uint8Array): string {
  const step = 8192;
  let binary = '';
  for (let from = 0; from < bytes.length; from += step) binary += String.fromCharCode(...bytes.subarray(from, from + step));
  return btoa(binary);
}
