import { Link } from 'wouter';
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';

interface DealSectorSectionProps {
  readonly sector: Deal['sector'];
  readonly provider: string;
  readonly number: number | undefined;
  /** Activation epoch in the market actor; the sector number may still be missing. */
  readonly startEpoch: number | undefined;
}

/** Current state of the sector, and whether its data can be retrieved. */
export function DealSectorSection({ sector, provider, number, startEpoch }: DealSectorSectionProps) {
  if (number === undefined) {
    return (
      <DetailSection title="Sector">
        {startEpoch === undefined ? (
          <StatusText tone="pending">None yet: a retrieval returns an empty (0 KB) file</StatusText>
        ) : (
          <span className="t3">Proven since epoch {formatInteger(startEpoch)}; sector number not recorded</span>
        )}
      </DetailSection>
    );
  }
  const miner = `/miners/${encodeURIComponent(provider)}`;
  return (
    <DetailSection title="Sector" calls={callsOf(sector)}>
      {sector === undefined ? (
        <span>
          {formatInteger(number)}, <span className="t3">deal ended</span>
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
                  label: 'Location',
                  value:
                    found.deadline === undefined ? (
                      <span className="t3">not available from this endpoint (StateSectorPartition)</span>
                    ) : (
                      <Traced of="StateSectorPartition Deadline">
                        deadline {found.deadline}, partition {found.partition}
                      </Traced>
                    ),
                },
                found.isFaulty === undefined
                  ? undefined
                  : {
                      label: 'Status',
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
                          ? 'uncertain: the sector was not proven (pSet NO)'
                          : 'not ready (pSet NO): a retrieval returns an empty (0 KB) file',
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
