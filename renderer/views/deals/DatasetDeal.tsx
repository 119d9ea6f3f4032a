import { formatBytes } from '../../../shared/domain/byte-size.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { DetailSection } from '../../components/DetailPane.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { DealStateText } from './DealStateText.tsx';

/** A deal as the dataset has it, where the node does not return it, such as after it was settled. */
export function DatasetDeal({ id }: { readonly id: string }) {
  const query = useQuery(`dataset deal ${id}`, (client) => client.deals.lookUp({ texts: [id], source: 'dataset' }));
  return (
    <DetailSection title="In the dataset">
      <QueryContent query={query}>
        {({ rows: [row] }) =>
          row === undefined ? (
            <span className="t3">Not in the dataset.</span>
          ) : (
            <KeyValue
              labelWidthPx={88}
              rows={[
                { label: 'State', value: <DealStateText state={row.state} /> },
                { label: 'Piece', value: <HashText cid={row.pieceCid} size="detail" hasCopy /> },
                { label: 'Size', value: `${formatBytes(row.pieceSizeBytes)} padded` },
                row.label === undefined || row.label === ''
                  ? undefined
                  : { label: 'Label', value: <UntrustedText text={row.label} maximumLength={200} />, isWrapped: true },
                { label: 'Client', value: <AddressText address={row.client} hasCopy isLink /> },
                { label: 'Provider', value: <AddressText address={row.provider} hasCopy isLink /> },
                row.startEpoch === undefined
                  ? undefined
                  : { label: 'Start', value: <EpochText height={row.startEpoch} timeMs={row.startTimeMs} /> },
                { label: 'End', value: <EpochText height={row.endEpoch} timeMs={row.endTimeMs} /> },
              ]}
            />
          )
        }
      </QueryContent>
    </DetailSection>
  );
}
