import { LAST_NETWORK_VERSION } from '../actor-type.ts';
import { isVerifiedVersion } from '../network-version.ts';
import { type StateLayout, stateLayoutOf } from './state-layout.ts';

/** A layout to read state with, and whether this release was checked for the network version that wrote it. */
export interface ReadableLayout {
  readonly layout: StateLayout;
  readonly networkVersion: number;
  readonly isVerified: boolean;
}

/**
 * The layout to read the state of a network version with: a version after the last one known here is read with the newest layout, which
 * upgrades seldom change, and is marked as not verified. Throws `DomainError` `state-layout` for versions whose layout is not known.
 */
export function readableLayoutOf(networkVersion: number): ReadableLayout {
  const isVerified = isVerifiedVersion(networkVersion);
  return { layout: stateLayoutOf(isVerified ? networkVersion : LAST_NETWORK_VERSION), networkVersion, isVerified };
}
