import { IconList, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Dataset } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';

/** Source, size and age of the dataset in use. */
export function DatasetFacts({ dataset }: { readonly dataset: Dataset }) {
  const [, navigate] = useLocation();
  const { source, rows, rejects, sourceBytes, sizeBytes, server, asOfMs, epoch, loadedAtMs, mirror } = dataset;
  return (
    <Panel
      title="Current dataset"
      sub={mirror !== undefined || asOfMs === undefined ? undefined : <AgeOf timeMs={asOfMs} />}
      hasRule
      actions={
        <>
          <Button size="small" icon={IconSearch} onClick={() => navigate('/deals/look-up')}>
            Look up CIDs
          </Button>
          <Button size="small" icon={IconList} onClick={() => navigate('/deals?source=dataset')}>
            Show deals
          </Button>
        </>
      }
    >
      <PanelBody>
        <KeyValue
          rows={[
            { label: 'Deals', value: formatInteger(rows) },
            {
              label: 'Rejected',
              value:
                rejects === 0 ? (
                  '0'
                ) : (
                  <Link href="/deals/rejects" className="link">
                    {formatCount(rejects, 'record')}
                  </Link>
                ),
              isWrapped: true,
            },
            server === undefined
              ? undefined
              : { label: 'Server', value: <UntrustedText text={server} maximumLength={400} />, isWrapped: true },
            {
              label: server === undefined ? 'Size on disk' : 'Size with indexes',
              value: sizeBytes === 0 ? <span className="t3">not available from this server</span> : formatBytes(sizeBytes),
            },
            { label: 'Source', value: <UntrustedText text={source} maximumLength={400} />, isWrapped: true },
            { label: 'Source size', value: formatBytes(sourceBytes) },
            {
              label: 'File written',
              value: asOfMs === undefined ? <span className="t3">unknown</span> : <TimeText timeMs={asOfMs} as="full" />,
            },
            epoch === undefined || mirror !== undefined ? undefined : { label: 'Latest change', value: `epoch ${formatInteger(epoch)}` },
            { label: 'Loaded', value: <TimeText timeMs={loadedAtMs} as="full" /> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function AgeOf({ timeMs }: { readonly timeMs: number }) {
  return (
    <>
      written <TimeText timeMs={timeMs} />
    </>
  );
}
