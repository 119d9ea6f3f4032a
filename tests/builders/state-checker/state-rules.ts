import type { PlainLayout } from './plain-readers.ts';

/** Properties of a state and its network. */
export interface StateRules {
  readonly layout: PlainLayout;
  /** The last epoch whose messages and cron are in the state. */
  readonly epoch: number;
  /** A Lotus genesis state: messages of epoch 0 without cron, with reward and total pledge not yet counted. */
  readonly isGenesis?: boolean;
  /** Consensus minimum power of the network, in bytes. */
  readonly minimumPower: bigint;
  /** Whether partition sizes differ from those of the proof type. */
  readonly hasOwnPartitionSizes?: boolean;
}
