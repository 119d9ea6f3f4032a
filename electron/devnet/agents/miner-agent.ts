import { deadlineAt, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { bitfieldMembers, bitfieldOf, encodeRlePlus, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { difference } from '../../../shared/domain/state/bitfield-sets.ts';
import type { Miner } from '../miners/miner-view.ts';
import { deadlineOf } from '../miners/miners.ts';
import { activeSectors, liveSectors } from '../miners/partition.ts';
import { SEALING_MINER_ID } from '../sealing/run-pipeline.ts';
import { type AgentContext, minerAddress } from './agent-context.ts';

const SUBMIT_WINDOW_POST = 5n;
const DECLARE_RECOVERED = 11n;
const POST_GAS_LIMIT = 24_000_000n;
const DECLARE_GAS_LIMIT = 12_000_000n;
const POST_PROOF_BYTES = 192;
/** Probability that a sector is skipped in a window, and that the whole proof is missed. */
const SKIP_SHARE = 0.14;
const MISS_SHARE = 0.03;
const RECOVER_SHARE = 0.5;
/** Deadlines after the open one whose faults can still be declared recovered. */
const DECLARE_AHEAD = 3;

/** Submits Window PoSts in the open deadline, and declares faults recovered before their deadline opens. */
export function runMinerAgent(context: AgentContext, minerId: number, miner: Miner): void {
  submitPost(context, minerId, miner);
  declareRecovered(context, minerId, miner);
}

function submitPost(context: AgentContext, minerId: number, miner: Miner): void {
  const { epoch, random } = context;
  const from = `worker-${minerId}`;
  const clock = deadlineAt(miner.provingPeriodStart, epoch);
  const deadline = deadlineOf(miner, clock.index);
  if (deadline === undefined || deadline.liveSectors === 0 || clock.close - epoch <= 1) return;
  const isMissed = minerId !== SEALING_MINER_ID && random.fraction('post-missed', minerId, clock.open) < MISS_SHARE;
  const isDue = epoch >= clock.open + random.between(3, 25, 'post-offset', minerId, clock.open);
  const due = deadline.partitions.entries().flatMap(([index, partition]) => {
    const proven = difference(liveSectors(partition), difference(partition.faults, partition.recoveries));
    if (proven.count === 0n || isInBitfield(deadline.partitionsPosted, index)) return [];
    // Prove new sectors immediately, so that they become active without waiting for a day.
    const hasNew = bitfieldMembers(partition.unproven).some((number) => (miner.sectors.get(number)?.activation ?? epoch) <= epoch - 2);
    return hasNew || (isDue && !isMissed) ? [{ index, partition }] : [];
  });
  if (due.length === 0 || context.isWaiting(from, SUBMIT_WINDOW_POST)) return;
  const partitions = due.map(({ index, partition }) => {
    const hasSkip = random.fraction('post-skips', minerId, clock.open, index) < SKIP_SHARE;
    const old = hasSkip ? bitfieldMembers(activeSectors(partition)) : [];
    const skipped = old[random.between(0, old.length - 1, 'post-skipped', minerId, clock.open, index)];
    // Leave one: a proof without active sectors is rejected.
    return [index, encodeRlePlus(bitfieldOf(skipped === undefined || old.length === 1 ? [] : [skipped]))];
  });
  const proof = random.longBytes(POST_PROOF_BYTES, 'window-post', minerId, epoch);
  const { windowPoStProofType } = miner.info.value;
  context.send({
    from,
    to: minerAddress(minerId),
    method: SUBMIT_WINDOW_POST,
    params: encodeCbor([clock.index, partitions, [[windowPoStProofType, proof]], epoch - 1, random.bytes('chain-randomness', epoch - 1)]),
    gasLimit: POST_GAS_LIMIT,
    gasPremium: 600_000n,
  });
}

function declareRecovered(context: AgentContext, minerId: number, miner: Miner): void {
  const { epoch, random } = context;
  const from = `control-${minerId}`;
  const clock = deadlineAt(miner.provingPeriodStart, epoch);
  // Once per window, for one deadline ahead whose cutoff has not passed.
  if (epoch !== clock.open + 5 || context.isWaiting(from, DECLARE_RECOVERED)) return;
  const index = (clock.index + DECLARE_AHEAD) % EPOCHS.deadlinesPerPeriod;
  const partitions = deadlineOf(miner, index)?.partitions.entries() ?? [];
  const declarations = partitions.flatMap(([number, { faults, recoveries }]) => {
    const ready = bitfieldMembers(difference(faults, recoveries)).filter(
      (sector) => random.fraction('recovers', minerId, sector, epoch) < RECOVER_SHARE,
    );
    return ready.length === 0 ? [] : [[index, number, encodeRlePlus(bitfieldOf(ready))]];
  });
  if (declarations.length === 0) return;
  context.send({
    from,
    to: minerAddress(minerId),
    method: DECLARE_RECOVERED,
    params: encodeCbor([declarations]),
    gasLimit: DECLARE_GAS_LIMIT,
  });
}
