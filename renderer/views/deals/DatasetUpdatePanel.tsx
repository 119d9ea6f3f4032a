import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Dataset, DatasetSource, DatasetUpdate } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { changeWords, isUpdateRunning, updatePercent, updateWords } from './dataset-words.ts';
import styles from './deals.module.css';

interface DatasetUpdatePanelProps {
  readonly dataset: Dataset;
  readonly update: DatasetUpdate;
  readonly isLoading: boolean;
  readonly onLoad: (source: DatasetSource) => void;
}

/** Chain state of the dataset, and its update to the head. */
export function DatasetUpdatePanel({ dataset, update, isLoading, onLoad }: DatasetUpdatePanelProps) {
  const start = useCommand(startUpdate);
  const stop = useCommand(stopUpdate);
  const keep = useCommand(setKeepCurrent);
  // The clicked value, until the service reports it.
  const [wanted, setWanted] = useState<boolean | undefined>(undefined);
  useEffect(() => {
    if (wanted === update.isKeptCurrent || keep.error !== undefined) setWanted(undefined);
  }, [wanted, update.isKeptCurrent, keep.error]);
  const isRunning = isUpdateRunning(update.state);
  const { epoch, mirror } = dataset;
  const error = start.error ?? stop.error ?? keep.error;
  return (
    <Panel
      title="Chain state"
      sub={mirror === undefined ? 'not verified yet' : 'verified by CID'}
      hasRule
      actions={
        <>
          <label className={styles.keepCurrent} title="Update at every new head while Sextant runs">
            <input
              type="checkbox"
              checked={wanted ?? update.isKeptCurrent}
              disabled={isLoading}
              onChange={(event) => {
                setWanted(event.currentTarget.checked);
                void keep.run({ isOn: event.currentTarget.checked });
              }}
            />
            Keep current
          </label>
          {isRunning ? (
            <Button size="small" icon={IconPlayerStop} isBusy={stop.isRunning} onClick={() => void stop.run({})}>
              Stop update
            </Button>
          ) : (
            <Button
              size="small"
              icon={IconRefresh}
              isBusy={start.isRunning}
              disabledReason={isLoading ? 'A load is running.' : undefined}
              onClick={() => void start.run({})}
            >
              Update from chain
            </Button>
          )}
        </>
      }
    >
      <PanelBody>
        {isRunning ? <UpdateProgress update={update} /> : <UpdateEnd update={update} onLoad={onLoad} />}
        {error === undefined ? undefined : (
          <span role="alert">
            <StatusText tone="danger">{error.message}</StatusText>
          </span>
        )}
        {mirror === undefined || epoch === undefined ? (
          <p className="t2 s12">The first update compares every deal with the state at the head. Later updates read only changed blocks.</p>
        ) : (
          <KeyValue
            rows={[
              { label: 'As of epoch', value: <EpochText height={epoch} timeMs={mirror.timeMs} /> },
              { label: 'Last update', value: changeWords(mirror), isWrapped: true },
              { label: 'Read', value: `${formatCount(mirror.blocks, 'block')}, ${formatBytes(mirror.bytes)}` },
              { label: 'Updated', value: <TimeText timeMs={mirror.updatedAtMs} as="full" /> },
              { label: 'Proposals root', value: <HashText cid={mirror.proposals} size="detail" hasCopy /> },
              { label: 'States root', value: <HashText cid={mirror.states} size="detail" hasCopy /> },
            ]}
          />
        )}
      </PanelBody>
    </Panel>
  );
}

function UpdateProgress({ update }: { readonly update: DatasetUpdate }) {
  const percent = updatePercent(update);
  return (
    <>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label="Updated"
        aria-valuemin={0}
        aria-valuemax={100}
        {...defined({ 'aria-valuenow': percent })}
      >
        <span style={{ width: `${percent ?? 0}%` }} />
      </div>
      <div className={styles.loadFacts}>{updateWords(update)}</div>
    </>
  );
}

/** A stopped or failed update, and the next step. */
function UpdateEnd({ update: { state, failure, file }, onLoad }: Pick<DatasetUpdatePanelProps, 'update' | 'onLoad'>) {
  if (state === 'stopped') {
    return (
      <Note tone="info" title="Update stopped" isInset>
        The dataset was not changed.
      </Note>
    );
  }
  if (state !== 'failed') return undefined;
  const source = file?.source ?? '';
  return (
    <div role="alert">
      <Note
        tone="danger"
        title="The update failed"
        isInset
        actions={
          file?.isChanged === true ? (
            <Button size="small" onClick={() => onLoad(/^https?:/i.test(source) ? { url: source } : { path: source })}>
              Load again
            </Button>
          ) : undefined
        }
      >
        <UntrustedText text={failure ?? ''} maximumLength={400} />
        {file === undefined ? undefined : (
          <p>
            {file.isChanged
              ? `The market file has changed since it was loaded${file.sizeBytes === undefined ? '' : ` (${formatBytes(file.sizeBytes)})`}. Loading it again reads the whole file.`
              : 'The market file has not changed since it was loaded.'}
          </p>
        )}
      </Note>
    </div>
  );
}

const startUpdate = (client: AppClient, _: object) => client.dataset.startUpdate({});
const stopUpdate = (client: AppClient, _: object) => client.dataset.stopUpdate({});
const setKeepCurrent = (client: AppClient, request: { readonly isOn: boolean }) => client.dataset.setKeepCurrent(request);
