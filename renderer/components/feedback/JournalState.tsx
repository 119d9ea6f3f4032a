import type { HoldUp } from '../../../shared/attention/hold-ups.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { GONE_NETWORK, isOnGoneNetwork } from '../../lib/gone-network.ts';
import { stateWords } from '../../lib/journal-words.ts';
import { WAITING_STAGES } from '../../lib/waiting-stages.ts';
import { StatusText } from './StatusText.tsx';

/** How far a message of ours has come. On a practice network that is gone that is history, and nothing more will come. */
export function JournalState({ entry, holdUp }: { readonly entry: JournalEntry; readonly holdUp?: HoldUp | undefined }) {
  const isGone = useTopic('connections.changed', (state) => isOnGoneNetwork(entry, state));
  const { tone, words } = stateWords(entry, holdUp);
  if (!isGone) return <StatusText tone={tone}>{words}</StatusText>;
  return (
    <span title={`${words}, ${GONE_NETWORK}`}>
      <StatusText tone="neutral">{WAITING_STAGES.has(entry.stage) ? 'Network reset' : `${words}, network reset`}</StatusText>
    </span>
  );
}
