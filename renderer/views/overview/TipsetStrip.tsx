import type { KeyboardEvent } from 'react';
import { Link } from 'wouter';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { useElementWidth } from '../../hooks/use-element-width.ts';
import { formatClock, shownZone } from '../../lib/shown-time.ts';
import { movedWords } from './moved-messages.ts';
import { countBlocks, layOutStrip, type StripColumn, type StripLayout } from './strip-layout.ts';
import styles from './tipset-strip.module.css';

const BASE_Y = 105;
const BLOCK_PITCH = 9;
const BLOCK_HEIGHT = 7;
const BLOCK_WIDTH = 20;

interface TipsetStripProps {
  readonly head: HeadState;
  readonly ownMiners: ReadonlySet<string>;
  /** To find the own messages that a reorg affected. */
  readonly journal: readonly JournalEntry[];
}

/** The latest epochs as columns of blocks, newest at the right, with null rounds, own blocks, finality, and the latest reorg below the axis. */
export function TipsetStrip({ head, ownMiners, journal }: TipsetStripProps) {
  const [holder, widthPx] = useElementWidth<HTMLDivElement>();
  const layout = layOutStrip(head, widthPx, ownMiners);
  return (
    <div className={styles.holder} ref={holder}>
      {widthPx === 0 ? undefined : (
        <svg width={widthPx} height="160" className={styles.strip} {...GROUP} onKeyDown={moveFocus}>
          <title>Recent tipsets</title>
          {isCaptionFree(layout.finalEdgePx) ? (
            <text x="0" y="11">
              Blocks per tipset, newest at the right
            </text>
          ) : undefined}
          {layout.finalEdgePx === undefined ? undefined : (
            <rect x="0" y="14" width={layout.finalEdgePx} height="90" className={styles.final} />
          )}
          {layout.columns.map((column) => (
            <Column key={column.entry.height} column={column} />
          ))}
          {layout.reorgs.toReversed().map((mark) => (
            <ReorgMark
              key={`${mark.reorg.seenAtMs} ${mark.reorg.reverted[0]?.key.join()}`}
              mark={mark}
              words={mark === layout.reorgs[0] ? layout.reorgWords : undefined}
              journal={journal}
            />
          ))}
          {layout.columns.map((column) => (
            <ColumnWords key={column.entry.height} column={column} />
          ))}
          <path className={styles.axis} d={`M0 ${BASE_Y - 0.5}H${widthPx}`} />
          <FinalEdge layout={layout} head={head} />
        </svg>
      )}
    </div>
  );
}

/** Whether the finality label leaves room for the caption. */
function isCaptionFree(finalEdgePx: number | undefined): boolean {
  return finalEdgePx === undefined || finalEdgePx > 430;
}

const GROUP = { role: 'group', 'aria-label': 'Recent tipsets' } as const;

function moveFocus(event: KeyboardEvent<SVGSVGElement>): void {
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<SVGAElement>('a')];
  const next = links[links.indexOf(event.target as SVGAElement) + step];
  next?.focus();
  event.preventDefault();
}

function Column({ column }: { readonly column: StripColumn }) {
  const { entry, centrePx, isHead } = column;
  const left = centrePx - BLOCK_WIDTH / 2;
  const words = entry.isNullRound ? 'null round' : formatCount(entry.blocks.length, 'block');
  return (
    <Link
      href={`/tipsets/${entry.height}`}
      className={styles.column}
      aria-label={`Epoch ${formatInteger(entry.height)}, ${words}`}
      tabIndex={isHead ? 0 : -1}
    >
      <title>{`${formatInteger(entry.height)}, ${formatClock(entry.timeMs)} ${shownZone(entry.timeMs)}, ${words}`}</title>
      <rect className={styles.target} x={centrePx - 15} y="14" width="30" height="116" />
      <path className={styles.axis} d={`M${centrePx} ${BASE_Y}v${column.hasLabel ? 7 : 4}`} />
      {isHead ? <path className={styles.headTick} d={`M${centrePx} ${BASE_Y}v9`} /> : undefined}
      {entry.isNullRound ? <path className={styles.nothing} d={`M${left + 2} 95.5h16M${left + 2} 99.5h16`} /> : undefined}
      {column.blocks.map((block, index) => (
        <rect
          key={block.cid}
          x={left}
          y={BASE_Y - BLOCK_PITCH * (index + 1)}
          width={BLOCK_WIDTH}
          height={BLOCK_HEIGHT}
          rx="1"
          className={block.isOwn ? styles.own : isHead ? styles.headBlock : styles.block}
        />
      ))}
    </Link>
  );
}

/** Visible labels of a column, outside of its link, whose accessible name includes them. */
function ColumnWords({ column }: { readonly column: StripColumn }) {
  const { entry, centrePx, isHead } = column;
  return (
    <g className={styles.words}>
      {entry.isNullRound ? (
        <text x={centrePx} y="88" textAnchor="middle">
          null
        </text>
      ) : undefined}
      {column.hiddenCount === 0 ? undefined : (
        <text x={centrePx} y="22" textAnchor="middle">
          +{column.hiddenCount}
        </text>
      )}
      {column.hasLabel ? (
        <text className={styles.epoch} x={centrePx} y="124" textAnchor="middle">
          {formatInteger(entry.height)}
        </text>
      ) : undefined}
      {isHead ? (
        <text className={styles.headLabel} x={centrePx + 15} y="125" textAnchor="end">
          {formatInteger(entry.height)}
        </text>
      ) : undefined}
    </g>
  );
}

function FinalEdge({ layout, head }: { readonly layout: StripLayout; readonly head: HeadState }) {
  const x = layout.finalEdgePx;
  if (x === undefined || head.finalized === undefined) return undefined;
  const isRoomLeft = x > 200;
  return (
    <g className={styles.finalEdge}>
      <path d={`M${x} 2V104`} />
      <text x={isRoomLeft ? x - 6 : x + 6} y="11" textAnchor={isRoomLeft ? 'end' : 'start'}>
        {head.finalized.height > (head.head?.height ?? 0) ? 'All final' : `Final up to ${formatInteger(head.finalized.height)}`}
      </text>
    </g>
  );
}

interface ReorgMarkProps {
  readonly mark: StripLayout['reorgs'][number];
  /** Text of the newest reorg; older ones have only a mark and an accessible name. */
  readonly words: StripLayout['reorgWords'];
  readonly journal: readonly JournalEntry[];
}

/** Reverted blocks below the axis. Opens the first reverted tipset. */
function ReorgMark({ mark: { reorg, centrePx, isUnderHead }, words: place, journal }: ReorgMarkProps) {
  const gone = countBlocks(reorg.reverted);
  const words = `Reorg, depth ${formatInteger(reorg.depth)}: ${formatCount(gone, 'block')} replaced by ${formatInteger(countBlocks(reorg.applied))}`;
  const moved = movedWords(reorg, journal);
  const title = place === undefined || place.markCount === 1 ? words : words.replace('Reorg', `Last of ${place.markCount} reorgs`);
  const note = `${formatClock(reorg.seenAtMs)}, ${moved}`;
  const first = reorg.reverted.toSorted((left, right) => left.height - right.height)[0];
  return (
    <Link
      href={`/tipsets/${encodeURIComponent(first?.key.join(',') ?? '')}`}
      className={styles.reorg}
      // The accessible name starts with the visible text, for voice control.
      aria-label={`${title} ${note}, by ${shownZone(reorg.seenAtMs)}. Open the reverted tipset`}
      tabIndex={-1}
    >
      {place === undefined ? <title>{`${title} ${note}`}</title> : undefined}
      <rect className={styles.target} x={centrePx - 15} y="130" width="30" height="30" />
      {isUnderHead ? undefined : <path d={`M${centrePx} ${BASE_Y + 8}V129`} />}
      {[0, 1, 2].slice(0, Math.min(3, gone)).map((index) => (
        <rect key={index} className={styles.gone} x={centrePx - 10} y={132 + index * 9} width={BLOCK_WIDTH} height={BLOCK_HEIGHT} rx="1" />
      ))}
      {place === undefined ? undefined : (
        <>
          <text x={place.xPx} y="139" textAnchor={place.anchor}>
            {/* The space separates it from the next line for screen readers. */}
            {`${title} `}
          </text>
          <text x={place.xPx} y="154" textAnchor={place.anchor} className={styles.quiet}>
            {note}
          </text>
        </>
      )}
    </Link>
  );
}
