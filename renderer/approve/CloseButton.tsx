import { useCallback, useEffect, useState } from 'react';
import styles from './approve.module.css';

/** Time to press "Keep open". */
export const CLOSE_DELAY_MS = 5000;

interface CloseButtonProps {
  readonly label?: string;
  readonly isSecondary?: boolean;
  /** Of a page that has nothing to read: it closes without a press. */
  readonly closesItself?: boolean;
  /** What has to happen before the window is gone. */
  readonly onClose?: () => Promise<void>;
}

/** Closes the window; where the browser keeps a tab open, says that it can be closed by hand. */
export function CloseButton({ label = 'Close this window', isSecondary = false, closesItself = false, onClose }: CloseButtonProps) {
  const [isKeptOpen, setIsKeptOpen] = useState(false);
  const [isClosing, setIsClosing] = useState(closesItself);
  const close = useCallback(async (): Promise<void> => {
    await onClose?.();
    window.close();
    setTimeout(() => setIsKeptOpen(true), 300);
  }, [onClose]);
  useEffect(() => {
    if (!isClosing) return undefined;
    const timer = setTimeout(() => {
      setIsClosing(false);
      void close();
    }, CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isClosing, close]);
  return (
    <>
      <span role="status">
        {isKeptOpen ? 'Your browser keeps this tab open. You can close it now.' : isClosing ? 'Closes in a few seconds.' : ''}
      </span>
      {isClosing ? (
        <button type="button" className={styles.button} onClick={() => setIsClosing(false)}>
          Keep open
        </button>
      ) : undefined}
      <button type="button" className={`${styles.button} ${isSecondary ? '' : styles.primary}`} onClick={() => void close()}>
        {label}
      </button>
    </>
  );
}
