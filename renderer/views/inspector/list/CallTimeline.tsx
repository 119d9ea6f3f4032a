import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import type { CallSelection, CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatDuration, formatInteger, formatLatency } from '../../../../shared/text/format.ts';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useElementWidth } from '../../../hooks/use-element-width.ts';
import { useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import { formatClock, shownZone } from '../../../lib/shown-time.ts';
import type { TimeSpan } from '../inspector-route.ts';
import { shortMethod } from '../method-name.ts';
import { extentOf, placeInSpan } from './call-extent.ts';
import { callLanes, type LanedCall, neighbourOf } from './call-lanes.ts';
import styles from './call-timeline.module.css';
import { toneOfCall } from './inspector-columns.tsx';
import { timeTicks } from './time-ticks.ts';

/** No more are drawn at once; a closer look draws others. */
const MAX_DRAWN = 500;
const LANE_PX = 22;
const MIN_BAR_PX = 3;
const MIN_SPAN_MS = 5;
const REFRESH_PAUSE_MS = 500;
const NO_CALLS: readonly CallSummary[] = [];

interface CallTimelineProps {
  readonly selection: CallSelection;
  readonly revision: number;
  readonly nowMs: number;
  readonly selectedId: number | undefined;
  readonly onSelect: (id: number) => void;
  readonly span: TimeSpan | undefined;
  readonly onSpan: (span: TimeSpan | undefined) => void;
  readonly empty: React.ReactNode;
}

/** When calls ran, those at the same time below each other. */
export function CallTimeline(props: CallTimelineProps) {
  const { selection, revision, selectedId, onSelect, span, onSpan } = props;
  const id = useId();
  const [frame, widthPx] = useElementWidth<HTMLDivElement>();
  const plot = useRef<HTMLDivElement>(null);
  const answer = useFreshAnswer(
    JSON.stringify(selection),
    (client) => client.inspector.listCalls({ ...selection, order: { by: 'id', direction: 'descending' }, offset: 0, limit: MAX_DRAWN }),
    { revision, pauseMs: REFRESH_PAUSE_MS },
  );
  const page = answer.data;
  const calls = page?.rows ?? NO_CALLS;
  // Only a call without an answer grows with time.
  const nowMs = calls.some((call) => call.status === 'pending') ? props.nowMs : 0;
  const shown = useMemo(() => span ?? widened(extentOf(calls, nowMs)), [span, calls, nowMs]);
  const laned = useMemo(() => {
    const gapMs = shown === undefined || widthPx === 0 ? 0 : ((shown.toMs - shown.fromMs) / widthPx) * (MIN_BAR_PX + 1);
    return callLanes(calls, nowMs, gapMs);
  }, [calls, nowMs, shown, widthPx]);
  const laneCount = laneCountOf(laned);
  const atOnce = useMemo(() => laneCountOf(callLanes(calls, nowMs, 1)), [calls, nowMs]);

  function zoom(factor: number, around = 0.5): void {
    if (shown === undefined) return;
    const spanMs = shown.toMs - shown.fromMs;
    const nextMs = Math.max(MIN_SPAN_MS, spanMs * factor);
    const centreMs = shown.fromMs + spanMs * around;
    onSpan({ fromMs: Math.floor(centreMs - nextMs * around), toMs: Math.ceil(centreMs + nextMs * (1 - around)) });
  }

  const latestZoom = useRef(zoom);
  latestZoom.current = zoom;
  useEffect(() => {
    const element = plot.current;
    if (element === null) return;
    // React listens passively, and without this the whole page would be enlarged.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      latestZoom.current(event.deltaY < 0 ? 0.7 : 1.4, Math.min(1, Math.max(0, (event.clientX - left) / width)));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-') zoom(2);
    else if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight') && shown !== undefined) {
      const stepMs = ((shown.toMs - shown.fromMs) / 4) * (event.key === 'ArrowLeft' ? -1 : 1);
      onSpan({ fromMs: Math.floor(shown.fromMs + stepMs), toMs: Math.ceil(shown.toMs + stepMs) });
    } else {
      const next = neighbourOf(laned, selectedId, event.key);
      if (next === undefined) return;
      onSelect(next.id);
    }
    event.preventDefault();
  }

  const latestSelect = useRef(onSelect);
  latestSelect.current = onSelect;
  const bars = useMemo(
    () =>
      shown === undefined
        ? undefined
        : laned.map(({ call, lane }, index) => {
            const { left, width } = placeInSpan(call, shown, nowMs);
            const took = call.tookMs === undefined ? '' : `, ${formatLatency(call.tookMs)}`;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list box handles the keys
              <div
                key={call.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={call.id === selectedId}
                aria-label={`${shortMethod(call.method)}, ${formatClock(call.atMs)}, ${call.status}${took}`}
                className={styles.call}
                data-tone={toneOfCall(call)}
                style={{ left: `${left}%`, width: `max(${MIN_BAR_PX}px, ${width}%)`, top: lane * LANE_PX + 4 }}
                onClick={() => latestSelect.current(call.id)}
              >
                {(width / 100) * widthPx < 40 ? undefined : <UntrustedText text={shortMethod(call.method)} maximumLength={40} />}
              </div>
            );
          }),
    [id, laned, shown, nowMs, selectedId, widthPx],
  );

  const selectedIndex = laned.findIndex(({ call }) => call.id === selectedId);
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <span className="t3 s12 ell">
          {shown === undefined
            ? ''
            : `${formatClock(shown.fromMs)} to ${formatClock(shown.toMs)} ${shownZone(shown.toMs)}, ${spanWords(shown)}, at most ${formatInteger(atOnce)} at once`}
        </span>
        <span className={styles.actions}>
          <Button size="small" kind="quiet" icon={IconZoomIn} isIconOnly onClick={() => zoom(0.5)}>
            Zoom in
          </Button>
          <Button size="small" kind="quiet" icon={IconZoomOut} isIconOnly onClick={() => zoom(2)}>
            Zoom out
          </Button>
          <Button
            size="small"
            kind="quiet"
            icon={IconZoomReset}
            isIconOnly
            disabledReason={span === undefined ? 'All calls are shown.' : undefined}
            onClick={() => onSpan(undefined)}
          >
            Reset zoom
          </Button>
        </span>
      </div>
      {answer.error !== undefined && page === undefined ? <PanelError error={answer.error} onRetry={answer.refresh} /> : undefined}
      {page !== undefined && calls.length === 0 ? props.empty : undefined}
      <div className={styles.scroller} hidden={calls.length === 0}>
        <div ref={plot} className={styles.plot}>
          <div ref={frame} className={styles.axis} aria-hidden="true">
            {shown === undefined
              ? undefined
              : timeTicks(shown, widthPx).map((tick) => (
                  <span key={tick.atMs} style={{ left: `${tick.left}%` }}>
                    {tick.label}
                  </span>
                ))}
          </div>
          <div
            className={styles.lanes}
            style={{ height: laneCount * LANE_PX + 8 }}
            role="listbox"
            tabIndex={0}
            aria-label="Calls in time"
            aria-activedescendant={selectedIndex === -1 ? undefined : `${id}-${selectedIndex}`}
            onKeyDown={onKeyDown}
          >
            {bars}
          </div>
        </div>
      </div>
      <div className={styles.foot}>
        {page === undefined || page.matching <= calls.length
          ? `${formatInteger(calls.length)} ${calls.length === 1 ? 'call' : 'calls'}`
          : `The newest ${formatInteger(calls.length)} of ${formatInteger(page.matching)} calls shown; select a time span to see others`}
        <span className="end hide-narrow">Ctrl+wheel, + and − zoom; arrow keys select</span>
      </div>
    </div>
  );
}

function laneCountOf(laned: readonly LanedCall[]): number {
  return laned.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
}

/** Some room at both ends, and never nothing. */
function widened(span: TimeSpan | undefined): TimeSpan | undefined {
  if (span === undefined) return undefined;
  const roomMs = Math.max(MIN_SPAN_MS, (span.toMs - span.fromMs) * 0.02);
  return { fromMs: Math.floor(span.fromMs - roomMs), toMs: Math.ceil(span.toMs + roomMs) };
}

function spanWords({ fromMs, toMs }: TimeSpan): string {
  const spanMs = toMs - fromMs;
  return spanMs < 10_000 ? formatLatency(spanMs) : formatDuration(spanMs);
}
