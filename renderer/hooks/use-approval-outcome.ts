import { useEffect, useState } from 'react';
import type { Confirmed } from '../../shared/ipc/schemas/approvals.ts';
import { useClient } from '../client/client-context.ts';

const POLL_MS = 1000;

export interface ApprovalOutcome {
  readonly status: 'waiting' | 'confirmed' | 'rejected' | 'expired' | 'lost';
  /** What confirming gave. */
  readonly result: Confirmed | undefined;
}

const WAITING: ApprovalOutcome = { status: 'waiting', result: undefined };

/** Follows an approval until it is settled. `lost`: nobody knows it any more, the journal has the last word. */
export function useApprovalOutcome(approvalId: string | undefined): ApprovalOutcome {
  const client = useClient();
  const [known, setKnown] = useState<{ readonly id: string; readonly outcome: ApprovalOutcome } | undefined>(undefined);
  useEffect(() => {
    if (approvalId === undefined) return;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function ask(id: string): Promise<void> {
      try {
        const answer = await client.messages.getApprovalOutcome({ approvalId: id });
        if (isStopped) return;
        setKnown({ id, outcome: { status: answer.status, result: answer.result } });
        if (answer.status !== 'waiting') return;
      } catch (cause) {
        if (isStopped) return;
        if (isUnknownApproval(cause)) {
          setKnown({ id, outcome: { status: 'lost', result: undefined } });
          return;
        }
        // The host may be away for a moment; the approval goes on without this screen.
      }
      timer = setTimeout(() => void ask(id), POLL_MS);
    }
    void ask(approvalId);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [client, approvalId]);
  return known !== undefined && known.id === approvalId ? known.outcome : WAITING;
}

function isUnknownApproval(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'approval-missing';
}
