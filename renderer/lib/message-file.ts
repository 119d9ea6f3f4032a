/** Messages from files: text, CBOR, or the image of a QR code. */
import { bytesToHex } from '../../shared/domain/bytes.ts';
import { PART_PATTERN } from './signed-parts.ts';

/** As an input of files takes it. */
export const MESSAGE_FILES = '.json,.txt,.hex,.cbor,image/png,image/jpeg,image/webp,image/gif,image/bmp';
const MAX_TEXT_BYTES = 400_000;
const MAX_IMAGE_BYTES = 30_000_000;
/** Larger images are scaled down to it: a QR code of a message keeps several pixels for each module. */
const MAX_IMAGE_SIDE = 2000;
/** For the retries of the decoder, which otherwise gives up as a camera would between two frames. */
const DECODE_LIMIT_MS = 2000;

export const TOO_LARGE = 'This file is too large for a message: 400 kB for text, 30 MB for an image.';

export function isTooLarge(file: File): boolean {
  return file.size > (isImage(file) ? MAX_IMAGE_BYTES : MAX_TEXT_BYTES);
}

/** A file of text as it is, one of bytes as hex, of an image the text of its QR code; undefined where an image has none. */
export async function readMessageFile(file: File): Promise<string | undefined> {
  if (isImage(file)) return readCode(file);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isText = bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09);
  return isText ? new TextDecoder().decode(bytes) : bytesToHex(bytes);
}

/** Another part of a message goes below the parts that are there; anything else takes their place. */
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
  // Loaded where an image is opened, and nowhere else.
  const { decodeQR } = await import('qr/decode.js');
  try {
    return decodeQR(image, { format: 'RGBA', timeLimit: DECODE_LIMIT_MS });
  } catch {
    return undefined;
  }
}

/** Undefined where the browser cannot read it. */
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
  // What is transparent in an image counts as paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
