import type { CID } from 'multiformats/cid';
import type { PlainBlocks } from './state-checker/plain-blocks.ts';
import { anything, integer } from './state-checker/plain-readers.ts';
import { PlainState } from './state-checker/plain-state.ts';

/** A wrong value in a decoded block, and the expected finding of the checker. */
export interface Damage {
  readonly tuple: unknown[];
  readonly place: number;
  readonly value: unknown;
  readonly violation: string;
}

type Tuple = unknown[];
type DamageRow = readonly [tuple: Tuple, place: number, value: unknown, violation: string];

const NONE = new Uint8Array();
const amountOf = (byte: number): Uint8Array => Uint8Array.of(0, byte);
/** The bitfield of 0 and 1: version, first bit, a run of two. */
const FIRST_TWO = Uint8Array.of(0b0101_0100);

/** The mutable tuples of a current state. */
class Tuples {
  readonly state: PlainState;
  readonly #blocks: PlainBlocks;
  readonly #actors: Map<string, Tuple>;

  constructor(blocks: PlainBlocks, root: string) {
    this.#blocks = blocks;
    this.state = new PlainState(blocks, 'v16');
    this.#actors = this.state.mapByAddress(anything, (blocks.value(root) as Tuple)[1] as CID) as Map<string, Tuple>;
  }

  actor(id: string): Tuple {
    const actor = this.#actors.get(id);
    if (actor === undefined) throw new Error(`there is no actor ${id}`);
    return actor;
  }

  head(id: string): Tuple {
    return this.at(this.actor(id)[1]);
  }

  at(cid: unknown): Tuple {
    return this.#blocks.value(cid as CID) as Tuple;
  }

  array(cid: unknown, width: number): Tuple[] {
    return [...this.state.array(anything, cid as CID, width).values()] as Tuple[];
  }

  map(cid: unknown, width?: number): Tuple[] {
    return this.state.map(anything, cid as CID, width).map(({ value }) => value as Tuple);
  }

  /** The first multisig that has proposals. */
  get multisig(): Tuple {
    const heads = [...this.#actors.values()].map((actor) => this.at(actor[1]));
    const found = heads.find((head) => head.length === 7 && Array.isArray(head[0]) && this.map(head[6]).length > 0);
    if (found === undefined) throw new Error('no multisig has a proposal');
    return found;
  }
}

function first<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('there is nothing to damage');
  return item;
}

const damagesFrom = (rows: readonly DamageRow[]): readonly Damage[] =>
  rows.map(([tuple, place, value, violation]) => ({ tuple, place, value, violation }));

/** Damages that apply to any state with miners and deals. */
export function damagesToAny(blocks: PlainBlocks, root: string): readonly Damage[] {
  const tuples = new Tuples(blocks, root);
  const miner = tuples.head('f01000');
  const [power, market] = [tuples.head('f04'), tuples.head('f05')];
  const deadline = first((tuples.at(miner[12])[0] as CID[]).map((due) => tuples.at(due)).filter((due) => due[4] !== 0));
  const partition = first(tuples.array(deadline[0], 3));
  const expirations = first(tuples.array(partition[5], 4));
  const claim = tuples.state.mapByAddress(anything, power[15] as CID).get('f01000') as Tuple;
  const [deal, dealState] = [first(tuples.array(market[0], 5)), first(tuples.array(market[1], 6))];
  const verified = first(tuples.map(first(tuples.map(tuples.head('f06')[5]))));
  const sector = tuples.array(miner[9], 5).find((present) => Number(present[4]) === 0) ?? [];
  return damagesFrom([
    [tuples.actor('f04'), 3, amountOf(1), 'balances of all actors'],
    [tuples.actor('f01000'), 3, NONE, 'the balance does not cover what is locked'],
    [miner, 1, amountOf(1), 'deposits'],
    [miner, 2, NONE, 'locked funds'],
    [miner, 5, amountOf(1), 'initial pledge'],
    [miner, 11, 48, 'current deadline'],
    [miner, 13, FIRST_TWO, 'deadlines with early terminations'],
    [miner, 14, false, 'epochs of deadline events'],
    [tuples.at(miner[0]), 7, 4_096, 'sector size'],
    [deadline, 4, 999, 'live sectors'],
    [deadline, 6, [NONE, amountOf(1)], 'faulty power'],
    [deadline, 12, amountOf(1), 'daily fee'],
    [partition, 2, partition[0], 'faulty power'],
    [partition, 4, partition[0], 'sectors that end are not alive'],
    [expirations, 2, NONE, 'pledge'],
    [sector, 8, amountOf(9), 'pledge'],
    [sector, 5, 0, 'it ends before it begins'],
    [claim, 1, NONE, 'claim'],
    [power, 9, 4, 'miners: 4'],
    [market, 5, 0, 'above the next id'],
    [market, 8, amountOf(1), 'locked funds together'],
    [deal, 6, -1, 'there is no proposal'],
    [dealState, 0, 77_777, 'is not in sector'],
    [dealState, 3, 5, 'was slashed at'],
    [tuples.head('f01'), 1, 100, 'the next id is taken'],
    [tuples.head('f02'), 7, 5, 'epoch: 5'],
    [verified, 3, 2 ** 21, 'verified weight of sector'],
    [verified, 5, 2 ** 20, 'is over before it'],
    [tuples.head('f07')[1] as Tuple, 0, amountOf(1), 'supply'],
  ]);
}

/** Additional damages for a state with some history. */
export function damagesToBusy(blocks: PlainBlocks, root: string): readonly Damage[] {
  const tuples = new Tuples(blocks, root);
  const [power, market, registry] = [tuples.head('f04'), tuples.head('f05'), tuples.head('f06')];
  const miners = Array.from({ length: 8 }, (_, index) => tuples.head(`f0${1_000 + index}`));
  const promising = first(miners.filter((miner) => tuples.map(miner[6]).length > 0));
  const miner = first(miners);
  const closed = first(
    (tuples.at(miner[12])[0] as CID[])
      .filter((_, index) => index !== miner[11])
      .map((due) => tuples.at(due))
      .filter((due) => due[4] !== 0),
  );
  const proven = first(
    miners
      .flatMap((of) => (tuples.at(of[12])[0] as CID[]).map((due) => tuples.at(due)))
      .filter(({ 10: root }) => tuples.array(root, 2).length > 0),
  );
  const vesting = miner[3] as Tuple;
  const { multisig } = tuples;
  const transaction = first(tuples.map(multisig[6]));
  const waiting = new Set(tuples.state.mapByUnsigned(integer, market[11] as CID).values());
  const allocation = first(
    tuples.map(registry[3]).flatMap((ofClient) => {
      const byId = tuples.state.mapByUnsigned(anything, ofClient as unknown as CID);
      return [...byId].flatMap(([id, allocated]) => (waiting.has(id) ? [allocated as Tuple] : []));
    }),
  );
  return damagesFrom([
    [power, 4, amountOf(1), 'pledge and locked funds of all miners'],
    [power, 5, amountOf(1), 'power of this epoch'],
    [power, 14, 7, 'first epoch of the cron queue'],
    [market, 7, 7, 'last cron'],
    [market, 4, market[3], 'locked funds together'],
    [registry, 4, 1, 'above the next id'],
    [allocation, 3, 2 ** 20, 'DataCap of the registry'],
    [allocation, 1, 1_007, 'provider of the allocation'],
    [first(tuples.map(promising[6])), 1, amountOf(3), 'deposits'],
    [promising, 7, miner[7] === promising[7] ? tuples.head('f01007')[7] : miner[7], 'is never cleaned up'],
    [vesting[0] as Tuple, 1, NONE, 'nothing vests'],
    [vesting[0] as Tuple, 0, 1, 'epoch, quantized'],
    [closed, 2, FIRST_TWO, 'its window is not open'],
    [proven, 9, closed[9] === proven[9] ? closed[0] : closed[9], 'of the snapshot is of other partitions'],
    [transaction, 4, [Uint8Array.of(0, 99)], 'is approved by others'],
    [multisig, 1, 9, 'threshold'],
    [multisig, 2, 0, 'above the next id'],
  ]);
}
