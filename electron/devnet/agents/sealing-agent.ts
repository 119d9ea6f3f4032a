import { addressToBytes, idAddress, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/encoding/bitfield.ts';
import { type CborValue, cborLink, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { sectorEndFor } from '../deals/deal-allocations.ts';
import { dealOf, pendingAllocationOf } from '../deals/market.ts';
import { PRE_COMMIT_CHALLENGE_DELAY } from '../miners/miner-methods.ts';
import type { Miner } from '../miners/miner-view.ts';
import { minerOf } from '../miners/miners.ts';
import { isLiveSector, placeOfSector } from '../miners/place.ts';
import { BYTES_32GIB } from '../miners/pledge.ts';
import type { PipelineSector } from '../sealing/pipeline-sector.ts';
import { sealingOf } from '../sealing/sealing.ts';
import { constructedPieceCid, constructedSealedCid } from '../state/constructed-cids.ts';
import { MARKET_ID } from '../state/state.ts';
import { type AgentContext, minerAddress } from './agent-context.ts';

const TERMINATE_SECTORS = 9n;
const PRE_COMMIT_BATCH = 28n;
const PROVE_COMMIT = 34n;
const PRE_COMMIT_GAS_LIMIT = 30_000_000n;
const PROVE_GAS_LIMIT = 64_000_000n;
const TERMINATE_GAS_LIMIT = 45_000_000n;
const PROOF_BYTES = 192;
const NON_AGGREGATED = null;
/** Maximum epochs that a message stays pending. */
const MIN_LEAD_EPOCHS = 5;

/** Sends the messages that sectors in the pipeline need. */
export function runSealingAgent(context: AgentContext, minerId: number): void {
  const miner = minerOf(context.state, minerId);
  const sealing = sealingOf(context.state, minerId);
  if (miner === undefined || sealing === undefined) return;
  const from = `worker-${minerId}`;
  const busy = sealing.busy.flatMap((number) => sealing.sectors.get(number) ?? []);
  const inState = (...states: string[]): PipelineSector[] => busy.filter((sector) => states.includes(sector.state));

  const preCommits = inState('SubmitPreCommitBatch', 'PreCommitBatchWait').filter(
    (sector) => !miner.preCommittedSectors.has(sector.number),
  );
  if (preCommits.length > 0 && !context.isWaiting(from, PRE_COMMIT_BATCH)) {
    const sectors = preCommits.map((sector) => preCommitParams(context, minerId, sealProofOf(miner), sector));
    send(context, from, minerId, PRE_COMMIT_BATCH, [sectors], PRE_COMMIT_GAS_LIMIT);
  }

  const commits = inState('SubmitCommitAggregate', 'CommitAggregateWait').filter((sector) => {
    const preCommit = miner.preCommittedSectors.get(sector.number);
    return preCommit !== undefined && context.epoch >= preCommit.preCommitEpoch + PRE_COMMIT_CHALLENGE_DELAY;
  });
  if (commits.length > 0 && !context.isWaiting(from, PROVE_COMMIT)) {
    const activations = commits.map((sector) => [sector.number, sector.dealIds.flatMap((id) => pieceParams(context, id))]);
    const proofs = commits.map((sector) => context.random.longBytes(PROOF_BYTES, 'porep', minerId, sector.number));
    send(context, from, minerId, PROVE_COMMIT, [activations, proofs, new Uint8Array(), NON_AGGREGATED, false, false], PROVE_GAS_LIMIT);
  }

  const leaving = inState('TerminateWait').filter((sector) => isLiveSector(miner, sector.number));
  if (leaving.length > 0 && !context.isWaiting(from, TERMINATE_SECTORS)) {
    const terminations = leaving.flatMap((sector) => {
      const place = placeOfSector(miner, sector.number);
      return place === undefined ? [] : [[place.deadline, place.partition, encodeRlePlus(bitfieldOf([sector.number]))]];
    });
    if (terminations.length > 0) send(context, from, minerId, TERMINATE_SECTORS, [terminations], TERMINATE_GAS_LIMIT);
  }
}

function send(context: AgentContext, from: string, minerId: number, method: bigint, params: readonly CborValue[], gasLimit: bigint): void {
  context.send({ from, to: minerAddress(minerId), method, params: encodeCbor(params), gasLimit, gasPremium: 500_000n });
}

/** StackedDRG V1_1 of 32 or 64 GiB: the sector sizes of sealing miners. */
function sealProofOf(miner: Miner): number {
  return miner.info.value.sectorSize === BYTES_32GIB ? 8 : 9;
}

function preCommitParams(context: AgentContext, minerId: number, sealProof: number, sector: PipelineSector): CborValue[] {
  const { random, networkVersion } = context;
  return [
    sealProof,
    sector.number,
    cborLink(constructedSealedCid(random.bytes('comm-r', minerId, sector.number))),
    sector.ticketEpoch,
    // Since network version 29 the market is only notified when the sector is proven.
    networkVersion === 28 ? sector.dealIds : [],
    expirationFor(context, minerId, sector),
    cborLink(constructedPieceCid(random.bytes('comm-d', minerId, sector.number))),
  ];
}

/** A sector outlasts its deals; with verified deals it expires soon after them, because their allocations have a maximum term. */
function expirationFor({ random, epoch, state, networkVersion }: AgentContext, minerId: number, sector: PipelineSector): number {
  const isLong = random.fraction('expiry', minerId, sector.number) < 0.5;
  const [shortest, longest] = isLong ? [518_400, 1_555_200] : [2_900, 12_000];
  const drawn = epoch + random.between(shortest, longest, 'expiration', minerId, sector.number);
  const deals = sector.dealIds.flatMap((id) => dealOf(state, id)?.proposal ?? []);
  if (deals.length === 0) return drawn;
  const end = sectorEndFor(deals);
  const isVerified = networkVersion === 28 && deals.some(({ verifiedDeal }) => verifiedDeal);
  return isVerified ? end : Math.max(drawn, end);
}

/**
 * [CID, Size, [Client, AllocationID] or null, Notify] of a deal: the allocation to claim for the piece, and whom to notify. Deals that
 * may start before the message is executed are omitted: the market would reject them.
 */
function pieceParams({ state, epoch, networkVersion }: AgentContext, dealId: number): CborValue[] {
  const proposal = dealOf(state, dealId)?.proposal;
  if (proposal === undefined || proposal.startEpoch < epoch + MIN_LEAD_EPOCHS) return [];
  const allocationId = networkVersion === 28 ? pendingAllocationOf(state, dealId) : undefined;
  const allocation = allocationId === undefined ? null : [Number(idOfAddress(proposal.client)), allocationId];
  const market = addressToBytes(idAddress(MARKET_ID));
  return [[cborLink(proposal.pieceCid), proposal.pieceSize, allocation, [[market, encodeCbor(dealId)]]]];
}
