import { Link } from 'wouter';
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { DetailSection } from '../../components/DetailPane.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';

interface DealSectorSectionProps {
  readonly sector: Deal['sector'];
  readonly provider: string;
  readonly number: number | undefined;
  /** Since when the market has it as active; it may be without the sector's number. */
  readonly startEpoch: number | undefined;
}

/** The sector as it is now, and whether data can be fetched from it. */
export function DealSectorSection({ sector, provider, number, startEpoch }: DealSectorSectionProps) {
  if (number === undefined) {
    return (
      <DetailSection title="Sector">
        {startEpoch === undefined ? (
          <StatusText tone="pending">None yet: a retrieval now returns an empty (0 KB) file</StatusText>
        ) : (
          <span className="t3">Proven since epoch {formatInteger(startEpoch)}; the market keeps no number of it</span>
        )}
      </DetailSection>
    );
  }
  const miner = `/miners/${encodeURIComponent(provider)}`;
  return (
    <DetailSection title="Sector" calls={callsOf(sector)}>
      {sector === undefined ? (
        <span>
          {formatInteger(number)}, <span className="t3">over with its deal</span>
        </span>
      ) : (
        <PanelContent panel={sector}>
          {(found) => (
            <KeyValue
              labelWidthPx={88}
              rows={[
                {
                  label: 'Number',
                  value: (
                    <Link href={`${miner}?sector=${number}`} className="link">
                      {formatInteger(number)}
                    </Link>
                  ),
                },
                {
                  label: 'Place',
                  value:
                    found.deadline === undefined ? (
                      <span className="t3">this endpoint does not say (StateSectorPartition)</span>
                    ) : (
                      <Traced of="StateSectorPartition Deadline">
                        deadline {found.deadline}, partition {found.partition}
                      </Traced>
                    ),
                },
                found.isFaulty === undefined
                  ? undefined
                  : {
                      label: 'Now',
                      value: (
                        <Traced of="StateMinerPartitions">
                          <StatusText tone={found.isFaulty ? 'danger' : found.isActive === true ? 'success' : 'pending'}>
                            {found.isFaulty
                              ? found.isRecovering === true
                                ? 'faulty, recovering'
                                : 'faulty'
                              : found.isActive === true
                                ? 'active'
                                : 'not proven yet'}
                          </StatusText>
                        </Traced>
                      ),
                    },
                found.isActive === undefined
                  ? undefined
                  : {
                      label: 'Retrieval',
                      value: found.isActive
                        ? 'ready: the sector is sealed and active (pSet YES)'
                        : found.isFaulty === true
                          ? 'in doubt: the sector was not proven (pSet NO)'
                          : 'not ready (pSet NO): a retrieval now returns an empty (0 KB) file',
                      isWrapped: true,
                    },
                found.expiration === undefined
                  ? undefined
                  : { label: 'Expires', value: <Traced of="StateSectorGetInfo Expiration">{formatInteger(found.expiration)}</Traced> },
              ]}
            />
          )}
        </PanelContent>
      )}
    </DetailSection>
  );
}
