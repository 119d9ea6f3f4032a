import { IconFolderOpen } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { toEnvelope } from '../../hooks/use-query.ts';
import { openSessionFile } from './session-files.ts';

interface OpenSessionProps {
  readonly onOpened: (sessionId: string) => void;
  /** Why a file was refused, or undefined again. */
  readonly onRefused: (sentence: string | undefined) => void;
}

interface OpenInput {
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

const HIDDEN_INPUT = { 'aria-hidden': true, tabIndex: -1 } as const;

/** Opens a recording from a file. */
export function OpenSession({ onOpened, onRefused }: OpenSessionProps) {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const openFile = useCallback(
    async (client: AppClient, { file, onProgress }: OpenInput) => {
      try {
        return await openSessionFile(client, file, onProgress);
      } catch (error) {
        onRefused(toEnvelope(error).message);
        throw error;
      }
    },
    [onRefused],
  );
  const open = useCommand(openFile);

  async function onFile(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    onRefused(undefined);
    setShare(0);
    const sessionId = await open.run({ file, onProgress: setShare });
    if (sessionId !== undefined) onOpened(sessionId);
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        data-purpose="session-file"
        {...HIDDEN_INPUT}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          void onFile(file);
        }}
      />
      <Button icon={IconFolderOpen} isBusy={open.isRunning} hint="Open a recording that was saved" onClick={() => input.current?.click()}>
        {open.isRunning ? `Opening, ${Math.round(share * 100)}%` : 'Open'}
      </Button>
    </>
  );
}
