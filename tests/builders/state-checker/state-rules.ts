import type { PlainLayout } from './plain-readers.ts';

/** What a state is, and what differs from network to network. */
export interface StateRules {
  readonly layout: PlainLayout;
  /** The last epoch whose messages and cron are in the state. */
  readonly epoch: number;
  /** A state as Lotus begins with: messages of epoch 0 and no cron after them, and a reward and a sum of pledges that are not yet counted. */
  readonly isGenesis?: boolean;
  /** Bytes from which a miner's power counts on this network. */
  readonly minimumPower: bigint;
  /** Whether miners of the network have partitions of other sizes than their proofs have. */
  readonly hasOwnPartitionSizes?: boolean;
}
