import { isVerifiedVersion } from '../chain/network-version.ts';
import { LAST_NETWORK_VERSION } from '../methods/actor-type.ts';
import { type StateLayout, stateLayoutOf } from './state-layout.ts';

/** A layout for reading state, and whether this release supports its network version. */
export interface ReadableLayout {
  readonly layout: StateLayout;
  readonly networkVersion: number;
  readonly isVerified: boolean;
}

/**
 * Return the layout for a network version. A newer version than this release supports uses the newest layout, which upgrades rarely
 * change, and is marked as not verified. Throws `DomainError` `state-layout` if the layout is unknown.
 */
export function readableLayoutOf(networkVersion: number): ReadableLayout {
  const isVerified = isVerifiedVersion(networkVersion);
  return { layout: stateLayoutOf(isVerified ? networkVersion : LAST_NETWORK_VERSION), networkVersion, isVerified };
}
