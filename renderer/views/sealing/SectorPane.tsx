import { Link } from 'wouter';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { explainSealingFailure } from '../../../shared/sealing/sealing-failure.ts';
import { formatCount, formatDuration } from '../../../shared/text/format.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { BoardRow } from './board-rows.ts';
import { SectorCommands } from './SectorCommands.tsx';
import { SectorData } from './SectorData.tsx';
import { SectorProgress } from './SectorProgress.tsx';
import { iconOf, landByWords, toneOf } from './sealing-columns.tsx';
import { estimateOf } from './sealing-estimate.ts';
import { isInPipeline, sealingGroupLabel } from './sealing-lanes.ts';
import { messageWords } from './sector-details.ts';

interface SectorPaneProps {
  readonly entry: BoardRow;
  readonly board: SealingBoard;
  readonly onClose: () => void;
}

/** One sector: state, progress, chain data, message and deals. */
export function SectorPane({ entry, board, onClose }: SectorPaneProps) {
  const { sector, details } = entry;
  const calls = sector.call === undefined ? [] : [sector.call];
  const { landBy, message, worker, place } = sector;
  return (
    <DetailPane
      title={`Sector ${sector.number}`}
      sub={
        <StatusText tone={toneOf(entry)} {...iconOf(entry)}>
          <UntrustedText text={sector.state} maximumLength={60} />
        </StatusText>
      }
      onClose={onClose}
    >
      {sector.lastError === undefined ? undefined : <LastError error={sector.lastError} />}
      {sector.isActive || (!isInPipeline(sector) && sector.group !== 'recovering') ? undefined : (
        <Note tone="warning" title={sector.isOnChain ? 'Not proven' : 'Not sealed yet'}>
          A retrieval from this sector returns an empty (0 KB) file until pSet is YES. <TimeLeft entry={entry} board={board} />
        </Note>
      )}
      <DetailSection title="State" calls={calls}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'Group', value: sealingGroupLabel(sector.group, board.source) },
            details === '' ? undefined : { label: 'Details', value: details, isWrapped: true },
            { label: 'Time in state', value: <TimeInState entry={entry} board={board} />, isWrapped: true },
            {
              label: board.source === 'chain' ? (sector.isOnChain ? 'Proven' : 'Pre-committed') : 'Started',
              value:
                sector.startedMs === undefined ? (
                  <span className="t3">unknown</span>
                ) : (
                  <Traced of={['SectorsStatus Log[0].Timestamp', 'ChainReadObj']}>
                    <TimeText timeMs={sector.startedMs} as="full" />
                  </Traced>
                ),
            },
            worker === undefined
              ? undefined
              : {
                  label: 'Worker',
                  value: (
                    <>
                      <UntrustedText text={worker.name} maximumLength={80} />{' '}
                      <span className="t3">
                        {worker.isRunning ? '' : 'queued: '}
                        <UntrustedText text={worker.task} maximumLength={40} />
                      </span>
                    </>
                  ),
                },
            { label: 'Kind', value: kindWords(sector.isUpgrade, board.source) },
          ]}
        />
      </DetailSection>
      {board.source === 'miner-api' ? (
        <>
          <SectorCommands sector={sector} />
          <SectorProgress number={sector.number} state={sector.state} pastMs={board.pastMs} />
        </>
      ) : undefined}
      <DetailSection title="On chain" calls={sector.chainCall === undefined ? [] : [sector.chainCall]}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'On chain', value: sector.isOnChain ? 'YES' : 'NO' },
            { label: 'Active (pSet)', value: sector.isActive ? 'YES, data can be retrieved' : 'NO' },
            sector.preCommitEpoch === undefined ? undefined : { label: 'Pre-commit', value: <EpochText height={sector.preCommitEpoch} /> },
            sector.seedEpoch === undefined ? undefined : { label: 'Seed', value: <EpochText height={sector.seedEpoch} /> },
            sector.expiration === undefined ? undefined : { label: 'Expiration', value: <EpochText height={sector.expiration} /> },
            place === undefined
              ? undefined
              : {
                  label: 'Deadline',
                  value: (
                    <>
                      {place.deadline}, partition {place.partition}, <TimeText timeMs={place.opensAtMs} />
                    </>
                  ),
                },
            landBy === undefined
              ? undefined
              : {
                  label: 'Must land by',
                  value: (
                    <>
                      <EpochText height={landBy.epoch} timeMs={landBy.timeMs} />
                      <span className="t3"> {landByWords(landBy)}</span>
                    </>
                  ),
                  isWrapped: true,
                },
          ]}
        />
      </DetailSection>
      {message === undefined ? undefined : (
        <DetailSection title="Message" calls={message.calls}>
          <KeyValue
            labelWidthPx={104}
            rows={[
              { label: 'Status', value: messageWords(message), isWrapped: true },
              {
                label: 'CID',
                value: (
                  <Link href={`/messages/${message.cid}`} className="link">
                    <HashText cid={message.cid} size="detail" />
                  </Link>
                ),
              },
            ]}
          />
        </DetailSection>
      )}
      <DetailSection title="Deals" calls={calls}>
        <SectorData sector={sector} />
      </DetailSection>
    </DetailPane>
  );
}

function LastError({ error }: { readonly error: string }) {
  const known = explainSealingFailure(error);
  return (
    <Note tone="danger" title={known?.reason ?? 'Last error'}>
      {known === undefined ? undefined : <p>{known.advice}</p>}
      <UntrustedText text={error} />
    </Note>
  );
}

function TimeInState({ entry: { elapsedMs, medianMs, sector }, board }: Pick<SectorPaneProps, 'entry' | 'board'>) {
  if (elapsedMs === undefined) return <span className="t3">unknown</span>;
  const count = board.pastMs[sector.state]?.length ?? 0;
  return (
    <>
      <Traced of={['SectorsStatus Log[-1].Timestamp', 'ChainReadObj']}>{formatDuration(elapsedMs)}</Traced>
      <span className="t3">
        {medianMs === undefined ? '' : `, median ${formatDuration(medianMs)} of ${formatCount(count, 'sector')} in 90 days`}
      </span>
    </>
  );
}

/** Estimated time until proving. */
function TimeLeft({ entry, board }: Pick<SectorPaneProps, 'entry' | 'board'>) {
  const estimate = estimateOf(entry, board.pastMs);
  if (estimate === undefined) return undefined;
  const { leftMs, minSamples, unknownStates } = estimate;
  if (leftMs === 0) return <span>It already takes longer than this miner’s median.</span>;
  const without = unknownStates.length === 0 ? '' : `, without ${unknownStates.join(', ')} (no median)`;
  return (
    <span>
      Estimated proving in about {formatDuration(leftMs)}, from medians of at least {formatCount(minSamples, 'sector')}
      {without}. Active with the first proof after that.
    </span>
  );
}

function kindWords(isUpgrade: boolean, source: SealingBoard['source']): string {
  if (!isUpgrade) return 'new sector';
  return source === 'chain' ? 'upgraded CC sector' : 'upgrade of a proven sector';
}
