import styles from './overview.module.css';

/** Legend of the tipset strip. */
export function StripLegend() {
  return (
    <span className={styles.legend}>
      <span className="row g4">
        <i className={`swatch ${styles.blockSwatch}`} />
        block
      </span>
      <span className="row g4">
        <i className={`swatch ${styles.ownSwatch}`} />
        won by my miners
      </span>
      <span className="row g4">
        <i className={`swatch ${styles.goneSwatch}`} />
        reverted
      </span>
    </span>
  );
}
