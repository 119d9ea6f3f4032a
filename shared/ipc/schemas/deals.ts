/** Deals of the storage market, claims and allocations of the verified registry, and proposals of the legacy market. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetRef } from './common.ts';
import { zDecodedView } from './decoded.ts';

/** `ddo`: a claim without a market deal. */
export const zDealKind = z.enum(['f05', 'ddo', 'allocation']);
export type DealKind = z.infer<typeof zDealKind>;

/**
 * `proving`: in a sector not known to be faulty. `ended`: its sector has ended. `allocated` and `unclaimed` apply to allocations: still
 * claimable, and past their expiration.
 */
export const zDealState = z.enum([
  'published',
  'proving',
  'faulty',
  'allocated',
  'expired',
  'ended',
  'slashed',
  'missed-start',
  'unclaimed',
]);
export type DealState = z.infer<typeof zDealState>;

/** `94`, `claim-1000-94` (of a provider), `allocation-1010-94` (of a client): ids of actors in the middle. */
export const zDealKey = z.string().regex(/^(?:\d{1,15}|(?:claim|allocation)-\d{1,15}-\d{1,15})$/);

export const zDealRow = z.object({
  key: zDealKey,
  kind: zDealKind,
  /** ID of the deal, claim or allocation. */
  id: z.number().int(),
  /** For a deal: the claim with the same provider, sector and piece. */
  claimId: z.number().int().optional(),
  pieceCid: z.string().min(1).max(200),
  pieceSizeBytes: z.number(),
  isVerified: z.boolean(),
  client: zAddress,
  provider: zAddress,
  /** Label of the deal. */
  label: z.string().optional(),
  sectorNumber: z.number().optional(),
  state: zDealState,
  /** Start of a deal, or the epoch of a claim; absent for allocations. */
  startEpoch: zEpoch.optional(),
  startTimeMs: zTimeMs.optional(),
  /** End: maximum term of a claim, expiration of an allocation. */
  endEpoch: zEpoch,
  endTimeMs: zTimeMs,
  /** Minimum term of a claim. */
  mayEndEpoch: zEpoch.optional(),
  pricePerEpoch: zAttoFil.optional(),
});
export type DealRow = z.infer<typeof zDealRow>;

export const zDealOrder = z.object({
  by: z.enum(['id', 'kind', 'piece', 'size', 'client', 'provider', 'sector', 'state', 'start', 'end', 'price', 'verified']),
  direction: z.enum(['ascending', 'descending']),
});
export type DealOrder = z.infer<typeof zDealOrder>;

/**
 * Which deals: the whole market if `of` is absent, else those of these providers or clients. `filter` is in the language of
 * `shared/deals/deal-filter.ts`.
 */
export const zDealSelection = z
  .object({
    of: z.array(zAddress).min(1).max(20).optional(),
    kind: zDealKind.optional(),
    filter: z.string().max(4000).optional(),
    /** Epoch of the tipset; absent: the head. */
    at: z.number().int().min(0).optional(),
    /** `dataset`: the loaded dataset. Absent: the node. */
    source: z.enum(['node', 'dataset']).optional(),
  })
  .strict();
export type DealSelection = z.infer<typeof zDealSelection>;

export const zDealQuestion = zDealSelection.extend({
  order: zDealOrder,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
});
export type DealQuestion = z.infer<typeof zDealQuestion>;

/**
 * Source of the list. `calls`: claims and allocations by one call each, without deals; `state`: block by block; `dataset`: deals of the
 * dataset.
 */
const zDealSource = z.enum(['market', 'calls', 'state', 'dataset']);

/** Date of a dataset: its deals as of then, whatever the tipset of their states. */
const zDatasetAsOf = z.object({
  epoch: zEpoch,
  timeMs: zTimeMs,
  writtenAtMs: zTimeMs.optional(),
  /** Host of its server; absent: on this machine. */
  host: z.string().max(300).optional(),
});

const zDealGap = z.object({ what: z.enum(['deals', 'claims', 'allocations', 'faults']), problem: zPanelError });
export type DealGap = z.infer<typeof zDealGap>;

export const zDealPage = z.object({
  pinned: zTipsetRef,
  /** The calls behind the list, or some of very many. */
  calls: z.array(zCallRef),
  source: zDealSource,
  /** Of a dataset. */
  asOf: zDatasetAsOf.optional(),
  /** Addresses of the list; absent for the whole market. */
  of: z.array(zAddress).optional(),
  /** Identifies a reading: pages of different numbers belong to different lists. */
  reading: z.number().int(),
  /** Total rows read, of any kind. */
  total: z.number(),
  matching: z.number(),
  offset: z.number(),
  rows: z.array(zDealRow),
  /** Of the matching rows. */
  counts: z.object({ proving: z.number(), faulty: z.number(), endingSoon: z.number(), expired: z.number() }),
  /** Deals read that also have a claim. */
  joined: z.number(),
  /** Providers whose faulty sectors are unknown: their number, and some of them. */
  faultsUnknown: z.object({ count: z.number(), some: z.array(zAddress) }),
  /** Invalid rows, and rows beyond the limit. */
  odd: z.number(),
  leftOut: z.number(),
  /** Parts of the list that could not be read, and why. */
  gaps: z.array(zDealGap),
});
export type DealPage = z.infer<typeof zDealPage>;

export const zDealSummary = z.object({
  matching: z.number(),
  /** Padded bytes of all matching rows. */
  bytes: zBigInteger,
  verified: z.object({ count: z.number(), bytes: zBigInteger }),
  /** The largest first; the rest is one entry without an address. */
  providers: z.array(z.object({ address: zAddress.optional(), count: z.number(), bytes: zBigInteger })),
  states: z.array(z.object({ state: zDealState, count: z.number() })),
  /** Ends by month (UTC) from the current one; the first, without `fromEpoch`, ended earlier, the last ends later. */
  months: z.array(
    z.object({ startMs: zTimeMs, fromEpoch: zEpoch.optional(), beforeEpoch: zEpoch.optional(), count: z.number(), bytes: zBigInteger }),
  ),
  /**
   * Deals by power of ten of their price in attoFIL per GiB and epoch (`priceDecadeOf`), the cheapest first: 0 is free. Claims and
   * allocations have no price.
   */
  prices: z.array(z.object({ decade: z.number().int(), count: z.number(), bytes: zBigInteger })),
});
export type DealSummary = z.infer<typeof zDealSummary>;

/** Deals of the dataset, as a file with the columns of `docs/dataset.md`. */
export const zDealExportRequest = zDealSelection.omit({ source: true }).extend({ form: z.enum(['csv', 'parquet']) });
export type DealExportRequest = z.infer<typeof zDealExportRequest>;

export const zDealValues = z.array(z.object({ value: z.string(), count: z.number() }));

/** Piece CIDs (v1 or v2), payload CIDs, deal IDs, clients and providers. */
export const zDealLookUpRequest = z
  .object({ texts: z.array(z.string().trim().min(1).max(200)).min(1).max(10_000), source: z.enum(['dataset', 'checker']) })
  .strict();
export type DealLookUpRequest = z.infer<typeof zDealLookUpRequest>;

const zLookUpProvider = z.object({
  address: zAddress,
  deals: z.number(),
  active: z.number(),
  /** End of the last active deal. */
  untilEpoch: zEpoch.optional(),
  untilTimeMs: zTimeMs.optional(),
});

/** Deals found for each text: active replicas, providers, and end. */
export const zDealLookUp = z.object({
  source: z.enum(['dataset', 'checker']),
  asOf: zDatasetAsOf.optional(),
  /** One per text, in order. */
  results: z.array(
    z.object({
      text: z.string(),
      kind: z.enum(['piece', 'payload', 'deal', 'address', 'unknown']),
      /** For a piece CID v2. */
      pieceCid: zCid.optional(),
      deals: z.number(),
      active: z.number(),
      untilEpoch: zEpoch.optional(),
      untilTimeMs: zTimeMs.optional(),
      /** Their number, and those with the most active deals. */
      providerCount: z.number(),
      activeProviderCount: z.number(),
      providers: z.array(zLookUpProvider),
      /** Why the lookup failed. */
      problem: z.string().optional(),
    }),
  ),
  /** The first deals of all texts, without duplicates. */
  rows: z.array(zDealRow),
  /** The service has more deals than requested. */
  isCut: z.boolean(),
});
export type DealLookUp = z.infer<typeof zDealLookUp>;

/** Progress of reading deals block by block, which starts on request. */
export const zDealRead = z.object({
  state: z.enum(['idle', 'running', 'done', 'cancelled', 'failed', 'budget-spent']),
  of: z.array(zAddress),
  phase: z.string(),
  step: z.object({ done: z.number(), total: z.number() }).optional(),
  pinned: zTipsetRef.optional(),
  startedAtMs: zTimeMs,
  blocks: z.number(),
  cachedBlocks: z.number(),
  bytes: z.number(),
  calls: z.number(),
  callBudget: z.number(),
  problem: zPanelError.optional(),
  /** The block that could not be read, by position; its CID was verified. */
  raw: zDecodedView.optional(),
});
export type DealRead = z.infer<typeof zDealRead>;

export const zDealReadStart = z.object({ of: z.array(zAddress).min(1).max(20), callBudget: z.number().int().min(1).max(200_000) }).strict();

/** The sector of a deal as it is at the pinned tipset. */
const zDealSector = z.object({
  number: z.number(),
  deadline: z.number().optional(),
  partition: z.number().optional(),
  isFaulty: z.boolean().optional(),
  isRecovering: z.boolean().optional(),
  /** In the set of active sectors (pSet in older tools). Only from such a sector can data be retrieved. */
  isActive: z.boolean().optional(),
  expiration: zEpoch.optional(),
  /** The last closed proving window of its deadline. */
  lastWindow: z.object({ openEpoch: zEpoch, closeEpoch: zEpoch, closeTimeMs: zTimeMs }).optional(),
});
export type DealSector = z.infer<typeof zDealSector>;

export const zDeal = z.object({
  pinned: zTipsetRef,
  row: zDealRow,
  calls: z.array(zCallRef),
  /** The dataset it was read from, if the node does not have it. */
  dataset: zDatasetAsOf.optional(),
  /** Of a deal of the market. */
  agreed: z
    .object({
      providerCollateral: zAttoFil,
      clientCollateral: zAttoFil,
      sectorStartEpoch: zEpoch.optional(),
      lastUpdatedEpoch: zEpoch.optional(),
      slashEpoch: zEpoch.optional(),
      /** Blake2b hash of the proposal in the market's state; absent if the answer is incomplete. */
      pendingProposalCid: zCid.optional(),
    })
    .optional(),
  /** Terms of the claim or allocation; for a deal, of its claim. */
  terms: z
    .object({ termMin: z.number(), termMax: z.number(), termStart: zEpoch.optional(), claimId: z.number().int().optional() })
    .optional(),
  sector: zPanel(zDealSector).optional(),
  /** For a claim: its deal, if known from a list. */
  beside: zDealRow.optional(),
  /** The other kind with the same client and provider, for comparison. */
  counterpart: zDealRow.optional(),
});
export type Deal = z.infer<typeof zDeal>;

/** The message that published a deal or claimed data, found by its event. */
export const zDealMessage = z.object({
  event: z.string(),
  messageCid: zCid,
  height: zEpoch,
  timeMs: zTimeMs,
  calls: z.array(zCallRef),
  /** Proposal CID used by client and provider, computed from the message parameters. */
  proposalCid: zCid.optional(),
});
export type DealMessage = z.infer<typeof zDealMessage>;

/** A proposal on a node with the legacy market (before Lotus 1.28). */
export const zProposal = z.object({
  proposalCid: zCid,
  stateCode: z.number(),
  message: z.string(),
  provider: zAddress,
  pieceCid: z.string().optional(),
  rootCid: z.string().optional(),
  pieceSizeBytes: z.number(),
  pricePerEpoch: zAttoFil,
  durationEpochs: z.number(),
  /** 0 until it is published. */
  dealId: z.number(),
  createdAtMs: zTimeMs.optional(),
  isVerified: z.boolean(),
  calls: z.array(zCallRef),
});
export type Proposal = z.infer<typeof zProposal>;
