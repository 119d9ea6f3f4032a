import { explainSealingFailure } from '../../../shared/sealing/sealing-failure.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { KeyValue, type KeyValueRow } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { dealsText, detailsOf, type PastedRow } from './pasted-columns.tsx';
import { iconOf, toneOf } from './sealing-columns.tsx';
import { isInPipeline, sealingGroupLabel } from './sealing-lanes.ts';

const NOT_PRINTED = <span className="t3">not printed</span>;
const yesNo = (value: boolean | undefined) => (value === undefined ? NOT_PRINTED : value ? 'YES' : 'NO');

/** One row of a pasted list, and its meaning for retrieval. */
export function PastedPane({ row, onClose }: { readonly row: PastedRow; readonly onClose: () => void }) {
  const { listed, sector } = row;
  const { error, expiration, expiresIn, ticketEpoch, seedEpoch, recoveryTimeout } = listed;
  const details = detailsOf(row);
  const epochRow = (label: string, epoch: number | undefined, beside = ''): KeyValueRow | undefined =>
    epoch === undefined ? undefined : { label, value: `${formatInteger(epoch)} ${beside}` };
  return (
    <DetailPane
      title={`Sector ${listed.id}`}
      sub={
        <StatusText tone={toneOf(row)} {...iconOf(row)}>
          <UntrustedText text={sector.state} maximumLength={60} />
        </StatusText>
      }
      onClose={onClose}
    >
      {error === undefined ? undefined : (
        <Note tone="danger" title="The storage miner returned no data for this sector">
          <UntrustedText text={error} /> {explainSealingFailure(error)?.advice}
        </Note>
      )}
      {listed.isActive === false ? (
        <Note tone="warning" title={isInPipeline(sector) ? 'Not sealed yet' : 'Not active'}>
          pSet (now Active) was NO when the list was printed: a retrieval from this sector returned an empty (0 KB) file.
        </Note>
      ) : undefined}
      <DetailSection title={`Line ${formatInteger(listed.line)}`}>
        <KeyValue
          labelWidthPx={112}
          rows={[
            { label: 'Group', value: sealingGroupLabel(sector.group) },
            details === '' ? undefined : { label: 'Details', value: <UntrustedText text={details} maximumLength={300} />, isWrapped: true },
            { label: 'On chain', value: yesNo(listed.isOnChain) },
            { label: 'Active (pSet)', value: yesNo(listed.isActive) },
            { label: 'Deals', value: <UntrustedText text={dealsText(listed)} maximumLength={300} />, isWrapped: true },
            epochRow('Expiration', expiration, expiresIn),
            epochRow('Ticket', ticketEpoch),
            epochRow('Seed', seedEpoch),
            epochRow('Recover by', recoveryTimeout),
            listed.dealWeight === undefined
              ? undefined
              : { label: 'Deal weight', value: <UntrustedText text={listed.dealWeight} maximumLength={40} /> },
            listed.verifiedPower === undefined
              ? undefined
              : { label: 'Verified power', value: <UntrustedText text={listed.verifiedPower} maximumLength={40} /> },
          ]}
        />
      </DetailSection>
    </DetailPane>
  );
}
