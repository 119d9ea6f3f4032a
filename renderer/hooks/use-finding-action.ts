import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { Finding } from '../../shared/ipc/schemas/attention.ts';
import { handOverDraft } from '../stores/draft-handover.ts';

/** Opens the screen on which a finding can be solved. */
export function useFindingAction(): (action: Finding['action']) => void {
  const [, navigate] = useLocation();
  return useCallback(
    ({ route, sendTo }) => {
      if (sendTo !== undefined) handOverDraft({ from: '', to: sendTo, value: '', method: '0', params: { kind: 'none' } });
      navigate(route);
    },
    [navigate],
  );
}
