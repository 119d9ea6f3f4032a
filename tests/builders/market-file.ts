/**
 * Generates a market file of any size from a seed, shaped like mainnet's, without keeping it in memory.
 *
 * Members as Lotus writes them, keys sorted as text, pieces with replicas, labels as clients write them; 10 % of the records are unusual:
 * other member order, whitespace, unknown members, escapes, other scripts, no SectorNumber, amounts of 27 digits.
 */

export interface MarketFileOptions {
  readonly deals: number;
  readonly seed?: number;
  /** Largest deal ID; at least `deals`. */
  readonly largestId?: number;
  /** One in this many records is not a deal; none by default. */
  readonly rejectEvery?: number;
}

const BASE32 = Buffer.from('abcdefghijklmnopqrstuvwxyz234567');
const BASE58 = Buffer.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const BASE64 = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const REPLICAS = 5;
const CHUNK_BYTES = 1024 * 1024;

/** Records that are not deals, each for a different reason. */
export const NO_DEALS: readonly string[] = [
  'null',
  '17',
  '{"Proposal":null,"State":{}}',
  '{"Proposal":{"PieceCID":null,"PieceSize":1},"State":{"SectorStartEpoch":-1}}',
  '{"Proposal":{"PieceCID":{"/":"bafkqaaa"},"PieceSize":1},"State":{"SectorStartEpoch":-1}}',
];

/** The file in chunks. */
export function* marketFile(options: MarketFileOptions): Generator<Buffer, void, undefined> {
  let chunk = Buffer.alloc(CHUNK_BYTES + 8192);
  let end = chunk.write('{');
  let isFirst = true;
  for (const record of marketRecords(options)) {
    if (!isFirst) chunk[end++] = 0x2c;
    isFirst = false;
    end += chunk.write(record, end, 'utf8');
    if (end > CHUNK_BYTES) {
      yield chunk.subarray(0, end);
      chunk = Buffer.alloc(CHUNK_BYTES + 8192);
      end = 0;
    }
  }
  end += chunk.write('}\n', end);
  yield chunk.subarray(0, end);
}

/** The file's members one by one: `"<id>":{…}`. */
export function* marketRecords({ deals, seed = 1, largestId = deals * 2, rejectEvery }: MarketFileOptions): Generator<string> {
  const next = random(seed);
  let index = 0;
  for (const id of idsInTextOrder(deals, largestId)) {
    const isReject = rejectEvery !== undefined && index % rejectEvery === rejectEvery - 1;
    const odd = next() % 10 === 0 ? next() % 8 : -1;
    yield `"${id}":${isReject ? NO_DEALS[((index / rejectEvery) % NO_DEALS.length) | 0] : dealText(id, seed, next, odd)}`;
    index += 1;
  }
}

/** Evenly spread IDs up to the largest, in Go's key order. */
function* idsInTextOrder(count: number, largest: number): Generator<number> {
  const step = largest / count;
  const isThere = (id: number): boolean => Math.floor(Math.ceil(id / step) * step) === id && id <= largest;
  function* below(id: number): Generator<number> {
    if (id > largest) return;
    if (isThere(id)) yield id;
    for (let digit = 0; digit < 10; digit += 1) yield* below(id * 10 + digit);
  }
  for (let digit = 1; digit < 10; digit += 1) yield* below(digit);
}

function dealText(id: number, seed: number, next: () => number, odd: number): string {
  // Replicas share piece, label, size and client.
  const content = random(Math.floor(id / REPLICAS) * 7919 + seed);
  const piece = `baga6ea4seaq${pieceTail(content)}`;
  const size = 2 ** (30 + (content() % 6));
  const isVerified = content() % 10 !== 0;
  const client = `f0${1000 + (content() % 3_000_000)}`;
  const label = odd === 0 ? oddLabel(content) : usualLabel(content);
  const provider = `f0${1000 + (next() % 4000)}`;
  const start = 3_000_000 + Math.floor(id / 40);
  const end = start + 518_400 + (next() % 1_036_800);
  const price = isVerified || next() % 2 === 0 ? '0' : String(next());
  const collateral = odd === 1 ? '9'.repeat(27) : `${1 + (next() % 9)}${String(next()).padStart(10, '0')}${String(next() % 1000000)}`;
  const isActive = next() % 20 !== 0;
  const sector = isActive ? next() % 200_000 : 0;
  const sectorStart = isActive ? start - (next() % 2880) : -1;
  const updated = next() % 3 === 0 ? sectorStart : -1;
  const slash = next() % 200 === 0 ? end - 1000 : -1;
  const head = odd === 2 ? '' : `"SectorNumber":${sector},`;
  const state = `{${head}"SectorStartEpoch":${sectorStart},"LastUpdatedEpoch":${updated},"SlashEpoch":${slash}}`;
  const proposal =
    `"PieceCID":{"/":"${piece}"},"PieceSize":${size},"VerifiedDeal":${isVerified},"Client":"${client}","Provider":"${provider}",` +
    `"Label":"${label}","StartEpoch":${start},"EndEpoch":${end},"StoragePricePerEpoch":"${price}","ProviderCollateral":"${collateral}",` +
    '"ClientCollateral":"0"';
  if (odd === 3) return `{"State":${state},"Proposal":{${proposal}}}`;
  if (odd === 4) return `{\n  "Proposal": {${proposal.replaceAll(',"', ', "')}},\t"State": ${state} }`;
  if (odd === 5) return `{"Proposal":{${proposal},"Unknown":{"a":[1,"}\\"{"]}},"State":${state},"Extra":null}`;
  return `{"Proposal":{${proposal}},"State":${state}}`;
}

function usualLabel(content: () => number): string {
  const kind = content() % 20;
  if (kind < 11) return `bafybei${letters(content, 51, BASE32)}${['a', 'e', 'i', 'm', 'q', 'u', 'y', '4'][content() % 8]}`;
  if (kind < 14) return `QmY${letters(content, 43, BASE58)}`;
  if (kind < 17) return `mAXCg5AIg${letters(content, 42, BASE64)}${['A', 'E', 'I', 'M'][content() % 4]}`;
  if (kind < 18) return '';
  return `u${letters(content, 8, BASE32)} data set ${content() % 1000}`;
}

function oddLabel(content: () => number): string {
  return ['\\u003cb\\u003e \\"quoted\\" \\\\', 'データ集合 №1', '=cmd|calc', 'caf\\u00e9\\ud83d\\ude00', 'x'.repeat(256)][
    content() % 5
  ] as string;
}

/** 52 base32 characters of valid bytes: the last 3 bits are zero. */
function pieceTail(content: () => number): string {
  return `${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'][content() % 16]}${letters(content, 50, BASE32)}${['a', 'i', 'q', 'y'][content() % 4]}`;
}

const scratch = Buffer.alloc(64);

function letters(content: () => number, count: number, alphabet: Buffer): string {
  const size = alphabet.length;
  for (let at = 0; at < count; ) {
    let value = content();
    for (let more = 0; more < 5 && at < count; more += 1) {
      scratch[at++] = alphabet[value % size] as number;
      value = Math.floor(value / size);
    }
  }
  return scratch.toString('latin1', 0, count);
}

/** Mulberry32: integers below 2^32. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  };
}
