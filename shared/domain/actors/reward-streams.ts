/**
 * The streams of the reward actor since layout `v19`: who takes which part of each block reward, what recipients can claim, and which
 * changes are pending. Weights and shares are parts of 10^18. Sources: FIP-0118; go-state-types `builtin/v19/reward/streams.go` (field
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
/** Recipients of the present shares and of balances carried over. */
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
/** How the weight of a stream moves. */
export type WeightRecord = Value<typeof weightRecord>;

const recipientShare = struct({ recipient: ['Recipient', address], share: ['Share', uint64] });
const recipientAmount = struct({ recipient: ['Recipient', address], amount: ['Amount', amount] });
/** A recipient and its amount. */
export type RecipientAmount = Value<typeof recipientAmount>;

const distribution = struct({
  /** The only caller that can replace the shares. */
  writer: ['Writer', address],
  /** Of the present period; what they leave of 10^18 is burned. */
  shares: ['Shares', list(recipientShare, MAX_RECIPIENTS)],
  /** Settled in earlier periods and not claimed. */
  payable: ['Payable', list(recipientAmount, MAX_PAYABLE_ROWS)],
  /** Claimed of the present period. */
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
/** A stream that takes part in each block reward. */
export type RewardStream = Value<typeof stream>;

const tombstone = struct({ id: ['ID', uint64], payable: ['Payable', list(recipientAmount, MAX_TOMBSTONE_ROWS)] });

/** The operations of pending writes by their numbers. */
export const PENDING_OPERATIONS = ['SetWeightRecords', 'StepWeightRecords', 'RegisterStream', 'RemoveStream', 'SetDistribution'] as const;
/** One of these operations. */
export type PendingOperation = (typeof PENDING_OPERATIONS)[number];

/** One entry of the queue, stably ordered by its epoch. */
export const pendingWrite = struct({
  /** Undefined for operations on all streams. */
  id: ['ID', optional(uint64)],
  /** An index of `PENDING_OPERATIONS`. */
  operation: ['Op', count],
  /** What `decodePendingWrite` reads. */
  payload: ['Payload', bytes],
  /** The first award at or after this epoch applies it. */
  effectiveEpoch: ['EffectiveEpoch', integer],
});
/** A change of the streams that waits for its epoch. */
export type PendingWrite = Value<typeof pendingWrite>;

/** The block that `streamsRoot` of the reward actor's state names. */
export const rewardStreams = struct({
  streams: ['Streams', list(stream, MAX_STREAMS)],
  /** Removed streams that still owe; each of them has at least one row, and all of them at most 256. */
  tombstones: ['Tombstones', list(tombstone, MAX_TOMBSTONE_ROWS)],
  pendingWrites: ['PendingWritesQueue', list(pendingWrite, MAX_PENDING_WRITES)],
});
/** Streams, what removed ones owe, pending writes. */
export type RewardStreams = Value<typeof rewardStreams>;

/** What an explicit stream has accrued for its recipients in the present period, in the state of the actor itself. */
export const streamAccrual = struct({ id: ['ID', uint64], amount: ['Amount', amount] });
/** One row of `accrued`; there are as many as explicit streams. */
export type StreamAccrual = Value<typeof streamAccrual>;

/** `accrued` of the reward actor's state. */
export const streamAccruals = list(streamAccrual, MAX_STREAMS);

/** The payload of `SetWeightRecords` and `StepWeightRecords`, and the parameters of these methods. */
export const weightUpdates = struct({
  updates: ['Updates', list(struct({ id: ['ID', uint64], weight: ['Weight', weightRecord] }), MAX_STREAMS)],
});

/** The payload of `RegisterStream`: the id stands beside it. */
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

/** What a pending write will do. */
export type PendingChange =
  | { readonly operation: 'SetWeightRecords' | 'StepWeightRecords'; readonly updates: Value<typeof weightUpdates>['updates'] }
  | ({ readonly operation: 'RegisterStream' } & Value<typeof registerStreamPayload>)
  | { readonly operation: 'RemoveStream' }
  | ({ readonly operation: 'SetDistribution' } & Value<typeof setDistributionPayload>);

/**
 * Decodes what a pending write will do. Throws `DomainError` `reward-stream` for operations that are not known, and those of
 * `decodeBlock` for a payload that does not fit its operation.
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

/** The number of the reward actor's method `Claim` (FRC-0042). */
export const CLAIM_METHOD = 4_045_527_845n;
/** Parameters of `Claim`, which anyone may call: it pays the wallets themselves. */
export const claimParams = struct({ id: ['ID', uint64], wallets: ['Wallets', list(address, MAX_RECIPIENTS)] });
/** What `Claim` returns: an amount for each wallet, in their order. */
export const claimReturn = struct({ amounts: ['Amounts', list(amount, MAX_RECIPIENTS)] });
