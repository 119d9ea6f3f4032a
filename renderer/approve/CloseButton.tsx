import { useCallback, useEffect, useState } from 'react';
import styles from './approve.module.css';

/** Time to press "Keep open". */
export const CLOSE_DELAY_MS = 5000;

interface CloseButtonProps {
  readonly label?: string;
  readonly isSecondary?: boolean;
  /** Whether the page has nothing to read and closes automatically. */
  readonly closesItself?: boolean;
  /** Runs before the window closes. */
  readonly onClose?: () => Promise<void>;
}

/** Closes the window. If the browser keeps the tab open, asks the user to close it. */
export function CloseButton({ label = 'Close window', isSecondary = false, closesItself = false, onClose }: CloseButtonProps) {
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
        {isKeptOpen ? 'The browser kept this tab open. You can close it now.' : isClosing ? 'Closes in a few seconds.' : ''}
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
