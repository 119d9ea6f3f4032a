import { IconFolderOpen } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { AppClient } from '../../client/client-context.ts';
import { FileButton } from '../../components/FileButton.tsx';
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

/** Opens a recording from a file. */
export function OpenSession({ onOpened, onRefused }: OpenSessionProps) {
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

  async function openRecording(file: File): Promise<void> {
    onRefused(undefined);
    setShare(0);
    const sessionId = await open.run({ file, onProgress: setShare });
    if (sessionId !== undefined) onOpened(sessionId);
  }

  return (
    <FileButton
      icon={IconFolderOpen}
      label="File with a recording"
      isBusy={open.isRunning}
      hint="Open a recording that was saved"
      onFile={(file) => void openRecording(file)}
    >
      {open.isRunning ? `Opening, ${Math.round(share * 100)}%` : 'Open'}
    </FileButton>
  );
}
