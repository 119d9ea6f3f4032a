/** Methods of built-in actors that an upgrade adds or stops serving. */
import { methodAvailability, methodName, methodNumbersOf } from '../domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../domain/methods/actor-type.ts';
import type { UpgradeFinding } from '../ipc/schemas/upgrades.ts';
import { formatCount } from '../text/format.ts';
import type { UpgradeStep } from './upgrade-facts.ts';
import { textOf, upgradeFinding } from './upgrade-finding.ts';

export interface MethodChanges {
  readonly added: readonly MethodChange[];
  /** Frozen or removed. */
  readonly refused: readonly MethodChange[];
}

interface MethodChange {
  readonly actorType: ActorType;
  readonly name: string;
}

/** By actor type; a method with several numbers counts once. */
export function methodChanges({ before, after }: Pick<UpgradeStep, 'before' | 'after'>): MethodChanges {
  const added = new Map<string, MethodChange>();
  const refused = new Map<string, MethodChange>();
  for (const actorType of ACTOR_TYPES) {
    for (const number of methodNumbersOf(actorType)) {
      const wasServed = methodAvailability(actorType, number, before).kind === 'served';
      const isServed = methodAvailability(actorType, number, after).kind === 'served';
      if (wasServed === isServed) continue;
      const name = methodName(actorType, number, isServed ? after : before) ?? `method ${number}`;
      (isServed ? added : refused).set(`${actorType} ${name}`, { actorType, name });
    }
  }
  return { added: [...added.values()], refused: [...refused.values()] };
}

/** Undefined if the upgrade changes no method. */
export function methodFinding(step: UpgradeStep): UpgradeFinding | undefined {
  const { added, refused } = methodChanges(step);
  if (added.length + refused.length === 0) return undefined;
  return upgradeFinding({
    id: 'methods',
    action: 'after',
    title: 'Methods of built-in actors',
    before:
      refused.length === 0
        ? 'All methods are served.'
        : `Serves ${formatCount(refused.length, 'method')} that version ${step.after} rejects.`,
    after: `${formatCount(added.length, 'new method')}, ${refused.length} refused.`,
    advice: 'Update scripts and multisig templates that call a refused method.',
    figures: [...figuresOf('Refused', refused, 'after'), ...figuresOf('New', added, 'after')],
  });
}

function figuresOf(label: string, changes: readonly MethodChange[], side: 'before' | 'after') {
  return [...Map.groupBy(changes, ({ actorType }) => actorType)].map(([actorType, ofType]) => ({
    label: `${label}, ${actorType}`,
    [side]: textOf(ofType.map(({ name }) => name).join(', ')),
  }));
}
