import { IconFileOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { DatasetReject, DatasetRejects } from '../../../shared/ipc/schemas/dataset.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { useWindowRows } from '../../hooks/use-window-rows.ts';
import { DatasetExport } from './DatasetExport.tsx';
import styles from './deals.module.css';
import { useActiveConnection } from './use-active-connection.ts';

const NOT_SORTABLE: readonly 'offset'[] = [];
const IN_ORDER = { by: 'offset', direction: 'ascending' } as const;
const FORMS = ['csv'] as const;
const UNIT = ['record', 'records'] as const;
const MAX_RECORD = 4096;

const COLUMNS: readonly DataColumn<DatasetReject>[] = [
  {
    id: 'offset',
    head: 'Byte offset',
    widthPx: 136,
    align: 'right',
    cell: ({ byteOffset }) => (byteOffset === undefined ? <span className="t3">on chain</span> : formatInteger(byteOffset)),
  },
  {
    id: 'deal',
    head: 'Deal',
    widthPx: 120,
    align: 'right',
    cell: ({ dealId }) => (dealId === undefined ? <span className="t3">unknown</span> : dealId),
  },
  { id: 'reason', head: 'Reason', leastPx: 240, cell: ({ reason }) => <UntrustedText text={reason} maximumLength={300} /> },
  {
    id: 'record',
    head: 'Record',
    widthPx: 360,
    isWideOnly: true,
    cell: ({ record }) => (
      <span className="mono ell">
        <UntrustedText text={record} maximumLength={200} />
      </span>
    ),
  },
];

/** Records of the market file that are not deals, with offset and reason. */
export function RejectedRecords({ onClose }: { readonly onClose: () => void }) {
  const connection = useActiveConnection()?.id;
  const loaded = useTopic('dataset.loadChanged', (load) => (load?.state === 'done' ? `${load.source} ${load.rows}` : ''));
  const [selected, setSelected] = useState<DatasetReject | undefined>(undefined);
  const list = useWindowRows<DatasetReject, 'offset', DatasetRejects>({
    question: connection === undefined ? undefined : 'rejects',
    subject: connection,
    ask: (client, { offset, limit }) => client.dataset.listRejects({ offset, limit }),
    sortableColumns: NOT_SORTABLE,
    defaultOrder: IN_ORDER,
    revision: loaded ?? '',
  });
  return (
    <SplitView pane={selected === undefined ? undefined : <RejectPane reject={selected} onClose={() => setSelected(undefined)} />}>
      <PageHead
        title="Rejected records"
        sub="Records of the market file that are not deals"
        actions={
          <Button size="small" kind="quiet" icon={IconX} onClick={onClose}>
            Back to dataset
          </Button>
        }
      />
      {list.page === undefined ? (
        list.error === undefined ? (
          <SkeletonRows rows={12} columns={4} />
        ) : (
          <PanelError error={list.error} onRetry={list.refresh} />
        )
      ) : (
        <>
          <Toolbar>
            <span className="t2 s12">In file order. Byte offsets refer to the decompressed file.</span>
            <span className={styles.atEnd}>
              <DatasetExport
                what="rejects"
                forms={FORMS}
                unit={UNIT}
                disabledReason={list.page.matching === 0 ? 'No records to export.' : undefined}
                start={exportRejects}
              />
            </span>
          </Toolbar>
          <DataTable
            label="Rejected records"
            unit={UNIT}
            columns={COLUMNS}
            rows={list.rows}
            rowKey={keyOf}
            selectedKey={selected === undefined ? undefined : keyOf(selected)}
            onSelect={setSelected}
            copyText={({ record }) => record}
            isStale={list.isStale}
            isFilling
            empty={
              <PanelState icon={IconFileOff} title="No rejected records">
                Every record of the file is a deal.
              </PanelState>
            }
          />
        </>
      )}
    </SplitView>
  );
}

function RejectPane({
  reject: { byteOffset, dealId, reason, record },
  onClose,
}: {
  readonly reject: DatasetReject;
  readonly onClose: () => void;
}) {
  return (
    <DetailPane title={dealId === undefined ? 'Rejected record' : `Deal ${dealId}, rejected`} onClose={onClose}>
      <DetailSection title="Rejection">
        <KeyValue
          labelWidthPx={88}
          rows={[
            { label: 'Reason', value: <UntrustedText text={reason} maximumLength={1000} />, isWrapped: true },
            { label: 'Byte offset', value: byteOffset === undefined ? 'none (from the chain)' : formatInteger(byteOffset) },
          ]}
        />
      </DetailSection>
      <DetailSection title={byteOffset === undefined ? 'Proposal (CBOR, hex)' : 'Record'}>
        <div className={`mono s12 ${styles.record}`}>
          <UntrustedText text={record} maximumLength={MAX_RECORD} />
        </div>
      </DetailSection>
    </DetailPane>
  );
}

function keyOf({ byteOffset, dealId }: DatasetReject): string {
  return `${byteOffset} ${dealId}`;
}

const exportRejects = (client: AppClient) => client.dataset.exportRejects({});
