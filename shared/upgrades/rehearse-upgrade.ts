/**
 * What an upgrade of the network changes for the user: plans and holdings run through the rules before and after it. Pure.
 *
 * Methods are compared for any two versions that this release knows. What an upgrade does to holdings is written down for each one; for
 * an upgrade without such rules the rehearsal is of messages and methods alone.
 */
import { isVerifiedVersion } from '../domain/network-version.ts';
import type { UpgradeFinding } from '../ipc/schemas/upgrades.ts';
import { methodFinding } from './method-changes.ts';
import { rehearseMessages } from './rehearse-messages.ts';
import { solsticeCallFindings } from './solstice-calls.ts';
import { minerFindings } from './solstice-miners.ts';
import { verifiedFindings } from './solstice-verified.ts';
import type { UpgradeFacts, UpgradeStep } from './upgrade-facts.ts';

const SOLSTICE = 29;
const ACTION_ORDER = { before: 0, after: 1, none: 2 } as const;

/** Whether this release knows what the upgrade does to holdings, beyond methods. */
export function hasHoldingRules({ before, after }: Pick<UpgradeStep, 'before' | 'after'>): boolean {
  return before < SOLSTICE && after === SOLSTICE;
}

/** The findings, what has to be done before the upgrade first. Empty where a version is not known to this release. */
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
