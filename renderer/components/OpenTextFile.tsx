import { IconFileUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from './Button.tsx';

interface OpenTextFileProps {
  /** What the file holds, for those who cannot see the button's place. */
  readonly label: string;
  /** As of an input of files. */
  readonly accept: string;
  readonly mostBytes: number;
  readonly onText: (text: string) => void;
}

/** Opens a file of this machine as text, its beginning where it is longer. The same file can be chosen again. */
export function OpenTextFile({ label, accept, mostBytes, onText }: OpenTextFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" icon={IconFileUpload} onClick={() => input.current?.click()}>
        Open a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          void chosen?.slice(0, mostBytes).text().then(onText);
        }}
      />
    </>
  );
}
