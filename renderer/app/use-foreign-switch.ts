import { useEffect, useRef } from 'react';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { showToast } from '../lib/toast.tsx';
import { connectionChoice } from '../stores/connection-choice.ts';
import { draftStore, draftSwitchStore, isDraftEmpty } from '../views/compose/draft.ts';

/** Says it when another window has chosen another connection, which then is this window's as well. A draft is told of it for as long as it stands. */
export function useForeignSwitch(): void {
  const activeId = useTopic('connections.changed', (state) => state?.activeId);
  const name = useTopic('connections.changed', (state) => state?.connections.find(({ id }) => id === state.activeId)?.name);
  const nameBefore = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (activeId === undefined) return;
    const before = nameBefore.current;
    nameBefore.current = name;
    const isForeign = connectionChoice.isForeign(activeId);
    if (!isForeign) return;
    const to = sanitiseToText(name ?? '', 40) || 'another endpoint';
    const hasDraft = !isDraftEmpty(draftStore.getState());
    if (hasDraft) draftSwitchStore.setState({ from: sanitiseToText(before ?? '', 40) || 'another endpoint', to }, true);
    showToast({
      tone: 'warning',
      title: `${to} is in use now`,
      message: `Another window of Sextant chose it. This window shows its network from now on${hasDraft ? '; your draft stays, and would go there' : ''}.`,
    });
  }, [activeId, name]);
}
