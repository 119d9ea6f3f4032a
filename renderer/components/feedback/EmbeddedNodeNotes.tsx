import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { Button } from '../inputs/Button.tsx';
import { UntrustedText } from '../values/UntrustedText.tsx';
import { Note } from './Note.tsx';

type Replaced = NonNullable<NonNullable<ConnectionsState['embedded']>['replaced']>;

const REASONS: Readonly<Record<Replaced['reason'], string>> = {
  'other-version': 'The practice chain of this profile was created by another version of Sextant and cannot be continued.',
  damaged: 'The practice chain of this profile could not be read.',
  'other-seed': 'Sextant was started with a different seed than the practice chain of this profile.',
};

const dismiss = (client: AppClient, _input: undefined) => client.connections.dismissReplacedChain({});

/** Notes on the embedded node while it is in use: its chain is being created, was replaced or was rolled back. */
export function EmbeddedNodeNotes({ isInset = false }: { readonly isInset?: boolean }) {
  const embedded = useTopic('connections.changed', (state) => (state !== undefined && isActive(state) ? state.embedded : undefined));
  if (embedded?.stage === 'making') {
    return (
      <div role="status">
        <Note tone="info" title="Creating a practice network" isInset={isInset}>
          Sextant creates miners, sectors, deals and 150 epochs of history. This happens once per profile and takes a few seconds.
        </Note>
      </div>
    );
  }
  if (embedded?.replaced !== undefined) return <ReplacedNote replaced={embedded.replaced} isInset={isInset} />;
  return embedded?.lostEpochs === undefined ? undefined : <LostNote epochs={embedded.lostEpochs} isInset={isInset} />;
}

function LostNote({ epochs, isInset }: { readonly epochs: number; readonly isInset: boolean }) {
  return (
    <Note tone="warning" title="Practice network rolled back" isInset={isInset} actions={<Dismiss />}>
      The last {formatCount(epochs, 'epoch')} of its chain were damaged on disk. The chain continues from before them; everything in those
      epochs is undone.
    </Note>
  );
}

/** Dismisses either note. */
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
    <Note tone="warning" title="Practice network replaced" isInset={isInset} actions={<Dismiss />}>
      {REASONS[reason]} The funds of your keys on the old chain are gone; keys and journal are kept. The old chain is saved in{' '}
      <UntrustedText text={folder} maximumLength={300} isMono />.
    </Note>
  );
}

function isActive({ embedded, connections, activeId }: ConnectionsState): boolean {
  return embedded !== undefined && connections.some(({ id, kind }) => kind === 'embedded' && id === activeId);
}
