import { useState } from 'react';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import { ApprovalList } from './ApprovalList.tsx';
import { ApprovalView } from './ApprovalView.tsx';
import type { TrustedCalls } from './trusted-client.ts';

interface WaitingApprovalsProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  /** The approval to show. If undefined, shows the list. */
  readonly approvalId?: string;
}

/** One approval, or the list of pending approvals. */
export function WaitingApprovals({ client, state, approvalId }: WaitingApprovalsProps) {
  const [openId, setOpenId] = useState(approvalId);
  if (openId === undefined) return <ApprovalList client={client} approvals={state.approvals} onOpen={setOpenId} />;
  // Keyed, so that input for one approval is never used for another.
  return <ApprovalView key={openId} client={client} state={state} approvalId={openId} onList={() => setOpenId(undefined)} />;
}
