/** Each rule about reward streams reports a state that breaks it: the checker that holds the embedded node to them is itself held. */
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { addressToBytes, idAddress } from '../../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes } from '../../../../shared/domain/encoding/cbor.ts';
import { checkStreams } from '../../../builders/state-checker/check-streams.ts';
import { Findings } from '../../../builders/state-checker/findings.ts';
import type { Reader } from '../../../builders/state-checker/plain-readers.ts';
import type { PlainState } from '../../../builders/state-checker/plain-state.ts';

const WHOLE = 10n ** 18n;
const ROOT = CID.parse('bafy2bzaced35gjxagazf2fne5dakbok5abmivsh7cq7huwfuptebgwjmcpcf6');
const EPOCH = 100;

type Tuple = [unknown, ...unknown[]];
type Row = [recipient: Uint8Array, amount: Uint8Array | bigint];

const address = (id: number): Uint8Array => addressToBytes(idAddress(id));
const owed = (id: number, amount: bigint): Row => [address(id), encodeBigIntBytes(amount)];
const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => owed(2_000 + index, 1n));
const weight = (start: bigint, floor = start, cap = start, slope = 0n): Tuple => [start, slope, 0, floor, cap];

/** As the streams block and the reward actor hold them: streams 1 and 2, a removed stream 3 and two pending writes. */
function makeState() {
  const distribution = {
    writer: address(100),
    shares: [
      [address(1_001), WHOLE / 2n],
      [address(1_002), WHOLE / 4n],
    ] as Row[],
    payable: [owed(1_001, 5n)],
    claimed: [owed(1_002, 30n)],
  };
  return {
    reward: { given: 1_000n, burned: 100n, explicit: 200n, timelock: 60, swa: 'f0101', accrued: [{ id: 2, amount: 90n }] },
    streams: [
      [1, weight((WHOLE * 9n) / 10n), null],
      [2, weight(WHOLE / 10n), distribution],
    ] as [number, Tuple, typeof distribution | null][],
    removed: [[3, [owed(1_001, 7n)]]] as [number, Row[]][],
    pending: [
      [null, 0, new Uint8Array(), 150],
      [2, 4, new Uint8Array(), 160],
    ] as [number | null, number, Uint8Array, number][],
  };
}
type Made = ReturnType<typeof makeState>;

function check({ reward, streams, removed, pending }: Made) {
  const tuples = streams.map(([id, weights, of]) => [id, weights, of === null ? null : [of.writer, of.shares, of.payable, of.claimed]]);
  const state = { block: <T>(reader: Reader<T>) => reader([tuples, removed, pending], 'v19') } as unknown as PlainState;
  const findings = new Findings();
  return { owed: checkStreams(state, { ...reward, streams: ROOT }, EPOCH, findings), violations: findings.violations };
}

/** The distribution of stream 2. */
function explicitOf({ streams }: Made) {
  const distribution = streams[1]?.[2];
  if (distribution === undefined || distribution === null) throw new Error('stream 2 has no distribution');
  return distribution;
}

const claimedMore = 'stream 2: f01002 claimed more than it earned';

describe('the rules of reward streams', () => {
  it('hold of a right state, and count what it owes', () => {
    // 90 accrued less 30 claimed, 5 of an earlier period, 7 of a removed stream.
    expect(check(makeState())).toEqual({ owed: 72n, violations: [] });
  });

  it.each<[string, (made: Made) => void, string]>([
    ['governance by another address', ({ reward }) => Object.assign(reward, { swa: 'f2:00' }), 'governance ('],
    ['a negative delay', ({ reward }) => Object.assign(reward, { timelock: -1 }), 'governance ('],
    ['more burned than given', ({ reward }) => Object.assign(reward, { burned: 801n }), 'more went elsewhere than was given'],
    ['stream 0', ({ streams }) => streams.unshift([0, weight(0n), null]), 'ids ('],
    ['streams out of order', ({ streams }) => streams.reverse(), 'ids ('],
    ['the same stream twice', ({ streams }) => streams.push([2, weight(0n), null]), 'ids ('],
    [
      'nine streams',
      ({ streams }) => streams.push(...Array.from({ length: 7 }, (_, index): Made['streams'][number] => [10 + index, weight(0n), null])),
      'ids (',
    ],
    ['a second stream for miners', ({ streams }) => streams.push([5, weight(0n), null]), 'more than one stream is for miners'],
    ['a start below the floor', ({ streams }) => streams[0]?.splice(1, 1, weight(5n, 6n, 7n)), 'weight ('],
    ['a start above the cap', ({ streams }) => streams[0]?.splice(1, 1, weight(8n, 6n, 7n)), 'weight ('],
    ['a negative floor', ({ streams }) => streams[0]?.splice(1, 1, weight(5n, -1n, 7n)), 'weight ('],
    ['a cap above the whole', ({ streams }) => streams[0]?.splice(1, 1, weight(5n, 5n, WHOLE + 1n)), 'weight ('],
    ['weights above the whole', ({ streams }) => streams[1]?.splice(1, 1, weight(WHOLE / 10n + 1n)), 'weights of epoch 100'],
    [
      'weights that have risen above it',
      ({ streams }) => streams[1]?.splice(1, 1, weight(WHOLE / 10n, 0n, WHOLE, 1n)),
      'weights of epoch 100',
    ],
    ['nothing accrued for a stream', ({ reward }) => reward.accrued.pop(), 'streams with something accrued'],
    ['something accrued for miners', ({ reward }) => reward.accrued.unshift({ id: 1, amount: 0n }), 'streams with something accrued'],
    ['another writer', (made) => Object.assign(explicitOf(made), { writer: Uint8Array.of(2, 1) }), 'stream 2: writer ('],
    ['recipients out of order', (made) => explicitOf(made).shares.reverse(), 'stream 2: recipients ('],
    ['the burnt funds actor as one', (made) => explicitOf(made).shares.unshift([address(99), 1n]), 'stream 2: recipients ('],
    [
      '65 recipients',
      (made) => explicitOf(made).shares.push(...Array.from({ length: 63 }, (_, index): Row => [address(1_100 + index), 1n])),
      'stream 2: recipients (',
    ],
    ['shares above the whole', (made) => explicitOf(made).shares.push([address(1_003), WHOLE / 4n + 1n]), 'stream 2: shares ('],
    ['a share of nothing', (made) => explicitOf(made).shares.push([address(1_003), 0n]), 'stream 2: shares ('],
    ['a pool without shares', (made) => explicitOf(made).shares.splice(0), 'stream 2: something is accrued for nobody'],
    ['a claim of one attoFIL too much', (made) => explicitOf(made).claimed.splice(0, 1, owed(1_002, 31n)), claimedMore],
    [
      'a claim of somebody without a share',
      (made) => explicitOf(made).claimed.push(owed(1_009, 1n)),
      'stream 2: f01009 claimed more than it earned',
    ],
    ['129 rows', (made) => explicitOf(made).payable.push(...rows(127)), 'stream 2: rows ('],
    ['claims out of order', (made) => explicitOf(made).claimed.push(owed(1_001, 1n)), 'stream 2: claimed: order of recipients'],
    ['a claim of nothing', (made) => explicitOf(made).claimed.unshift(owed(1_001, 0n)), 'stream 2: claimed: nothing for a recipient'],
    ['debts out of order', (made) => explicitOf(made).payable.push(owed(1_000, 1n)), 'stream 2: payable: order of recipients'],
    ['a debt of nothing', (made) => explicitOf(made).payable.push(owed(1_005, 0n)), 'stream 2: payable: nothing for a recipient'],
    ['a removed stream that is there', ({ removed }) => removed.unshift([2, rows(1)]), 'ids of removed streams ('],
    ['removed streams out of order', ({ removed }) => removed.push([3, rows(1)]), 'ids of removed streams ('],
    ['a removed stream without debts', ({ removed }) => removed.push([4, []]), 'nothing is owed of removed stream 4'],
    ['its debts out of order', ({ removed }) => removed[0]?.[1].push(owed(1_000, 1n)), 'removed stream 3: order of recipients'],
    ['257 rows of removed streams', ({ removed }) => removed.push([4, rows(128)], [5, rows(128)]), 'rows of removed streams ('],
    [
      'debts above all that was given',
      ({ reward }) => Object.assign(reward, { explicit: 71n }),
      'owes more than recipients were ever given',
    ],
    [
      '27 pending writes',
      ({ pending }) =>
        pending.push(...Array.from({ length: 25 }, (_, index): Made['pending'][number] => [10 + index, 4, new Uint8Array(), 200])),
      'pending writes (',
    ],
    ['two of one kind', ({ pending }) => pending.push([2, 4, new Uint8Array(), 170]), 'pending writes of different kinds'],
    ['an unknown operation', ({ pending }) => pending.push([2, 5, new Uint8Array(), 170]), 'operation 5'],
    ['a change of weights for one stream', ({ pending }) => pending.push([2, 1, new Uint8Array(), 170]), 'operation 1 names no stream'],
    ['a removal of no stream', ({ pending }) => pending.push([null, 3, new Uint8Array(), 170]), 'operation 3 names no stream'],
    ['writes out of order', ({ pending }) => pending.push([2, 3, new Uint8Array(), 159]), 'pending writes are not in their order'],
  ])('report %s', (_name, damage, violation) => {
    const made = makeState();
    damage(made);
    expect(check(made).violations.filter((text) => text.startsWith(violation))).toHaveLength(1);
  });
});
