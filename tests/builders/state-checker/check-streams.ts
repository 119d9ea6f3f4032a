/** Invariants of reward streams: FIP-0118 and builtin-actors `actors/reward/src/streams/invariants.rs`. */
import type { CID } from 'multiformats/cid';
import { sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { address, big, bytes, integer, list, long, nullable, struct } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';

const WHOLE = 10n ** 18n;
const BURNT = 'f099';
const LIMITS = { streams: 8, recipients: 64, payableRows: 128, tombstoneRows: 256, pendingWrites: 26 };
const OPERATIONS = [0, 1, 2, 3, 4];
/** Operations on the weights of all streams. */
const WEIGHT_OPERATIONS = [0, 1];

export const accrual = struct({ id: integer, amount: big });
const weight = struct({ start: long, slope: long, epoch: integer, floor: long, cap: long });
const row = struct({ recipient: address, amount: big });
const distribution = struct({
  writer: address,
  shares: list(struct({ recipient: address, share: long })),
  payable: list(row),
  claimed: list(row),
});
const streamsState = struct({
  streams: list(struct({ id: integer, weight, distribution: nullable(distribution) })),
  tombstones: list(struct({ id: integer, payable: list(row) })),
  pending: list(struct({ id: nullable(integer), operation: integer, payload: bytes, effective: integer })),
});
type Weight = ReturnType<typeof weight>;
type Row = ReturnType<typeof row>;
type Distribution = ReturnType<typeof distribution>;

interface StreamSums {
  readonly given: bigint;
  readonly burned: bigint;
  readonly explicit: bigint;
  readonly timelock: number;
  readonly swa: string;
  readonly accrued: readonly ReturnType<typeof accrual>[];
  readonly streams: CID;
}

/** Return the total owed to recipients. */
export function checkStreams(state: PlainState, reward: StreamSums, epoch: number, findings: Findings): bigint {
  const { streams, tombstones, pending } = state.block(streamsState, reward.streams);
  findings.require(/^f0\d+$/.test(reward.swa) && reward.timelock >= 0, 'governance', reward.swa, reward.timelock);
  findings.require(reward.burned + reward.explicit <= reward.given, 'more went elsewhere than was given', reward.burned, reward.explicit);
  const ids = streams.map(({ id }) => id);
  findings.count('streams', streams.length);
  findings.require(isAscending(ids) && !ids.includes(0) && ids.length <= LIMITS.streams, 'ids', ids);
  findings.require(streams.filter((stream) => stream.distribution === undefined).length <= 1, 'more than one stream is for miners');
  checkWeights(
    streams.map((stream) => stream.weight),
    epoch,
    findings,
  );
  const explicit = streams.flatMap(({ id, distribution: explicitOf }) => (explicitOf === undefined ? [] : [{ id, ...explicitOf }]));
  findings.equal(
    reward.accrued.map(({ id }) => id),
    explicit.map(({ id }) => id),
    'streams with something accrued',
  );
  let owed = 0n;
  for (const stream of explicit) {
    const pool = reward.accrued.find(({ id }) => id === stream.id)?.amount ?? 0n;
    owed += checkPeriod(stream, pool, findings.within(`stream ${stream.id}`));
  }
  const removed = tombstones.map(({ id }) => id);
  findings.require(isAscending(removed) && !removed.some((id) => ids.includes(id)), 'ids of removed streams', removed);
  for (const { id, payable } of tombstones) {
    findings.require(payable.length > 0, `nothing is owed of removed stream ${id}`);
    owed += checkRows(payable, findings.within(`removed stream ${id}`));
  }
  const rows = tombstones.reduce((total, { payable }) => total + payable.length, 0);
  findings.require(rows <= LIMITS.tombstoneRows, 'rows of removed streams', rows);
  findings.require(owed <= reward.explicit, 'owes more than recipients were ever given', owed, reward.explicit);
  findings.count('pending writes', pending.length);
  findings.require(pending.length <= LIMITS.pendingWrites, 'pending writes', pending.length);
  const slots = pending.map(({ id, operation }) => `${id} ${operation}`);
  findings.equal(new Set(slots).size, slots.length, 'pending writes of different kinds');
  for (const [index, { id, operation, effective }] of pending.entries()) {
    findings.require(OPERATIONS.includes(operation), `operation ${operation}`);
    findings.equal(id === undefined, WEIGHT_OPERATIONS.includes(operation), `operation ${operation} names no stream`);
    findings.require(effective >= (pending[index - 1]?.effective ?? 0), 'pending writes are not in their order', effective);
  }
  return owed;
}

function checkWeights(weights: readonly Weight[], epoch: number, findings: Findings): void {
  for (const { start, floor, cap } of weights) {
    findings.require(0n <= floor && floor <= start && start <= cap && cap <= WHOLE, 'weight', floor, start, cap);
  }
  const all = sum(weights.map((one) => weightAt(one, epoch)));
  findings.require(all <= WHOLE, `weights of epoch ${epoch}`, all);
}

function weightAt({ start, slope, epoch: from, floor, cap }: Weight, epoch: number): bigint {
  const value = start + slope * BigInt(epoch - from);
  return value < floor ? floor : value > cap ? cap : value;
}

/** Return what a live stream owes. */
function checkPeriod({ writer, shares, payable, claimed }: Distribution, pool: bigint, findings: Findings): bigint {
  findings.require(/^f0\d+$/.test(writer), 'writer', writer);
  const recipients = shares.map(({ recipient }) => recipient);
  findings.require(isAscending(recipients.map(numberOf)) && !recipients.includes(BURNT), 'recipients', recipients);
  findings.require(recipients.length <= LIMITS.recipients, 'recipients', recipients.length);
  const total = sum(shares.map(({ share }) => share));
  findings.require(total <= WHOLE && shares.every(({ share }) => share > 0n), 'shares', total);
  findings.require(total > 0n || pool === 0n, 'something is accrued for nobody', pool);
  for (const { recipient, amount } of claimed) {
    const share = shares.find((one) => one.recipient === recipient)?.share ?? 0n;
    findings.require(total > 0n && amount <= (share * pool) / total, `${recipient} claimed more than it earned`, amount);
  }
  findings.require(
    new Set([...recipients, ...payable.map(({ recipient }) => recipient)]).size <= LIMITS.payableRows,
    'rows',
    payable.length,
  );
  return pool - checkRows(claimed, findings.within('claimed')) + checkRows(payable, findings.within('payable'));
}

/** Return the sum. */
function checkRows(rows: readonly Row[], findings: Findings): bigint {
  findings.require(isAscending(rows.map(({ recipient }) => numberOf(recipient))), 'order of recipients');
  findings.require(
    rows.every(({ amount }) => amount > 0n),
    'nothing for a recipient',
  );
  return sum(rows.map(({ amount }) => amount));
}

const numberOf = (id: string): number => Number(id.slice(2));

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? Number.NaN));
