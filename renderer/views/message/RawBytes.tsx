import { CopyButton } from '../../components/CopyButton.tsx';
import styles from './message.module.css';

/** Bytes as hex, all of them. */
export function RawBytes({ hex }: { readonly hex: string }) {
  return (
    <div className={styles.raw}>
      <span className="mono">{hex}</span> <CopyButton text={hex} label="Copy bytes" />
    </div>
  );
}
