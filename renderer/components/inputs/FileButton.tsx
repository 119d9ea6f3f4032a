import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps {
  /** The words on the button. */
  readonly children: ReactNode;
  /** What the file holds: the name of the input behind the button. */
  readonly label: string;
  readonly icon: TablerIcon;
  readonly size?: 'small' | 'medium';
  /** As of an input of files. */
  readonly accept?: string;
  readonly isBusy?: boolean;
  readonly hint?: string | undefined;
  readonly onFile: (file: File) => void;
}

/** Chooses a file of this machine. The same one can be chosen again. */
export function FileButton({ children, label, icon, size = 'medium', accept, isBusy = false, hint, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size={size} icon={icon} isBusy={isBusy} hint={hint} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
