/** Detects a market file by its name and first bytes: plain, gzip or zstd. */
import { isMarketDeals } from '../../../shared/deals/market-deals-text.ts';

export const MARKET_FILE_TYPES = '.json,.gz,.zst,application/json,application/gzip,application/zstd';

const HEAD_BYTES = 64 * 1024;
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export type MarketFileForm = 'plain' | 'gz' | 'zst';

/** Compression of a market file; undefined for any other file. A page cannot decompress zstd, so its name decides. */
export async function marketFileForm(file: File): Promise<MarketFileForm | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (startsWith(head, ZSTD)) return /\.json\.zstd?$|deals.*\.zstd?$/i.test(file.name) ? 'zst' : undefined;
  if (startsWith(head, GZIP)) return isMarketDeals(await decompressHead(head)) ? 'gz' : undefined;
  return isMarketDeals(new TextDecoder().decode(head)) ? 'plain' : undefined;
}

/** Whether a path is absolute, on POSIX or Windows. */
export function isFullPath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)\S*/.test(path.trim()) && path.trim().length > 1;
}

/** Decompresses the first bytes of a gzip file. */
async function decompressHead(head: Uint8Array<ArrayBuffer>): Promise<string> {
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
    // Truncated or corrupt: the decompressed part decides.
  }
  return text;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
