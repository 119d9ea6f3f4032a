import { IconAlertTriangle, IconCircleDashed, IconClock, IconPencil, IconWorld } from '@tabler/icons-react';
import type { NonceView } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger, formatRelative } from '../../../shared/text/format.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './nonce-strip.module.css';

type Slot = NonceView['slots'][number];

/** Maximum number of slots shown. */
const SHOWN = 6;
const ICONS = { here: IconClock, elsewhere: IconWorld, gap: IconAlertTriangle, this: IconPencil, free: IconCircleDashed };

interface NonceStripProps {
  readonly nonces: NonceView;
  readonly nowMs: number;
  readonly onReplace: (journalId: string) => void;
  readonly onFill: (nonce: string) => void;
}

/** The nonces of the sender from the next on-chain nonce: their messages and gaps. */
export function NonceStrip({ nonces, nowMs, onReplace, onFill }: NonceStripProps) {
  const slots = windowOf(nonces.slots);
  if (slots.length === 0) return undefined;
  return (
    <ol className={styles.strip} aria-label="Nonces of this sender">
      {slots.map((slot) => {
        const Icon = ICONS[slot.holder];
        const { journalId } = slot;
        return (
          <li key={slot.nonce} className={classNames(styles.slot, styles[slot.holder])}>
            <b>{formatInteger(slot.nonce)}</b>
            <span className={styles.words}>
              <Icon size={14} stroke={1.8} aria-hidden="true" />
              <span className="ell">{slotWords(slot, nowMs)}</span>
            </span>
            {slot.holder === 'gap' ? (
              <button type="button" className={styles.link} onClick={() => onFill(slot.nonce)}>
                Fill {formatInteger(slot.nonce)}
              </button>
            ) : slot.holder === 'here' && journalId !== undefined ? (
              <button type="button" className={styles.link} onClick={() => onReplace(journalId)}>
                Replace {formatInteger(slot.nonce)}
              </button>
            ) : undefined}
          </li>
        );
      })}
    </ol>
  );
}

/** The slots around this message. Gaps come first, because they block all later nonces. */
function windowOf(slots: readonly Slot[]): readonly Slot[] {
  const own = slots.findIndex(({ holder }) => holder === 'this');
  const start = Math.max(0, Math.min((own === -1 ? 0 : own) - SHOWN + 2, slots.length - SHOWN));
  const shown = slots.slice(start, start + SHOWN);
  const gap = slots.slice(0, start).find(({ holder }) => holder === 'gap');
  return gap === undefined ? shown : [gap, ...shown.slice(1)];
}

function slotWords({ holder, stage, sinceMs }: Slot, nowMs: number): string {
  switch (holder) {
    case 'here':
      return `${stage === 'signed' || stage === 'rejected' ? stage : 'waits'}${sinceMs === undefined ? '' : `, ${formatRelative(sinceMs, nowMs)}`}`;
    case 'elsewhere':
      return 'other wallet';
    case 'gap':
      return 'missing';
    case 'this':
      return 'this message';
    case 'free':
      return 'free';
    default:
      return holder satisfies never;
  }
}
