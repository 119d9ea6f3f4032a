/** Rows of the deal list from records of the market actor and the verified registry. Pure. */
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { type DealStatus, dealStatusAt } from '../../../shared/domain/deals/deal-state.ts';
import { type Bitfield, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { DealState } from '../../../shared/ipc/schemas/deals.ts';
import type { NodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';
import type { NodeAllocation, NodeClaim } from '../../../shared/validation/node/verified-registry.ts';
import type { DealEntry } from './deal-table.ts';

/** Epoch of an event that has not happened, in records of the market actor. */
const NOT_YET = -1;
/** The market actor accepts 256 bytes; longer labels are made up by the node and cut. */
const MAX_LABEL_LENGTH = 1000;
/** A few historic deals have no piece CID. */
const NO_PIECE = '<undefined>';

/** Faulty sectors of a provider and, if known, its live or active ones. */
export interface SectorHealth {
  readonly faulty: Bitfield;
  readonly live?: Bitfield;
  readonly active?: Bitfield;
}

export interface EntryContext {
  /** Epoch of the tipset. */
  readonly epoch: number;
  /** Formats an address with the network prefix. */
  readonly address: (text: string) => string;
  /** Formats an actor ID as an address. */
  readonly actor: (id: number) => string;
  /** Undefined if it could not be read. */
  readonly health: (provider: string) => SectorHealth | undefined;
}

const STATE_OF_STATUS: Readonly<Record<DealStatus, DealState>> = {
  published: 'published',
  active: 'proving',
  expired: 'expired',
  slashed: 'slashed',
  'missed-start': 'missed-start',
};

/** @param dealId ID in the market actor */
export function dealEntry(dealId: number, deal: NodeMarketDeal, context: EntryContext): DealEntry {
  const { Proposal, State } = deal;
  const provider = context.address(Proposal.Provider);
  const isActivated = State.SectorStartEpoch > NOT_YET;
  // Sector number 0 also means none; only an activated deal has a sector.
  const sectorNumber = isActivated ? sectorOf(State.SectorNumber) : undefined;
  const status = dealStatusAt(
    {
      startEpoch: Proposal.StartEpoch,
      endEpoch: Proposal.EndEpoch,
      sectorStartEpoch: State.SectorStartEpoch,
      slashEpoch: State.SlashEpoch,
    },
    context.epoch,
  );
  return {
    kind: 'f05',
    id: dealId,
    pieceCid: Proposal.PieceCID ?? NO_PIECE,
    pieceSizeBytes: Proposal.PieceSize,
    isVerified: Proposal.VerifiedDeal,
    client: context.address(Proposal.Client),
    provider,
    label: (Proposal.Label ?? '').slice(0, MAX_LABEL_LENGTH),
    sectorNumber,
    state: inSector(STATE_OF_STATUS[status], sectorNumber, State.SectorStartEpoch, provider, context),
    startEpoch: Proposal.StartEpoch,
    endEpoch: Proposal.EndEpoch,
    pricePerEpoch: Proposal.StoragePricePerEpoch,
  };
}

export function claimEntry(id: number, claim: NodeClaim, context: EntryContext): DealEntry {
  const provider = context.actor(claim.Provider);
  const endEpoch = claim.TermStart + claim.TermMax;
  return {
    kind: 'ddo',
    id,
    pieceCid: claim.Data,
    pieceSizeBytes: claim.Size,
    isVerified: true,
    client: context.actor(claim.Client),
    provider,
    sectorNumber: claim.Sector,
    state: inSector(context.epoch < endEpoch ? 'proving' : 'expired', claim.Sector, claim.TermStart, provider, context),
    startEpoch: claim.TermStart,
    endEpoch,
    mayEndEpoch: claim.TermStart + claim.TermMin,
  };
}

/** An allocation can be claimed until its expiration; after that its DataCap can be returned. */
export function allocationEntry(id: number, allocation: NodeAllocation, context: EntryContext): DealEntry {
  return {
    kind: 'allocation',
    id,
    pieceCid: allocation.Data,
    pieceSizeBytes: allocation.Size,
    isVerified: true,
    client: context.actor(allocation.Client),
    provider: context.actor(allocation.Provider),
    state: context.epoch > allocation.Expiration ? 'unclaimed' : 'allocated',
    endEpoch: allocation.Expiration,
  };
}

/** Same for a deal and a claim of the same data: one piece in one sector. */
export function dataKeyOf({ provider, sectorNumber, pieceCid, client }: DealEntry): string {
  return `${provider} ${sectorNumber ?? ''} ${pieceCid} ${client}`;
}

/** @param sinceEpoch start in the sector, which becomes active with its first proof, within a day */
function inSector(
  state: DealState,
  sectorNumber: number | undefined,
  sinceEpoch: number,
  provider: string,
  context: EntryContext,
): DealState {
  const health = context.health(provider);
  if (state !== 'proving' || sectorNumber === undefined || health === undefined) return state;
  if (isInBitfield(health.faulty, sectorNumber)) return 'faulty';
  if (health.live !== undefined) return isInBitfield(health.live, sectorNumber) ? state : 'ended';
  const isGone =
    health.active !== undefined && !isInBitfield(health.active, sectorNumber) && context.epoch - sinceEpoch > EPOCHS.provingPeriod;
  return isGone ? 'ended' : state;
}

function sectorOf(number: bigint | null | undefined): number | undefined {
  return number === undefined || number === null || number > Number.MAX_SAFE_INTEGER ? undefined : Number(number);
}
