/** Details of one deal, claim or allocation at a pinned tipset. */

import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
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

/** Rows of a list that was read that belong to the same deal. */
export interface DealSurroundings {
  /** For a deal its own row, which has its claim ID; for a claim its deal. */
  readonly same: DealRow | undefined;
  readonly counterpart: DealRow | undefined;
}

/** Parse a deal key. */
export function readDealKey(key: string): {
  readonly kind: 'f05' | 'claim' | 'allocation';
  readonly holderId: number;
  readonly id: number;
} {
  const [kind = '', holder = '', id = ''] = key.split('-');
  if (kind === 'claim' || kind === 'allocation') return { kind, holderId: Number(holder), id: Number(id) };
  return { kind: 'f05', holderId: 0, id: Number(key) };
}

/** @throws SextantError `not-found` if it does not exist at the pinned tipset */
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
      // The response omits labels of bytes; a read of the state has them.
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
      throw new SextantError('not-found', `${holder} has no claim ${id} at this tipset. Anyone can remove a claim after its maximum term.`);
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
    throw new SextantError('not-found', `${holder} has no allocation ${id} at this tipset: it was claimed or removed.`);
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
        `The market actor has no deal ${formatInteger(dealId)}. It removes deals that are settled after their end, slashed or never activated.`,
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

/** Adds the sector, whose faults change the state of the row. */
async function withSector(node: PinnedNode, connection: ActiveConnection, row: DealRow): Promise<Pick<Deal, 'pinned' | 'row' | 'sector'>> {
  const number = row.sectorNumber;
  if (number === undefined || (row.state !== 'proving' && row.state !== 'expired')) return { pinned: node.ref, row };
  const sector = await panelOf(() => readSector(node.as('sector'), connection, row.provider, number));
  const isFaulty = 'value' in sector && sector.value.isFaulty === true;
  const isGone = 'value' in sector && sector.value.expiration === undefined && sector.value.deadline === undefined;
  const state = row.state !== 'proving' ? row.state : isFaulty ? 'faulty' : isGone ? 'ended' : row.state;
  return { pinned: node.ref, row: { ...row, state }, sector };
}

/** Location and health of a sector, without what the endpoint does not serve. */
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
    const location = await node.read('StateSectorPartition', (key) => [provider, number, key], zNodeSectorLocation);
    calls.push(location.call);
    const { Deadline: deadline, Partition: partition } = location.value;
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
    // Gateways serve the sector, but not its deadline and partition.
    if (!isNotServed(error)) throw error;
    return { value: sector, calls };
  }
}

function rowOf(entry: DealEntry, timeMsOf: (epoch: number) => number): DealRow {
  const builder = new DealTableBuilder(1);
  if (!builder.add(entry)) throw new SextantError('endpoint-bad-reply', 'The node returned epochs out of range.');
  return builder.finish(timeMsOf).rowAt(0);
}
