/**
 * Reward streams since layout `v19`: their weights, recipients, claimable amounts and pending changes. Weights and shares are in
 * units of 10^-18. Sources: FIP-0118; go-state-types `builtin/v19/reward/streams.go` (field
 * order, bounds) with its published vectors.
 */
import { DomainError } from '../domain-error.ts';
import {
  address,
  amount,
  bytes,
  type Codec,
  count,
  decodeBlock,
  int64,
  integer,
  list,
  optional,
  struct,
  uint64,
  type Value,
} from '../ipld/codec.ts';

const MAX_STREAMS = 8;
const MAX_RECIPIENTS = 64;
/** Recipients of current shares and of balances from earlier periods. */
const MAX_PAYABLE_ROWS = 2 * MAX_RECIPIENTS;
const MAX_TOMBSTONE_ROWS = 256;
const MAX_PENDING_WRITES = 3 * MAX_STREAMS + 2;

/** A weight that changes by `slope` with each epoch after `tStart`, within `floor` and `cap`: `streamWeight` evaluates it. */
export const weightRecord = struct({
  /** The weight at `tStart`. */
  vStart: ['VStart', uint64],
  slope: ['Slope', int64],
  tStart: ['TStart', integer],
  floor: ['Floor', uint64],
  cap: ['Cap', uint64],
});
/** The weight of a stream over time. */
export type WeightRecord = Value<typeof weightRecord>;

const recipientShare = struct({ recipient: ['Recipient', address], share: ['Share', uint64] });
const recipientAmount = struct({ recipient: ['Recipient', address], amount: ['Amount', amount] });

const distribution = struct({
  /** The only address that can replace the shares. */
  writer: ['Writer', address],
  /** Shares of the current period; the part of 10^18 that is not assigned is burned. */
  shares: ['Shares', list(recipientShare, MAX_RECIPIENTS)],
  /** Unclaimed amounts of earlier periods. */
  payable: ['Payable', list(recipientAmount, MAX_PAYABLE_ROWS)],
  /** Amounts claimed in the current period. */
  claimedPeriod: ['ClaimedPeriod', list(recipientAmount, MAX_RECIPIENTS)],
});
/** The recipients of a stream. */
export type StreamDistribution = Value<typeof distribution>;

const stream = struct({
  id: ['ID', uint64],
  weight: ['Weight', weightRecord],
  /** Undefined for the implicit stream, which pays the miner of the block. */
  distribution: ['Distribution', optional(distribution)],
});
/** A live stream. */
export type RewardStream = Value<typeof stream>;

const tombstone = struct({ id: ['ID', uint64], payable: ['Payable', list(recipientAmount, MAX_TOMBSTONE_ROWS)] });

/** Operations of pending writes, by number. */
export const PENDING_OPERATIONS = ['SetWeightRecords', 'StepWeightRecords', 'RegisterStream', 'RemoveStream', 'SetDistribution'] as const;
/** One of these operations. */
export type PendingOperation = (typeof PENDING_OPERATIONS)[number];

/** A queue entry; the queue is stably ordered by epoch. */
export const pendingWrite = struct({
  /** Undefined for operations on all streams. */
  id: ['ID', optional(uint64)],
  /** An index of `PENDING_OPERATIONS`. */
  operation: ['Op', count],
  /** See `decodePendingWrite`. */
  payload: ['Payload', bytes],
  /** The first award at or after this epoch applies it. */
  effectiveEpoch: ['EffectiveEpoch', integer],
});
/** A queued change of the streams. */
export type PendingWrite = Value<typeof pendingWrite>;

/** The object that `streamsRoot` of the reward actor's state links to. */
export const rewardStreams = struct({
  streams: ['Streams', list(stream, MAX_STREAMS)],
  /** Removed streams with unclaimed amounts: at least one row each, at most 256 in total. */
  tombstones: ['Tombstones', list(tombstone, MAX_TOMBSTONE_ROWS)],
  pendingWrites: ['PendingWritesQueue', list(pendingWrite, MAX_PENDING_WRITES)],
});
/** Streams, removed streams and pending writes. */
export type RewardStreams = Value<typeof rewardStreams>;

/** Amount that an explicit stream accrued in the current period, in the actor's own state. */
const streamAccrual = struct({ id: ['ID', uint64], amount: ['Amount', amount] });
/** A row of `accrued`; one per explicit stream. */
export type StreamAccrual = Value<typeof streamAccrual>;

/** `accrued` of the reward actor's state. */
export const streamAccruals = list(streamAccrual, MAX_STREAMS);

/** The payload of `SetWeightRecords` and `StepWeightRecords`, and the parameters of these methods. */
export const weightUpdates = struct({
  updates: ['Updates', list(struct({ id: ['ID', uint64], weight: ['Weight', weightRecord] }), MAX_STREAMS)],
});

/** The payload of `RegisterStream`; the ID is a separate field. */
export const registerStreamPayload = struct({
  weight: ['Weight', weightRecord],
  distribution: [
    'Distribution',
    optional(struct({ writer: ['Writer', address], shares: ['Shares', list(recipientShare, MAX_RECIPIENTS)] })),
  ],
});

/** The payload of `SetDistribution`: a new writer. */
export const setDistributionPayload = struct({ writer: ['Writer', address] });

const removeStreamPayload = struct({});

/** A decoded pending write. */
export type PendingChange =
  | { readonly operation: 'SetWeightRecords' | 'StepWeightRecords'; readonly updates: Value<typeof weightUpdates>['updates'] }
  | ({ readonly operation: 'RegisterStream' } & Value<typeof registerStreamPayload>)
  | { readonly operation: 'RemoveStream' }
  | ({ readonly operation: 'SetDistribution' } & Value<typeof setDistributionPayload>);

/**
 * Decode a pending write. Throws `DomainError` `reward-stream` for unknown operations, and errors of `decodeBlock` for a payload
 * that does not match its operation.
 */
export function decodePendingWrite({ operation: index, payload }: PendingWrite): PendingChange {
  const operation = PENDING_OPERATIONS[index];
  if (operation === undefined) throw new DomainError('reward-stream', `Operation ${index} of a pending write is unknown.`);
  const read = <T>(codec: Codec<T>) => decodeBlock(codec, payload, 'the payload of a pending write');
  switch (operation) {
    case 'SetWeightRecords':
    case 'StepWeightRecords':
      return { operation, ...read(weightUpdates) };
    case 'RegisterStream':
      return { operation, ...read(registerStreamPayload) };
    case 'RemoveStream':
      read(removeStreamPayload);
      return { operation };
    case 'SetDistribution':
      return { operation, ...read(setDistributionPayload) };
  }
}

/** Method number of the reward actor's `Claim` (FRC-0042). */
export const CLAIM_METHOD = 4_045_527_845n;
/** Parameters of `Claim`, which anyone can call: it pays the wallets. */
export const claimParams = struct({ id: ['ID', uint64], wallets: ['Wallets', list(address, MAX_RECIPIENTS)] });
/** Return value of `Claim`: an amount per wallet, in order. */
export const claimReturn = struct({ amounts: ['Amounts', list(amount, MAX_RECIPIENTS)] });
