import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import type { MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import { formatCountdown, formatInteger, formatShare } from '../../../shared/text/format.ts';
import { NotTold } from '../../components/feedback/NotTold.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { RUNWAY_PX, RunwayText } from '../../components/values/RunwayText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { lowestRunway } from '../../lib/runway-words.ts';

const SHARE_ORIGINS = ['StateMinerPower MinerPower.QualityAdjPower', 'StateMinerPower TotalPower.QualityAdjPower'];

/** Miners of unknown power sort last. */
const powerOrder = ({ qualityAdjusted = '-1' }: MinerRow): bigint => BigInt(qualityAdjusted);

const minersColumns: readonly DataColumn<MinerRow>[] = [
  {
    id: 'miner',
    head: 'Miner',
    widthPx: 132,
    cell: (miner) => <AddressText address={miner.address} />,
    text: (miner) => miner.address,
    sortBy: (miner) => Number(miner.address.slice(2)),
  },
  {
    id: 'power',
    head: 'QA power',
    widthPx: 132,
    align: 'right',
    cell: (miner) =>
      miner.qualityAdjusted === undefined ? (
        <NotTold problem={miner.problem} />
      ) : (
        <Traced of="StateMinerPower MinerPower.QualityAdjPower" about={miner.address} isInCell>
          {formatBytes(miner.qualityAdjusted, { isFixed: true })}
        </Traced>
      ),
    sortBy: powerOrder,
    text: (miner) => miner.qualityAdjusted ?? '',
    textName: 'quality_adjusted_bytes',
  },
  {
    id: 'share',
    head: 'Share',
    widthPx: 84,
    align: 'right',
    cell: (miner) =>
      miner.qualityAdjusted === undefined || miner.networkQualityAdjusted === undefined ? undefined : (
        <Traced of={SHARE_ORIGINS} about={miner.address} isInCell>
          {formatShare(BigInt(miner.qualityAdjusted), BigInt(miner.networkQualityAdjusted), 2)}
        </Traced>
      ),
    sortBy: powerOrder,
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 92,
    align: 'right',
    cell: (miner) =>
      miner.sectors === undefined ? undefined : (
        <Traced of="StateMinerSectorCount Active" about={miner.address} isInCell>
          {formatInteger(miner.sectors.active)}
        </Traced>
      ),
    sortBy: (miner) => miner.sectors?.active ?? -1,
    text: (miner) => miner.sectors?.active ?? '',
    textName: 'active_sectors',
    isWideOnly: true,
  },
  {
    id: 'faulty',
    head: 'Faults',
    widthPx: 104,
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
    text: (miner) => miner.sectors?.faulty ?? '',
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
            , <ClosesIn timeMs={miner.openDeadline.closeTimeMs} />
          </span>
        </>
      ),
    sortBy: (miner) => miner.openDeadline?.closeEpoch ?? 0,
    text: (miner) => miner.openDeadline?.index ?? '',
  },
  {
    id: 'available',
    head: 'Available',
    widthPx: 148,
    align: 'right',
    cell: (miner) =>
      miner.availableBalance === undefined ? undefined : (
        <Traced of="StateMinerAvailableBalance" about={miner.address} isInCell>
          <AmountText value={miner.availableBalance} places={4} />
        </Traced>
      ),
    sortBy: (miner) => BigInt(miner.availableBalance ?? '-1'),
    text: (miner) => miner.availableBalance ?? '',
    textName: 'available_attofil',
  },
];

/** The same columns as for own miners, with an empty last column for alignment. */
export const otherColumns: readonly DataColumn<MinerRow>[] = [
  ...minersColumns,
  { id: 'gas', head: 'Gas lasts', isHeadHidden: true, widthPx: RUNWAY_PX, cell: () => undefined },
];

/** Columns of own miners, with the gas runway. @param own monitoring data by address */
export function ownColumns(own: ReadonlyMap<string, OwnMiner>): readonly DataColumn<MinerRow>[] {
  return [
    ...minersColumns,
    {
      id: 'gas',
      head: 'Gas lasts',
      widthPx: RUNWAY_PX,
      align: 'right',
      cell: (miner) => <RunwayText words={lowestRunway(own.get(miner.address))} />,
      text: (miner) => lowestRunway(own.get(miner.address))?.text ?? '',
    },
  ];
}

/** Other miners are read once, so their window may have closed since. */
export function ClosesIn({ timeMs }: { readonly timeMs: number }) {
  const leftMs = timeMs - useChainNow();
  return <>{leftMs > 0 ? `closes in ${formatCountdown(leftMs)}` : 'closed'}</>;
}
