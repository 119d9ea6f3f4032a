import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Deadline } from '../../../shared/ipc/schemas/providers.ts';
import { useElementWidth } from '../../hooks/use-element-width.ts';
import { formatClock, formatTime } from '../../lib/shown-time.ts';
import styles from './deadline-map.module.css';
import { DEADLINE_STATES, type DeadlineBar, type DeadlineState, deadlineBars, deadlineSentence, placeOfNow } from './deadline-map.ts';

interface DeadlineMapProps {
  readonly deadlines: readonly Deadline[];
  readonly currentIndex: number;
  /** Current time, ms since 1970. */
  readonly nowMs: number;
  /** Index of the deadline open in the pane. */
  readonly selected?: number | undefined;
  /** Set if deadlines can be opened. */
  readonly onSelect?: ((index: number) => void) | undefined;
}

/** Width of a deadline before the available width is known. Below the minimum the marks would overlap, so the map scrolls. */
const SLOT_PX = 25;
const MIN_SLOT_PX = 12;
const MAX_SLOT_PX = 40;
/** Below this width, the numbers of neighbours touch. */
const NUMBERED_SLOT_PX = 17;
const HEIGHT = 134;
const BASE = 92;
const FULL = 64;

/** The 48 deadlines of the proving period. Every fill has its own mark, so the map reads without colour. */
export function DeadlineMap({ deadlines, currentIndex, nowMs, selected, onSelect }: DeadlineMapProps) {
  const bars = useMemo(() => deadlineBars(deadlines), [deadlines]);
  const place = placeOfNow(deadlines, nowMs);
  const [scroller, widthPx] = useElementWidth<HTMLDivElement>();
  const slotPx = widthPx === 0 ? SLOT_PX : Math.min(MAX_SLOT_PX, Math.max(MIN_SLOT_PX, widthPx / 48));
  const mapPx = slotPx * 48;
  const nowX = place === undefined ? undefined : place * slotPx;
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.frame} style={{ width: mapPx }}>
        {onSelect === undefined ? undefined : <Slots bars={bars} currentIndex={currentIndex} selected={selected} onSelect={onSelect} />}
        <svg
          className={styles.map}
          width={mapPx}
          height={HEIGHT}
          data-pressed={onSelect !== undefined || undefined}
          role="img"
          aria-label={mapLabel(bars, currentIndex)}
        >
          <path className={styles.axis} d={`M0 ${BASE + 0.5}H${mapPx}`} />
          {bars.map((bar) => (
            <Bar key={bar.index} bar={bar} slotPx={slotPx} currentIndex={currentIndex} />
          ))}
          {nowX === undefined ? undefined : (
            <g>
              <path className={styles.now} d={`M${nowX} 12V${BASE}`} />
              <path className={styles.pointer} d={`M${nowX - 4} 6h8l-4 6z`} />
              <text
                className={styles.nowText}
                x={nowX > mapPx - 90 ? nowX - 8 : nowX + 8}
                y="14"
                textAnchor={nowX > mapPx - 90 ? 'end' : 'start'}
              >
                now, {formatTime(nowMs)}
              </text>
            </g>
          )}
        </svg>
      </div>
    </div>
  );
}

interface SlotsProps {
  readonly bars: readonly DeadlineBar[];
  readonly currentIndex: number;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

/** Over each bar a button that opens its deadline: one stop for Tab, from one to the next by arrow keys. */
function Slots({ bars, currentIndex, selected, onSelect }: SlotsProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<number | undefined>(undefined);
  const stop = reached ?? selected ?? currentIndex;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const last = bars.length - 1;
    const next = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: last }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = Math.min(last, Math.max(0, next));
    setReached(to);
    holder.current?.querySelector<HTMLElement>(`[data-deadline="${to}"]`)?.focus();
    if (selected !== undefined) onSelect(to);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={holder} className={styles.slots} role="toolbar" aria-label="Deadlines" onKeyDown={onKeyDown}>
      {bars.map(({ index, deadline }) => {
        const words = deadlineSentence(deadline, formatTime);
        return (
          <button
            key={index}
            type="button"
            data-deadline={index}
            className={styles.slot}
            tabIndex={index === stop ? 0 : -1}
            aria-label={words}
            aria-pressed={index === selected}
            title={words}
            onFocus={() => setReached(index)}
            onClick={() => onSelect(index)}
          />
        );
      })}
    </div>
  );
}

interface BarProps {
  readonly bar: DeadlineBar;
  readonly slotPx: number;
  readonly currentIndex: number;
}

function Bar({ bar, slotPx, currentIndex }: BarProps) {
  const left = bar.index * slotPx;
  const x = left + 2;
  const width = slotPx - 4;
  const height = bar.height === 0 ? 3 : Math.round(bar.height * FULL);
  const middle = left + slotPx / 2;
  const hasTime = bar.index % 4 === 0;
  return (
    <g>
      <title>{deadlineSentence(bar.deadline, formatTime)}</title>
      <rect className={styles.hit} x={left} y="0" width={slotPx} height={HEIGHT} />
      <rect className={fillClass(bar.state)} x={x} y={BASE - height} width={width} height={height} rx="1" />
      {bar.height === 0 ? undefined : <Mark state={bar.state} x={middle} y={85.5} />}
      {bar.faultyLabel === undefined ? undefined : (
        <text className={bar.state === 'faulty' ? styles.badText : styles.warnText} x={middle} y={BASE - height - 5} textAnchor="middle">
          {bar.faultyLabel}
        </text>
      )}
      <path className={styles.axis} d={`M${left + 0.5} ${BASE + 1}v${hasTime ? 8 : 4}`} />
      {hasTime ? (
        <text className={styles.text} x={left + 3} y="107">
          {formatClock(bar.deadline.openTimeMs).slice(0, 5)}
        </text>
      ) : undefined}
      {isNumbered(bar.index, slotPx, currentIndex) ? (
        <text className={numberClass(bar.state, bar.index === currentIndex)} x={middle} y="126" textAnchor="middle">
          {bar.index}
        </text>
      ) : undefined}
    </g>
  );
}

/** All where there is room, else every other one; the open one always, which stands in for those beside it. */
function isNumbered(index: number, slotPx: number, currentIndex: number): boolean {
  if (slotPx >= NUMBERED_SLOT_PX || index === currentIndex) return true;
  return index % 2 === 0 && Math.abs(index - currentIndex) > 1;
}

/** The mark drawn into a bar: check, pointer, dash, exclamation mark or cross. */
function Mark({ state, x, y }: { readonly state: DeadlineState; readonly x: number; readonly y: number }) {
  const path = {
    proven: `M${x - 4} ${y}l2.5 2.5 4.5-5`,
    open: `M${x - 3} ${y - 2.5}l6 0-3 5z`,
    upcoming: `M${x - 3} ${y}h6`,
    'partly-faulty': `M${x} ${y - 4.5}v5m0 2v1.5`,
    faulty: `M${x - 3} ${y - 3}l6 6m0-6l-6 6`,
    empty: '',
  }[state];
  return <path className={markClass(state)} d={path} />;
}

/** The legend, with the same fills and marks. */
export function DeadlineLegend() {
  return (
    <ul className={styles.legend}>
      {DEADLINE_STATES.map(({ state, label }) => (
        <li key={state}>
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <rect className={fillClass(state)} width="12" height="12" rx="1" />
            <Mark state={state} x={6} y={6} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

function mapLabel(bars: readonly DeadlineBar[], currentIndex: number): string {
  const counts = DEADLINE_STATES.map(({ state, label }) => ({ label, count: bars.filter((bar) => bar.state === state).length }));
  return `48 deadlines, ${currentIndex} is open: ${counts
    .filter((entry) => entry.count > 0)
    .map((entry) => `${entry.count} ${entry.label}`)
    .join(', ')}`;
}

function fillClass(state: DeadlineState): string | undefined {
  return {
    proven: styles.proven,
    open: styles.open,
    upcoming: styles.upcoming,
    'partly-faulty': styles.partly,
    faulty: styles.faulty,
    empty: styles.empty,
  }[state];
}

function markClass(state: DeadlineState): string {
  const own = {
    proven: styles.provenMark,
    open: styles.openMark,
    upcoming: styles.upcomingMark,
    'partly-faulty': styles.partlyMark,
    faulty: styles.faultyMark,
    empty: styles.emptyMark,
  }[state];
  return `${styles.mark} ${own}`;
}

function numberClass(state: DeadlineState, isCurrent: boolean): string | undefined {
  if (isCurrent) return styles.nowText;
  if (state === 'faulty') return styles.badText;
  return state === 'partly-faulty' ? styles.warnText : styles.text;
}
