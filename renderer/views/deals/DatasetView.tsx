import { IconDatabase, IconX } from '@tabler/icons-react';
import type { DatasetLoad, DatasetSource } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
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
  /** Of a market file that was opened elsewhere. */
  readonly fileName: string | undefined;
  readonly onClose: () => void;
}

/** Loads the file of the whole market into the dataset of the network, and shows the one in use. */
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
        sub="Every deal of the market, in a database"
        actions={
          <Button size="small" kind="quiet" icon={IconX} onClick={onClose}>
            Back to the deals
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
              <PanelState icon={IconDatabase} title="Network not known yet">
                A dataset belongs to one network. Connect to an endpoint to load or use it.
              </PanelState>
            ) : (
              <>
                {isRunning && load?.genesisCid !== undefined && load.genesisCid !== genesisCid ? (
                  <Note tone="info" title="This load is for another network">
                    Its dataset appears when an endpoint of that network is active.
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
                  <PanelState icon={IconDatabase} title="No dataset of this network">
                    Load its market file to list every deal, filter them and look up CIDs without asking the endpoint.
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

/** How the last load ended. */
function LoadEnd({ load, onRetry }: LoadEndProps) {
  const { state, source, rows, rejects, failure } = load;
  const retry =
    source === undefined ? undefined : (
      <Button size="small" onClick={() => onRetry(/^https?:/i.test(source) ? { url: source } : { path: source })}>
        {state === 'stopped' ? 'Continue' : 'Try again'}
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
        A download of the same URL continues where it stopped.
      </Note>
    );
  }
  if (state !== 'done') return undefined;
  return (
    <div role="status">
      <Note tone={rejects === 0 ? 'success' : 'warning'} title={`${formatCount(rows, 'deal')} loaded`}>
        {rejects === 0 ? undefined : `${formatInteger(rejects)} records are not deals and were rejected.`}
      </Note>
    </div>
  );
}

const startLoad = (client: AppClient, source: DatasetSource) => client.dataset.startLoad(source);
