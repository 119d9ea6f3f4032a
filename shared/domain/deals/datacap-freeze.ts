/** Whether DataCap and the verified registry are frozen: writes are rejected, allocations can no longer be claimed (FIP-0118). */
import { type VersionKnowledge, versionAt } from '../chain/network-version.ts';
import { FROZEN_METHODS } from '../methods/actor-method-limits.ts';

/** The freeze of DataCap. */
export interface DataCapFreeze {
  /** First epoch of the freeze; undefined if the upgrade's epoch is unknown. */
  readonly sinceEpoch: number | undefined;
}

const [FROZEN] = FROZEN_METHODS.datacap ?? [];

/** Whether DataCap is frozen at a network version; false if the version is unknown. */
export function isDataCapFrozen(networkVersion: number | undefined): boolean {
  return networkVersion !== undefined && FROZEN !== undefined && networkVersion >= FROZEN.freeze.since;
}

/**
 * Return the freeze at a height; undefined before it, and if the network version is unknown.
 *
 * @param knowledge known network versions of the chain
 */
export function dataCapFreezeAt(knowledge: VersionKnowledge, height: number): DataCapFreeze | undefined {
  if (!isDataCapFrozen(versionAt(knowledge, height)?.version)) return undefined;
  const upgrade = knowledge.upgrades.find(({ version }) => version === FROZEN?.freeze.since);
  return { sinceEpoch: upgrade === undefined ? undefined : upgrade.height + 1 };
}
