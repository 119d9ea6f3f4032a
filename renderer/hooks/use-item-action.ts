import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { AttentionItem } from '../lib/attention/check.ts';
import { handOverDraft } from '../stores/draft-handover.ts';

/** Goes where something can be done about what needs attention. */
export function useItemAction(): (action: AttentionItem['action']) => void {
  const [, navigate] = useLocation();
  return useCallback(
    ({ path, sendTo }) => {
      if (sendTo !== undefined) handOverDraft({ from: '', to: sendTo, value: '', method: '0', params: { kind: 'none' } });
      navigate(path);
    },
    [navigate],
  );
}
