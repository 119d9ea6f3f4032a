import { useState } from 'react';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import { ApprovalList } from './ApprovalList.tsx';
import { ApprovalView } from './ApprovalView.tsx';
import type { TrustedCalls } from './trusted-client.ts';

interface WaitingApprovalsProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  /** The approval that the document was opened for; without one, the list is shown. */
  readonly approvalId?: string;
}

/** One approval, or the list of all that wait. */
export function WaitingApprovals({ client, state, approvalId }: WaitingApprovalsProps) {
  const [openId, setOpenId] = useState(approvalId);
  if (openId === undefined) return <ApprovalList client={client} approvals={state.approvals} onOpen={setOpenId} />;
  // Keyed: nothing typed or pressed for one approval counts for another.
  return <ApprovalView key={openId} client={client} state={state} approvalId={openId} onList={() => setOpenId(undefined)} />;
}
