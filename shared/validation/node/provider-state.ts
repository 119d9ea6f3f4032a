/**
 * What a node says about storage providers, sectors, deals and the singletons behind the overview.
 *
 * Trusts nothing: every field that is used is checked, unknown fields are ignored, `null` arrays become empty ones.
 * Integers may arrive as bigint (beyond 2^53) and stay exact; amounts and powers are decimal strings.
 * Called by the services with the lossless JSON of the node client.
 */
import { z } from 'zod';

/** An integer token of any size. */
const zInteger = z.union([z.number().int(), z.bigint()]).transform((value) => BigInt(value));
/** An integer that must fit a JavaScript number: epochs, counts, indices. */
const zSmallInteger = z.union([z.number().int(), z.bigint()]).transform((value, context) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    context.addIssue({ code: 'custom', message: 'integer beyond 2^53' });
    return z.NEVER;
  }
  return number;
});
const zBig = z.string().regex(/^-?\d{1,80}$/);
const zAddressText = z.string().min(2).max(115);
const zLink = z.object({ '/': z.string().min(8).max(200) }).transform((link) => link['/']);
const zList = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
/** A bitfield as run lengths that start with a run of zeros. */
export const zNodeRunLengths = z
  .array(zInteger)
  .nullish()
  .transform((runs) => runs ?? []);

export const zNodeAddress = zAddressText;
export const zNodeAddresses = zList(zAddressText);
export const zNodeAmount = zBig;

const zPower = z.object({ RawBytePower: zBig, QualityAdjPower: zBig });
export const zNodeMinerPower = z.object({ MinerPower: zPower, TotalPower: zPower, HasMinPower: z.boolean() });
export type NodeMinerPower = z.infer<typeof zNodeMinerPower>;

export const zNodeActor = z.object({
  Code: zLink,
  Head: zLink,
  Nonce: zInteger,
  Balance: zBig,
  DelegatedAddress: zAddressText.nullish(),
});
export type NodeActor = z.infer<typeof zNodeActor>;

export const zNodeRewardState = z.object({ Balance: zBig, State: z.object({ ThisEpochReward: zBig }) });
export const zNodePowerState = z.object({
  Balance: zBig,
  State: z.object({ TotalRawBytePower: zBig, TotalQualityAdjPower: zBig, MinerCount: zSmallInteger }),
});
export const zNodeMarketState = z.object({ Balance: zBig, State: z.object({ NextID: zInteger }) });
export const zNodeMinerState = z.object({
  Balance: zBig,
  State: z.object({ PreCommitDeposits: zBig, LockedFunds: zBig, FeeDebt: zBig, InitialPledge: zBig }),
});

export const zNodeMinerInfo = z.object({
  Owner: zAddressText,
  Worker: zAddressText,
  NewWorker: zAddressText.nullish(),
  ControlAddresses: zList(zAddressText),
  PeerId: z.string().max(400).nullish(),
  SectorSize: zSmallInteger,
  Beneficiary: zAddressText.nullish(),
  PendingOwnerAddress: zAddressText.nullish(),
});
export type NodeMinerInfo = z.infer<typeof zNodeMinerInfo>;

export const zNodeSectorCount = z.object({ Live: zSmallInteger, Active: zSmallInteger, Faulty: zSmallInteger });

export const zNodeDeadlines = zList(z.object({ PostSubmissions: zNodeRunLengths }));
export type NodeDeadline = z.infer<typeof zNodeDeadlines>[number];

export const zNodeDeadlineInfo = z.object({
  CurrentEpoch: zSmallInteger,
  PeriodStart: zSmallInteger,
  Index: zSmallInteger,
  Open: zSmallInteger,
  Close: zSmallInteger,
  WPoStPeriodDeadlines: zSmallInteger,
  WPoStProvingPeriod: zSmallInteger,
  WPoStChallengeWindow: zSmallInteger,
});
export type NodeDeadlineInfo = z.infer<typeof zNodeDeadlineInfo>;

export const zNodePartitions = zList(
  z.object({
    AllSectors: zNodeRunLengths,
    FaultySectors: zNodeRunLengths,
    RecoveringSectors: zNodeRunLengths,
    LiveSectors: zNodeRunLengths,
    ActiveSectors: zNodeRunLengths,
  }),
);
export type NodePartition = z.infer<typeof zNodePartitions>[number];

export const zNodeSectors = zList(
  z.object({
    SectorNumber: zInteger,
    SealedCID: zLink,
    Activation: zSmallInteger,
    Expiration: zSmallInteger,
    PowerBaseEpoch: zSmallInteger.nullish(),
    VerifiedDealWeight: zBig.nullish(),
    InitialPledge: zBig,
  }),
);
export type NodeSector = z.infer<typeof zNodeSectors>[number];

const zDealProposal = z.object({
  /** Missing in a few historic rows. */
  PieceCID: zLink.nullish(),
  PieceSize: zSmallInteger,
  VerifiedDeal: z.boolean(),
  Client: zAddressText,
  Provider: zAddressText,
  /** Any text at all: a payload CID by custom, hostile by right. */
  Label: z.string().nullish(),
  StartEpoch: zSmallInteger,
  EndEpoch: zSmallInteger,
  StoragePricePerEpoch: zBig,
  ProviderCollateral: zBig,
  ClientCollateral: zBig,
});
/** −1 stands for "not yet"; `SectorNumber` is absent before network version 22. */
const zDealState = z.object({
  SectorNumber: zInteger.nullish(),
  SectorStartEpoch: zSmallInteger,
  LastUpdatedEpoch: zSmallInteger,
  SlashEpoch: zSmallInteger,
});
export const zNodeMarketDeal = z.object({ Proposal: zDealProposal, State: zDealState });
export type NodeMarketDeal = z.infer<typeof zNodeMarketDeal>;
/** The outer shape only: rows are checked one by one, so that one odd row does not hide the others. */
export const zNodeMarketDeals = z.record(z.string(), z.unknown()).nullable();

export const zNodeSectorNumbers = zList(zInteger);
const zLogEntry = z.object({
  Kind: z.string(),
  Timestamp: z.union([z.number(), z.bigint()]).transform(Number),
  Message: z.string().nullish(),
});
export const zNodeSectorStatus = z.object({
  SectorID: zInteger,
  State: z.string().max(100),
  Deals: zList(zInteger),
  ToUpgrade: z.boolean().nullish(),
  LastErr: z.string().nullish(),
  Log: zList(zLogEntry),
});
export type NodeSectorStatus = z.infer<typeof zNodeSectorStatus>;
