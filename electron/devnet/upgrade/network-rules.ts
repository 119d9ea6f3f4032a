import type { StreamsPlan } from '../../../shared/upgrades/solstice-streams.ts';
import type { ActorsVersion } from '../state/actor-codes.ts';

/** The network versions that this chain can run. */
export type NetworkVersion = 28 | 29;

/** What a chain is begun with, and each of its tipsets is run by. */
export interface NetworkRules {
  /** The last epoch of network version 28; `UPGRADED_FROM_START` on a chain that begins with 29. */
  readonly upgradeEpoch: number;
  /** From network version 29 on. */
  readonly streams: StreamsPlan;
}

/** Before the first epoch, as Lotus has the heights of upgrades that a network never had to cross. */
export const UPGRADED_FROM_START = -1;

/** The version that the messages of an epoch run on (Lotus StateManager.GetNetworkVersion). */
export function networkVersionAt({ upgradeEpoch }: NetworkRules, epoch: number): NetworkVersion {
  return epoch > upgradeEpoch ? 29 : 28;
}

/** The version of the actors that the messages of an epoch run on. */
export function actorsVersionAt(rules: NetworkRules, epoch: number): ActorsVersion {
  return networkVersionAt(rules, epoch) === 28 ? 18 : 19;
}
