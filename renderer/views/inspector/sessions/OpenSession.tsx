import { IconFolderOpen } from '@tabler/icons-react';
import { FileButton } from '../../../components/inputs/FileButton.tsx';
import type { RecordingOpener } from './use-open-recording.ts';

/** Opens a recording from a file. */
export function OpenSession({ opener }: { readonly opener: RecordingOpener }) {
  return (
    <FileButton
      icon={IconFolderOpen}
      label="Recording or HAR file"
      isBusy={opener.isRunning}
      hint="Open recording or HAR file"
      onFile={opener.open}
    >
      {opener.isRunning ? `Opening, ${Math.round(opener.share * 100)}%` : 'Open'}
    </FileButton>
  );
}
