/** One deal, claim or allocation with everything that can be told of it, at one pinned tipset. */

import { formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { isInBitfield } from '../../../shared/domain/bitfield.ts';
import { epochToTimeMs } from '../../../shared/domain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Deal, DealRow, DealSector } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import {
  zNodeDeadlineInfo,
  zNodeMarketDeal,
  zNodePartitions,
  zNodeSectorExpiry,
  zNodeSectorLocation,
} from '../../../shared/validation/node/provider-state.ts';
import { zNodeAllocation, zNodeClaim } from '../../../shared/validation/node/verified-registry.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { isNotServed, type PinnedNode, panelOf } from '../pinned/pinned-node.ts';
import { allocationEntry, claimEntry, dealEntry } from './deal-entries.ts';
import { type DealEntry, DealTableBuilder } from './deal-table.ts';
import { listContext } from './list-context.ts';
import { pendingProposalCidOf } from './proposal-of-answer.ts';

const NOT_YET = -1;

/** What of the list is known of the same deal, where it was read. */
export interface DealSurroundings {
  /** Of a deal its own row, which names its claim; of a claim the deal that it stands behind. */
  readonly same: DealRow | undefined;
  readonly counterpart: DealRow | undefined;
}

/** The parts of a key of the contract. */
export function readDealKey(key: string): {
  readonly kind: 'f05' | 'claim' | 'allocation';
  readonly holderId: number;
  readonly id: number;
} {
  const [kind = '', holder = '', id = ''] = key.split('-');
  if (kind === 'claim' || kind === 'allocation') return { kind, holderId: Number(holder), id: Number(id) };
  return { kind: 'f05', holderId: 0, id: Number(key) };
}

/** @throws SextantError `not-found` where there is none of this number at the pinned tipset */
export async function readDeal(
  node: PinnedNode,
  connection: ActiveConnection,
  key: string,
  surroundings: (row: DealRow) => DealSurroundings,
): Promise<Deal> {
  const { kind, holderId, id } = readDealKey(key);
  const calls: CallRef[] = [];
  const context = { ...listContext(node, connection), health: () => undefined };
  const holder = kind === 'f05' ? '' : formatAddress(idAddress(holderId), connection.letter);
  if (kind === 'f05') {
    const { value, call } = await readMarketDeal(node, id);
    calls.push(call);
    const row = rowOf(dealEntry(id, value, context), context.timeMsOf);
    const { same, counterpart } = surroundings(row);
    const claimId = same?.claimId;
    const { Proposal, State } = value;
    const claim = claimId === undefined ? undefined : await readClaim(node, row.provider, claimId, calls);
    const pendingProposalCid = pendingProposalCidOf(Proposal);
    return {
      // A label of bytes is empty in the answer; where the deal was read from the state, it is there.
      ...(await withSector(node, connection, {
        ...row,
        ...(row.label === '' && same?.label !== undefined ? { label: same.label } : {}),
        ...(claimId === undefined ? {} : { claimId }),
      })),
      calls,
      agreed: {
        providerCollateral: Proposal.ProviderCollateral,
        clientCollateral: Proposal.ClientCollateral,
        ...(State.SectorStartEpoch > NOT_YET ? { sectorStartEpoch: State.SectorStartEpoch } : {}),
        ...(State.LastUpdatedEpoch > NOT_YET ? { lastUpdatedEpoch: State.LastUpdatedEpoch } : {}),
        ...(State.SlashEpoch > NOT_YET ? { slashEpoch: State.SlashEpoch } : {}),
        ...(pendingProposalCid === undefined ? {} : { pendingProposalCid }),
      },
      ...(claim === undefined
        ? {}
        : {
            terms: {
              termMin: claim.TermMin,
              termMax: claim.TermMax,
              termStart: claim.TermStart,
              ...(claimId === undefined ? {} : { claimId }),
            },
          }),
      ...(counterpart === undefined ? {} : { counterpart }),
    };
  }
  if (kind === 'claim') {
    const claim = await readClaim(node, holder, id, calls);
    if (claim === undefined) {
      throw new SextantError('not-found', `${holder} has no claim ${id} at this tipset. One whose term is over can be removed by anybody.`);
    }
    const row = rowOf(claimEntry(id, claim, context), context.timeMsOf);
    const { same, counterpart } = surroundings(row);
    return {
      ...(await withSector(node, connection, row)),
      calls,
      terms: { termMin: claim.TermMin, termMax: claim.TermMax, termStart: claim.TermStart, claimId: id },
      ...(same === undefined ? {} : { beside: same }),
      ...(counterpart === undefined ? {} : { counterpart }),
    };
  }
  const { value, call } = await node.read('StateGetAllocation', (tipset) => [holder, id, tipset], zNodeAllocation.nullable());
  calls.push(call);
  if (value === null) {
    throw new SextantError('not-found', `${holder} has no allocation ${id} at this tipset: it was claimed or taken back.`);
  }
  return {
    pinned: node.ref,
    row: rowOf(allocationEntry(id, value, context), context.timeMsOf),
    calls,
    terms: { termMin: value.TermMin, termMax: value.TermMax },
  };
}

async function readMarketDeal(node: PinnedNode, dealId: number) {
  try {
    return await node.read('StateMarketStorageDeal', (key) => [dealId, key], zNodeMarketDeal);
  } catch (error) {
    if (error instanceof SextantError && /deal \d+ not found/i.test(error.details?.nodeMessage ?? '')) {
      throw new SextantError(
        'not-found',
        `The market actor has no deal ${formatInteger(dealId)}. Deals leave it when they are settled, slashed or were never activated.`,
        { ...(error.details === undefined ? {} : { details: error.details }), cause: error },
      );
    }
    throw error;
  }
}

async function readClaim(node: PinnedNode, provider: string, claimId: number, calls: CallRef[]) {
  const { value, call } = await node.read('StateGetClaim', (key) => [provider, claimId, key], zNodeClaim.nullable());
  calls.push(call);
  return value ?? undefined;
}

/** A faulty sector changes what the row says of itself. */
async function withSector(node: PinnedNode, connection: ActiveConnection, row: DealRow): Promise<Pick<Deal, 'pinned' | 'row' | 'sector'>> {
  const number = row.sectorNumber;
  if (number === undefined || (row.state !== 'proving' && row.state !== 'expired')) return { pinned: node.ref, row };
  const sector = await panelOf(() => readSector(node.as('sector'), connection, row.provider, number));
  const isFaulty = 'value' in sector && sector.value.isFaulty === true;
  const isGone = 'value' in sector && sector.value.expiration === undefined && sector.value.deadline === undefined;
  const state = row.state !== 'proving' ? row.state : isFaulty ? 'faulty' : isGone ? 'ended' : row.state;
  return { pinned: node.ref, row: { ...row, state }, sector };
}

/** Where a sector is proven and how it is: what an endpoint does not serve is left out. */
async function readSector(
  node: PinnedNode,
  connection: ActiveConnection,
  provider: string,
  number: number,
): Promise<{ value: DealSector; calls: CallRef[] }> {
  const calls: CallRef[] = [];
  const info = await node.read('StateSectorGetInfo', (key) => [provider, number, key], zNodeSectorExpiry.nullable());
  calls.push(info.call);
  const sector: DealSector = { number, ...(info.value === null ? {} : { expiration: info.value.Expiration }) };
  if (info.value === null) return { value: sector, calls };
  try {
    const place = await node.read('StateSectorPartition', (key) => [provider, number, key], zNodeSectorLocation);
    calls.push(place.call);
    const { Deadline: deadline, Partition: partition } = place.value;
    const partitions = await node.read('StateMinerPartitions', (key) => [provider, deadline, key], zNodePartitions);
    const period = await node.read('StateMinerProvingDeadline', (key) => [provider, key], zNodeDeadlineInfo);
    calls.push(partitions.call, period.call);
    const found = partitions.value[partition];
    const { PeriodStart, WPoStChallengeWindow, WPoStProvingPeriod } = period.value;
    const close = PeriodStart + (deadline + 1) * WPoStChallengeWindow;
    const closeEpoch = close <= node.ref.height ? close : close - WPoStProvingPeriod;
    return {
      value: {
        ...sector,
        deadline,
        partition,
        ...(found === undefined
          ? {}
          : {
              isFaulty: isInBitfield(found.FaultySectors, number),
              isRecovering: isInBitfield(found.RecoveringSectors, number),
              isActive: isInBitfield(found.ActiveSectors, number),
            }),
        lastWindow: {
          openEpoch: closeEpoch - WPoStChallengeWindow,
          closeEpoch,
          closeTimeMs: epochToTimeMs(closeEpoch, connection.facts),
        },
      },
      calls,
    };
  } catch (error) {
    // Gateways know the sector and not its place.
    if (!isNotServed(error)) throw error;
    return { value: sector, calls };
  }
}

function rowOf(entry: DealEntry, timeMsOf: (epoch: number) => number): DealRow {
  const builder = new DealTableBuilder(1);
  if (!builder.add(entry)) throw new SextantError('endpoint-bad-reply', 'The node gave epochs that no chain has.');
  return builder.finish(timeMsOf).rowAt(0);
}
