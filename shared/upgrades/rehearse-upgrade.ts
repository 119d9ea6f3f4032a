/**
 * Changes of a network upgrade for the user, by applying the rules before and after it to plans and holdings. Pure.
 *
 * Methods are compared for any two known versions. Rules for holdings exist for single upgrades; for others the rehearsal covers only
 * messages and methods.
 */
import { isVerifiedVersion } from '../domain/chain/network-version.ts';
import type { UpgradeFinding } from '../ipc/schemas/upgrades.ts';
import { methodFinding } from './method-changes.ts';
import { rehearseMessages } from './rehearse-messages.ts';
import { solsticeCallFindings } from './solstice-calls.ts';
import { minerFindings } from './solstice-miners.ts';
import { verifiedFindings } from './solstice-verified.ts';
import type { UpgradeFacts, UpgradeStep } from './upgrade-facts.ts';

const SOLSTICE = 29;
const ACTION_ORDER = { before: 0, after: 1, none: 2 } as const;

/** Whether this release has rules for holdings in this upgrade. */
export function hasHoldingRules({ before, after }: Pick<UpgradeStep, 'before' | 'after'>): boolean {
  return before < SOLSTICE && after === SOLSTICE;
}

/** The findings, actions before the upgrade first; empty if this release does not know one of the versions. */
export function rehearseUpgrade(step: UpgradeStep, facts: UpgradeFacts): readonly UpgradeFinding[] {
  if (!isVerifiedVersion(step.before) || !isVerifiedVersion(step.after)) return [];
  const holdings = hasHoldingRules(step)
    ? [...verifiedFindings(step, facts), ...minerFindings(step, facts), ...solsticeCallFindings(step, facts)]
    : [];
  const methods = methodFinding(step);
  return [...rehearseMessages(step, facts.messages), ...holdings, ...(methods === undefined ? [] : [methods])].toSorted(
    (left, right) => ACTION_ORDER[left.action] - ACTION_ORDER[right.action],
  );
}
