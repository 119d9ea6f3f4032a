import type { FrozenMessage, MultisigStepView } from '../../shared/ipc/schemas/approvals.ts';

/** The steps whose transaction could not be verified, so that the sheet cannot show it. */
export function hiddenSteps({ multisigSteps }: Pick<FrozenMessage, 'multisigSteps'>): MultisigStepView[] {
  return multisigSteps.filter(({ match }) => match !== 'own' && match !== 'same');
}

/** The approval count and whether this approval reaches the threshold, according to the node. */
export function approvalWords({ act, approved, threshold }: MultisigStepView): string | undefined {
  if (act === 'cancel') return approved === undefined ? undefined : `${countWords(approved.length, threshold)} so far`;
  const before = act === 'propose' ? 0 : approved?.length;
  if (before === undefined) return undefined;
  if (threshold === undefined) return `${countWords(before + 1, undefined)} with this one; the threshold could not be read`;
  const withThis = countWords(before + 1, threshold);
  return before + 1 >= threshold
    ? `${withThis} with this one: executes the transaction`
    : `${withThis} with this one: more approvals needed`;
}

function countWords(count: number, threshold: number | undefined): string {
  const approvals = threshold === undefined ? count : threshold;
  return `${count}${threshold === undefined ? '' : ` of ${threshold}`} ${approvals === 1 ? 'approval' : 'approvals'}`;
}
