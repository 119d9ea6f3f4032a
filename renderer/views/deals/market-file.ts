/** Recognise a file of the whole market by its name and beginning, plain, gzip or zstd. */
import { isMarketDeals } from '../../../shared/deals/market-deals-text.ts';

export const MARKET_FILE_TYPES = '.json,.gz,.zst,application/json,application/gzip,application/zstd';

const HEAD_BYTES = 64 * 1024;
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export type MarketFileForm = 'plain' | 'gz' | 'zst';

/** The form of a market file; undefined for any other file. A zstd file cannot be unpacked here: its name decides. */
export async function marketFileForm(file: File): Promise<MarketFileForm | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (startsWith(head, ZSTD)) return /\.json\.zstd?$|deals.*\.zstd?$/i.test(file.name) ? 'zst' : undefined;
  if (startsWith(head, GZIP)) return isMarketDeals(await unpackedHead(head)) ? 'gz' : undefined;
  return isMarketDeals(new TextDecoder().decode(head)) ? 'plain' : undefined;
}

/** Of a POSIX system or Windows. */
export function isFullPath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)\S*/.test(path.trim()) && path.trim().length > 1;
}

/** What the beginning of a gzip file unpacks to, until the beginning ends. */
async function unpackedHead(head: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([head]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < HEAD_BYTES) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch {
    // Cut in the middle, or broken: what was unpacked decides.
  }
  return text;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
