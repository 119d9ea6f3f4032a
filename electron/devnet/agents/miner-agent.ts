import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/epoch.ts';
import type { Miner } from '../miners/miner.ts';
import { SEALING_MINER_ID } from '../sealing/run-pipeline.ts';
import { type AgentContext, minerAddress } from './agent-context.ts';

const SUBMIT_WINDOW_POST = 5n;
const DECLARE_RECOVERED = 11n;
const POST_GAS_LIMIT = 24_000_000n;
const DECLARE_GAS_LIMIT = 12_000_000n;
const POST_PROOF_BYTES = 192;
/** Share of windows in which some sector is skipped, and in which the whole proof is missed. */
const SKIP_SHARE = 0.14;
const MISS_SHARE = 0.03;
const RECOVER_SHARE = 0.5;
/** Deadlines ahead of the open one whose faults can still be declared recovered. */
const DECLARE_AHEAD = 3;

/** A miner's duties: window PoSt in the open deadline, and declaring faults recovered before theirs opens. */
export function runMinerAgent(context: AgentContext, miner: Miner): void {
  submitPost(context, miner);
  declareRecovered(context, miner);
}

function submitPost(context: AgentContext, miner: Miner): void {
  const { epoch, random } = context;
  const from = `worker-${miner.id}`;
  const clock = deadlineAt(miner.periodOffset, epoch);
  const deadline = miner.deadlines[clock.index];
  if (deadline === undefined || clock.close - epoch <= 1 || context.isWaiting(from, SUBMIT_WINDOW_POST)) return;
  const isMissed = miner.id !== SEALING_MINER_ID && random.fraction('post-missed', miner.id, clock.open) < MISS_SHARE;
  const isDue = epoch >= clock.open + random.between(3, 25, 'post-offset', miner.id, clock.open);
  const due = deadline.partitions.flatMap((partition, index) => {
    if (partition.sectors.length === 0 || deadline.posted.includes(index)) return [];
    // New sectors are proven at once, so that a miner sees its sector become active without waiting for a day.
    const hasNew = partition.unproven.some((number) => (miner.sectors.get(number)?.activation ?? epoch) <= epoch - 2);
    return hasNew || (isDue && !isMissed) ? [{ index, partition }] : [];
  });
  if (due.length === 0) return;
  const partitions = due.map(({ index, partition }) => {
    const hasSkip = random.fraction('post-skips', miner.id, clock.open, index) < SKIP_SHARE;
    const old = partition.sectors.filter((number) => !partition.unproven.includes(number) && !partition.faulty.includes(number));
    const skipped =
      hasSkip && old.length > 0 ? [old[random.between(0, old.length - 1, 'post-skipped', miner.id, clock.open, index)] ?? 0] : [];
    return [index, encodeRlePlus(bitfieldOf(skipped))];
  });
  const proof = random.longBytes(POST_PROOF_BYTES, 'window-post', miner.id, epoch);
  context.send({
    from,
    to: minerAddress(miner.id),
    method: SUBMIT_WINDOW_POST,
    params: encodeCbor([clock.index, partitions, [[miner.windowPostProof, proof]], epoch - 1, random.bytes('chain-randomness', epoch - 1)]),
    gasLimit: POST_GAS_LIMIT,
    gasPremium: 600_000n,
  });
}

function declareRecovered(context: AgentContext, miner: Miner): void {
  const { epoch, random } = context;
  const from = `control-${miner.id}`;
  const clock = deadlineAt(miner.periodOffset, epoch);
  // Once per window, for one deadline ahead whose cutoff has not passed.
  if (epoch !== clock.open + 5 || context.isWaiting(from, DECLARE_RECOVERED)) return;
  const index = (clock.index + DECLARE_AHEAD) % EPOCHS.deadlinesPerPeriod;
  const declarations = (miner.deadlines[index]?.partitions ?? []).flatMap((partition, number) => {
    const ready = partition.faulty.filter(
      (sector) => !partition.recovering.includes(sector) && random.fraction('recovers', miner.id, sector, epoch) < RECOVER_SHARE,
    );
    return ready.length === 0 ? [] : [[index, number, encodeRlePlus(bitfieldOf(ready))]];
  });
  if (declarations.length === 0) return;
  context.send({
    from,
    to: minerAddress(miner.id),
    method: DECLARE_RECOVERED,
    params: encodeCbor([declarations]),
    gasLimit: DECLARE_GAS_LIMIT,
  });
}
