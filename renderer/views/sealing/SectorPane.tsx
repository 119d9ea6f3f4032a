import { Link } from 'wouter';
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { explainSealingFailure } from '../../../shared/sealing/sealing-failure.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import type { BoardRow } from './board-rows.ts';
import { SectorCommands } from './SectorCommands.tsx';
import { SectorData } from './SectorData.tsx';
import { SectorWay } from './SectorWay.tsx';
import { iconOf, landByWords, toneOf } from './sealing-columns.tsx';
import { isInPipeline, sealingGroupLabel } from './sealing-lanes.ts';
import { estimateOf } from './sealing-way.ts';
import { messageWords } from './waits-for.ts';

interface SectorPaneProps {
  readonly entry: BoardRow;
  readonly board: SealingBoard;
  readonly onClose: () => void;
}

/** One sector: where it is, what it waits for, what the chain knows of it, and what that means for its data. */
export function SectorPane({ entry, board, onClose }: SectorPaneProps) {
  const { sector, waits } = entry;
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
        <Note tone="warning" title={sector.isOnChain ? 'Not proven now' : 'Not sealed yet'}>
          A retrieval from this sector returns an empty (0 KB) file until pSet is YES. <Left entry={entry} board={board} />
        </Note>
      )}
      <DetailSection title="State" calls={calls}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'Group', value: sealingGroupLabel(sector.group, board.source) },
            waits === '' ? undefined : { label: 'Waits for', value: waits, isWrapped: true },
            { label: 'In this state', value: <InState entry={entry} board={board} />, isWrapped: true },
            {
              label: board.source === 'chain' ? (sector.isOnChain ? 'Proven' : 'Promised') : 'Started',
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
                        {worker.isRunning ? '' : 'will have '}
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
          <SectorWay number={sector.number} state={sector.state} pastMs={board.pastMs} />
        </>
      ) : undefined}
      <DetailSection title="On the chain" calls={sector.chainCall === undefined ? [] : [sector.chainCall]}>
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'On chain', value: sector.isOnChain ? 'YES' : 'NO' },
            { label: 'Active (pSet)', value: sector.isActive ? 'YES, its data can be retrieved' : 'NO' },
            sector.preCommitEpoch === undefined ? undefined : { label: 'Pre-commit', value: <EpochText height={sector.preCommitEpoch} /> },
            sector.seedEpoch === undefined ? undefined : { label: 'Seed', value: <EpochText height={sector.seedEpoch} /> },
            sector.expiration === undefined ? undefined : { label: 'Ends', value: <EpochText height={sector.expiration} /> },
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
        <DetailSection title="Its message" calls={message.calls}>
          <KeyValue
            labelWidthPx={104}
            rows={[
              { label: 'What became', value: messageWords(message), isWrapped: true },
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
    <Note tone="danger" title={known?.reason ?? 'Its last error'}>
      {known === undefined ? undefined : <p>{known.advice}</p>}
      <UntrustedText text={error} />
    </Note>
  );
}

function InState({ entry: { elapsedMs, medianMs, sector }, board }: Pick<SectorPaneProps, 'entry' | 'board'>) {
  if (elapsedMs === undefined) return <span className="t3">unknown</span>;
  const count = board.pastMs[sector.state]?.length ?? 0;
  return (
    <>
      <Traced of={['SectorsStatus Log[-1].Timestamp', 'ChainReadObj']}>{formatDuration(elapsedMs)}</Traced>
      <span className="t3">
        {medianMs === undefined ? '' : `, usually ${formatDuration(medianMs)}, by ${formatCount(count, 'sector')} of the last 90 days`}
      </span>
    </>
  );
}

/** When its data can be had, as far as past sectors tell. */
function Left({ entry, board }: Pick<SectorPaneProps, 'entry' | 'board'>) {
  const estimate = estimateOf(entry, board.pastMs);
  if (estimate === undefined) return undefined;
  const { leftMs, fewest, unknownStates } = estimate;
  if (leftMs === 0) return <span>It has taken longer already than this miner’s sectors do as a rule.</span>;
  const without = unknownStates.length === 0 ? '' : `, without ${unknownStates.join(', ')}, of which no median is known`;
  return (
    <span>
      By this miner’s medians it is proving in about {formatDuration(leftMs)}: an estimate from {formatInteger(fewest)} sectors or more
      {without}. It is active with its first proof after that.
    </span>
  );
}

function kindWords(isUpgrade: boolean, source: SealingBoard['source']): string {
  if (!isUpgrade) return 'new sector';
  return source === 'chain' ? 'was upgraded: it was empty before' : 'upgrade of a sector that is proven already';
}
