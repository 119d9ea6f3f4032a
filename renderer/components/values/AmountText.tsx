import { type AmountUnit, amountParts } from '../../../shared/domain/amounts/amount-parts.ts';
import styles from './amount-text.module.css';

interface AmountTextProps {
  /** attoFIL as a decimal string, as the contract carries it. */
  readonly value: string;
  /** FIL for balances, nanoFIL for fees, attoFIL for the exact value. */
  readonly unit?: AmountUnit;
  /** Fixed decimals, so that the points of a column line up. */
  readonly places?: number;
  /** Shows a plus before gains. */
  readonly isSigned?: boolean;
  readonly hasUnit?: boolean;
}

/** An amount: zeros that carry nothing and the unit dimmed, the exact value on hover. Never a float. */
export function AmountText({ value, unit = 'FIL', places, isSigned = false, hasUnit = true }: AmountTextProps) {
  if (!/^-?\d{1,80}$/.test(value)) return <span className={styles.amount}>unknown</span>;
  const parts = amountParts(BigInt(value), { unit, places, isSigned });
  return (
    <span className={styles.amount} title={parts.exact}>
      {parts.sign}
      {parts.digits}
      {parts.zeros === '' ? undefined : <span className={styles.quiet}>{parts.zeros}</span>}
      {hasUnit ? <span className={styles.unit}>{parts.unit}</span> : undefined}
    </span>
  );
}
