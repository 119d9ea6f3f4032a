/**
 * Finds deals by CID with a CID checker service. The interface is that of the embedded node's hosted service
 * (`docs/embedded-node.md`). Responses are untrusted: validated and bounded.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import type { LookUpTarget } from '../../../shared/deals/look-up-text.ts';
import { formatAddress, idOfAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { MarketRow } from '../questions/deal-row.ts';
import { LookUpTally } from '../questions/look-up-tally.ts';

const CIDS_AT_ONCE = 1000;
const DEALS_AT_ONCE = 1000;
/** Maximum deals per query; further pages are not requested. */
const MAX_PAGES = 100;
/** Maximum texts other than CIDs, which are requested one by one. */
const MAX_SINGLE = 100;
const MAX_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const zEpoch = z
  .number()
  .int()
  .min(-1)
  .max(2 ** 31);
const zAmount = z.string().regex(/^\d{1,40}$/);
const zId = z
  .string()
  .max(30)
  .transform((text, context) => {
    try {
      const id = idOfAddress(parseAddress(text));
      if (id !== undefined && id <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
    context.addIssue({ code: 'custom', message: 'not an ID address' });
    return z.NEVER;
  });

const zCheckedDeal = z.object({
  dealId: z.number().int().min(0),
  pieceCid: z.string().min(1).max(200),
  pieceSize: z.number().int().min(0),
  label: z.string().max(1000).nullish(),
  client: zId,
  provider: zId,
  verified: z.boolean(),
  startEpoch: zEpoch,
  endEpoch: zEpoch,
  pricePerEpoch: zAmount,
  sectorNumber: z.number().int().min(0).nullish(),
  sectorStartEpoch: zEpoch.nullish(),
  slashEpoch: zEpoch.nullish(),
  status: z.enum(['published', 'active', 'expired', 'slashed', 'missed-start']),
  matched: z.string().max(200).nullish(),
});

const zChecked = z.object({
  asOf: z.object({ epoch: zEpoch, time: z.iso.datetime({ offset: true }) }),
  total: z.number().int().min(0),
  deals: z.array(zCheckedDeal).max(DEALS_AT_ONCE),
  next: z.string().max(2000).nullable(),
});

export interface Checked {
  readonly tally: LookUpTally;
  readonly rows: readonly MarketRow[];
  readonly asOf: { readonly epoch: number; readonly timeMs: number } | undefined;
  /** Whether the service has more deals than were requested. */
  readonly isCut: boolean;
}

export interface CheckOptions {
  /** Base URL of the service, to which `/deals` is added. */
  readonly url: string;
  readonly letter: 'f' | 't';
  readonly maxRows: number;
  readonly signal?: AbortSignal;
}

/** @throws SextantError `endpoint-unreachable`, `endpoint-timeout`, `endpoint-rate-limited`, `endpoint-bad-reply`, `invalid-input` */
export async function checkCids(
  texts: readonly string[],
  targets: readonly (LookUpTarget | undefined)[],
  options: CheckOptions,
): Promise<Checked> {
  const tally = new LookUpTally();
  const rows = new Map<number, MarketRow>();
  let asOf: Checked['asOf'];
  let isCut = false;
  const ask = async (
    query: Readonly<Record<string, string>>,
    body: { readonly cids: readonly string[] } | undefined,
    placesOf: (matched: string | undefined, row: MarketRow) => readonly number[],
  ): Promise<void> => {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await askOnce(options, query, body, cursor);
      asOf = { epoch: answer.asOf.epoch, timeMs: Date.parse(answer.asOf.time) };
      for (const deal of answer.deals) {
        const row = rowOf(deal);
        const places = placesOf(deal.matched ?? undefined, row);
        for (const place of places) tally.addRow(place, row);
        if (places.length > 0 && rows.size < options.maxRows) rows.set(row.id, row);
      }
      if (answer.next === null) return;
      cursor = answer.next;
    }
    isCut = true;
  };
  const places = new Map<string, number[]>();
  const single: number[] = [];
  for (const [place, target] of targets.entries()) {
    const text = texts[place] ?? '';
    if (target?.kind === 'piece' || target?.kind === 'payload') places.set(text, [...(places.get(text) ?? []), place]);
    else if (target !== undefined) single.push(place);
  }
  if (single.length > MAX_SINGLE) {
    throw new SextantError(
      'invalid-input',
      `A CID checker takes at most ${MAX_SINGLE} deals, clients and providers at once. CIDs are not limited.`,
    );
  }
  const cids = [...places.keys()];
  for (let from = 0; from < cids.length; from += CIDS_AT_ONCE) {
    await ask({}, { cids: cids.slice(from, from + CIDS_AT_ONCE) }, (matched) => places.get(matched ?? '') ?? []);
  }
  for (const place of single) {
    const target = targets[place];
    if (target?.kind === 'deal') await ask({ dealId: String(target.id) }, undefined, () => [place]);
    if (target?.kind !== 'address') continue;
    const address = formatAddress(target.address, options.letter);
    await ask({ client: address }, undefined, () => [place]);
    // A deal whose client is its provider was in the first response.
    const id = Number(idOfAddress(target.address) ?? -1);
    await ask({ provider: address }, undefined, (_, row) => (row.clientId === id ? [] : [place]));
  }
  return { tally, rows: [...rows.values()], asOf, isCut };
}

async function askOnce(
  { url, signal }: CheckOptions,
  query: Readonly<Record<string, string>>,
  body: { readonly cids: readonly string[] } | undefined,
  cursor: string | undefined,
): Promise<z.infer<typeof zChecked>> {
  const address = new URL(`${url.replace(/\/+$/, '')}/deals`);
  const paging = { limit: DEALS_AT_ONCE, ...defined({ cursor }) };
  if (body === undefined)
    for (const [name, value] of Object.entries({ ...query, ...paging })) address.searchParams.set(name, String(value));
  const patience = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      redirect: 'error',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify({ ...body, ...paging }) }),
    });
    text = await boundedText(response);
  } catch (error) {
    if (error instanceof SextantError) throw error;
    signal?.throwIfAborted();
    if (patience.aborted) {
      throw new SextantError('endpoint-timeout', `The CID checker at ${address.host} did not answer within ${TIMEOUT_MS / 1000} s.`, {
        retryable: true,
      });
    }
    throw new SextantError(
      'endpoint-unreachable',
      `Could not connect to the CID checker at ${address.host}. Check its URL in the connection.`,
      {
        retryable: true,
        cause: error,
      },
    );
  }
  if (!response.ok) throw refusalOf(response.status, text, address.host);
  const answer = zChecked.safeParse(jsonOf(text));
  if (!answer.success) {
    throw new SextantError(
      'endpoint-bad-reply',
      `The CID checker at ${address.host} returned an invalid response. Check its URL in the connection.`,
    );
  }
  return answer.data;
}

/** @throws SextantError `endpoint-bad-reply` for a body that is too large */
async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new SextantError('endpoint-bad-reply', 'The CID checker returned a response larger than 16 MiB.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refusalOf(status: number, text: string, host: string): SextantError {
  const said = z.object({ error: z.string().max(1000) }).safeParse(jsonOf(text));
  const reason = said.success ? `: ${said.data.error}` : '';
  if (status === 429) {
    return new SextantError('endpoint-rate-limited', `The CID checker at ${host} rate-limited the request${reason}. Try again later.`, {
      retryable: true,
    });
  }
  if (status === 410) {
    return new SextantError('endpoint-bad-reply', `The data of the CID checker at ${host} changed between two pages. Search again.`, {
      retryable: true,
    });
  }
  return new SextantError('endpoint-bad-reply', `The CID checker at ${host} rejected the request with HTTP ${status}${reason}.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function rowOf(deal: z.infer<typeof zCheckedDeal>): MarketRow {
  const { sectorStartEpoch, slashEpoch, sectorNumber } = deal;
  return {
    kind: 'f05',
    id: deal.dealId,
    clientId: deal.client,
    providerId: deal.provider,
    pieceCid: deal.pieceCid,
    pieceSize: deal.pieceSize,
    isVerified: deal.verified,
    label: deal.label ?? '',
    startEpoch: deal.startEpoch,
    endEpoch: deal.endEpoch,
    mayEndEpoch: undefined,
    price: BigInt(deal.pricePerEpoch),
    sectorNumber: sectorNumber ?? undefined,
    sectorStartEpoch: sectorStartEpoch ?? -1,
    slashEpoch: slashEpoch ?? -1,
    state: deal.status === 'active' ? 'proving' : deal.status,
  };
}
