/**
 * Parses StateMarketDeals JSON from a file, bare or in a JSON-RPC response. Of a truncated file, the complete entries are read. Source: Lotus `api.MarketDeal`, `documentation/en/api-v1-unstable-methods.md`.
 */
import { z } from 'zod';
import { attoFil } from '../domain/amounts/amount.ts';
import { formatBytes } from '../domain/encoding/byte-size.ts';
import type { DealListText, ListedDeal } from './deal-list-text.ts';

const zEpoch = z.number().int();
const zMarketDeal = z.object({
  Proposal: z.object({
    PieceCID: z.object({ '/': z.string().max(120) }),
    PieceSize: z.number().int().nonnegative(),
    VerifiedDeal: z.boolean(),
    Provider: z.string().max(120),
    StartEpoch: zEpoch,
    EndEpoch: zEpoch,
    StoragePricePerEpoch: z.string().regex(/^\d{1,40}$/),
  }),
  State: z.object({ SectorStartEpoch: zEpoch, SlashEpoch: zEpoch }),
});

/** Whether a text looks like such a file. */
export function isMarketDeals(text: string): boolean {
  return /^\s*\{/.test(text) && text.slice(0, 4000).includes('"Proposal"');
}

/** Parse at most `maxRows` deals; invalid entries are listed by ID. Never throws. */
export function parseMarketDeals(text: string, maxRows: number): DealListText {
  const whole = entriesOf(text);
  const entries = whole ?? entriesOf(withoutCutEntry(text));
  if (entries === undefined) return { deals: [], unread: [{ line: 1, text: text.slice(0, 200) }], isCut: false };
  const deals: ListedDeal[] = [];
  const unread: { line: number; text: string }[] = [];
  for (const [index, [id, value]] of entries.slice(0, maxRows).entries()) {
    const parsed = zMarketDeal.safeParse(value);
    if (parsed.success && /^\d{1,15}$/.test(id)) deals.push(dealOf(Number(id), parsed.data, index + 1));
    else unread.push({ line: index + 1, text: id.slice(0, 200) });
  }
  return { deals, unread, isCut: whole === undefined || entries.length > maxRows };
}

function entriesOf(text: string): [string, unknown][] | undefined {
  try {
    const json: unknown = JSON.parse(text);
    const result = isObject(json) && isObject(json.result) ? json.result : json;
    return isObject(result) ? Object.entries(result) : undefined;
  } catch {
    return undefined;
  }
}

/** The end of an entry, before the id of the next one. */
const ENTRY_END = /\}\s*\}\s*,\s*"\d{1,15}"\s*:/g;

/** The text up to its last complete entry, with the brackets closed. */
function withoutCutEntry(text: string): string {
  let end = -1;
  for (const { index } of text.matchAll(ENTRY_END)) end = index;
  const kept = end === -1 ? '' : text.slice(0, text.indexOf(',', end));
  return /"result"\s*:/.test(text.slice(0, 200)) ? `${kept}}}` : `${kept}}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function dealOf(dealId: number, { Proposal, State }: z.infer<typeof zMarketDeal>, line: number): ListedDeal {
  const { SectorStartEpoch: active, SlashEpoch: slashed } = State;
  const sizeBytes = Math.floor((Proposal.PieceSize / 128) * 127);
  return {
    line,
    // Not in the market state.
    proposalCid: '',
    dealId,
    provider: Proposal.Provider,
    state: slashed >= 0 ? 'StorageDealSlashed' : active >= 0 ? 'StorageDealActive' : 'StorageDealAwaitingPreCommit',
    onChainEpoch: active >= 0 ? active : undefined,
    slashEpoch: slashed >= 0 ? slashed : undefined,
    pieceCid: Proposal.PieceCID['/'],
    size: formatBytes(BigInt(sizeBytes), { maximumPlaces: 2 }),
    sizeBytes,
    pricePerEpoch: attoFil(Proposal.StoragePricePerEpoch),
    durationEpochs: Proposal.EndEpoch - Proposal.StartEpoch,
    isVerified: Proposal.VerifiedDeal,
    message: '',
  };
}
