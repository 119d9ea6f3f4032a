/** Whether DataCap and the verified registry are frozen: their writes are refused, allocations can no longer be claimed (FIP-0118). */
import { FROZEN_METHODS } from './actor-method-limits.ts';
import { type VersionKnowledge, versionAt } from './network-version.ts';

/** DataCap as history. */
export interface DataCapFreeze {
  /** The first epoch of the freeze; undefined where the upgrade's height is not known. */
  readonly sinceEpoch: number | undefined;
}

const [FROZEN] = FROZEN_METHODS.datacap ?? [];

/** Whether a network version has frozen DataCap; false where the version is not known. */
export function isDataCapFrozen(networkVersion: number | undefined): boolean {
  return networkVersion !== undefined && FROZEN !== undefined && networkVersion >= FROZEN.freeze.since;
}

/**
 * The freeze at a height; undefined before it, and where the version is not known.
 *
 * @param knowledge what is known of the versions of the chain
 */
export function dataCapFreezeAt(knowledge: VersionKnowledge, height: number): DataCapFreeze | undefined {
  if (!isDataCapFrozen(versionAt(knowledge, height)?.version)) return undefined;
  const upgrade = knowledge.upgrades.find(({ version }) => version === FROZEN?.freeze.since);
  return { sinceEpoch: upgrade === undefined ? undefined : upgrade.height + 1 };
}
