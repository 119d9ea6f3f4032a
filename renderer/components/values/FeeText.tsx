import { feeUnit, placesForDigits } from '../../../shared/domain/amounts/amount-parts.ts';
import { AmountText } from './AmountText.tsx';

const INTEGER = /^-?\d{1,80}$/;

interface FeeTextProps {
  readonly value: string;
  /** The fee that this one is compared with, such as the fee cap of a premium: both are in its unit. */
  readonly beside?: string;
}

/** A fee per unit of gas, in nanoFIL or, where that would be zeros, in attoFIL; the exact value on hover. */
export function FeeText({ value, beside = value }: FeeTextProps) {
  if (!INTEGER.test(value)) return <AmountText value={value} />;
  const fee = BigInt(value);
  const unit = feeUnit(INTEGER.test(beside) ? BigInt(beside) : fee);
  return <AmountText value={value} unit={unit} places={placesForDigits(fee, unit)} />;
}
