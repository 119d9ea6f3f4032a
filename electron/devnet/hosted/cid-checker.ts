/**
 * The CID checker: finds deals by CID in the published file of deals. The schema is described in docs/embedded-node.md. Open to
 * anyone; requests are untrusted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { idOfAddress, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { dealLabelText, pendingProposalCid } from '../../../shared/domain/deals/deal-proposal.ts';
import { dealStatusAt } from '../../../shared/domain/deals/deal-state.ts';
import { pieceCidOf, pieceOfCidV2 } from '../../../shared/domain/deals/piece-cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { Deal } from '../deals/deal.ts';
import { addressJson, amountJson } from '../rpc/chain-json.ts';
import type { JsonValue } from '../rpc/json-writer.ts';
import { epochsOf } from './client-store.ts';
import type { DealsObject, DealsSnapshot } from './deals-object.ts';
import { answerService, readJsonBody, replyJson, requireMethod, ServiceError } from './service-reply.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_CIDS = 1_000;
const MAX_BODY_BYTES = 400_000;
const CRITERIA = ['cid', 'dealId', 'client', 'provider'] as const;

/** A deal with the requested CID that matched it. */
interface Found {
  readonly deal: Deal;
  readonly matched: string | null;
}

interface Page {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Index of deals; built once per file of deals. */
interface Index {
  readonly snapshot: DealsSnapshot;
  readonly byCid: ReadonlyMap<Cid, readonly Deal[]>;
  readonly proposalCids: ReadonlyMap<number, Cid>;
}

export class CidChecker {
  readonly #deals: DealsObject;
  #index: Index | undefined;

  constructor(deals: DealsObject) {
    this.#deals = deals;
  }

  /** Handle a request below its URL. */
  answer(request: IncomingMessage, response: ServerResponse, path: string, url: URL | undefined): Promise<void> {
    return answerService(request, response, async () => {
      const index = this.#current();
      if (path === '/status') {
        requireMethod(request, 'GET', 'HEAD');
        return replyJson(response, 200, { asOf: asOf(index.snapshot), deals: index.snapshot.deals.length });
      }
      if (path !== '/deals') throw new ServiceError(404, 'Not found. Use /deals or /status.');
      requireMethod(request, 'GET', 'HEAD', 'POST');
      if (request.method === 'POST') return replyJson(response, 200, await answerList(index, request));
      replyJson(response, 200, answerOne(index, url?.searchParams ?? new URLSearchParams()));
    });
  }

  #current(): Index {
    const snapshot = this.#deals.current();
    if (this.#index?.snapshot !== snapshot) this.#index = indexOf(snapshot);
    return this.#index;
  }
}

function answerOne(index: Index, query: URLSearchParams): JsonValue {
  const [criterion, ...others] = CRITERIA.filter((name) => query.has(name));
  if (criterion === undefined || others.length > 0) throw new ServiceError(400, `Specify exactly one of ${CRITERIA.join(', ')}.`);
  const value = query.get(criterion) ?? '';
  const page = { limit: limitOf(query.get('limit')), cursor: query.get('cursor') ?? undefined };
  if (criterion === 'cid') return pageOf(index, foundBy(index, [value]), [value], page);
  const { deals } = index.snapshot;
  const matching = criterion === 'dealId' ? deals.filter(byId(value)) : deals.filter(byParty(criterion, value));
  return pageOf(
    index,
    matching.map((deal) => ({ deal, matched: null })),
    [],
    page,
  );
}

async function answerList(index: Index, request: IncomingMessage): Promise<JsonValue> {
  const { cids, limit, cursor } = await readJsonBody(request, MAX_BODY_BYTES);
  if (!Array.isArray(cids) || cids.length === 0 || cids.length > MAX_CIDS || cids.some((cid) => typeof cid !== 'string')) {
    throw new ServiceError(400, `The field cids must list 1 to ${MAX_CIDS} CIDs as text.`);
  }
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') throw new ServiceError(400, 'The field cursor must be text.');
  const asked = [...new Set(cids as string[])];
  return pageOf(index, foundBy(index, asked), asked, {
    limit: limitOf(limit === undefined || limit === null ? null : String(limit)),
    cursor: cursor ?? undefined,
  });
}

function byId(value: string): (deal: Deal) => boolean {
  if (!/^\d{1,15}$/.test(value)) throw new ServiceError(400, 'The dealId must be a whole number.');
  return ({ id }) => id === Number(value);
}

function byParty(party: 'client' | 'provider', value: string): (deal: Deal) => boolean {
  const address = tryParseAddress(value);
  if (address === undefined || idOfAddress(address) === undefined) throw new ServiceError(400, `The ${party} must be an ID address.`);
  return ({ proposal }) => proposal[party] === address;
}

function limitOf(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT;
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw new ServiceError(400, `The limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  return limit;
}

/** Return a page of results by deal ID. A cursor has the version of the file of deals and the last row of its page. */
function pageOf({ snapshot, proposalCids }: Index, found: readonly Found[], asked: readonly string[], { limit, cursor }: Page): JsonValue {
  const version = snapshot.packed('').etag.slice(1, 13);
  let start = 0;
  if (cursor !== undefined) {
    const [, of = '', at = ''] = /^([0-9a-f]{12})-(\d{1,9})$/.exec(cursor) ?? [];
    if (at === '') throw new ServiceError(400, 'Invalid cursor.');
    if (of !== version) throw new ServiceError(410, 'The file of deals was renewed. Start again from the first page.');
    start = Number(at);
  }
  const end = start + limit;
  const held = new Set(found.map(({ matched }) => matched));
  return {
    asOf: asOf(snapshot),
    total: found.length,
    deals: found.slice(start, end).map((row) => rowJson(row, snapshot, proposalCids)),
    notFound: cursor === undefined ? asked.filter((cid) => !held.has(cid)) : [],
    next: end < found.length ? `${version}-${end}` : null,
  };
}

function foundBy({ byCid }: Index, asked: readonly string[]): Found[] {
  const found = asked.flatMap((text) => {
    const cid = readCid(text);
    return cid === undefined ? [] : (byCid.get(cid) ?? []).map((deal) => ({ deal, matched: text }));
  });
  return found.sort((left, right) => left.deal.id - right.deal.id);
}

/** Normalize a CID: a version 2 piece CID to version 1; undefined if it is not a CID. */
function readCid(text: string): Cid | undefined {
  let cid: Cid;
  try {
    cid = parseCid(text.trim());
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
  try {
    return pieceCidOf(pieceOfCidV2(cid).commitment);
  } catch (error) {
    if (error instanceof DomainError) return cid;
    throw error;
  }
}

function indexOf(snapshot: DealsSnapshot): Index {
  const byCid = new Map<Cid, Deal[]>();
  const proposalCids = new Map<number, Cid>();
  const add = (cid: Cid | undefined, deal: Deal): void => {
    if (cid === undefined) return;
    const deals = byCid.get(cid);
    if (deals === undefined) byCid.set(cid, [deal]);
    else deals.push(deal);
  };
  for (const deal of snapshot.deals) {
    const proposalCid = pendingProposalCid(deal.proposal);
    proposalCids.set(deal.id, proposalCid);
    add(deal.proposal.pieceCid, deal);
    add(payloadCidOf(deal), deal);
    add(proposalCid, deal);
  }
  return { snapshot, byCid, proposalCids };
}

/** The label, if it is a CID. */
function payloadCidOf({ proposal }: Deal): Cid | undefined {
  const label = dealLabelText(proposal.label);
  return label === undefined ? undefined : readCid(label);
}

function asOf({ tipset, writtenAtMs }: DealsSnapshot): JsonValue {
  return {
    epoch: tipset.height,
    epochTime: new Date((tipset.blocks[0]?.header.timestamp ?? 0) * 1_000).toISOString(),
    time: new Date(writtenAtMs).toISOString(),
    tipset: [...tipset.key],
  };
}

function rowJson({ deal, matched }: Found, { tipset }: DealsSnapshot, proposalCids: Index['proposalCids']): JsonValue {
  const { id, proposal, state } = deal;
  return {
    dealId: id,
    pieceCid: proposal.pieceCid,
    pieceSize: proposal.pieceSize,
    payloadCid: payloadCidOf(deal) ?? null,
    label: dealLabelText(proposal.label) ?? null,
    proposalCid: proposalCids.get(id) ?? null,
    client: addressJson(proposal.client),
    provider: addressJson(proposal.provider),
    verified: proposal.verifiedDeal,
    startEpoch: proposal.startEpoch,
    endEpoch: proposal.endEpoch,
    pricePerEpoch: amountJson(proposal.storagePricePerEpoch),
    providerCollateral: amountJson(proposal.providerCollateral),
    clientCollateral: amountJson(proposal.clientCollateral),
    sectorNumber: state?.sectorNumber ?? null,
    sectorStartEpoch: happened(state?.sectorStartEpoch),
    lastUpdatedEpoch: happened(state?.lastUpdatedEpoch),
    slashEpoch: happened(state?.slashEpoch),
    status: dealStatusAt(epochsOf(deal), tipset.height),
    matched,
  };
}

/** An epoch, unless it is undefined (−1). */
const happened = (epoch: number | undefined): number | null => (epoch === undefined || epoch < 0 ? null : epoch);
