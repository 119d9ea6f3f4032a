import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { handOverDraft } from '../../stores/draft-handover.ts';

/** The addresses of the keys of this machine, and the way to the composer. */
export function useMinerDrafts(): { readonly keys: ReadonlySet<string>; compose(draft: MessageDraft): void } {
  const [, navigate] = useLocation();
  const accounts = useTopic('wallet.changed', (wallet) => wallet?.accounts);
  const keys = useMemo(() => new Set((accounts ?? []).map(({ address }) => address)), [accounts]);
  return {
    keys,
    compose: (draft) => {
      handOverDraft(draft);
      navigate('/compose');
    },
  };
}
