import { useState } from 'react';
import styles from './approve.module.css';

/** Closes the window; where the browser keeps a tab open, says that it can be closed by hand. */
export function CloseButton() {
  const [isKeptOpen, setIsKeptOpen] = useState(false);
  function close(): void {
    window.close();
    setTimeout(() => setIsKeptOpen(true), 300);
  }
  return (
    <>
      <span role="status">{isKeptOpen ? 'Your browser keeps this tab open. You can close it now.' : ''}</span>
      <button type="button" className={`${styles.button} ${styles.primary}`} onClick={close}>
        Close this window
      </button>
    </>
  );
}
