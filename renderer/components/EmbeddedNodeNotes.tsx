import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import { formatCount } from '../../shared/text/format.ts';
import type { AppClient } from '../client/client-context.ts';
import { useCommand } from '../hooks/use-command.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';
import { UntrustedText } from './UntrustedText.tsx';

type Replaced = NonNullable<NonNullable<ConnectionsState['embedded']>['replaced']>;

const REASONS: Readonly<Record<Replaced['reason'], string>> = {
  'other-version': 'The practice chain of this profile was written by another version of Sextant and could not be gone on with.',
  damaged: 'The practice chain of this profile could not be read any more.',
  'other-seed': 'Sextant was started with another seed than that of the practice chain of this profile.',
};

const dismiss = (client: AppClient, _input: undefined) => client.connections.dismissReplacedChain({});

/** What is to be known of Sextant's own node where that is in use: its chain is being made, or another one has taken its place. */
export function EmbeddedNodeNotes({ isInset = false }: { readonly isInset?: boolean }) {
  const embedded = useTopic('connections.changed', (state) => (state !== undefined && isActive(state) ? state.embedded : undefined));
  if (embedded?.stage === 'making') {
    return (
      <div role="status">
        <Note tone="info" title="Making a practice network" isInset={isInset}>
          This profile has none yet. It is made once, with miners, sectors, deals and 150 epochs of history, which takes some seconds.
        </Note>
      </div>
    );
  }
  if (embedded?.replaced !== undefined) return <ReplacedNote replaced={embedded.replaced} isInset={isInset} />;
  return embedded?.lostEpochs === undefined ? undefined : <LostNote epochs={embedded.lostEpochs} isInset={isInset} />;
}

function LostNote({ epochs, isInset }: { readonly epochs: number; readonly isInset: boolean }) {
  return (
    <Note tone="warning" title="The practice network was set back" isInset={isInset} actions={<Dismiss />}>
      The last {formatCount(epochs, 'epoch')} of its chain were damaged on disk. It goes on from before them: what happened there is undone.
    </Note>
  );
}

/** For both: what was said is known. */
function Dismiss() {
  const { run, isRunning } = useCommand(dismiss);
  return (
    <Button size="small" isBusy={isRunning} onClick={() => void run(undefined)}>
      Dismiss
    </Button>
  );
}

function ReplacedNote({ replaced: { reason, folder }, isInset }: { readonly replaced: Replaced; readonly isInset: boolean }) {
  return (
    <Note tone="warning" title="The practice network is a new one" isInset={isInset} actions={<Dismiss />}>
      {REASONS[reason]} What your keys held on it is gone with it; keys and journal stay. The old chain is kept in{' '}
      <UntrustedText text={folder} maximumLength={300} isMono />.
    </Note>
  );
}

function isActive({ embedded, connections, activeId }: ConnectionsState): boolean {
  return embedded !== undefined && connections.some(({ id, kind }) => kind === 'embedded' && id === activeId);
}
