import { useMemo } from 'react';
import { FEE_BAND_TIPSETS } from '../../../shared/domain/messages/base-fee-band.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import styles from './fee-band.module.css';
import { feeScale } from './fee-scale.ts';

interface FeeBandProps {
  /** attoFIL per unit of gas. */
  readonly baseFee: string;
  readonly feeCap: string;
  /** Known base fees of earlier tipsets. */
  readonly history: readonly string[];
  /** attoFIL as nanoFIL text. */
  readonly nanoText: (attoFil: string) => string;
}

/** Base fee, its history and possible rise, and the fee cap on a logarithmic scale. */
export function FeeBand({ baseFee, feeCap, history, nanoText }: FeeBandProps) {
  const scale = useMemo(() => feeScale(baseFee, feeCap, history), [baseFee, feeCap, history]);
  const isBelowReach = BigInt(feeCap) < BigInt(scale.reachAttoFil);
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.band}
        role="img"
        aria-label={`Base fee ${nanoText(baseFee)} nanoFIL, cap ${nanoText(feeCap)} nanoFIL, reachable ${nanoText(scale.reachAttoFil)} nanoFIL`}
        width="100%"
        height="64"
      >
        {scale.past === undefined ? undefined : (
          <rect
            className={styles.past}
            x={`${scale.past.fromPercent}%`}
            y="28"
            width={`${Math.max(0.4, scale.past.toPercent - scale.past.fromPercent)}%`}
            height="13"
          />
        )}
        <rect
          className={styles.reach}
          x={`${scale.baseFeePercent}%`}
          y="28"
          width={`${Math.max(0, Math.min(scale.reachPercent, 100) - scale.baseFeePercent)}%`}
          height="13"
        />
        <line className={styles.axis} x1="0" x2="100%" y1="41.5" y2="41.5" />
        {scale.ticks.map((tick) => (
          <line
            key={tick.attoFil}
            className={styles.axis}
            x1={`${tick.percent}%`}
            x2={`${tick.percent}%`}
            y1="42"
            y2={tick.isLabelled ? 48 : 45}
          />
        ))}
        {scale.ticks
          .filter((tick) => tick.isLabelled && tick.percent > 3 && tick.percent < 97)
          .map((tick) => (
            <text key={tick.attoFil} x={`${tick.percent}%`} y="60" textAnchor="middle">
              {nanoText(tick.attoFil)}
            </text>
          ))}
        <line className={styles.base} x1={`${scale.baseFeePercent}%`} x2={`${scale.baseFeePercent}%`} y1="24" y2="41" />
        <line className={styles.cap} x1={`${scale.capPercent}%`} x2={`${scale.capPercent}%`} y1="16" y2="41" />
        <text className={styles.baseText} x={`${scale.baseFeePercent}%`} y="20" textAnchor={anchor(scale.baseFeePercent)}>
          base fee {nanoText(baseFee)}
        </text>
        <text
          className={styles.capText}
          x={`${scale.capPercent}%`}
          y={Math.abs(scale.capPercent - scale.baseFeePercent) < 30 ? 8 : 12}
          textAnchor={anchor(scale.capPercent)}
        >
          cap {nanoText(feeCap)}
        </text>
      </svg>
      <figcaption className={styles.legend}>
        {history.length === 0 ? undefined : (
          <span className={styles.caption}>
            <i aria-hidden className={`${styles.swatch} ${styles.pastSwatch}`} />
            last {formatInteger(history.length)} tipsets
          </span>
        )}
        <span className={isBelowReach ? styles.warning : styles.caption}>
          <i aria-hidden className={styles.swatch} />
          {isBelowReach
            ? `the base fee can climb past the cap within ${FEE_BAND_TIPSETS} tipsets, to ${nanoText(scale.reachAttoFil)}`
            : `reachable within ${FEE_BAND_TIPSETS} tipsets, up to ${nanoText(scale.reachAttoFil)}`}
        </span>
      </figcaption>
    </figure>
  );
}

function anchor(percent: number): 'start' | 'middle' | 'end' {
  if (percent < 12) return 'start';
  return percent > 88 ? 'end' : 'middle';
}
