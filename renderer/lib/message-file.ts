/** Messages from files: text, CBOR, or the image of a QR code. */
import { bytesToHex } from '../../shared/domain/encoding/bytes.ts';
import { PART_PATTERN } from './signed-parts.ts';

/** Value of a file input's `accept` attribute. */
export const MESSAGE_FILES = '.json,.txt,.hex,.cbor,image/png,image/jpeg,image/webp,image/gif,image/bmp';
const MAX_TEXT_BYTES = 400_000;
const MAX_IMAGE_BYTES = 30_000_000;
/** Larger images are scaled down to this; a message's QR code still has several pixels per module. */
const MAX_IMAGE_SIDE = 2000;
/** Time for the decoder's retries. Its default suits single camera frames. */
const DECODE_LIMIT_MS = 2000;

export const TOO_LARGE = 'This file is too large for a message. The maximum is 400 kB for text and 30 MB for images.';

export function isTooLarge(file: File): boolean {
  return file.size > (isImage(file) ? MAX_IMAGE_BYTES : MAX_TEXT_BYTES);
}

/** Read a text file as is, a binary file as hex, and an image as the text of its QR code; undefined if the image has none. */
export async function readMessageFile(file: File): Promise<string | undefined> {
  if (isImage(file)) return readCode(file);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09);
  return isText ? new TextDecoder().decode(bytes) : bytesToHex(bytes);
}

/** Append a further part of a message to the parts in the text; anything else replaces the text. */
export function addParts(text: string, added: string): string {
  const isPart = (each: string): boolean => each.search(PART_PATTERN) >= 0;
  return isPart(text) && isPart(added) ? `${text.trimEnd()}\n${added}` : added;
}

function isImage(file: File): boolean {
  return file.type.startsWith('image/');
}

async function readCode(file: File): Promise<string | undefined> {
  const image = await imageOf(file);
  if (image === undefined) return undefined;
  // Loaded only when an image is opened.
  const { decodeQR } = await import('qr/decode.js');
  try {
    return decodeQR(image, { format: 'RGBA', timeLimit: DECODE_LIMIT_MS });
  } catch {
    return undefined;
  }
}

/** Undefined if the browser cannot read it. */
async function imageOf(file: File): Promise<ImageData | undefined> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  const scale = Math.min(1, MAX_IMAGE_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) return undefined;
  // Transparent pixels count as white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
