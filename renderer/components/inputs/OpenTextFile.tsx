import { IconFileUpload } from '@tabler/icons-react';
import { FileButton } from './FileButton.tsx';

interface OpenTextFileProps {
  /** What the file holds, for those who cannot see the button's place. */
  readonly label: string;
  /** As of an input of files. */
  readonly accept: string;
  readonly mostBytes: number;
  readonly onText: (text: string) => void;
}

/** Opens a file of this machine as text, its beginning where it is longer. */
export function OpenTextFile({ label, accept, mostBytes, onText }: OpenTextFileProps) {
  const take = (file: File): void => void file.slice(0, mostBytes).text().then(onText);
  return (
    <FileButton size="small" icon={IconFileUpload} label={label} accept={accept} onFile={take}>
      Open file
    </FileButton>
  );
}
