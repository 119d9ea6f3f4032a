import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { awardBlock } from '../../../../../electron/devnet/chain/execute-tipset.ts';
import { SeededRandom } from '../../../../../electron/devnet/chain/seeded-random.ts';
import { onDeadlineCron } from '../../../../../electron/devnet/miners/miner-cron.ts';
import type { Miner } from '../../../../../electron/devnet/miners/miner-view.ts';
import { deadlineOf, minerOfDraft } from '../../../../../electron/devnet/miners/miners.ts';
import { activeSectors, liveSectors } from '../../../../../electron/devnet/miners/partition.ts';
import { isLiveSector, placeOfSector } from '../../../../../electron/devnet/miners/place.ts';
import { rewardOf } from '../../../../../electron/devnet/rewards/reward-view.ts';
import { constructedPieceCid, constructedSealedCid } from '../../../../../electron/devnet/state/constructed-cids.ts';
import { claimOf } from '../../../../../electron/devnet/state/power.ts';
import { POWER } from '../../../../../electron/devnet/state/power-view.ts';
import { BURNT_ID, POWER_ID } from '../../../../../electron/devnet/state/state.ts';
import { runCron } from '../../../../../electron/devnet/vm/cron.ts';
import type { ExecutionResult } from '../../../../../electron/devnet/vm/execute-message.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { deadlineAt, EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { bitfieldMembers, bitfieldOf, encodeRlePlus } from '../../../../../shared/domain/encoding/bitfield.ts';
import { type CborValue, cborLink } from '../../../../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { faultFeeADay } from '../../../../../shared/domain/sectors/fault-fee.ts';
import { DevnetExecution } from '../../../../builders/devnet-execution.ts';
import { checkState } from '../../../../builders/state-checker/check-state.ts';
import { PlainBlocks } from '../../../../builders/state-checker/plain-blocks.ts';

const MINER = 1001;
const SEAL_PROOF = 9;
const WINDOW_PROOF = 14;
const DIGEST = new Uint8Array(32).fill(7);

const POST = 5n;
const TERMINATE = 9n;
const FAULTS = 10n;
const RECOVERIES = 11n;
const PRE_COMMIT = 28n;
const PROVE = 34n;

/** A miner whose worker sends messages of its own, while epochs pass. */
class Life {
  readonly run: DevnetExecution;
  readonly #random = new SeededRandom('life');
  readonly #worker: number;

  constructor(seed: string) {
    this.run = new DevnetExecution(seed);
    this.run.epoch = 0;
    this.#worker = this.run.account(`worker-${MINER}`);
  }

  get miner(): Miner {
    const miner = minerOfDraft(this.run.draft, MINER);
    if (miner === undefined) throw new Error('the miner is gone');
    return miner;
  }

  get clock(): ReturnType<typeof deadlineAt> {
    return deadlineAt(this.miner.provingPeriodStart, this.run.epoch);
  }

  send(method: bigint, params: CborValue): ExecutionResult {
    return this.run.send(this.#worker, MINER, { method, params });
  }

  pass(epochs: number): void {
    for (let left = epochs; left > 0; left -= 1, this.run.epoch += 1) runCron(this.run.draft, this.run.epoch, this.#random);
  }

  /** Lets nothing happen up to an epoch but the ends of this miner's windows. */
  passWindows(epoch: number): void {
    for (; this.clock.close <= epoch; this.run.epoch = this.clock.close) onDeadlineCron(this.run.draft, MINER, this.clock.close - 1);
  }

  /** Sends a proof of all partitions of the open deadline that have something to prove. */
  post(skippedOf: (active: readonly number[]) => readonly number[]): ExecutionResult {
    const { index } = this.clock;
    const partitions = deadlineOf(this.miner, index)?.partitions.entries() ?? [];
    const posted = partitions.map(([number, partition]) => [number, bits(skippedOf(bitfieldMembers(activeSectors(partition))))]);
    return this.send(POST, [index, posted, [[WINDOW_PROOF, new Uint8Array(192)]], this.run.epoch - 1, DIGEST]);
  }

  /** Names sectors by where they are. */
  declare(method: bigint, numbers: readonly number[]): ExecutionResult {
    const declarations = numbers.flatMap((number) => {
      const place = placeOfSector(this.miner, number);
      return place === undefined ? [] : [[place.deadline, place.partition, bits([number])]];
    });
    return this.send(method, [declarations]);
  }

  preCommit(number: number, lifetime: number): ExecutionResult {
    const { epoch } = this.run;
    const [sealed, data] = [constructedSealedCid(DIGEST), constructedPieceCid(DIGEST)].map(cborLink) as [CborValue, CborValue];
    return this.send(PRE_COMMIT, [[[SEAL_PROOF, number, sealed, epoch - 1, [], epoch + lifetime, data]]]);
  }

  prove(numbers: readonly number[]): ExecutionResult {
    const proofs = numbers.map(() => new Uint8Array(192));
    return this.send(PROVE, [numbers.map((number) => [number, []]), proofs, new Uint8Array(), null, false, false]);
  }

  /** What an independent reader of the stored state finds wrong. */
  async violations(): Promise<readonly string[]> {
    const state = this.run.draft.finish(this.run.epoch - 1);
    const blocks = new PlainBlocks((cids) => cids.map((cid) => state.blocks.get(parseCid(cid))));
    await blocks.load(state.root);
    return checkState(blocks, state.root, {
      layout: 'v19',
      epoch: this.run.epoch - 1,
      minimumPower: 32n * 1_024n ** 3n,
      hasOwnPartitionSizes: true,
    }).violations;
  }
}

const bits = (numbers: readonly number[]): Uint8Array => encodeRlePlus(bitfieldOf(numbers));
const exitCode = ({ receipt }: ExecutionResult): number => receipt.exitCode;

type Step =
  | { readonly kind: 'post'; readonly skips: number }
  | { readonly kind: 'faults' | 'recoveries' | 'terminate'; readonly numbers: readonly number[] }
  | { readonly kind: 'seal'; readonly count: number; readonly lifetime: number }
  | { readonly kind: 'reward'; readonly wins: bigint; readonly penalty: bigint };

const sectorNumbers = fc.uniqueArray(fc.integer({ min: 0, max: 160 }), { minLength: 1, maxLength: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('post' as const), skips: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('faults', 'recoveries', 'terminate' as const), numbers: sectorNumbers }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('seal' as const),
      count: fc.integer({ min: 1, max: 20 }),
      lifetime: fc.integer({ min: 60, max: 9_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reward' as const),
      wins: fc.bigInt({ min: 1n, max: 5n }),
      penalty: fc.bigInt({ min: 0n, max: 10n ** 20n }),
    }),
  },
);

describe('whatever a miner does', () => {
  it('its state is one that the miner actor could have made', async () => {
    const succeeded = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: 70 }), step), { minLength: 20, maxLength: 40 }), async (steps) => {
        const life = new Life('whatever');
        const total = life.run.total();
        let number = 5_000;
        for (const [epochs, what] of steps) {
          life.pass(epochs);
          const result = act(life, what, number);
          number += 20;
          if (result !== undefined && exitCode(result) === 0) succeeded.set(what.kind, (succeeded.get(what.kind) ?? 0) + 1);
        }
        // Power is counted when an epoch ends.
        life.pass(1);
        expect(await life.violations()).toEqual([]);
        expect(life.run.total()).toBe(total);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect([...succeeded.keys()].sort()).toEqual(['faults', 'post', 'recoveries', 'seal', 'terminate']);
  });
});

function act(life: Life, what: Step, number: number): ExecutionResult | undefined {
  switch (what.kind) {
    case 'post':
      return life.post((active) => (active.length > what.skips ? active.slice(0, what.skips) : []));
    case 'faults':
      return life.declare(FAULTS, what.numbers);
    case 'recoveries': {
      const faulty = life.miner.deadlines.value.flatMap(({ value }) =>
        value.partitions.values().flatMap(({ faults }) => bitfieldMembers(faults)),
      );
      return life.declare(RECOVERIES, faulty.slice(0, what.numbers.length));
    }
    case 'terminate':
      return life.declare(TERMINATE, what.numbers);
    case 'seal': {
      const numbers = Array.from({ length: what.count }, (_, at) => number + at);
      for (const one of numbers) life.preCommit(one, what.lifetime);
      life.pass(6);
      return life.prove(numbers);
    }
    case 'reward':
      awardBlock(life.run.draft, { miner: idAddress(MINER), gasReward: 0n, wins: what.wins, penalty: what.penalty }, life.run.epoch);
      return undefined;
  }
}

describe('a window', () => {
  /** The deadline with the most sectors, while it is open. */
  function atLargeDeadline(): { life: Life; index: number } {
    const life = new Life('windows');
    const counts = life.miner.deadlines.value.map(({ value }) => value.liveSectors);
    const index = counts.indexOf(Math.max(...counts));
    const ahead = (index - life.clock.index + EPOCHS.deadlinesPerPeriod) % EPOCHS.deadlinesPerPeriod;
    life.pass(ahead * EPOCHS.deadlineWindow);
    return { life, index };
  }

  it('that closes without a proof makes everything faulty, and power falls', () => {
    const { life, index } = atLargeDeadline();
    const before = claimOf(life.run.draft.state, MINER)?.raw ?? 0n;
    const active = activeIn(life.miner, index);
    expect(active).toBeGreaterThan(0);
    life.pass(life.clock.close - life.run.epoch);
    expect(activeIn(life.miner, index)).toBe(0);
    expect(claimOf(life.run.draft.state, MINER)?.raw).toBe(before - BigInt(active) * 64n * 1_024n ** 3n);
  });

  it('takes one proof for each partition, and keeps it until the next one has closed', () => {
    const { life, index } = atLargeDeadline();
    life.pass(1);
    expect(exitCode(life.post(() => []))).toBe(0);
    expect(life.post(() => [])).toMatchObject({ receipt: { exitCode: 16 }, error: expect.stringContaining('partition already proven') });
    const active = activeIn(life.miner, index);
    life.pass(life.clock.close - life.run.epoch);
    expect(activeIn(life.miner, index)).toBe(active);
    const deadline = deadlineOf(life.miner, index);
    expect(deadline?.optimisticPostSubmissions.count).toBe(0);
    expect(deadline?.partitionsSnapshot.count).toBeGreaterThan(0);
  });

  it('is the only one that can be proven, with one proof of the right type', () => {
    const { life, index } = atLargeDeadline();
    const post = (deadline: number, proofs: CborValue[]) =>
      life.send(POST, [deadline, [[0, bits([])]], proofs, life.run.epoch - 1, DIGEST]);
    expect(post(index + 1, [[WINDOW_PROOF, DIGEST]]).error).toContain('invalid deadline');
    expect(post(index, []).error).toContain('expected exactly one proof, got 0');
    expect(post(index, [[SEAL_PROOF, DIGEST]]).error).toContain('expected proof of type 14, got 9');
    expect(post(index, [[WINDOW_PROOF, new Uint8Array(193)]]).error).toContain('expected proof to be smaller than 192 bytes');
    expect(post(-1, [[WINDOW_PROOF, DIGEST]]).receipt.exitCode).toBe(21);
    expect(life.send(POST, [index, [[2 ** 40, bits([])]], [[WINDOW_PROOF, DIGEST]], 0, DIGEST]).receipt.exitCode).toBe(17);
  });

  it('packs partitions in which something ended, and the miner forgets that', () => {
    const { life, index } = atLargeDeadline();
    const next = (index + 2) % EPOCHS.deadlinesPerPeriod;
    const deadline = deadlineOf(life.miner, next);
    const live = (deadline?.partitions.values() ?? []).flatMap((partition) => bitfieldMembers(liveSectors(partition)));
    expect(exitCode(life.declare(TERMINATE, live))).toBe(0);
    expect(deadlineOf(life.miner, next)).toMatchObject({ liveSectors: 0, totalSectors: live.length });
    expect(live.every((number) => life.miner.sectors.has(number) && !isLiveSector(life.miner, number))).toBe(true);
    life.pass(3 * EPOCHS.deadlineWindow);
    expect(deadlineOf(life.miner, next)).toMatchObject({ liveSectors: 0, totalSectors: 0 });
    expect(deadlineOf(life.miner, next)?.partitions.count).toBe(0);
    expect(live.some((number) => life.miner.sectors.has(number))).toBe(false);
  });
});

describe('sectors that stay faulty', () => {
  /** Closes the open deadline, proven where it is to be; answers what its end burnt. */
  function closeWindow(life: Life, isProven: boolean): bigint {
    life.run.epoch += 1;
    if (isProven) life.post(() => []);
    const before = life.run.balance(BURNT_ID);
    life.passWindows(life.clock.close);
    return life.run.balance(BURNT_ID) - before;
  }

  it('cost nothing with the first missed proof, and then the fee that is shown for each day, from vesting funds first', () => {
    const life = new Life('fault fees');
    const { draft } = life.run;
    life.pass(1);
    const counts = life.miner.deadlines.value.map(({ value }) => (value.faultyPower.raw === 0n ? value.liveSectors : 0));
    const index = counts.indexOf(Math.max(...counts));
    while (life.clock.index !== index) closeWindow(life, true);
    expect(closeWindow(life, false)).toBe(0n);
    const qualityAdjusted = deadlineOf(life.miner, index)?.faultyPower.qualityAdjusted ?? 0n;
    expect(qualityAdjusted).toBeGreaterThan(0n);

    while (life.clock.index !== index) closeWindow(life, true);
    awardBlock(draft, { miner: idAddress(MINER), gasReward: 0n, wins: 1n, penalty: 0n }, life.run.epoch);
    const networkQualityAdjusted = draft.read(POWER, POWER_ID).thisEpochQualityAdjPower;
    const fee = faultFeeADay({ qualityAdjusted, networkQualityAdjusted, epochReward: rewardOf(draft.state).thisEpochReward });
    const { lockedFunds } = life.miner;
    expect(lockedFunds).toBeGreaterThan(0n);
    expect(fee).toBeGreaterThan(lockedFunds);
    expect(closeWindow(life, true)).toBe(fee);
    expect(life.miner.lockedFunds).toBe(0n);
  });
});

describe('a sector', () => {
  it('is pre-committed with the CIDs and the randomness of one', () => {
    const life = new Life('pre-commit');
    const { epoch } = life.run;
    const [sealed, data] = [constructedSealedCid(DIGEST), constructedPieceCid(DIGEST)].map(cborLink) as [CborValue, CborValue];
    const refused = (sectors: readonly CborValue[]): string => life.send(PRE_COMMIT, [sectors]).error;
    expect(refused([])).toContain('batch empty');
    expect(refused([[SEAL_PROOF, 7_000, data, epoch - 1, [], epoch + 500, data]])).toContain('sealed CID had wrong prefix');
    expect(refused([[SEAL_PROOF, 7_000, sealed, epoch - 1, [], epoch + 500, sealed]])).toContain('unsealed CID had wrong prefix');
    expect(refused([[SEAL_PROOF, 7_000, sealed, epoch, [], epoch + 500, data]])).toContain('must be before now');
    expect(refused([[SEAL_PROOF, 7_000, sealed, epoch - 1, [], epoch, data]])).toContain('must be after activation');
    expect(exitCode(life.preCommit(7_000, 500))).toBe(0);
  });

  it('ends when it was meant to: its pledge is free, its number stays taken', () => {
    const life = new Life('ends');
    expect(exitCode(life.preCommit(7_000, 500))).toBe(0);
    expect(life.preCommit(7_000, 500)).toMatchObject({ receipt: { exitCode: 16 }, error: expect.stringContaining('already allocated') });
    expect(life.prove([7_000]).receipt.exitCode).toBe(18);
    life.pass(6);
    const pledge = life.miner.initialPledge;
    expect(exitCode(life.prove([7_000]))).toBe(0);
    expect(life.miner.initialPledge - pledge).toBe(4n * 10n ** 18n);
    expect(life.miner.preCommitDeposits).toBe(0n);
    life.passWindows(2 * EPOCHS.provingPeriod);
    expect(isLiveSector(life.miner, 7_000)).toBe(false);
    expect(life.preCommit(7_000, 500).receipt.exitCode).toBe(16);
  });

  it('that is faulty for 42 periods ends before its time, and takes its pledge along', () => {
    const life = new Life('too long');
    expect(life.miner.initialPledge).toBeGreaterThan(0n);
    life.passWindows(EPOCHS.faultMaxAge + 3 * EPOCHS.provingPeriod);
    // Nothing was proven ever since: everything is over.
    expect(life.miner).toMatchObject({ initialPledge: 0n, earlyTerminations: bitfieldOf([]), deadlineCronActive: false });
    expect(life.miner.sectors.count).toBe(0);
    expect(claimOf(life.run.draft.state, MINER)).toMatchObject({ raw: 0n, quality: 0n });
  });

  it('that was promised and never proven costs its deposit', () => {
    const life = new Life('never proven');
    life.preCommit(7_000, 500_000);
    const deposit = life.miner.preCommitDeposits;
    expect(deposit).toBeGreaterThan(0n);
    const burntByLastWindow = (): bigint => {
      const before = life.run.balance(BURNT_ID);
      life.passWindows(life.clock.close);
      return life.run.balance(BURNT_ID) - before;
    };
    // A miner that proves nothing pays for its faults until nothing is free; what is locked for a pre-commit is burnt all the same.
    while (life.run.epoch < 29 * EPOCHS.perDay) burntByLastWindow();
    expect(life.miner.preCommitDeposits).toBe(deposit);
    let burnt = 0n;
    while (life.miner.preCommitDeposits > 0n) burnt = burntByLastWindow();
    expect(life.miner.preCommittedSectors.has(7_000)).toBe(false);
    expect(burnt).toBe(deposit);
  });
});

function activeIn(miner: Miner, index: number): number {
  return (deadlineOf(miner, index)?.partitions.values() ?? []).reduce((sum, partition) => sum + Number(activeSectors(partition).count), 0);
}
