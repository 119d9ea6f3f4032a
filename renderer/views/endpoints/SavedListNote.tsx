import { IconArchive } from '@tabler/icons-react';
import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';

const setAside = (client: AppClient, _input: undefined) => client.connections.setAsideSaved({});

/** What became of a list of endpoints that could not be read, and the way on where nothing can be saved. */
export function SavedListNote({ problem }: { readonly problem: NonNullable<ConnectionsState['problem']> }) {
  const setting = useCommand(setAside);
  if (!problem.isBlocking) {
    return (
      <Note tone="warning" title="The list of endpoints was damaged">
        <UntrustedText text={problem.message} maximumLength={1000} />
      </Note>
    );
  }
  return (
    <>
      <Note
        tone="danger"
        title="The list of endpoints cannot be read"
        actions={
          <Button size="small" icon={IconArchive} isBusy={setting.isRunning} onClick={() => void setting.run(undefined)}>
            Set it aside, begin a new list
          </Button>
        }
      >
        <UntrustedText text={problem.message} maximumLength={1000} /> Repair the file and start Sextant again, or set it aside: it is kept
        beside the new list, and nothing in it is changed.
      </Note>
      {setting.error === undefined ? undefined : (
        <Note tone="danger" title="It was not set aside">
          <UntrustedText text={setting.error.message} maximumLength={600} />
        </Note>
      )}
    </>
  );
}
