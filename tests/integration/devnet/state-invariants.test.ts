/**
 * The state that the embedded node keeps is one that the actors could have made: its blocks are read through the node's own API, by
 * readers that share nothing with the product, and held against what go-state-types and the actors say of every state.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { readCar } from '../../builders/car-blocks.ts';
import { decodeWithCborg } from '../../builders/cborg-links.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { changeMiners, disturbSectors, makeAccounts, useDataCap, useMarket, useMultisigs } from '../../builders/devnet-deeds.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { checkStateBefore, countMessages, devnetBlocks, stateBefore } from '../../builders/devnet-state.ts';
import { IS_FULL_RUN } from '../../builders/full-run.ts';
import { checkState } from '../../builders/state-checker/check-state.ts';
import { PlainBlocks } from '../../builders/state-checker/plain-blocks.ts';
import type { StateRules } from '../../builders/state-checker/state-rules.ts';
import { type Damage, damagesToAny, damagesToBusy } from '../../builders/state-damages.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

/** The place of ParentStateRoot in a header. */
const STATE_ROOT = 8;
const GENESIS = {
  mainnet: { layout: 'v0', epoch: 0, isGenesis: true, minimumPower: 10n * 1_024n ** 4n },
  butterflynet: { layout: 'v16', epoch: 0, isGenesis: true, minimumPower: 2n * 1_024n ** 3n },
} as const satisfies Record<string, StateRules>;

type Network = keyof typeof GENESIS;

function genesisOf(network: Network, change = (_cid: string, bytes: Uint8Array): Uint8Array => bytes) {
  const { root, blocks } = readCar(`chain/state/${network}-genesis.car.zst`);
  const byCid = new Map(blocks.map(({ cid, bytes }) => [cid.toString(), bytes]));
  const fetch = (cid: string): Uint8Array => {
    const bytes = byCid.get(cid);
    if (bytes === undefined) throw new Error(`the CAR has no ${cid}`);
    return change(cid, bytes);
  };
  const header = decodeWithCborg(fetch(root.toString())) as unknown[];
  return { blocks: new PlainBlocks((cids) => cids.map(fetch)), root: String(header[STATE_ROOT]) };
}

/** Makes one thing after the other wrong in a state that is right. */
function expectEachIsFound(blocks: PlainBlocks, root: string, rules: StateRules, damages: readonly Damage[]): void {
  for (const { tuple, place, value, violation } of damages) {
    const right = tuple[place];
    tuple[place] = value;
    expect(checkState(blocks, root, rules).violations.join('\n'), violation).toContain(violation);
    tuple[place] = right;
  }
  expect(checkState(blocks, root, rules).violations).toEqual([]);
}

describe('the rules', () => {
  it.each([
    ['mainnet', 1_209, { actors: 37, miners: 3, sectors: 2_304, 'live sectors': 2_304, deals: 2_304, 'deal ops': 2_304, multisigs: 10 }],
    [
      'butterflynet',
      7_151,
      {
        ...{ actors: 21, miners: 3, sectors: 1_440, partitions: 720, 'expiration sets': 720, 'vesting entries': 540 },
        ...{ deals: 1_440, 'sectors with deals': 1_440, 'verified claims': 1_440, 'cron events': 3 },
      },
    ],
  ] as const)('hold of the state that Lotus made for %s', async (network, blockCount, expected) => {
    const { blocks, root } = genesisOf(network);
    expect(await blocks.load(root)).toBe(blockCount);
    const { violations, counts } = checkState(blocks, root, GENESIS[network]);
    expect(violations).toEqual([]);
    expect(counts).toMatchObject(expected);
  });

  it('find each thing that is wrong with a state', async () => {
    const { blocks, root } = genesisOf('butterflynet');
    await blocks.load(root);
    expectEachIsFound(blocks, root, GENESIS.butterflynet, damagesToAny(blocks, root));
  });

  it('take no block whose bytes have another hash', async () => {
    let count = 0;
    const changed = genesisOf('mainnet', (_cid, bytes) => (++count === 50 ? bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1) : bytes));
    await expect(changed.blocks.load(changed.root)).rejects.toThrow('have another hash');
  });
});

describe('the state of the embedded node is right', () => {
  const SEED = 'invariants';
  const LARGE_MINER_SECTORS = 3_000;
  /** Behind all that is done with DataCap. */
  const UPGRADE = 310;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let node: RunningDevnet;
  let blocks: PlainBlocks;

  const start = () =>
    startDevnet({
      ...{ seed: SEED, genesisTime: 1_700_000_000, historyEpochs: 0, largeMinerSectors: LARGE_MINER_SECTORS, upgradeEpoch: UPGRADE },
      // Little is kept, so that what leaves takes nothing along that is still needed.
      ...{ dataFolder: folder.path, keptEpochs: 500, isPaused: true },
    });
  beforeAll(async () => {
    folder = await temporaryFolder();
    node = await start();
    blocks = devnetBlocks(node);
  });
  afterAll(async () => {
    await node.stop();
    await folder.remove();
  });

  const head = () => resultOf<TipsetJson>(node, 'ChainHead');
  const below = async (epochs: number) =>
    resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [(await head()).Height - epochs, (await head()).Cids]);
  const advanceTo = async (epoch: number) => control(node, 'advance', { epochs: epoch - (await head()).Height });

  /** Holds that nothing is wrong with the state before a tipset, and tells what is in it. */
  async function counted(tipset: TipsetJson): Promise<Readonly<Record<string, number>>> {
    const { violations, counts } = await checkStateBefore(node, blocks, tipset);
    expect(violations, `state before ${tipset.Height}`).toEqual([]);
    return counts;
  }

  function expectAtLeast(counts: Readonly<Record<string, number>>, least: Readonly<Record<string, number>>): void {
    for (const [what, count] of Object.entries(least)) expect(counts[what], what).toBeGreaterThanOrEqual(count);
  }

  it('at its genesis', async () => {
    const counts = await counted(await resultOf<TipsetJson>(node, 'ChainGetGenesis'));
    expect(counts).toMatchObject({ miners: 9, claims: 9, 'cron events': 9 });
    expectAtLeast(counts, {
      blocks: 10_000,
      sectors: LARGE_MINER_SECTORS + 500,
      'expiration sets': 2_000,
      deals: 50,
      'verified claims': 10,
    });
  });

  it('while its miners work, through forks and null rounds', async () => {
    await advanceTo(60);
    const counts = await counted(await head());
    expectAtLeast(counts, { 'pre-commits': 1, 'vesting entries': 500, proofs: 1, 'proofs in snapshots': 1, 'pending proposals': 1 });
    await control(node, 'reorg', { depth: 5 });
    await counted(await head());
    for (let round = 0; round < 2; round += 1) await control(node, 'null-round');
    await control(node, 'advance', { epochs: 4 });
    await counted(await head());
  });

  it.each([
    ['accounts of all types', makeAccounts, { accounts: 35 }],
    ['multisigs with proposals', useMultisigs, { multisigs: 2, 'pending transactions': 1 }],
    ['DataCap that is given, lent and allocated', useDataCap, { verifiers: 1, allocations: 1, 'DataCap balances': 3 }],
    ['deposits in the market', useMarket, { escrows: 12 }],
    ['new owners, workers and beneficiaries', changeMiners, { miners: 9 }],
    ['faults, recoveries and terminations', (by: DevnetSender) => disturbSectors(by, [1_000, 1_004, 1_008]), { 'sectors with deals': 50 }],
  ])('with %s', async (_name, act, least) => {
    await act(new DevnetSender(node, SEED));
    expectAtLeast(await counted(await head()), least);
  });

  it('at an older tipset, with the messages and receipts that headers name', async () => {
    await advanceTo(300);
    const counts = await counted(await head());
    expect(counts.sectors).toBeGreaterThan(counts['live sectors'] ?? 0);
    const { root, rules } = await stateBefore(node, await head());
    expectEachIsFound(blocks, root, rules, damagesToBusy(blocks, root));
    await counted(await below(200));
    const sums = { messages: 0, receipts: 0 };
    for (let depth = 0; depth < 20; depth += 1) {
      const { messages, receipts } = await countMessages(node, blocks, await below(depth));
      sums.messages += messages;
      sums.receipts += receipts;
    }
    expectAtLeast(sums, { messages: 100, receipts: 100 });
  });

  it('before an upgrade, at it and after it', async () => {
    await advanceTo(UPGRADE - 1);
    const before = await counted(await head());
    expect(before).toMatchObject({ streams: 0 });
    expect(await resultOf(node, 'StateNetworkVersion', [null])).toBe(28);
    await advanceTo(UPGRADE + 6);
    const tipset = await head();
    expect(tipset.Height).toBeGreaterThan(UPGRADE);
    expect(await resultOf(node, 'StateNetworkVersion', [tipset.Cids])).toBe(29);
    // The first tipset of the new version still stands on the old state; its messages run on the migrated one.
    const first = await resultOf<TipsetJson>(node, 'ChainGetTipSetAfterHeight', [UPGRADE + 1, tipset.Cids]);
    const old = await counted(first);
    expect(old.streams).toBe(0);
    expectAtLeast(old, { allocations: 1, 'verified claims': 10 });
    const second = await resultOf<TipsetJson>(node, 'ChainGetTipSetAfterHeight', [first.Height + 1, tipset.Cids]);
    const after = await counted(second);
    // What DataCap was spent on stays, and nothing is added to it.
    for (const what of ['allocations', 'verified claims', 'DataCap balances', 'miners']) expect(after[what], what).toBe(old[what]);
    expect(after.streams).toBe(1);
    await counted(tipset);
  });

  it('after hours or a day, and after a restart', async () => {
    for (const epoch of IS_FULL_RUN ? [1_500, 3_000] : [1_000]) {
      await advanceTo(epoch);
      await counted(await head());
    }
    const last = await head();
    await node.stop();
    node = await start();
    // All of it is read anew.
    blocks = devnetBlocks(node);
    expect(await head()).toEqual(last);
    await counted(await below(200));
    const counts = await counted(last);
    console.info(`State of the embedded node before epoch ${last.Height}: ${JSON.stringify(counts)}`);
    expectAtLeast(counts, { checks: 50_000, 'vesting entries': 1_500, 'pending transactions': 1, allocations: 1, multisigs: 2 });
    await control(node, 'advance', { epochs: 20 });
    await counted(await head());
  });
});
