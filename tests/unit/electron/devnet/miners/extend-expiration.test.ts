import { beforeEach, expect, it } from 'vitest';
import type { Sector } from '../../../../../electron/devnet/miners/deadline-view.ts';
import type { Miner } from '../../../../../electron/devnet/miners/miner-view.ts';
import { deadlineOf, minerOfDraft } from '../../../../../electron/devnet/miners/miners.ts';
import { activeSectors } from '../../../../../electron/devnet/miners/partition.ts';
import { claimOf } from '../../../../../electron/devnet/state/power.ts';
import type { ExecutionResult } from '../../../../../electron/devnet/vm/execute-message.ts';
import { bitfieldMembers, bitfieldOf, encodeRlePlus } from '../../../../../shared/domain/encoding/bitfield.ts';
import type { CborValue } from '../../../../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { DevnetExecution, RULES_OF_28 } from '../../../../builders/devnet-execution.ts';
import { checkState } from '../../../../builders/state-checker/check-state.ts';
import { PlainBlocks } from '../../../../builders/state-checker/plain-blocks.ts';

const MINER = 1_002;
const EXTEND = 32n;
const LATER = 40_000;

let run: DevnetExecution;
beforeEach(() => {
  run = new DevnetExecution('extend sectors');
});

const miner = (): Miner => {
  const found = minerOfDraft(run.draft, MINER);
  if (found === undefined) throw new Error('there is no such miner');
  return found;
};
const sectorOf = (number: number): Sector => {
  const found = miner().sectors.get(number);
  if (found === undefined) throw new Error(`there is no sector ${number}`);
  return found;
};

interface Place {
  readonly deadline: number;
  readonly partition: number;
  readonly active: readonly number[];
  readonly faults: readonly number[];
}

function places(): Place[] {
  return Array.from({ length: 48 }, (_, deadline) => deadline).flatMap((deadline) =>
    (deadlineOf(miner(), deadline)?.partitions.entries() ?? []).map(([partition, held]) => ({
      deadline,
      partition,
      active: bitfieldMembers(activeSectors(held)),
      faults: bitfieldMembers(held.faults),
    })),
  );
}

const place = (fits: (one: Place) => boolean): Place => {
  const found = places().find(fits);
  if (found === undefined) throw new Error('no partition fits');
  return found;
};
const isPlain = (number: number): boolean => sectorOf(number).verifiedDealWeight === 0n;

function extend(
  { deadline, partition }: Pick<Place, 'deadline' | 'partition'>,
  sectors: readonly number[],
  expiration: number,
  { claims = [], from = 'worker-1002' }: { readonly claims?: CborValue[]; readonly from?: string } = {},
): ExecutionResult {
  const params = [[[deadline, partition, encodeRlePlus(bitfieldOf(sectors)), claims, expiration]]];
  return run.send(run.account(from), MINER, { method: EXTEND, params });
}

it('moves the end of active sectors and keeps their power; what the miner is stays right', async () => {
  const { active, ...where } = place((one) => one.active.length > 1);
  const before = active.map(sectorOf);
  const quality = claimOf(run.draft.state, MINER)?.quality;
  const expiration = Math.max(...before.map((sector) => sector.expiration)) + LATER;
  expect(extend(where, active, expiration).receipt.exitCode).toBe(0);
  for (const [index, number] of active.entries()) {
    expect(sectorOf(number)).toMatchObject({ expiration, powerBaseEpoch: run.epoch, initialPledge: before[index]?.initialPledge });
  }
  expect(claimOf(run.draft.state, MINER)?.quality).toBe(quality);
  const state = run.draft.finish(0);
  const blocks = new PlainBlocks((cids) => cids.map((cid) => state.blocks.get(parseCid(cid))));
  await blocks.load(state.root);
  const rules = { layout: 'v19', epoch: 0, isGenesis: true, minimumPower: 34_359_738_368n, hasOwnPartitionSizes: true } as const;
  expect(checkState(blocks, state.root, rules).violations).toEqual([]);
});

it('refuses an earlier end, one too far ahead, faulty sectors and other senders', () => {
  const { active, faults, ...where } = place((one) => one.faults.length > 0 && one.active.length > 0);
  const [number = 0] = active;
  const { expiration } = sectorOf(number);
  expect(extend(where, [number], expiration - 1)).toMatchObject({
    receipt: { exitCode: 16 },
    error: expect.stringContaining(`cannot reduce sector ${number} expiration`),
  });
  expect(extend(where, [number], 6_000_000).receipt.exitCode).toBe(16);
  expect(extend(where, faults, Math.max(...faults.map((one) => sectorOf(one).expiration)) + LATER)).toMatchObject({
    receipt: { exitCode: 20 },
    error: expect.stringContaining('refusing to replace inactive sectors'),
  });
  expect(extend(where, [number], expiration + LATER, { from: 'faucet' }).receipt.exitCode).toBe(18);
  expect(sectorOf(number).expiration).toBe(expiration);
});

it('asks for the claims of verified sectors until network version 28', () => {
  run = new DevnetExecution('extend sectors', RULES_OF_28);
  const { active, ...where } = place((one) => one.active.some((number) => !isPlain(number)) && one.active.some(isPlain));
  const plain = active.find(isPlain) ?? 0;
  const verified = active.find((number) => !isPlain(number)) ?? 0;
  const later = Math.max(sectorOf(plain).expiration, sectorOf(verified).expiration) + LATER;
  expect(extend(where, [plain], later).receipt.exitCode).toBe(0);
  expect(extend(where, [verified], later)).toMatchObject({ receipt: { exitCode: 16 }, error: expect.stringContaining('claim missing') });
  expect(extend(where, [], later, { claims: [[verified, [999_999], []]] }).receipt.exitCode).toBe(16);
});
