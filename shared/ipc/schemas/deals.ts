/** Deals of the storage market, claims and allocations of the verified registry, and what the old market says of a proposal. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetRef } from './common.ts';
import { zDecodedView } from './decoded.ts';

/** `ddo`: a claim of the verified registry that no deal of the market actor stands behind any more, or ever did. */
export const zDealKind = z.enum(['f05', 'ddo', 'allocation']);
export type DealKind = z.infer<typeof zDealKind>;

/**
 * `proving`: in a sector that is not known to be faulty. `ended`: its sector is gone. `allocated` and `unclaimed` are of allocations:
 * waiting to be claimed, and waiting for nobody.
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
  /** Number of the deal, the claim or the allocation. */
  id: z.number().int(),
  /** Of a deal: the claim of the same provider, sector and piece. */
  claimId: z.number().int().optional(),
  pieceCid: z.string().min(1).max(200),
  pieceSizeBytes: z.number(),
  isVerified: z.boolean(),
  client: zAddress,
  provider: zAddress,
  /** What the client wrote on the deal, of those that have it. */
  label: z.string().optional(),
  sectorNumber: z.number().optional(),
  state: zDealState,
  /** Of a deal as agreed, of a claim the epoch it was claimed at; allocations have not begun. */
  startEpoch: zEpoch.optional(),
  startTimeMs: zTimeMs.optional(),
  /** The latest: of a claim by its longest term, of an allocation the last epoch at which it can be claimed. */
  endEpoch: zEpoch,
  endTimeMs: zTimeMs,
  /** From here on a claim may end: its shortest term. */
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
 * Which deals: the whole market where `of` is absent, otherwise what these addresses provide or, as clients, want stored. `filter` is in
 * the language of `shared/deals/deal-filter.ts`.
 */
export const zDealSelection = z
  .object({
    of: z.array(zAddress).min(1).max(20).optional(),
    kind: zDealKind.optional(),
    filter: z.string().max(4000).optional(),
    /** Epoch of the tipset; absent: the head. */
    at: z.number().int().min(0).optional(),
    /** `dataset`: the market's file as it was loaded. Absent: the node. */
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
 * How the list was read. `calls`: claims and allocations by one call each, without deals; `state`: block by block; `dataset`: deals of the
 * market's file.
 */
const zDealSource = z.enum(['market', 'calls', 'state', 'dataset']);

/** What a dataset is of: its deals as they were then, whichever tipset their states are told at. */
const zDatasetAsOf = z.object({
  epoch: zEpoch,
  timeMs: zTimeMs,
  writtenAtMs: zTimeMs.optional(),
  /** Host of the server that it is on; absent: on this machine. */
  host: z.string().max(300).optional(),
});

const zDealGap = z.object({ what: z.enum(['deals', 'claims', 'allocations', 'faults']), problem: zPanelError });
export type DealGap = z.infer<typeof zDealGap>;

export const zDealPage = z.object({
  pinned: zTipsetRef,
  /** The calls that the list was made of, or some of them where there were very many. */
  calls: z.array(zCallRef),
  source: zDealSource,
  /** Of a dataset. */
  asOf: zDatasetAsOf.optional(),
  /** Whose claims, allocations and deals the list has; absent where it is the whole market. */
  of: z.array(zAddress).optional(),
  /** Another number is another reading: pages of two of them are of two lists. */
  reading: z.number().int(),
  /** All that were read, of whichever kind. */
  total: z.number(),
  matching: z.number(),
  offset: z.number(),
  rows: z.array(zDealRow),
  /** Of those that match. */
  counts: z.object({ proving: z.number(), faulty: z.number(), endingSoon: z.number(), expired: z.number() }),
  /** Of those that were read: deals that have a claim beside them. */
  joined: z.number(),
  /** Providers of whom it is not known which sectors are faulty: how many, and some of them. */
  faultsUnknown: z.object({ count: z.number(), some: z.array(zAddress) }),
  /** Rows of the answers that were no deals, and rows for which there is no room. */
  odd: z.number(),
  leftOut: z.number(),
  /** Parts of the list that could not be read, and why. */
  gaps: z.array(zDealGap),
});
export type DealPage = z.infer<typeof zDealPage>;

export const zDealSummary = z.object({
  matching: z.number(),
  /** Of padded pieces, of all that match. */
  bytes: zBigInteger,
  verified: z.object({ count: z.number(), bytes: zBigInteger }),
  /** The largest first; what is beyond them is one entry without an address. */
  providers: z.array(z.object({ address: zAddress.optional(), count: z.number(), bytes: zBigInteger })),
  states: z.array(z.object({ state: zDealState, count: z.number() })),
  /** Ends by month (UTC), from the present one on; the first has no `fromEpoch` and is what ended before, the last what ends later. */
  months: z.array(
    z.object({ startMs: zTimeMs, fromEpoch: zEpoch.optional(), beforeEpoch: zEpoch.optional(), count: z.number(), bytes: zBigInteger }),
  ),
  /**
   * Deals by the power of ten of their price in attoFIL per GiB and epoch (`priceDecadeOf`), the cheapest first: 0 is free. Claims and
   * allocations have no price.
   */
  prices: z.array(z.object({ decade: z.number().int(), count: z.number(), bytes: zBigInteger })),
});
export type DealSummary = z.infer<typeof zDealSummary>;

/** Deals of the dataset, as a file with the columns of `docs/dataset.md`. */
export const zDealExportRequest = zDealSelection.omit({ source: true }).extend({ form: z.enum(['csv', 'parquet']) });
export type DealExportRequest = z.infer<typeof zDealExportRequest>;

export const zDealValues = z.array(z.object({ value: z.string(), count: z.number() }));

/** Texts: piece CIDs of either version, payload CIDs, numbers of deals, clients and providers. */
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

/** Which deals hold what was asked for, how many replicas are active, on which providers, and until when. */
export const zDealLookUp = z.object({
  source: z.enum(['dataset', 'checker']),
  asOf: zDatasetAsOf.optional(),
  /** One for each text, in its order. */
  results: z.array(
    z.object({
      text: z.string(),
      kind: z.enum(['piece', 'payload', 'deal', 'address', 'unknown']),
      /** Of a piece CID of version 2. */
      pieceCid: zCid.optional(),
      deals: z.number(),
      active: z.number(),
      untilEpoch: zEpoch.optional(),
      untilTimeMs: zTimeMs.optional(),
      /** All of them, and those with the most active deals. */
      providerCount: z.number(),
      activeProviderCount: z.number(),
      providers: z.array(zLookUpProvider),
      /** Why it could not be looked up. */
      problem: z.string().optional(),
    }),
  ),
  /** The first deals of all texts, each once. */
  rows: z.array(zDealRow),
  /** The service has more deals than it was asked for. */
  isCut: z.boolean(),
});
export type DealLookUp = z.infer<typeof zDealLookUp>;

/** How far reading deals block by block is. Nothing is read until it is asked for. */
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
  /** In the set of active sectors: older tools call it pSet. Data can be fetched from such a sector alone. */
  isActive: z.boolean().optional(),
  expiration: zEpoch.optional(),
  /** The last window in which its deadline was to be proven, which is over. */
  lastWindow: z.object({ openEpoch: zEpoch, closeEpoch: zEpoch, closeTimeMs: zTimeMs }).optional(),
});
export type DealSector = z.infer<typeof zDealSector>;

export const zDeal = z.object({
  pinned: zTipsetRef,
  row: zDealRow,
  calls: z.array(zCallRef),
  /** The dataset that it was read from, because the node does not have it. */
  dataset: zDatasetAsOf.optional(),
  /** Of a deal of the market. */
  agreed: z
    .object({
      providerCollateral: zAttoFil,
      clientCollateral: zAttoFil,
      sectorStartEpoch: zEpoch.optional(),
      lastUpdatedEpoch: zEpoch.optional(),
      slashEpoch: zEpoch.optional(),
      /** Blake2b of the proposal as the market keeps it; absent where the answer does not hold all of the proposal. */
      pendingProposalCid: zCid.optional(),
    })
    .optional(),
  /** Terms of the claim or the allocation; of a deal those of the claim beside it. */
  terms: z
    .object({ termMin: z.number(), termMax: z.number(), termStart: zEpoch.optional(), claimId: z.number().int().optional() })
    .optional(),
  sector: zPanel(zDealSector).optional(),
  /** Of a claim: the deal that it stands behind, where a list knows that. */
  beside: zDealRow.optional(),
  /** One of the other kind with the same client and provider, for comparison. */
  counterpart: zDealRow.optional(),
});
export type Deal = z.infer<typeof zDeal>;

/** The message that published a deal or claimed data, found by the event that it left. */
export const zDealMessage = z.object({
  event: z.string(),
  messageCid: zCid,
  height: zEpoch,
  timeMs: zTimeMs,
  calls: z.array(zCallRef),
  /** By which client and provider talk about the deal: computed from the parameters of the message. */
  proposalCid: zCid.optional(),
});
export type DealMessage = z.infer<typeof zDealMessage>;

/** What a node that still has the old market (before Lotus 1.28) knows of a proposal. */
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
