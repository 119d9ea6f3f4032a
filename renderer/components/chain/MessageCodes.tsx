import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../inputs/Button.tsx';
import { CopyButton } from '../inputs/CopyButton.tsx';
import { QrCode } from '../values/QrCode.tsx';
import styles from '../values/qr-code.module.css';

interface MessageCodesProps {
  /** The texts of the codes, in order; at least one. */
  readonly codes: readonly string[];
  /** What they hold, for those who do not see them. */
  readonly label: string;
}

/** A message as QR codes, one shown at a time. */
export function MessageCodes({ codes, label }: MessageCodesProps) {
  const [position, setPosition] = useState(0);
  const code = codes[position] ?? '';
  const step = (by: number): void => setPosition((position + by + codes.length) % codes.length);
  return (
    <>
      <QrCode text={code} label={`${label}${codes.length === 1 ? '' : `, part ${position + 1} of ${codes.length}`}`} />
      {codes.length === 1 ? undefined : (
        <div className={styles.steps}>
          <Button size="small" icon={IconChevronLeft} isIconOnly onClick={() => step(-1)}>
            Previous part
          </Button>
          <span aria-live="polite">
            Part {position + 1} of {codes.length}
          </span>
          <Button size="small" icon={IconChevronRight} isIconOnly onClick={() => step(1)}>
            Next part
          </Button>
          <CopyButton text={code} label="Copy part" hasLabel />
        </div>
      )}
    </>
  );
}
