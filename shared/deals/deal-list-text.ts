/**
 * Parses the output of `lotus client list-deals`. Up to 0.4 rows have full CIDs and the message; from 0.5 to 1.25 CIDs are cut to their
 * last eight characters and the message is on its own line. Up to 0.4.2 the price is per epoch in attoFIL, later the total in FIL; up to
 * 0.3 sizes are in bytes without a unit. Source: Lotus `cli/client.go` of those releases.
 */
import { attoFil, parseFil } from '../domain/amounts/amount.ts';
import { DomainError } from '../domain/domain-error.ts';
import { isMarketDeals, parseMarketDeals } from './market-deals-text.ts';

/** One row. A CID that starts with `...` is truncated. */
export interface ListedDeal {
  /** Line in the text, counted from 1. */
  readonly line: number;
  readonly proposalCid: string;
  /** 0 until published. */
  readonly dealId: number;
  readonly provider: string;
  /** `StorageDealActive`, as printed. */
  readonly state: string;
  readonly onChainEpoch: number | undefined;
  readonly slashEpoch: number | undefined;
  readonly pieceCid: string;
  /** Unpadded size as printed, rounded. */
  readonly size: string;
  /** Approximate, from the rounded size. */
  readonly sizeBytes: number;
  /** attoFIL per epoch. */
  readonly pricePerEpoch: bigint;
  readonly durationEpochs: number;
  /** Undefined in the first format. */
  readonly isVerified: boolean | undefined;
  readonly message: string;
}

export interface DealListText {
  readonly deals: readonly ListedDeal[];
  /** Lines that look like rows but could not be parsed. */
  readonly unread: readonly { readonly line: number; readonly text: string }[];
  readonly isCut: boolean;
}

const MAX_ROWS = 50_000;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
const MAX_MESSAGE = 2000;
const ROW =
  /^\s*(\.\.\.\w{4,16}|[a-zA-Z0-9]{40,120})\s+(\d{1,15})\s+([ft][0-4]\w{1,110})\s+([A-Za-z]{3,40})\s+(Y \(epoch -?\d{1,12}\)|[YN])\s+(Y \(epoch -?\d{1,12}\)|[YN])\s+(\.\.\.\w{4,16}|\w{40,120})\s+(\d[\d.]*(?:e\+\d{2})?)(?:\s?((?:[KMGTPE]i)?B))?\s+(\d[\d.]*)(?:\s(FIL))?\s+(\d{1,12})(?:\s+(true|false))?(?:\s+(.*\S))?\s*$/;
const MESSAGE = /^\s+Message:\s*(.*\S)\s*$/;
const LOOKS_LIKE_A_ROW = /StorageDeal[A-Z]/;

/** Parse pasted text. Never throws; unparsed rows are listed. */
export function parseDealList(text: string): DealListText {
  if (isMarketDeals(text)) return parseMarketDeals(text, MAX_ROWS);
  const deals: ListedDeal[] = [];
  const unread: { line: number; text: string }[] = [];
  let isCut = false;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (const [index, written] of lines.entries()) {
    const message = MESSAGE.exec(written)?.[1];
    const last = deals.at(-1);
    if (message !== undefined && last !== undefined) {
      deals[deals.length - 1] = { ...last, message: message.slice(0, MAX_MESSAGE) };
      continue;
    }
    // Skips very long lines, which are not rows, so the pattern stays fast.
    const deal = written.length > MAX_MESSAGE + 1000 ? undefined : readRow(written, index + 1);
    if (deal === undefined) {
      if (LOOKS_LIKE_A_ROW.test(written.slice(0, 1000))) unread.push({ line: index + 1, text: written.slice(0, 200) });
      continue;
    }
    if (deals.length === MAX_ROWS) {
      isCut = true;
      break;
    }
    deals.push(deal);
  }
  return { deals, unread, isCut };
}

function readRow(written: string, line: number): ListedDeal | undefined {
  const found = ROW.exec(written);
  if (found === null) return undefined;
  const [, proposalCid = '', dealId = '', provider = '', state = '', onChain = '', slashed = '', pieceCid = '', size = '', unit = 'B'] =
    found;
  const [price = '', duration = '', verified, message = ''] = [found[10], found[12], found[13], found[14]];
  try {
    return {
      line,
      proposalCid,
      dealId: Number(dealId),
      provider,
      state,
      onChainEpoch: epochIn(onChain),
      slashEpoch: epochIn(slashed),
      pieceCid,
      size: `${size} ${unit}`,
      sizeBytes: Math.round(Number(size) * 1024 ** UNITS.indexOf(unit)),
      pricePerEpoch: found[11] === undefined ? attoFil(price) : pricePerEpochOf(parseFil(price), Number(duration)),
      durationEpochs: Number(duration),
      isVerified: verified === undefined ? undefined : verified === 'true',
      message: message.slice(0, MAX_MESSAGE),
    };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Price per epoch from the total price. */
function pricePerEpochOf(total: bigint, durationEpochs: number): bigint {
  if (durationEpochs === 0 && total !== 0n) throw new DomainError('deal-price', 'A deal with a duration of 0 has a price.');
  return durationEpochs === 0 ? 0n : total / BigInt(durationEpochs);
}

function epochIn(text: string): number | undefined {
  const epoch = /epoch (-?\d+)/.exec(text)?.[1];
  return epoch === undefined ? undefined : Number(epoch);
}

/** Distinct piece CIDs in any text, in order. */
export function pieceCidsIn(text: string): string[] {
  return [...new Set(text.match(/\bbaga6ea4seaq[a-z2-7]{52}\b/g) ?? [])].slice(0, MAX_ROWS);
}
