import { IconUser } from '@tabler/icons-react';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import { formatCountdown, formatInteger, formatShare } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import type { DataColumn } from '../../components/DataTable.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';

const SHARE_ORIGINS = ['StateMinerPower MinerPower.QualityAdjPower', 'StateMinerPower TotalPower.QualityAdjPower'];

export const minersColumns: readonly DataColumn<MinerRow>[] = [
  {
    id: 'miner',
    head: 'Miner',
    cell: (miner) => (
      <span className="row g6">
        <AddressText address={miner.address} />
        {miner.isOwn ? (
          <span className="row g4 acc s12">
            <IconUser size={12} stroke={1.8} aria-hidden="true" /> yours
          </span>
        ) : undefined}
      </span>
    ),
    sortBy: (miner) => miner.address,
  },
  {
    id: 'power',
    head: 'Quality adjusted',
    widthPx: 132,
    align: 'right',
    cell: (miner) => (
      <Traced of="StateMinerPower MinerPower.QualityAdjPower" about={miner.address} isInCell>
        {formatBytes(BigInt(miner.qualityAdjusted), { maximumPlaces: 2 })}
      </Traced>
    ),
    sortBy: (miner) => BigInt(miner.qualityAdjusted),
  },
  {
    id: 'share',
    head: 'Share',
    widthPx: 84,
    align: 'right',
    cell: (miner) => (
      <Traced of={SHARE_ORIGINS} about={miner.address} isInCell>
        {formatShare(BigInt(miner.qualityAdjusted), BigInt(miner.networkQualityAdjusted), 2)}
      </Traced>
    ),
    sortBy: (miner) => BigInt(miner.qualityAdjusted),
  },
  {
    id: 'live',
    head: 'Live sectors',
    widthPx: 104,
    align: 'right',
    cell: (miner) =>
      miner.sectors === undefined ? undefined : (
        <Traced of="StateMinerSectorCount Live" about={miner.address} isInCell>
          {formatInteger(miner.sectors.live)}
        </Traced>
      ),
    sortBy: (miner) => miner.sectors?.live ?? -1,
    isWideOnly: true,
  },
  {
    id: 'faulty',
    head: 'Faults',
    widthPx: 136,
    cell: (miner) =>
      miner.sectors === undefined ? undefined : (
        <Traced of="StateMinerSectorCount Faulty" about={miner.address} isInCell>
          {miner.sectors.faulty === 0 ? (
            <StatusText tone="success">none</StatusText>
          ) : (
            <StatusText tone="danger">{formatInteger(miner.sectors.faulty)} faulty</StatusText>
          )}
        </Traced>
      ),
    sortBy: (miner) => miner.sectors?.faulty ?? -1,
  },
  {
    id: 'deadline',
    head: 'Open deadline',
    widthPx: 148,
    align: 'right',
    cell: (miner) =>
      miner.openDeadline === undefined ? undefined : (
        <>
          <Traced of="StateMinerProvingDeadline Index" about={miner.address} isInCell>
            {miner.openDeadline.index}
          </Traced>
          <span className="t3">
            , closes in <ClosesIn timeMs={miner.openDeadline.closeTimeMs} />
          </span>
        </>
      ),
    sortBy: (miner) => miner.openDeadline?.closeEpoch ?? 0,
    isWideOnly: true,
  },
  {
    id: 'available',
    head: 'Available',
    widthPx: 156,
    align: 'right',
    cell: (miner) =>
      miner.availableBalance === undefined ? undefined : (
        <Traced of="StateMinerAvailableBalance" about={miner.address} isInCell>
          <AmountText value={miner.availableBalance} places={4} />
        </Traced>
      ),
    sortBy: (miner) => BigInt(miner.availableBalance ?? '-1'),
  },
];

function ClosesIn({ timeMs }: { readonly timeMs: number }) {
  return <>{formatCountdown(timeMs - useChainNow())}</>;
}
