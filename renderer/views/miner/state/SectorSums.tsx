import { placesForDigits } from '../../../../shared/domain/amounts/amount-parts.ts';
import { formatBytes } from '../../../../shared/domain/encoding/byte-size.ts';
import type { MinerStateRead } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { partOf } from '../../../components/feedback/QueryContent.tsx';
import { AmountText } from '../../../components/values/AmountText.tsx';

/** Sums over all sectors, whichever are listed; nothing before all of them were read. */
export function SectorSums({ sums }: { readonly sums: MinerStateRead['sectorSums'] | undefined }) {
  const value = partOf(sums);
  if (value === undefined) return undefined;
  const { sectors, initialPledge, dailyFee, qualityAdjusted } = value;
  return (
    <span title={`Total of all ${formatInteger(sectors)} sectors in its partitions, including terminated ones`}>
      . In all: pledge <AmountText value={initialPledge} places={4} />, daily fee{' '}
      {dailyFee === '0' ? 'none' : <AmountText value={dailyFee} places={placesForDigits(BigInt(dailyFee), 'FIL')} />},{' '}
      {formatBytes(qualityAdjusted)} quality adjusted
    </span>
  );
}
