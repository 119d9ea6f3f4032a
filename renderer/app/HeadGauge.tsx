import styles from './head-gauge.module.css';

const TICKS = 30;
const KEYS = Array.from({ length: TICKS + 1 }, (_, index) => index);

interface HeadGaugeProps {
  /** How much of the expected time between epochs has passed; beyond 1 the next tipset is late. */
  readonly share: number;
  readonly label: string;
}

/** The age of the head on a scale of 30 ticks: the pointer walks with the epoch, and past the end it turns to warning. */
export function HeadGauge({ share, label }: HeadGaugeProps) {
  const position = Math.min(TICKS, Math.max(0, share * TICKS));
  const isLate = share > 1;
  const pointerX = 1.5 + 3 * position;
  return (
    <svg className={styles.gauge} width="94" height="16" viewBox="0 0 94 16" role="img" aria-label={label} data-late={isLate || undefined}>
      {KEYS.map((tick) => {
        const x = 1.5 + 3 * tick;
        const top = tick % 10 === 0 ? 3 : tick % 5 === 0 ? 6 : 8;
        return <path key={tick} d={`M${x} ${top}V12`} className={tick <= position ? styles.passed : styles.ahead} />;
      })}
      <path d={`M${pointerX} 1V15`} className={styles.pointer} />
    </svg>
  );
}
