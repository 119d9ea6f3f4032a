import { useEffect, useRef } from 'react';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { showToast } from '../lib/toast.tsx';
import { connectionChoice } from '../stores/connection-choice.ts';
import { draftStore, draftSwitchStore, isDraftEmpty } from '../views/compose/draft.ts';

/** Notifies when another window has switched the connection, which this window shares. A draft keeps a note of the switch. */
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
      title: `Switched to ${to}`,
      message: `Another Sextant window selected this endpoint. This window now shows its network${hasDraft ? '. Your draft stays and would be sent there' : ''}.`,
    });
  }, [activeId, name]);
}
