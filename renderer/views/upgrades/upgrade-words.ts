/** Labels of the Upgrades screen. */
import type { Readiness, UpgradeRehearsal, UpgradeSubject } from '../../../shared/ipc/schemas/upgrades.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import type { Tone } from '../../lib/tone.ts';

export const READINESS_LABELS: Readonly<Record<Readiness['id'], string>> = {
  'node-software': 'Node software',
  'node-schedule': 'Node schedule',
  'node-version': 'Node version',
  'sextant-upgrade': 'Sextant: upgrade',
  'sextant-layouts': 'Sextant: state',
  'sextant-methods': 'Sextant: methods',
  'sextant-rules': 'Sextant: rehearsal',
};

export const READINESS_TONES: Readonly<Record<Readiness['state'], Tone>> = {
  ready: 'success',
  missing: 'danger',
  unknown: 'warning',
  info: 'neutral',
};

export const READINESS_WORDS: Readonly<Record<Readiness['state'], string>> = {
  ready: 'ready',
  missing: 'missing',
  unknown: 'unknown',
  info: 'info',
};

/** Titles of the groups of findings, in their order. */
export function groupsOf({ height, isPassed }: Pick<UpgradeRehearsal, 'height' | 'isPassed'>) {
  return [
    {
      action: 'before',
      title: isPassed ? `Possible only before epoch ${formatInteger(height + 1)}` : `Before epoch ${formatInteger(height + 1)}`,
      empty: isPassed ? 'No action was needed before the upgrade.' : 'No action needed before the upgrade.',
    },
    { action: 'after', title: 'Changes', empty: 'No changes for your plans and holdings.' },
    { action: 'none', title: 'No action needed', empty: undefined },
  ] as const;
}

/** Column titles of a finding. After the upgrade both columns use the current state, so they are named by version. */
export function sidesOf({ isPassed, versionBefore, versionAfter }: Pick<UpgradeRehearsal, 'isPassed' | 'versionBefore' | 'versionAfter'>) {
  return isPassed
    ? { before: `Rules of version ${versionBefore}`, after: `Rules of version ${versionAfter}` }
    : { before: 'Before', after: 'After' };
}

export function checkedWords({ drafts, messages, transactions, addresses, allocations, miners }: UpgradeRehearsal['checked']): string {
  return [
    formatCount(drafts, 'draft'),
    formatCount(messages, 'undecided message'),
    formatCount(transactions, 'pending transaction'),
    formatCount(addresses, 'own address', 'own addresses'),
    formatCount(allocations, 'pending allocation'),
    formatCount(miners, 'own miner'),
  ].join(', ');
}

export function subjectKey(subject: UpgradeSubject): string {
  switch (subject.kind) {
    case 'draft':
      return `draft ${subject.id}`;
    case 'message':
      return `message ${subject.journalId}`;
    case 'transaction':
      return `transaction ${subject.address} ${subject.id}`;
    case 'miner':
    case 'actor':
      return `${subject.kind} ${subject.address}`;
    case 'allocation':
      return `allocation ${subject.key}`;
    default:
      return subject satisfies never;
  }
}

/** The id of an upgrade in the route. */
export function upgradeId({ name, height }: { readonly name: string; readonly height: number }): string {
  return `${height}-${name}`;
}
