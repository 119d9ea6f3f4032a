import { useState } from 'react';
import styles from './approve.module.css';

interface CloseButtonProps {
  readonly label?: string;
  readonly isSecondary?: boolean;
  /** What has to happen before the window is gone. */
  readonly onClose?: () => Promise<void>;
}

/** Closes the window; where the browser keeps a tab open, says that it can be closed by hand. */
export function CloseButton({ label = 'Close this window', isSecondary = false, onClose }: CloseButtonProps) {
  const [isKeptOpen, setIsKeptOpen] = useState(false);
  async function close(): Promise<void> {
    await onClose?.();
    window.close();
    setTimeout(() => setIsKeptOpen(true), 300);
  }
  return (
    <>
      <span role="status">{isKeptOpen ? 'Your browser keeps this tab open. You can close it now.' : ''}</span>
      <button type="button" className={`${styles.button} ${isSecondary ? '' : styles.primary}`} onClick={() => void close()}>
        {label}
      </button>
    </>
  );
}
