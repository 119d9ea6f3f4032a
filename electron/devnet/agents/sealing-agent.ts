import { addressToBytes, idAddress } from '../../../shared/domain/address.ts';
import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/bitfield.ts';
import { type CborValue, cborLink, encodeCbor } from '../../../shared/domain/cbor.ts';
import type { Miner } from '../miners/miner.ts';
import { PRE_COMMIT_CHALLENGE_DELAY } from '../miners/miner-methods.ts';
import type { PipelineSector } from '../sealing/pipeline-sector.ts';
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

/** Sends the messages that the sectors of the pipeline wait for. */
export function runSealingAgent(context: AgentContext, miner: Miner): void {
  const from = `worker-${miner.id}`;
  const inState = (...states: string[]): PipelineSector[] =>
    miner.busy.flatMap((number) => miner.pipeline.get(number) ?? []).filter((sector) => states.includes(sector.state));

  const preCommits = inState('SubmitPreCommitBatch', 'PreCommitBatchWait').filter((sector) => !miner.preCommits.has(sector.number));
  if (preCommits.length > 0 && !context.isWaiting(from, PRE_COMMIT_BATCH)) {
    const sectors = preCommits.map((sector) => preCommitParams(context, miner, sector));
    send(context, from, miner, PRE_COMMIT_BATCH, [sectors], PRE_COMMIT_GAS_LIMIT);
  }

  const commits = inState('SubmitCommitAggregate', 'CommitAggregateWait').filter((sector) => {
    const preCommit = miner.preCommits.get(sector.number);
    return preCommit !== undefined && context.epoch >= preCommit.epoch + PRE_COMMIT_CHALLENGE_DELAY;
  });
  if (commits.length > 0 && !context.isWaiting(from, PROVE_COMMIT)) {
    const activations = commits.map((sector) => [sector.number, sector.dealIds.flatMap((id) => pieceParams(context, id))]);
    const proofs = commits.map((sector) => context.random.longBytes(PROOF_BYTES, 'porep', miner.id, sector.number));
    send(context, from, miner, PROVE_COMMIT, [activations, proofs, new Uint8Array(), NON_AGGREGATED, false, false], PROVE_GAS_LIMIT);
  }

  const leaving = inState('TerminateWait').filter((sector) => miner.sectors.has(sector.number));
  if (leaving.length > 0 && !context.isWaiting(from, TERMINATE_SECTORS)) {
    const terminations = leaving.flatMap((sector) => {
      const deadline = miner.sectors.get(sector.number)?.deadline ?? 0;
      const partition = miner.deadlines[deadline]?.partitions.findIndex(({ sectors }) => sectors.includes(sector.number)) ?? -1;
      return partition < 0 ? [] : [[deadline, partition, encodeRlePlus(bitfieldOf([sector.number]))]];
    });
    if (terminations.length > 0) send(context, from, miner, TERMINATE_SECTORS, [terminations], TERMINATE_GAS_LIMIT);
  }
}

function send(context: AgentContext, from: string, miner: Miner, method: bigint, params: readonly CborValue[], gasLimit: bigint): void {
  context.send({ from, to: minerAddress(miner.id), method, params: encodeCbor(params), gasLimit, gasPremium: 500_000n });
}

function preCommitParams(context: AgentContext, miner: Miner, sector: PipelineSector): CborValue[] {
  const { random, epoch } = context;
  const isLong = random.fraction('expiry', miner.id, sector.number) < 0.5;
  const expiration =
    epoch +
    (isLong
      ? random.between(518_400, 1_555_200, 'expiration', miner.id, sector.number)
      : random.between(2_900, 12_000, 'expiration', miner.id, sector.number));
  return [
    miner.sealProof,
    sector.number,
    cborLink(constructedSealedCid(random.bytes('comm-r', miner.id, sector.number))),
    sector.ticketEpoch,
    sector.dealIds,
    expiration,
    cborLink(constructedPieceCid(random.bytes('comm-d', miner.id, sector.number))),
  ];
}

/** [CID, Size, VerifiedAllocationKey?, Notify]: the market is told which deal the piece belongs to. */
function pieceParams(context: AgentContext, dealId: number): CborValue[] {
  const deal = context.state.deals.get(dealId);
  if (deal === undefined) return [];
  const market = addressToBytes(idAddress(BigInt(MARKET_ID)));
  return [[cborLink(deal.pieceCid), deal.pieceSizeBytes, null, [[market, encodeCbor(dealId)]]]];
}
