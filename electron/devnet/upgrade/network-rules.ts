import type { StreamsPlan } from '../../../shared/upgrades/solstice-streams.ts';
import type { ActorsVersion } from '../state/actor-codes.ts';

/** Network versions of this chain. */
export type NetworkVersion = 28 | 29;

/** Network rules of a chain, fixed at its creation. */
export interface NetworkRules {
  /** Last epoch of network version 28; `UPGRADED_FROM_START` for a chain that starts with 29. */
  readonly upgradeEpoch: number;
  /** From network version 29 on. */
  readonly streams: StreamsPlan;
}

/** Before the first epoch, like heights in Lotus of upgrades before genesis. */
export const UPGRADED_FROM_START = -1;

/** Return the network version of an epoch's messages (Lotus StateManager.GetNetworkVersion). */
export function networkVersionAt({ upgradeEpoch }: NetworkRules, epoch: number): NetworkVersion {
  return epoch > upgradeEpoch ? 29 : 28;
}

/** Return the actors version of an epoch's messages. */
export function actorsVersionAt(rules: NetworkRules, epoch: number): ActorsVersion {
  return networkVersionAt(rules, epoch) === 28 ? 18 : 19;
}
