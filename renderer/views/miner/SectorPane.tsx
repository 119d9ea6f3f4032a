import { IconBox, IconFileCertificate } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { incomeDaysWords } from '../../../shared/domain/sectors/fault-fee.ts';
import type { MinerAt, MinerSector } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { callsOf, PanelContent, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue, type KeyValueRow } from '../../components/values/KeyValue.tsx';
import { Timeline } from '../../components/values/Timeline.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { STATUS_WORDS } from './sector-columns.tsx';
import { sectorLife } from './sector-life.ts';
import type { GoToMiner } from './use-miner-route.ts';

interface SectorPaneProps {
  readonly where: MinerAt;
  readonly number: number;
  readonly go: GoToMiner;
  readonly onClose: () => void;
}

type SectorRecord = Extract<MinerSector['record'], { value: unknown }>['value'];

/** One sector: every field of its record, where it stands, its life, and what ending it would cost. */
export function SectorPane({ where, number, go, onClose }: SectorPaneProps) {
  const [, navigate] = useLocation();
  const query = useQuery(
    `sector ${number} of ${where.address} at ${where.at ?? 'the head'}`,
    (client) => client.miners.getSector({ ...where, number }),
    where.at === undefined ? { refreshOn: 'head' } : {},
  );
  const state = query.data?.place?.state;
  const words = state === undefined ? undefined : STATUS_WORDS[state];
  return (
    <DetailPane
      title={`Sector ${number}`}
      sub={words === undefined ? undefined : <StatusText tone={words.tone}>{words.word}</StatusText>}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={IconFileCertificate}
            onClick={() => navigate(`/deals?of=${encodeURIComponent(where.address)}&filter=${encodeURIComponent(`sector:${number}`)}`)}
          >
            Deals and claims
          </Button>
          <Button kind="quiet" icon={IconBox} onClick={() => navigate(`/sealing/${number}?miner=${encodeURIComponent(where.address)}`)}>
            Sealing history
          </Button>
        </>
      }
    >
      <QueryContent query={query}>
        {(sector) => (
          <PanelContent panel={sector.record} onRetry={query.refresh}>
            {(record) => (
              <>
                <DetailSection title="Place">
                  <KeyValue labelWidthPx={120} rows={[placeRow(sector, go)]} />
                </DetailSection>
                <DetailSection title="Life" calls={callsOf(sector.record)}>
                  <Timeline label="Sector timeline" steps={sectorLife(record, sector.place, sector.pinned.height)} />
                </DetailSection>
                <DetailSection title="Data" calls={callsOf(sector.record)}>
                  <KeyValue labelWidthPx={152} rows={dataRows(record)} />
                </DetailSection>
                <DetailSection title="Money" calls={callsOf(sector.record)}>
                  <KeyValue labelWidthPx={120} rows={moneyRows(record)} />
                </DetailSection>
                <Ending termination={sector.termination} />
                <DetailSection title="Record" calls={callsOf(sector.record)}>
                  <KeyValue labelWidthPx={120} rows={recordRows(record)} />
                </DetailSection>
              </>
            )}
          </PanelContent>
        )}
      </QueryContent>
    </DetailPane>
  );
}

function placeRow({ place }: MinerSector, go: GoToMiner): KeyValueRow {
  if (place === undefined)
    return { label: 'Deadline', value: <span className="t3">in no partition, or not available from this endpoint</span> };
  return {
    label: 'Deadline',
    value: (
      <button type="button" className="link" onClick={() => go({ deadline: place.deadline, sector: undefined })}>
        {place.deadline}, partition {place.partition}
      </button>
    ),
  };
}

function traced(field: string, value: KeyValueRow['value']): KeyValueRow['value'] {
  return <Traced of={`StateSectorGetInfo ${field}`}>{value}</Traced>;
}

/** With a copy button. */
function tracedCid(field: string, cid: string): KeyValueRow['value'] {
  return (
    <Traced of={`StateSectorGetInfo ${field}`} isInCell>
      <HashText cid={cid} size="detail" hasCopy />
    </Traced>
  );
}

function dataRows(record: SectorRecord): (KeyValueRow | undefined)[] {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : formatBytes(BigInt(text), { maximumPlaces: 2 }));
  return [
    record.sectorSizeBytes === undefined ? undefined : { label: 'Size', value: traced('SealProof', formatBytes(record.sectorSizeBytes)) },
    // Since network version 29 the verified weight records all data.
    ...(record.isFullByRule
      ? [{ label: 'Data', value: traced('VerifiedDealWeight', bytes(record.verifiedBytes) ?? 'unknown') }]
      : [
          { label: 'Verified data', value: traced('VerifiedDealWeight', bytes(record.verifiedBytes) ?? 'unknown') },
          { label: 'Other data', value: traced('DealWeight', bytes(record.unverifiedBytes) ?? 'unknown') },
        ]),
    {
      label: 'Quality',
      value: traced(
        record.isFullByRule ? 'Flags' : 'VerifiedDealWeight',
        record.quality === undefined
          ? 'unknown'
          : `${Math.round(record.quality * 100) / 100}×${record.isFullByRule ? ', fixed by protocol' : record.quality > 1 ? ', from verified deals' : ''}`,
      ),
    },
    {
      label: 'Quality-adjusted power',
      value: traced(record.isFullByRule ? 'Flags' : 'VerifiedDealWeight', bytes(record.qualityAdjusted) ?? 'unknown'),
    },
    record.dealCount === 0
      ? undefined
      : {
          label: 'Deals',
          value: traced(
            'DealIDs',
            `${record.dealIds.map(formatInteger).join(', ')}${record.dealIds.length < record.dealCount ? ', …' : ''}`,
          ),
          isWrapped: true,
        },
    record.sectorKeyCid === undefined ? undefined : { label: 'Upgraded from', value: tracedCid('SectorKeyCID', record.sectorKeyCid) },
  ];
}

function moneyRows(record: SectorRecord): (KeyValueRow | undefined)[] {
  const row = (label: string, field: string, value: string | undefined): KeyValueRow | undefined =>
    value === undefined ? undefined : { label, value: traced(field, <AmountText value={value} places={6} />) };
  return [
    row('Pledge', 'InitialPledge', record.initialPledge),
    row('Daily fee', 'DailyFee', record.dailyFee),
    row('Expected day reward', 'ExpectedDayReward', record.expectedDayReward),
    row('Storage pledge', 'ExpectedStoragePledge', record.expectedStoragePledge),
    row('Replaced day reward', 'ReplacedDayReward', record.replacedDayReward),
  ];
}

function recordRows(record: SectorRecord): (KeyValueRow | undefined)[] {
  return [
    { label: 'Sealed CID', value: tracedCid('SealedCID', record.sealedCid) },
    { label: 'Seal proof', value: traced('SealProof', record.sealProof) },
    { label: 'Deal weight', value: traced('DealWeight', formatInteger(record.dealWeight)), isWrapped: true },
    { label: 'Verified weight', value: traced('VerifiedDealWeight', formatInteger(record.verifiedDealWeight)), isWrapped: true },
    record.flags === undefined ? undefined : { label: 'Flags', value: traced('Flags', formatInteger(record.flags)) },
  ];
}

function Ending({ termination }: { readonly termination: MinerSector['termination'] }) {
  const fee = partOf(termination);
  return (
    <DetailSection title="If terminated now" calls={callsOf(termination)}>
      {fee === undefined ? (
        <PanelContent panel={termination}>{() => undefined}</PanelContent>
      ) : (
        <>
          <KeyValue
            labelWidthPx={120}
            rows={[
              { label: 'Termination fee', value: <AmountText value={fee.fee} places={6} /> },
              { label: 'Fault fee per day', value: <AmountText value={fee.faultFeeADay} places={6} /> },
            ]}
          />
          <p className="t3 s12">
            8.5 % of the pledge from an age of 140 days, less before that; at least 2 % of the pledge or 1.05 daily fault fees.
            {incomeDaysWords(fee.incomeDays)}
          </p>
        </>
      )}
    </DetailSection>
  );
}
