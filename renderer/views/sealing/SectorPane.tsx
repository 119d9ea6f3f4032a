import { Link } from 'wouter';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { iconOf, toneOf } from './sealing-columns.tsx';
import { isInPipeline, sealingGroupLabel, type TimedSector } from './sealing-lanes.ts';

interface SectorPaneProps {
  readonly entry: TimedSector;
  readonly onClose: () => void;
}

/** One sector: where it is, what the chain knows of it, and what that means for its data. */
export function SectorPane({ entry, onClose }: SectorPaneProps) {
  const { sector, elapsedMs, medianMs } = entry;
  return (
    <DetailPane
      title={`Sector ${sector.number}`}
      sub={
        <StatusText tone={toneOf(entry)} {...iconOf(entry)}>
          <UntrustedText text={sector.state} maximumLength={60} />
        </StatusText>
      }
      onClose={onClose}
    >
      {sector.lastError === undefined ? undefined : (
        <Note tone="danger" title="Its last error">
          <UntrustedText text={sector.lastError} />
        </Note>
      )}
      {sector.isActive || !isInPipeline(sector) ? undefined : (
        <Note tone="warning" title="Not sealed yet">
          A retrieval from this sector gives a 0 kb file until pSet is YES.
        </Note>
      )}
      <DetailSection title="State" calls={[sector.call]}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'Group', value: sealingGroupLabel(sector.group) },
            {
              label: 'In this state',
              value:
                elapsedMs === undefined ? (
                  <span className="t3">not told</span>
                ) : (
                  <>
                    <Traced of="SectorsStatus Log[-1].Timestamp">{formatDuration(elapsedMs)}</Traced>
                    <span className="t3">{medianMs === undefined ? '' : `, usually ${formatDuration(medianMs)}`}</span>
                  </>
                ),
            },
            {
              label: 'Started',
              value:
                sector.startedMs === undefined ? (
                  <span className="t3">not told</span>
                ) : (
                  <Traced of="SectorsStatus Log[0].Timestamp">
                    <TimeText timeMs={sector.startedMs} as="full" />
                  </Traced>
                ),
            },
            { label: 'Kind', value: sector.isUpgrade ? 'upgrade of a sector that is proven already' : 'new sector' },
          ]}
        />
      </DetailSection>
      <DetailSection title="On the chain">
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'On chain', value: sector.isOnChain ? 'YES' : 'NO' },
            { label: 'Active (pSet)', value: sector.isActive ? 'YES, its data can be retrieved' : 'NO' },
          ]}
        />
      </DetailSection>
      <DetailSection title="Deals" calls={[sector.call]}>
        {sector.deals.length === 0 ? (
          <span className="t3">None: this sector holds no client's data.</span>
        ) : (
          <span className="row g6" style={{ flexWrap: 'wrap' }}>
            {sector.deals.map((dealId, index) => (
              <Traced key={dealId} of={`SectorsStatus Deals[${index}]`} isInCell>
                <Link href={`/deals/${dealId}`} className="link">
                  {formatInteger(dealId)}
                </Link>
              </Traced>
            ))}
          </span>
        )}
      </DetailSection>
    </DetailPane>
  );
}
