import { useEffect, useState } from 'react';
import type { Approval, TrustedState } from '../../shared/ipc/schemas/approvals.ts';

/**
 * Keeps the last state of the approval. The privileged side removes it from its state once it is settled;
 * the page still needs it to show the outcome.
 */
export function useApprovalMemory(state: TrustedState, approvalId: string): { approval: Approval | undefined; isWaiting: boolean } {
  const current = state.approvals.find((approval) => approval.id === approvalId);
  const [remembered, setRemembered] = useState<Approval | undefined>(current);
  useEffect(() => {
    if (current !== undefined) setRemembered(current);
  }, [current]);
  return { approval: current ?? remembered, isWaiting: current !== undefined };
}
