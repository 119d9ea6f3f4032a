import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './copy-button.module.css';

/** How long the check stays. */
const ANSWER_MS = 1400;

interface CopyButtonProps {
  /** The text, or how it is fetched when it is wanted. */
  readonly text: string | (() => Promise<string>);
  readonly label?: string;
  /** Shows the label beside the icon. */
  readonly hasLabel?: boolean;
}

/** Copies a text and answers in place. */
export function CopyButton({ text, label = 'Copy', hasLabel = false }: CopyButtonProps) {
  const [answer, setAnswer] = useState<'copied' | 'refused' | undefined>(undefined);
  useEffect(() => {
    if (answer === undefined) return;
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setAnswer('copied');
    } catch {
      // The browser may refuse the clipboard to a page that is not in front; the text itself can still be selected.
      setAnswer('refused');
    }
  }

  return (
    <button
      type="button"
      className={styles.button}
      data-answer={answer}
      title={label}
      aria-label={answer === 'copied' ? 'Copied' : label}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {answer === 'copied' ? <IconCheck size={14} stroke={2} /> : <IconCopy size={14} stroke={1.6} />}
      {answer === 'copied' ? 'Copied' : answer === 'refused' ? 'The browser denied clipboard access' : hasLabel ? label : undefined}
    </button>
  );
}
