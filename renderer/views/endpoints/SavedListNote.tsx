import { IconArchive } from '@tabler/icons-react';
import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';

const setAside = (client: AppClient, _input: undefined) => client.connections.setAsideSaved({});

/** Reports a damaged or unreadable endpoint list, and offers a new one if nothing can be saved. */
export function SavedListNote({ problem }: { readonly problem: NonNullable<ConnectionsState['problem']> }) {
  const setting = useCommand(setAside);
  if (!problem.isBlocking) {
    return (
      <Note tone="warning" title="Endpoint list was damaged">
        <UntrustedText text={problem.message} maximumLength={1000} />
      </Note>
    );
  }
  return (
    <>
      <Note
        tone="danger"
        title="Could not read the endpoint list"
        actions={
          <Button size="small" icon={IconArchive} isBusy={setting.isRunning} onClick={() => void setting.run(undefined)}>
            Start new list
          </Button>
        }
      >
        <UntrustedText text={problem.message} maximumLength={1000} /> Repair the file and restart Sextant, or start a new list. The old file
        is kept unchanged.
      </Note>
      {setting.error === undefined ? undefined : (
        <Note tone="danger" title="Could not start a new list">
          <UntrustedText text={setting.error.message} maximumLength={600} />
        </Note>
      )}
    </>
  );
}
