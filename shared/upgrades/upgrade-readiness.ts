/** Readiness of the node and this release for an upgrade, with reasons. Pure. */
import { isVerifiedVersion } from '../domain/chain/network-version.ts';
import { actorsVersionOf, LAST_NETWORK_VERSION } from '../domain/methods/actor-type.ts';
import type { Readiness } from '../ipc/schemas/upgrades.ts';
import { formatCount, formatInteger } from '../text/format.ts';
import { methodChanges } from './method-changes.ts';
import { hasHoldingRules } from './rehearse-upgrade.ts';

/** The call is not served, or it failed. */
export type NoAnswer = { readonly kind: 'unserved' } | { readonly kind: 'failed'; readonly problem: string };

/** The upgrade in the node's `ForkUpgradeParams`. */
export type NodeSchedule = { readonly kind: 'listed'; readonly height: number } | { readonly kind: 'absent' } | NoAnswer;

export interface ReadinessFacts {
  readonly name: string;
  readonly height: number;
  readonly isPassed: boolean;
  readonly versionBefore: number | undefined;
  /** Undefined for an upgrade that this release does not know. */
  readonly versionAfter: number | undefined;
  /** The node's own version text. */
  readonly software: { readonly kind: 'given'; readonly text: string } | NoAnswer;
  readonly schedule: NodeSchedule;
  /** The height in the built-in schedule; undefined if it has none. */
  readonly knownHeight: number | undefined;
  /** The version at the head; undefined if it is not certain. */
  readonly headVersion: number | undefined;
}

export function upgradeReadiness(facts: ReadinessFacts): readonly Readiness[] {
  return [softwareRow(facts), scheduleRow(facts), ...versionRows(facts), ...sextantRows(facts)];
}

function softwareRow({ software }: ReadinessFacts): Readiness {
  switch (software.kind) {
    case 'given':
      return { id: 'node-software', state: 'info', detail: software.text };
    case 'failed':
      return { id: 'node-software', state: 'unknown', detail: software.problem };
    case 'unserved':
      return { id: 'node-software', state: 'unknown', detail: 'The software version is not available from this endpoint.' };
    default:
      return software satisfies never;
  }
}

function scheduleRow({ name, height, schedule, knownHeight, isPassed }: ReadinessFacts): Readiness {
  const key = `Upgrade${name}Height`;
  switch (schedule.kind) {
    case 'listed': {
      const other =
        knownHeight === undefined || knownHeight === schedule.height
          ? ''
          : ` Sextant has ${formatInteger(knownHeight)} for this network; the node's height is used.`;
      return { id: 'node-schedule', state: 'ready', detail: `${key} is ${formatInteger(schedule.height)}.${other}` };
    }
    case 'absent':
      return {
        id: 'node-schedule',
        state: 'missing',
        detail: isPassed
          ? `The node does not list ${key}: its software may not include the upgrade.`
          : `The node does not list ${key}: it would stay on the old version. Update its software before epoch ${formatInteger(height + 1)}.`,
      };
    case 'unserved':
      return {
        id: 'node-schedule',
        state: 'unknown',
        detail: 'StateGetNetworkParams is not available from this endpoint. Ask its operator whether the software includes the upgrade.',
      };
    case 'failed':
      return { id: 'node-schedule', state: 'unknown', detail: schedule.problem };
    default:
      return schedule satisfies never;
  }
}

function versionRows({ isPassed, schedule, headVersion, versionAfter }: ReadinessFacts): readonly Readiness[] {
  if (!isPassed || versionAfter === undefined) return [];
  if (headVersion === undefined) {
    const detail = schedule.kind === 'failed' ? schedule.problem : 'The network version of the head is not available from this endpoint.';
    return [{ id: 'node-version', state: 'unknown', detail }];
  }
  return [
    headVersion >= versionAfter
      ? { id: 'node-version', state: 'ready', detail: `The head runs version ${headVersion}.` }
      : {
          id: 'node-version',
          state: 'missing',
          detail: `The head runs version ${headVersion}: this node missed the upgrade. Update its software and let it sync again.`,
        },
  ];
}

function sextantRows({ name, height, isPassed, versionBefore, versionAfter }: ReadinessFacts): readonly Readiness[] {
  if (versionAfter === undefined || !isVerifiedVersion(versionAfter)) {
    const detail = `This release covers versions up to ${LAST_NETWORK_VERSION} and does not know ${name}. Update Sextant${isPassed ? '' : ` before epoch ${formatInteger(height + 1)}`}.`;
    const why = 'Unknown until Sextant is updated; newer state is marked as not verified.';
    return [
      { id: 'sextant-upgrade', state: 'missing', detail },
      { id: 'sextant-layouts', state: 'unknown', detail: why },
      { id: 'sextant-methods', state: 'unknown', detail: why },
      { id: 'sextant-rules', state: 'missing', detail: 'An unknown upgrade cannot be rehearsed.' },
    ];
  }
  const actors = actorsVersionOf(versionAfter);
  const step = versionBefore === undefined ? undefined : { before: versionBefore, after: versionAfter };
  const changes = step === undefined ? undefined : methodChanges(step);
  return [
    { id: 'sextant-upgrade', state: 'ready', detail: `${name} activates network version ${versionAfter}.` },
    { id: 'sextant-layouts', state: 'ready', detail: `State layouts of actors v${actors}.` },
    {
      id: 'sextant-methods',
      state: changes === undefined ? 'unknown' : 'ready',
      detail:
        changes === undefined
          ? 'The version before the upgrade is unknown.'
          : `${formatCount(changes.added.length, 'new method')}, ${changes.refused.length} refused.`,
    },
    step !== undefined && hasHoldingRules(step)
      ? { id: 'sextant-rules', state: 'ready', detail: 'Messages, allocations, DataCap, pledge, block rewards and sector quality.' }
      : { id: 'sextant-rules', state: 'info', detail: 'Messages and methods only. Sextant has no rules for holdings in this upgrade.' },
  ];
}
