import type { FrozenMessage, MultisigStepView } from '../../shared/ipc/schemas/approvals.ts';

/** The steps whose transaction is not known, so that the sheet cannot show what is approved or cancelled. */
export function hiddenSteps({ multisigSteps }: Pick<FrozenMessage, 'multisigSteps'>): MultisigStepView[] {
  return multisigSteps.filter(({ match }) => match !== 'own' && match !== 'same');
}

/** How many approved, and whether this is the last approval that is needed; all of it the node's word. */
export function approvalWords({ act, approved, threshold }: MultisigStepView): string | undefined {
  if (act === 'cancel') return approved === undefined ? undefined : `${countWords(approved.length, threshold)} so far`;
  const before = act === 'propose' ? 0 : approved?.length;
  if (before === undefined) return undefined;
  if (threshold === undefined) return `${countWords(before + 1, undefined)} with this one; how many are needed could not be read`;
  const withThis = countWords(before + 1, threshold);
  return before + 1 >= threshold
    ? `${withThis} with this one: the transaction is executed at once`
    : `${withThis} with this one: the transaction waits for more signers`;
}

function countWords(count: number, threshold: number | undefined): string {
  const approvals = threshold === undefined ? count : threshold;
  return `${count}${threshold === undefined ? '' : ` of ${threshold}`} ${approvals === 1 ? 'approval' : 'approvals'}`;
}
