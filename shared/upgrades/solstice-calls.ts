/** Changes of network version 29 to calls that still succeed, and to the node API. Source: FIP-0118; Lotus 1.37. */
import { certainFailure } from '../domain/messages/certain-failure.ts';
import { methodName } from '../domain/methods/actor-methods.ts';
import type { ActorType } from '../domain/methods/actor-type.ts';
import type { UpgradeFinding } from '../ipc/schemas/upgrades.ts';
import type { PlannedMessage, UpgradeFacts, UpgradeStep } from './upgrade-facts.ts';
import { upgradeFinding } from './upgrade-finding.ts';

interface ChangedEffect {
  readonly actorType: ActorType;
  readonly methods: readonly string[];
  readonly before: string;
  readonly after: string;
}

const CHANGED_EFFECTS: readonly ChangedEffect[] = [
  {
    actorType: 'storageminer',
    methods: ['ProveCommitSectors3', 'ProveCommitSectorsNI', 'ProveReplicaUpdates3', 'ProveCommitAggregate', 'ProveCommitSector'],
    before: 'Sectors have the quality of their data.',
    after: 'Each sector has quality-adjusted power of ten times its size and the pledge for it. Claims of allocations are rejected.',
  },
  {
    actorType: 'storageminer',
    methods: ['ExtendSectorExpiration2'],
    before: 'Verified power is kept up to the maximum term of the claims listed in the parameters.',
    after: 'Claims are ignored; sectors keep their quality.',
  },
  {
    actorType: 'storagemarket',
    methods: ['PublishStorageDeals'],
    before: 'A verified deal consumes DataCap of the client and creates an allocation.',
    after: 'VerifiedDeal is ignored: no DataCap is consumed and no allocation is created.',
  },
];

export function solsticeCallFindings(step: UpgradeStep, { messages }: UpgradeFacts): readonly UpgradeFinding[] {
  const effects = CHANGED_EFFECTS.flatMap((effect) => {
    const calling = messages.filter((message) => isCallOf(message, effect, step.after));
    if (calling.length === 0) return [];
    return [
      upgradeFinding({
        id: `effect ${effect.methods[0]}`,
        action: 'after',
        title: `Changed effect: ${[...new Set(calling.map(({ method }) => methodName(effect.actorType, method)))].join(', ')}`,
        before: effect.before,
        after: effect.after,
        advice: 'Check each one: the rules of the epoch that includes it apply.',
        subjects: calling.map(({ subject }) => subject),
      }),
    ];
  });
  return [...effects, rpcFinding()];
}

/** Calls that the new rules reject are excluded: they have their own finding. */
function isCallOf({ actorType, method, value, params }: PlannedMessage, effect: ChangedEffect, version: number): boolean {
  if (actorType !== effect.actorType || typeof params.after === 'string') return false;
  const name = methodName(actorType, method);
  if (name === undefined || !effect.methods.includes(name)) return false;
  return certainFailure({ actorType, method, params: params.after, value }, version) === undefined;
}

function rpcFinding(): UpgradeFinding {
  return upgradeFinding({
    id: 'rpc',
    action: 'after',
    title: 'Methods of the node API',
    before: 'StateMinerInitialPledgeCollateral estimates the pledge of a pre-commit.',
    after:
      'StateMinerInitialPledgeCollateral returns an error; StateMinerInitialPledgeForSector needs the whole sector size as verifiedSize. New on /rpc/v2: StateRewardDistribution.',
    advice: 'Update scripts that estimate the pledge. Sextant uses StateMinerInitialPledgeForSector.',
  });
}
