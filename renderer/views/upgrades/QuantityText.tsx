import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Quantity } from '../../../shared/ipc/schemas/upgrades.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AmountText } from '../../components/values/AmountText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

/** A figure of a finding in its unit; a dash if undefined. */
export function QuantityText({ quantity }: { readonly quantity: Quantity | undefined }) {
  if (quantity === undefined) return <span className="t3">–</span>;
  switch (quantity.unit) {
    case 'attoFil':
      return <AmountText value={quantity.value} places={6} />;
    case 'attoFilPerDay':
      return (
        <>
          <AmountText value={quantity.value} places={4} />
          <span className="t3">/day</span>
        </>
      );
    case 'bytes':
      return <span title={`${formatInteger(quantity.value)} bytes`}>{formatBytes(quantity.value)}</span>;
    case 'count':
      return <>{formatInteger(quantity.value)}</>;
    case 'text':
      return <UntrustedText text={quantity.value} maximumLength={600} />;
    default:
      return quantity satisfies never;
  }
}
