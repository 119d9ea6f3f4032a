import { type DragEvent, useCallback, useState } from 'react';
import type { AppClient } from '../../../client/client-context.ts';
import { useCommand } from '../../../hooks/use-command.ts';
import { toEnvelope } from '../../../hooks/use-query.ts';
import { openSessionFile } from './session-files.ts';

interface OpenRecordingOptions {
  readonly onOpened: (sessionId: string) => void;
  /** Why a file was refused, or undefined again. */
  readonly onRefused: (sentence: string | undefined) => void;
}

export interface RecordingOpener {
  readonly isRunning: boolean;
  /** Of the file, from 0 to 1. */
  readonly share: number;
  open(file: File): void;
}

interface OpenInput {
  readonly file: File;
  readonly onProgress: (share: number) => void;
}

/** Opens a recording or HAR file, chosen with a button or dropped. */
export function useOpenRecording({ onOpened, onRefused }: OpenRecordingOptions): RecordingOpener {
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
  const { run, isRunning } = useCommand(openFile);

  async function openRecording(file: File): Promise<void> {
    onRefused(undefined);
    setShare(0);
    const sessionId = await run({ file, onProgress: setShare });
    if (sessionId !== undefined) onOpened(sessionId);
  }

  return { isRunning, share, open: (file) => void openRecording(file) };
}

/** What makes an element a place to drop a file. */
export function fileDrop(onFile: (file: File) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (file === undefined) return;
      event.preventDefault();
      onFile(file);
    },
  };
}
