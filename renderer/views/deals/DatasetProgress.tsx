import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { defined } from '../../../shared/collections/defined.ts';
import type { DatasetLoad } from '../../../shared/ipc/schemas/dataset.ts';
import type { AppClient } from '../../client/client-context.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { bytesWords, loadTitle, percentOf, rateWords, rowsWords, timeLeftWords } from './dataset-words.ts';
import styles from './deals.module.css';

/** A running or paused load, with its controls. */
export function DatasetProgress({ load }: { readonly load: DatasetLoad }) {
  const pause = useCommand(pauseLoad);
  const resume = useCommand(resumeLoad);
  const stop = useCommand(stopLoad);
  const error = pause.error ?? resume.error ?? stop.error;
  const percent = percentOf(load);
  const facts = [bytesWords(load), rowsWords(load), rateWords(load), timeLeftWords(load)].filter((words) => words !== undefined);
  return (
    <Panel
      title={loadTitle(load.state)}
      sub={<UntrustedText text={load.source ?? ''} maximumLength={200} />}
      hasRule
      actions={
        <>
          {load.state === 'paused' ? (
            <Button size="small" icon={IconPlayerPlay} isBusy={resume.isRunning} onClick={() => void resume.run({})}>
              Resume
            </Button>
          ) : load.state === 'loading' ? (
            <Button size="small" icon={IconPlayerPause} isBusy={pause.isRunning} onClick={() => void pause.run({})}>
              Pause
            </Button>
          ) : undefined}
          <Button size="small" icon={IconPlayerStop} isBusy={stop.isRunning} onClick={() => void stop.run({})}>
            Stop
          </Button>
        </>
      }
    >
      <PanelBody>
        <div
          className={styles.progress}
          role="progressbar"
          aria-label="Loaded"
          aria-valuemin={0}
          aria-valuemax={100}
          {...defined({ 'aria-valuenow': percent })}
        >
          <span style={{ width: `${percent ?? 0}%` }} />
        </div>
        <div className={styles.loadFacts}>
          {facts.map((words) => (
            <span key={words}>{words}</span>
          ))}
          {percent === undefined ? undefined : <span className={styles.percent}>{percent} %</span>}
        </div>
        {load.note === undefined ? undefined : <p className="t2 s12">{load.note}</p>}
        {error === undefined ? undefined : (
          <span role="alert">
            <StatusText tone="danger">{error.message}</StatusText>
          </span>
        )}
      </PanelBody>
    </Panel>
  );
}

const pauseLoad = (client: AppClient, _: object) => client.dataset.pauseLoad({});
const resumeLoad = (client: AppClient, _: object) => client.dataset.resumeLoad({});
const stopLoad = (client: AppClient, _: object) => client.dataset.stopLoad({});
