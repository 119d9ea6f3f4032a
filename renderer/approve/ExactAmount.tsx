import styles from './approve.module.css';
import { exactFil } from './exact-text.ts';

/** An attoFIL amount as FIL with all eighteen decimals, the zeros at the end dimmed. */
export function ExactAmount({ attoFil }: { readonly attoFil: string }) {
  const { sign, whole, significant, zeros } = exactFil(attoFil);
  return (
    <span data-attofil={attoFil}>
      {sign}
      {whole}
      {significant === '' ? undefined : `.${significant}`}
      <span className={styles.zeros}>
        {significant === '' ? '.' : ''}
        {zeros}
      </span>{' '}
      FIL
    </span>
  );
}
