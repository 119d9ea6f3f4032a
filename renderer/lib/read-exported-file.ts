/** Files that the privileged side made, fetched in pieces and given to the browser's own downloads. */
import { SextantError } from '../../shared/ipc/envelope.ts';

/** Large files are put together from parts that the browser may keep on disk. */
const PART_BYTES = 16 * 1024 * 1024;

/** Reads an export piece by piece; undefined when it is no longer wanted. `onProgress` tells the share that is there, from 0 to 1. */
export async function readExportedFile(
  readPiece: (offset: number) => Promise<{ readonly base64: string; readonly next?: number | undefined }>,
  sizeBytes: number,
  onProgress: (share: number) => void,
  isWanted: () => boolean = () => true,
): Promise<Blob | undefined> {
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const piece = await readPiece(offset);
    const bytes = bytesOfBase64(piece.base64);
    pieces.push(bytes);
    waiting += bytes.length;
    if (waiting >= PART_BYTES) {
      parts.push(new Blob(pieces));
      pieces = [];
      waiting = 0;
    }
    if (piece.next !== undefined && piece.next <= offset) throw new SextantError('internal', 'The file could not be read to its end.');
    offset = piece.next;
    if (!isWanted()) return undefined;
    onProgress(offset === undefined || sizeBytes === 0 ? 1 : Math.min(1, offset / sizeBytes));
  }
  return new Blob([...parts, ...pieces], { type: 'application/octet-stream' });
}

function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
