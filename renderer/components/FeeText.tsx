import { feeUnit, placesForDigits } from '../lib/amount-parts.ts';
import { AmountText } from './AmountText.tsx';

/** A fee per unit of gas, in nanoFIL or, where that would be zeros, in attoFIL; the exact value on hover. */
export function FeeText({ value }: { readonly value: string }) {
  if (!/^-?\d{1,80}$/.test(value)) return <AmountText value={value} />;
  const fee = BigInt(value);
  const unit = feeUnit(fee);
  return <AmountText value={value} unit={unit} places={placesForDigits(fee, unit)} />;
}
