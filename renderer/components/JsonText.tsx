import { useMemo, useState } from 'react';
import { layOutJson } from './json-lines.ts';
import styles from './json-text.module.css';

const FIRST_LINES = 400;
const MOST_LINES = 20_000;

/** JSON as it crossed, laid out and coloured. Long bodies begin with their first lines, so that they never hold the screen up. */
export function JsonText({ text, label }: { readonly text: string; readonly label: string }) {
  const [limit, setLimit] = useState(FIRST_LINES);
  const { lines, isCut } = useMemo(() => layOutJson(text, limit), [text, limit]);
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.json}>
        {lines.map((line) => (
          <div key={line.number} className={styles.line} style={{ paddingLeft: 12 + line.depth * 12 }}>
            {line.pieces.map((piece, index) => (
              <span key={`${line.number}-${index.toString()}`} className={styles[piece.kind]}>
                {piece.text}
              </span>
            ))}
          </div>
        ))}
      </div>
      {isCut && limit < MOST_LINES ? (
        <button type="button" className={styles.more} onClick={() => setLimit(MOST_LINES)}>
          Show the rest
        </button>
      ) : undefined}
      {isCut && limit >= MOST_LINES ? (
        <p className={styles.cut}>Shown up to line {MOST_LINES}. Copy the body to see all of it.</p>
      ) : undefined}
    </figure>
  );
}
