import { formatInteger } from '../../../shared/text/format.ts';
import styles from '../values/decoded-tree.module.css';

const MORE_ITEMS = 100;

/** Draws more of a long list, a hundred with every press. */
export function ShowMore({ hidden, onMore }: { readonly hidden: number; readonly onMore: (count: number) => void }) {
  const next = Math.min(hidden, MORE_ITEMS);
  return (
    <button type="button" className={styles.more} onClick={() => onMore(MORE_ITEMS)}>
      Show {next === hidden ? `the other ${formatInteger(hidden)}` : `${formatInteger(next)} more of ${formatInteger(hidden)}`}
    </button>
  );
}
