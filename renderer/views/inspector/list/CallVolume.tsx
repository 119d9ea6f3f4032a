import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { CallSelection, CallVolume as Volume } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { useElementWidth } from '../../../hooks/use-element-width.ts';
import { useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import { formatClock, shownZone } from '../../../lib/shown-time.ts';
import type { TimeSpan } from '../inspector-route.ts';
import styles from './call-volume.module.css';
import { timeTicks } from './time-ticks.ts';

const BAR_PX = 8;
const MAX_BARS = 400;
const HEIGHT_PX = 44;
const REFRESH_PAUSE_MS = 1500;

interface CallVolumeProps {
  readonly selection: Pick<CallSelection, 'source' | 'filter' | 'part'>;
  readonly revision: number;
  readonly span: TimeSpan | undefined;
  readonly onSpan: (span: TimeSpan | undefined) => void;
}

interface Drag {
  readonly fromMs: number;
  readonly toMs: number;
  /** What was drawn when it began: under a moving picture nothing can be chosen. */
  readonly volume: Volume;
}

/** How many calls began when, over all of them. A span is chosen by drawing over it, or with the two handles. */
export function CallVolume({ selection, revision, span, onSpan }: CallVolumeProps) {
  const [frame, widthPx] = useElementWidth<HTMLDivElement>();
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const [pointedIndex, setPointedIndex] = useState<number | undefined>(undefined);
  const bucketCount = Math.min(MAX_BARS, Math.max(1, Math.floor(widthPx / BAR_PX)));
  const { source, filter, part } = selection;
  const answer = useFreshAnswer(
    widthPx === 0 ? undefined : JSON.stringify([source, filter, part, bucketCount]),
    (client) => client.inspector.getVolume({ source, filter, part, bucketCount }),
    { revision, pauseMs: REFRESH_PAUSE_MS },
  );
  const volume = drag?.volume ?? (answer.data && widened(answer.data));
  const chosen = drag === undefined ? span : { fromMs: drag.fromMs, toMs: drag.toMs };

  return (
    <section className={styles.strip} aria-label="Calls over time">
      <div ref={frame} className={styles.plot} data-empty={volume === undefined || undefined}>
        {volume === undefined || volume.buckets.length === 0 || volume.toMs <= volume.fromMs ? undefined : (
          <>
            <Bars volume={volume} widthPx={widthPx} />
            <Brush
              volume={volume}
              chosen={chosen}
              onPoint={setPointedIndex}
              onDrag={(next) => setDrag(next === undefined ? undefined : { ...next, volume })}
              onSpan={(next) => {
                setDrag(undefined);
                onSpan(next);
              }}
            />
          </>
        )}
      </div>
      <div className={styles.axis} aria-hidden="true">
        {volume === undefined
          ? undefined
          : timeTicks(volume, widthPx).map((tick) => (
              <span key={tick.atMs} style={{ left: `${tick.left}%` }}>
                {tick.label}
              </span>
            ))}
      </div>
      {chosen === undefined ? (
        <span className={styles.readout}>
          {volume === undefined || pointedIndex === undefined ? '' : bucketWords(volume, pointedIndex)}
        </span>
      ) : (
        <button type="button" className={styles.chosen} onClick={() => onSpan(undefined)}>
          {formatClock(chosen.fromMs)} to {formatClock(chosen.toMs)}
          <span className="visually-hidden">, reset zoom</span>
          <IconX size={11} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </section>
  );
}

/** Calls of a single moment stand in the middle of a second. */
function widened(volume: Volume): Volume {
  const { fromMs, toMs, buckets } = volume;
  const [all] = buckets;
  if (toMs > fromMs || all === undefined || all.count === 0) return volume;
  const middle = Math.floor(buckets.length / 2);
  return {
    fromMs: fromMs - 500,
    toMs: toMs + 500,
    buckets: buckets.map((_, index) => (index === middle ? all : { count: 0, errorCount: 0 })),
  };
}

function bucketWords(volume: Volume, index: number): string {
  const bucket = volume.buckets[index];
  if (bucket === undefined) return '';
  const spanMs = (volume.toMs - volume.fromMs) / volume.buckets.length;
  const failed = bucket.errorCount === 0 ? '' : `, ${formatInteger(bucket.errorCount)} failed`;
  return `${formatClock(volume.fromMs + index * spanMs)}: ${formatCount(bucket.count, 'call')}${failed}`;
}

/** Bars to the highest of them; what failed is red from the bottom, with a mark below the line. */
function Bars({ volume, widthPx }: { readonly volume: Volume; readonly widthPx: number }) {
  const highest = Math.max(1, ...volume.buckets.map((bucket) => bucket.count));
  const total = volume.buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const failed = volume.buckets.reduce((sum, bucket) => sum + bucket.errorCount, 0);
  const stepPx = widthPx / volume.buckets.length;
  const barPx = Math.max(1, stepPx - 2);
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / highest) * (HEIGHT_PX - 6)));
  return (
    <svg
      className={styles.bars}
      width={widthPx}
      height={HEIGHT_PX + 5}
      role="img"
      aria-label={`${formatCount(total, 'call')}, ${formatInteger(failed)} failed, from ${formatClock(volume.fromMs)} to ${formatClock(volume.toMs)} ${shownZone(volume.toMs)}`}
    >
      {volume.buckets.map((bucket, index) => {
        if (bucket.count === 0) return undefined;
        const leftPx = index * stepPx + 1;
        const height = heightOf(bucket.count);
        const failedHeight = bucket.errorCount === 0 ? 0 : Math.max(3, (bucket.errorCount / bucket.count) * height);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by their position
          <g key={index}>
            <rect className={styles.bar} x={leftPx} y={HEIGHT_PX - height} width={barPx} height={height} />
            {failedHeight === 0 ? undefined : (
              <>
                <rect className={styles.failed} x={leftPx} y={HEIGHT_PX - failedHeight} width={barPx} height={failedHeight} />
                <path className={styles.mark} d={`M${leftPx + barPx / 2} ${HEIGHT_PX + 2}v3`} />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface BrushProps {
  readonly volume: Volume;
  readonly chosen: TimeSpan | undefined;
  readonly onPoint: (index: number | undefined) => void;
  readonly onDrag: (span: TimeSpan | undefined) => void;
  readonly onSpan: (span: TimeSpan | undefined) => void;
}

function Brush({ volume, chosen, onPoint, onDrag, onSpan }: BrushProps) {
  const spanMs = volume.toMs - volume.fromMs;
  const percentOf = (atMs: number): number => Math.min(100, Math.max(0, ((atMs - volume.fromMs) / spanMs) * 100));

  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    const area = event.currentTarget;
    const { left, width } = area.getBoundingClientRect();
    const momentAt = (clientX: number): number => volume.fromMs + Math.min(1, Math.max(0, (clientX - left) / width)) * spanMs;
    const startX = event.clientX;
    let isDragging = false;
    area.setPointerCapture(event.pointerId);
    const ends = (clientX: number): TimeSpan => {
      const [one, other] = [momentAt(startX), momentAt(clientX)];
      return { fromMs: Math.floor(Math.min(one, other)), toMs: Math.ceil(Math.max(one, other)) };
    };
    const move = (moved: globalThis.PointerEvent): void => {
      if (!isDragging && Math.abs(moved.clientX - startX) < 4) return;
      isDragging = true;
      onDrag(ends(moved.clientX));
    };
    const end = (ended: globalThis.PointerEvent): void => {
      area.removeEventListener('pointermove', move);
      area.removeEventListener('pointerup', end);
      area.removeEventListener('pointercancel', end);
      if (isDragging && ended.type === 'pointerup') onSpan(ends(ended.clientX));
      else onDrag(undefined);
    };
    area.addEventListener('pointermove', move);
    area.addEventListener('pointerup', end);
    area.addEventListener('pointercancel', end);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPoint(Math.min(volume.buckets.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * volume.buckets.length))));
  }

  const { fromMs, toMs } = chosen ?? volume;
  return (
    <>
      <div className={styles.area} onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerLeave={() => onPoint(undefined)}>
        {chosen === undefined ? undefined : (
          <i className={styles.span} style={{ left: `${percentOf(fromMs)}%`, width: `${percentOf(toMs) - percentOf(fromMs)}%` }} />
        )}
      </div>
      <Handle
        label="Start of the time span"
        volume={volume}
        atMs={fromMs}
        isShown={chosen !== undefined}
        leftPercent={percentOf(fromMs)}
        onMove={(atMs) => onSpan({ fromMs: Math.floor(Math.min(atMs, toMs)), toMs: Math.ceil(toMs) })}
        onClear={() => onSpan(undefined)}
      />
      <Handle
        label="End of the time span"
        volume={volume}
        atMs={toMs}
        isShown={chosen !== undefined}
        leftPercent={percentOf(toMs)}
        onMove={(atMs) => onSpan({ fromMs: Math.floor(fromMs), toMs: Math.ceil(Math.max(atMs, fromMs)) })}
        onClear={() => onSpan(undefined)}
      />
    </>
  );
}

interface HandleProps {
  readonly label: string;
  readonly volume: Volume;
  readonly atMs: number;
  readonly isShown: boolean;
  readonly leftPercent: number;
  readonly onMove: (atMs: number) => void;
  readonly onClear: () => void;
}

/** One end of the span, by arrow keys: a bar at a time, ten with Shift. Esc or Delete takes the span away. */
function Handle({ label, volume, atMs, isShown, leftPercent, onMove, onClear }: HandleProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const stepMs = ((volume.toMs - volume.fromMs) / volume.buckets.length) * (event.shiftKey ? 10 : 1);
    const clamp = (ms: number): number => Math.min(volume.toMs, Math.max(volume.fromMs, ms));
    if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') onMove(clamp(atMs - stepMs));
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') onMove(clamp(atMs + stepMs));
    else if (event.key === 'Home') onMove(volume.fromMs);
    else if (event.key === 'End') onMove(volume.toMs);
    else if ((event.key === 'Escape' || event.key === 'Delete') && isShown) onClear();
    else return;
    event.preventDefault();
  }
  return (
    <div
      className={styles.handle}
      data-shown={isShown || undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={Math.floor(volume.fromMs)}
      aria-valuemax={Math.ceil(volume.toMs)}
      aria-valuenow={Math.round(atMs)}
      aria-valuetext={`${formatClock(atMs)} ${shownZone(atMs)}`}
      style={{ left: `${leftPercent}%` }}
      onKeyDown={onKeyDown}
    />
  );
}
