import { useState } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { type SectorsOf, sectorsKey } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { LeftOut, SectorChangeKind } from '../../../shared/ipc/schemas/sector-change.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './miner.module.css';
import { sectorChangeDraft } from './miner-drafts.ts';
import { SectorMessagePane } from './SectorMessagePane.tsx';
import { useSectorChoice } from './use-sector-choice.ts';

interface SectorChangePaneProps {
  readonly where: SectorsOf;
  readonly kind: SectorChangeKind;
  /** Which sectors, where none are chosen one by one; empty for all. */
  readonly filter: string;
  readonly miner: Pick<Miner, 'pinned'> & { readonly info: Miner['info'] | undefined };
  /** Another text whenever the sectors that were read are others. */
  readonly revision: string;
  readonly onClose: () => void;
}

const TITLES: Readonly<Record<SectorChangeKind, string>> = {
  recover: 'Declare recovery',
  extend: 'Extend sectors',
  terminate: 'Terminate sectors',
};

const CONDITIONS: Readonly<Record<SectorChangeKind, string>> = {
  recover:
    'Declares that the data is readable again. The next proof of each deadline then clears the fault; the fault fee continues until then. The whole message fails if one sector cannot be declared.',
  extend: 'Sets the new expiration for every sector. Power and pledge do not change. A sector can be extended again but never shortened.',
  terminate:
    'The power is lost immediately and a termination fee is burnt from the pledge of each sector. This cannot be undone. The review shows the amount burnt.',
};

const REASONS: Readonly<Record<LeftOut, string>> = {
  'not-faulty': 'Not faulty',
  recovering: 'Recovery already declared',
  cutoff: 'Deadline open or past its cutoff: declare after it closes',
  'not-active': 'Not active: only proven sectors can be extended',
  ended: 'Terminated or expired',
  immutable: 'Deadline open or next: terminate after it closes',
  claims: 'Verified: claims must be specified, as lotus-miner sectors extend does',
  'not-later': 'Already expire later',
  expired: 'Expired',
  'too-late': 'Cannot be extended that far',
};

const SPANS = ['latest', '180', '360', '540'] as const;
type Span = (typeof SPANS)[number];

/** Prepares a message that recovers, extends or terminates sectors. */
export function SectorChangePane({ where, kind, filter, miner, revision, onClose }: SectorChangePaneProps) {
  const choice = useSectorChoice(where.address, filter, kind === 'recover' ? 'all faulty sectors' : undefined);
  const [span, setSpan] = useState<Span>('latest');
  const head = miner.pinned.height;
  // By day, so that the question stays the same from one head to the next.
  const [day] = useState(() => Math.ceil(head / EPOCHS.perDay));
  const expiration = kind === 'extend' && span !== 'latest' ? (day + Number(span)) * EPOCHS.perDay : undefined;
  const query = useQuery(
    `change ${kind} of ${sectorsKey(where)} ${expiration ?? ''} ${choice.key}`,
    (client) => client.miners.planSectorChange({ ...where, ...choice.input, change: kind, ...defined({ expiration }) }),
    { revision },
  );
  return (
    <SectorMessagePane
      title={TITLES[kind]}
      choice={choice}
      where={where}
      info={miner.info}
      roles={['Worker', 'Control', 'Owner']}
      query={query}
      countOf={({ included }) => included}
      draftOf={(plan, signer) => sectorChangeDraft(where.address, signer, kind, plan)}
      conditions={CONDITIONS[kind]}
      onClose={onClose}
      before={
        <>
          {where.readId === undefined ? undefined : (
            <Note tone="info" isInset title={`State of epoch ${formatInteger(head)}`}>
              Sectors may have changed since. Read the state again for current data.
            </Note>
          )}
          {kind === 'extend' ? (
            <DetailSection title="New expiration">
              <SegmentedControl
                label="New expiration"
                options={SPANS.map((value) => ({ value, label: value === 'latest' ? 'Latest' : `${value} days` }))}
                value={span}
                onChange={setSpan}
              />
            </DetailSection>
          ) : undefined}
        </>
      }
    >
      {(value) => (
        <>
          <DetailSection title="Sectors">
            <KeyValue
              labelWidthPx={132}
              rows={[
                { label: 'Selected', value: formatInteger(value.matching) },
                { label: 'Included', value: <b>{formatInteger(value.included)}</b> },
                value.messageCount < 2 ? undefined : { label: 'In this message', value: formatInteger(value.inMessage) },
                value.extension === undefined
                  ? undefined
                  : {
                      label: 'New expiration',
                      value: (
                        <>
                          epoch <EpochText height={value.extension.expiration} timeMs={value.extension.expirationTimeMs} />
                        </>
                      ),
                      isWrapped: true,
                    },
                value.pledge === undefined ? undefined : { label: 'Pledge', value: <AmountText value={value.pledge} places={4} /> },
              ]}
            />
            {value.messageCount < 2 ? undefined : (
              <p className="t3 s12">
                {formatCount(value.messageCount, 'message')} needed. Open this pane again after the first one is executed.
              </p>
            )}
          </DetailSection>
          {value.leftOut.length === 0 ? undefined : (
            <DetailSection title="Left out">
              <ul className={styles.leftOut}>
                {value.leftOut.map(({ reason, count }) => (
                  <li key={reason}>
                    <b>{formatInteger(count)}</b> {REASONS[reason]}
                  </li>
                ))}
              </ul>
            </DetailSection>
          )}
        </>
      )}
    </SectorMessagePane>
  );
}
