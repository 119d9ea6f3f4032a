/** Changes of network version 29 for verified data: allocations, DataCap, claim terms. Source: FIP-0118. */
import { formatBytes } from '../domain/encoding/byte-size.ts';
import type { UpgradeFinding, UpgradeSubject } from '../ipc/schemas/upgrades.ts';
import { formatCount, formatInteger } from '../text/format.ts';
import type { DataCapHolder, MinerFacts, PendingAllocation, UpgradeFacts, UpgradeStep } from './upgrade-facts.ts';
import { bytesOf, countOf, upgradeFinding } from './upgrade-finding.ts';

export function verifiedFindings(step: UpgradeStep, { allocations, holders, miners }: UpgradeFacts): readonly UpgradeFinding[] {
  return [
    ...allocationFindings(step, allocations),
    ...holders.flatMap((holder) => dataCapFindings(step, holder)),
    ...claimFindings(miners),
  ];
}

/** One finding per provider, which can still claim them, and one for allocations that expire before the upgrade. */
function allocationFindings({ height, isPassed }: UpgradeStep, allocations: readonly PendingAllocation[]): readonly UpgradeFinding[] {
  const early = allocations.filter(({ expiration }) => expiration <= height);
  const byProvider = Map.groupBy(
    allocations.filter(({ expiration }) => expiration > height),
    ({ provider }) => provider,
  );
  return [
    ...[...byProvider].map(([provider, own]) =>
      upgradeFinding({
        id: `allocations ${provider}`,
        action: 'before',
        title: `${formatCount(own.length, 'pending allocation')} for ${provider}`,
        before: 'The provider can claim each by proving a sector with its data, until it expires.',
        after: 'They stay in the state but can no longer be claimed or removed: such calls fail with exit code 18.',
        advice: isPassed
          ? `${provider} did not prove the sectors with this data by epoch ${formatInteger(height)}: ${formatBytes(sizeOf(own))} of DataCap was lost.`
          : `${provider} must prove the sectors with this data by epoch ${formatInteger(height)}. Otherwise ${formatBytes(sizeOf(own))} of DataCap is lost.`,
        figures: [
          { label: 'Claimable allocations', before: countOf(own.length), after: countOf(0) },
          { label: 'DataCap', before: bytesOf(sizeOf(own)), after: bytesOf(0n) },
        ],
        subjects: own.map(allocationSubject),
      }),
    ),
    ...(early.length === 0
      ? []
      : [
          upgradeFinding({
            id: 'allocations-early',
            action: 'none',
            title: `${formatCount(early.length, 'pending allocation')} ${isPassed ? 'expired' : early.length === 1 ? 'expires' : 'expire'} before the upgrade`,
            before: 'The provider can claim each until it expires; afterwards RemoveExpiredAllocations returns the DataCap.',
            after: 'RemoveExpiredAllocations fails with exit code 18. DataCap returned earlier is unusable too.',
            figures: [{ label: 'DataCap', before: bytesOf(sizeOf(early)) }],
            subjects: early.map(allocationSubject),
          }),
        ]),
  ];
}

function sizeOf(allocations: readonly PendingAllocation[]): bigint {
  return allocations.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n);
}

function allocationSubject({ key, id, client }: PendingAllocation): UpgradeSubject {
  return { kind: 'allocation', key, name: `${id} of ${client}` };
}

function dataCapFindings({ height, isPassed }: UpgradeStep, { address, client, verifier }: DataCapHolder): readonly UpgradeFinding[] {
  const subjects = [{ kind: 'actor', address } as const];
  return [
    ...(client === undefined || client === 0n
      ? []
      : [
          upgradeFinding({
            id: `datacap ${address}`,
            action: 'before',
            title: `DataCap of ${address}`,
            before: 'Allocates verified data by a transfer to the verified registry.',
            after: 'The balance stays visible but unusable: transfers, burns and allowances fail with exit code 18.',
            advice: isPassed
              ? undefined
              : `Allocate it and have the provider prove the sectors by epoch ${formatInteger(height)}. An allocation alone is not enough.`,
            figures: [{ label: 'Usable DataCap', before: bytesOf(client), after: bytesOf(0n) }],
            subjects,
          }),
        ]),
    ...(verifier === undefined || verifier === 0n
      ? []
      : [
          upgradeFinding({
            id: `verifier ${address}`,
            action: 'before',
            title: `Verifier allowance of ${address}`,
            before: 'AddVerifiedClient grants DataCap to clients.',
            after: 'AddVerifiedClient fails with exit code 18.',
            advice: isPassed
              ? undefined
              : `Grant only what clients can allocate and providers can prove by epoch ${formatInteger(height)}.`,
            figures: [{ label: 'Grantable DataCap', before: bytesOf(verifier), after: bytesOf(0n) }],
            subjects,
          }),
        ]),
  ];
}

function claimFindings(miners: readonly MinerFacts[]): readonly UpgradeFinding[] {
  const holders = miners.filter(({ claims }) => claims !== undefined && claims > 0);
  if (holders.length === 0) return [];
  return [
    upgradeFinding({
      id: 'claims',
      action: 'none',
      title: 'Claims and sector extensions',
      before:
        'ExtendSectorExpiration2 keeps verified power only up to the maximum term of each claim; clients can extend it with ExtendClaimTerms.',
      after:
        'ExtendSectorExpiration2 ignores claims and keeps the quality of the sector. ExtendClaimTerms and RemoveExpiredClaims fail with exit code 18.',
      figures: holders.map(({ address, claims = 0 }) => ({
        label: `Claims of ${address}`,
        before: countOf(claims),
        after: countOf(claims),
      })),
      subjects: holders.map(({ address }) => ({ kind: 'miner', address })),
    }),
  ];
}
