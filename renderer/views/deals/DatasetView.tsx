import { IconDatabase, IconX } from '@tabler/icons-react';
import type { DatasetLoad, DatasetSource } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { DatasetFacts } from './DatasetFacts.tsx';
import { DatasetForm } from './DatasetForm.tsx';
import { DatasetPlace } from './DatasetPlace.tsx';
import { DatasetProgress } from './DatasetProgress.tsx';
import { DatasetUpdatePanel } from './DatasetUpdatePanel.tsx';
import { isLoadRunning } from './dataset-words.ts';
import { useActiveConnection } from './use-active-connection.ts';
import { useDataset } from './use-dataset.ts';

interface DatasetViewProps {
  /** Name of a market file opened elsewhere. */
  readonly fileName: string | undefined;
  readonly onClose: () => void;
}

/** Loads a market file into the dataset of the network, and shows the dataset in use. */
export function DatasetView({ fileName, onClose }: DatasetViewProps) {
  const query = useDataset();
  const load = useTopic('dataset.loadChanged');
  const update = useTopic('dataset.updateChanged');
  const start = useCommand(startLoad);
  const connection = useActiveConnection();
  const isRunning = isLoadRunning(load?.state);
  const begin = (source: DatasetSource): void => void start.run(source);
  return (
    <SplitView>
      <PageHead
        title="Market dataset"
        sub="All market deals in a database"
        actions={
          <Button size="small" kind="quiet" icon={IconX} onClick={onClose}>
            Back to deals
          </Button>
        }
      />
      <ScrollArea label="Market dataset">
        {load === undefined || isRunning || (load.state === 'done' && update?.state === 'done') ? undefined : (
          <LoadEnd load={load} onRetry={begin} />
        )}
        {load !== undefined && isRunning ? <DatasetProgress load={load} /> : undefined}
        <DatasetPlace lockedReason={isRunning ? 'A load is running. Stop it first.' : undefined} onChanged={query.refresh} />
        <QueryContent query={query} skeleton={<SkeletonRows rows={5} columns={2} />}>
          {({ genesisCid, dataset }) =>
            genesisCid === undefined ? (
              <PanelState icon={IconDatabase} title="Unknown network">
                A dataset belongs to one network. Connect to an endpoint to load or use one.
              </PanelState>
            ) : (
              <>
                {isRunning && load?.genesisCid !== undefined && load.genesisCid !== genesisCid ? (
                  <Note tone="info" title="Loading for another network">
                    The dataset appears when an endpoint of that network is active.
                  </Note>
                ) : undefined}
                {dataset === undefined ? undefined : <DatasetFacts dataset={dataset} />}
                {dataset === undefined || dataset.server !== undefined || update === undefined ? undefined : (
                  <DatasetUpdatePanel dataset={dataset} update={update} isLoading={isRunning} onLoad={begin} />
                )}
                {isRunning ? undefined : (
                  <DatasetForm
                    key={fileName ?? ''}
                    url={connection?.dealsDataUrl}
                    fileName={fileName}
                    hasDataset={dataset !== undefined}
                    isBusy={start.isRunning}
                    error={start.error}
                    onLoad={begin}
                  />
                )}
                {dataset === undefined && !isRunning ? (
                  <PanelState icon={IconDatabase} title="No dataset for this network">
                    Load a market file to list and filter all deals and look up CIDs without the endpoint.
                  </PanelState>
                ) : undefined}
              </>
            )
          }
        </QueryContent>
      </ScrollArea>
    </SplitView>
  );
}

interface LoadEndProps {
  readonly load: DatasetLoad;
  readonly onRetry: (source: DatasetSource) => void;
}

/** Result of the last load. */
function LoadEnd({ load, onRetry }: LoadEndProps) {
  const { state, source, rows, rejects, failure } = load;
  const isDownload = source !== undefined && /^https?:/i.test(source);
  const retry =
    source === undefined ? undefined : (
      <Button size="small" onClick={() => onRetry(isDownload ? { url: source } : { path: source })}>
        {state !== 'stopped' ? 'Try again' : isDownload ? 'Resume' : 'Load again'}
      </Button>
    );
  if (state === 'failed') {
    return (
      <div role="alert">
        <Note tone="danger" title="The load failed" actions={retry}>
          <UntrustedText text={failure ?? ''} maximumLength={400} />
        </Note>
      </div>
    );
  }
  if (state === 'stopped') {
    return (
      <Note tone="info" title="Load stopped" actions={retry}>
        {isDownload ? 'Downloading the same URL resumes where it stopped.' : undefined}
      </Note>
    );
  }
  if (state !== 'done') return undefined;
  return (
    <div role="status">
      <Note tone={rejects === 0 ? 'success' : 'warning'} title={`${formatCount(rows, 'deal')} loaded`}>
        {rejects === 0 ? undefined : `${formatCount(rejects, 'record')} rejected.`}
      </Note>
    </div>
  );
}

const startLoad = (client: AppClient, source: DatasetSource) => client.dataset.startLoad(source);
