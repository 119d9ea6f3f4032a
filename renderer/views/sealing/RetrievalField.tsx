import { IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../components/inputs/Button.tsx';
import styles from './sealing.module.css';

/** The input of the retrieval check, submitted on Enter. */
export function RetrievalField({ value, onAsk }: { readonly value: string; readonly onAsk: (text: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onAsk(text.trim());
      }}
    >
      <input
        className={styles.askInput}
        aria-label="Deal, piece or sector"
        placeholder="94, baga6ea4seaq…, sector 17, f01000/17"
        value={text}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="small" icon={IconFileSearch} type="submit">
        Check
      </Button>
    </form>
  );
}
