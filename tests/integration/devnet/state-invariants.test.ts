/**
 * The state that the embedded node keeps is one that the actors could have made: its blocks are read through the node's own API, by
 * readers that share nothing with the product, and held against what go-state-types and the actors say of every state.
 */
import type { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { readCar } from '../../builders/car-blocks.ts';
import { decodeWithCborg } from '../../builders/cborg-links.ts';
import { checkState } from '../../builders/state-checker/check-state.ts';
import { PlainBlocks } from '../../builders/state-checker/plain-blocks.ts';
import { anything } from '../../builders/state-checker/plain-readers.ts';
import { PlainState } from '../../builders/state-checker/plain-state.ts';
import type { StateRules } from '../../builders/state-checker/state-rules.ts';

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
  return { blocks: new PlainBlocks(fetch), root: String(header[STATE_ROOT]) };
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
    const state = new PlainState(blocks, 'v16');
    const tupleOf = (cid: unknown): unknown[] => blocks.value(cid as CID) as unknown[];
    const actors = state.mapByAddress(anything, tupleOf(root)[1] as CID) as Map<string, unknown[]>;
    const headOf = (id: string): unknown[] => tupleOf(actors.get(id)?.[1]);
    const miner = headOf('f01000');
    const [deadline] = (tupleOf(miner[12])[0] as CID[]).map(tupleOf).filter((due) => due[4] !== 0);
    const partition = state.array(anything, deadline?.[0] as CID, 3).get(0) as unknown[];
    const expirations = [...state.array(anything, partition[5] as CID, 4).values()][0] as unknown[];
    const claim = state.mapByAddress(anything, headOf('f04')[15] as CID).get('f01000') as unknown[];
    const deal = state.array(anything, headOf('f05')[0] as CID, 5).get(0) as unknown[];
    const dealState = state.array(anything, headOf('f05')[1] as CID, 6).get(0) as unknown[];
    const sector = [...state.array(anything, miner[9] as CID, 5).values()][0] as unknown[];
    const none = new Uint8Array();
    const damages: readonly (readonly [tuple: unknown[], place: number, value: unknown, violation: string])[] = [
      [actors.get('f04') ?? [], 3, Uint8Array.of(0, 1), 'balances of all actors'],
      [actors.get('f01000') ?? [], 3, none, 'the balance does not cover what is locked'],
      [miner, 1, Uint8Array.of(0, 1), 'deposits'],
      [miner, 2, none, 'locked funds'],
      [miner, 5, Uint8Array.of(0, 1), 'initial pledge'],
      [miner, 11, 48, 'current deadline'],
      [miner, 13, Uint8Array.of(0x0c), 'deadlines with early terminations'],
      [miner, 14, false, 'epochs of deadline events'],
      [tupleOf(miner[0]), 7, 4_096, 'sector size'],
      [deadline ?? [], 4, 999, 'live sectors'],
      [deadline ?? [], 6, [none, Uint8Array.of(0, 1)], 'faulty power'],
      [partition, 2, partition[0], 'faulty power'],
      [partition, 4, partition[0], 'sectors that end are not alive'],
      [expirations, 2, none, 'pledge'],
      [sector, 8, Uint8Array.of(0, 9), 'pledge'],
      [sector, 5, 0, 'it ends before it begins'],
      [claim, 1, none, 'claim'],
      [headOf('f04'), 9, 4, 'miners: 4'],
      [headOf('f05'), 5, 0, 'above the next id'],
      [headOf('f05'), 8, Uint8Array.of(0, 1), 'locked funds together'],
      [deal, 6, -1, 'there is no proposal'],
      [dealState, 0, 77_777, 'is not in sector'],
      [dealState, 3, 5, 'was slashed at'],
      [headOf('f01'), 1, 100, 'the next id is taken'],
      [headOf('f02'), 7, 5, 'epoch: 5'],
      [headOf('f07')[1] as unknown[], 0, Uint8Array.of(0, 1), 'supply'],
    ];
    for (const [tuple, place, value, violation] of damages) {
      const before = tuple[place];
      tuple[place] = value;
      const { violations } = checkState(blocks, root, GENESIS.butterflynet);
      expect(violations.join('\n'), violation).toContain(violation);
      tuple[place] = before;
    }
    expect(checkState(blocks, root, GENESIS.butterflynet).violations).toEqual([]);
  });

  it('take no block whose bytes have another hash', async () => {
    let count = 0;
    const changed = genesisOf('mainnet', (_cid, bytes) => (++count === 50 ? bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1) : bytes));
    await expect(changed.blocks.load(changed.root)).rejects.toThrow('have another hash');
  });
});
