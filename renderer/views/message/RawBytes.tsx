import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import styles from './message.module.css';

/** All bytes as hex. */
export function RawBytes({ hex }: { readonly hex: string }) {
  return (
    <div className={styles.raw}>
      <span className="mono">{hex}</span> <CopyButton text={hex} label="Copy bytes" />
    </div>
  );
}
