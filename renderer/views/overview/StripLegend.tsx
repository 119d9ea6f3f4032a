import styles from './overview.module.css';

/** What the marks of the strip mean. */
export function StripLegend() {
  return (
    <span className={styles.legend}>
      <span className="row g4">
        <i className={`swatch ${styles.blockSwatch}`} />
        block
      </span>
      <span className="row g4">
        <i className={`swatch ${styles.ownSwatch}`} />
        won by a miner of yours
      </span>
      <span className="row g4">
        <i className={`swatch ${styles.goneSwatch}`} />
        reverted
      </span>
    </span>
  );
}
