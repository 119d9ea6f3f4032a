import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import type { MissingPart } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import styles from './miner.module.css';
import { SectorsLeftOut } from './SectorsLeftOut.tsx';
import type { MinerSectors } from './use-miner-sectors.ts';

interface SectorsReadingProps {
  readonly sectors: MinerSectors;
  readonly missing: MissingPart;
}

/** How far reading the sectors is, why it stopped, and what is left out. */
export function SectorsReading({ sectors, missing }: SectorsReadingProps) {
  const { progress, error, start, stop, isBusy } = sectors;
  const failure = error ?? progress?.problem;
  if (failure !== undefined && progress?.state !== 'reading') {
    return <PanelError error={failure} onRetry={() => start(true)} elsewhere={missing.elsewhere?.(failure)} />;
  }
  if (progress === undefined) return undefined;
  const { state, read, total, sectorsACall, leftOut } = progress;
  const left = total - read;
  const callsLeft = formatCount(Math.ceil(left / sectorsACall), 'call');
  return (
    <>
      {state === 'reading' ? (
        <div className={styles.reading} role="status">
          <progress value={read} max={Math.max(1, total)} aria-label="Sectors read" />
          <span>
            {formatInteger(read)} of {formatInteger(total)} sectors read
          </span>
          <Button size="small" kind="quiet" icon={IconPlayerStop} onClick={stop}>
            Stop
          </Button>
        </div>
      ) : undefined}
      {(state === 'stopped' || state === 'waiting') && left > 0 ? (
        <Note
          tone="info"
          isInset
          title={state === 'waiting' ? `${formatInteger(total)} sectors not read automatically` : 'Reading stopped'}
          actions={
            <Button size="small" icon={IconPlayerPlay} isBusy={isBusy} onClick={() => start(true)}>
              Read {formatInteger(left)}
            </Button>
          }
        >
          Takes {callsLeft} of {formatInteger(sectorsACall)} sectors each.
        </Note>
      ) : undefined}
      {leftOut > 0 ? <SectorsLeftOut count={leftOut} /> : undefined}
    </>
  );
}
