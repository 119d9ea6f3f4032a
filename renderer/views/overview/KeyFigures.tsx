import { Link } from 'wouter';
import { amountParts, feeParts } from '../../../shared/domain/amounts/amount-parts.ts';
import { headSinceMs } from '../../../shared/domain/chain/chain-clock.ts';
import { letterOfNetwork } from '../../../shared/domain/chain/networks.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { HeadState, Overview } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatDuration, formatInteger, formatRelative } from '../../../shared/text/format.ts';
import { callsOf } from '../../components/feedback/QueryContent.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { finalityOrigin, finalizedBy, safeWords } from '../../lib/finality-words.ts';
import { headOrigins } from '../../lib/origin.ts';
import { formatClock } from '../../lib/shown-time.ts';
import { Figure } from './Figure.tsx';
import { feeChange } from './fee-change.ts';
import styles from './overview.module.css';

interface KeyFiguresProps {
  readonly head: HeadState | undefined;
  readonly overview: Overview | undefined;
}

/** Placeholder for a missing figure: a skeleton while it may still arrive, a text if the endpoint is not responding. */
function missing(head: HeadState | undefined) {
  return head?.status === 'failed' ? <span className="t3">unknown</span> : <Skeleton widthPx={120} />;
}

/** Head, finality, base fee, power and reward. */
export function KeyFigures({ head, overview }: KeyFiguresProps) {
  const { head: headCall, finalized } = head?.calls ?? {};
  const headCalls = [headCall, finalized].filter((call) => call !== undefined);
  return (
    <div className={classNames('ruled', styles.figures)}>
      <CallsContext value={headCalls}>
        <HeadFigure head={head} overview={overview} />
        <FinalFigure head={head} overview={overview} />
        <BaseFeeFigure head={head} overview={overview} />
      </CallsContext>
      <CallsContext value={callsOf(overview?.power) ?? []}>
        <PowerFigure head={head} overview={overview} />
      </CallsContext>
      <CallsContext value={callsOf(overview?.reward) ?? []}>
        <RewardFigure head={head} overview={overview} />
      </CallsContext>
    </div>
  );
}

function HeadFigure({ head, overview }: KeyFiguresProps) {
  const capabilities = useTopic('connections.changed', (state) => state?.capabilities);
  const nowMs = useNow();
  if (head?.head === undefined) return <Figure label="Head" value={missing(head)} />;
  const sinceMs = overview?.past === undefined ? headSinceMs(head, nowMs, capabilities) : undefined;
  return (
    <Figure
      label={overview?.past === undefined ? 'Head' : 'Pinned epoch'}
      value={<Traced of={headOrigins('Height')}>{formatInteger(head.head.height)}</Traced>}
      detail={
        <>
          {sinceMs === undefined ? undefined : (
            <>
              <TimeText timeMs={sinceMs} />,{' '}
            </>
          )}
          {formatCount(head.head.blockCount, 'block')}, {formatClock(head.head.timeMs)}
        </>
      }
    />
  );
}

function FinalFigure({ head, overview }: KeyFiguresProps) {
  if (head?.head === undefined) return <Figure label="Final" value={missing(head)} />;
  if (head.finalized === undefined) return <Figure label="Final" value="unknown" detail="not reported by the node" />;
  const behind = Math.max(0, head.head.height - head.finalized.height);
  return (
    <Figure
      label="Final"
      value={<Traced of={finalityOrigin(head.finalized)}>{formatInteger(head.finalized.height)}</Traced>}
      detail={
        overview?.past === undefined
          ? finalWords(head.finalized, behind * (head.blockDelaySeconds ?? 30) * 1000)
          : overview.pinned.height <= head.finalized.height
            ? 'this epoch is final'
            : 'this epoch is not final'
      }
    />
  );
}

/** What made it final and how far behind it is; with the v2 API also the safe height and the EC threshold. */
function finalWords(finalized: NonNullable<HeadState['finalized']>, behindMs: number) {
  const safe = safeWords(finalized);
  return (
    <>
      by {finalizedBy(finalized)}, {formatDuration(behindMs)} behind
      {safe === undefined ? undefined : (
        <>
          <br />
          {safe}
        </>
      )}
    </>
  );
}

function BaseFeeFigure({ head, overview }: KeyFiguresProps) {
  if (head?.head === undefined) return <Figure label="Base fee" value={missing(head)} />;
  const fee = BigInt(head.head.baseFee);
  const parts = feeParts(fee);
  const first = overview?.baseFees[0];
  // A single tipset shows no change.
  const change = first === undefined || first.timeMs >= head.head.timeMs ? undefined : feeChange(BigInt(first.baseFee), fee);
  return (
    <Figure
      label="Base fee"
      value={
        <Traced of={headOrigins('Blocks[0].ParentBaseFee')}>
          <span title={parts.exact}>
            {parts.sign}
            {parts.digits}
            {parts.zeros}
          </span>
        </Traced>
      }
      unit={parts.unit}
      detail={
        <>
          {parts.unit === 'attoFIL' ? undefined : `${parts.exact}${change === undefined ? '' : ', '}`}
          {change === undefined || first === undefined
            ? undefined
            : `${change} in ${formatRelative(first.timeMs, head.head.timeMs).replace(' ago', '')}`}
        </>
      }
    />
  );
}

function PowerFigure({ head, overview }: KeyFiguresProps) {
  if (overview === undefined) return <Figure label="Network power" value={missing(head)} />;
  if ('error' in overview.power) return <Figure label="Network power" value="unknown" detail={overview.power.error.message} />;
  const { qualityAdjusted, rawBytes } = overview.power.value;
  const [value = '', unit = ''] = formatBytes(qualityAdjusted).split(' ');
  return (
    <Figure
      label="Network power"
      value={<Traced of={['StateMinerPower TotalPower.QualityAdjPower', 'StateReadState State.TotalQualityAdjPower']}>{value}</Traced>}
      unit={`${unit} quality adjusted`}
      detail={
        <Traced of={['StateMinerPower TotalPower.RawBytePower', 'StateReadState State.TotalRawBytePower']}>
          {formatBytes(rawBytes)} raw bytes
        </Traced>
      }
    />
  );
}

function RewardFigure({ head, overview }: KeyFiguresProps) {
  if (overview === undefined) return <Figure label="Block reward" value={missing(head)} />;
  if ('error' in overview.reward) return <Figure label="Block reward" value="unknown" detail={overview.reward.error.message} />;
  const { perWin, miner } = overview.reward.value;
  const parts = amountParts(BigInt(perWin), { unit: 'FIL', places: 2 });
  const own = amountParts(BigInt(miner), { unit: 'FIL', places: 2 });
  return (
    <Figure
      label="Block reward"
      value={
        <Traced of="StateReadState State.ThisEpochReward">
          <span title={parts.exact}>
            {parts.sign}
            {parts.digits}
            {parts.zeros}
          </span>
        </Traced>
      }
      unit="FIL per win"
      detail={
        <Link href={`/actors/${letterOfNetwork(head?.networkName ?? '')}02`} className="link">
          {miner === perWin ? (
            'all to the miner, plus tips'
          ) : (
            <span title={own.exact}>
              miner’s part {own.digits}
              {own.zeros} FIL, plus tips
            </span>
          )}
        </Link>
      }
    />
  );
}
