import { IconChevronLeft, IconChevronRight, IconPin, IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import type { Pin } from '../../hooks/use-pin.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { isReverted } from '../../lib/reverted.ts';
import { showPin } from '../../stores/shown-pin.ts';
import { StatusText } from '../feedback/StatusText.tsx';
import { Button } from '../inputs/Button.tsx';
import styles from './pin-control.module.css';

interface PinControlProps {
  readonly pin: Pin;
  /** The tipset that the screen shows now. */
  readonly asOf: TipsetRef | undefined;
}

/** The button that pins a screen which follows the head. */
export function PinButton({ pin, asOf }: PinControlProps) {
  if (pin.at !== undefined) return undefined;
  return (
    <Button
      size="small"
      icon={IconPin}
      hint="Pin to this epoch (p)"
      disabledReason={asOf === undefined ? 'Not loaded yet.' : undefined}
      onClick={() => asOf !== undefined && pin.pinAt(asOf.height)}
    >
      Pin view
    </Button>
  );
}

interface PinBarProps extends PinControlProps {
  /** Asks again at the same epoch. */
  readonly onReadAgain?: (() => void) | undefined;
}

/** Of a pinned screen: where it stands, how far behind the head, and the ways to move it. */
export function PinBar({ pin, asOf, onReadAgain }: PinBarProps) {
  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  const delaySeconds = useTopic('chain.headChanged', (head) => head?.blockDelaySeconds) ?? 30;
  const isGone = useTopic('chain.headChanged', (head) => asOf !== undefined && head !== undefined && isReverted(asOf.key, head.reorgs));
  const { at } = pin;
  // What was shown before the pin moved stays until the next answer is there, and says nothing of it.
  const moved = useRef({ at, asOf: undefined as TipsetRef | undefined });
  if (moved.current.at !== at) moved.current = { at, asOf };
  const isAnswered = asOf !== undefined && asOf !== moved.current.asOf;
  usePinKeys(pin, asOf?.height ?? headHeight, headHeight);
  if (at === undefined) {
    return pin.isUnreadable === true ? (
      <section className={styles.bar} aria-label="Pin">
        <IconPin size={14} stroke={1.8} aria-hidden="true" className={styles.icon} />
        <span className={styles.words} role="status">
          <b>Not pinned</b>
          <span className="t2">: the at= value in this view’s address is not an epoch</span>
        </span>
        <span className={styles.controls}>
          <Button size="small" icon={IconPlayerTrackNext} onClick={pin.follow}>
            Follow the head
          </Button>
        </span>
      </section>
    ) : undefined;
  }
  const behind = headHeight === undefined ? undefined : headHeight - at;
  return (
    <section className={styles.bar} aria-label="Pin">
      <IconPin size={14} stroke={1.8} aria-hidden="true" className={styles.icon} />
      <span className={styles.words}>
        <b>Pinned to epoch {formatInteger(at)}</b>
        <span className="t2">
          {behindWords(behind, delaySeconds)}
          {isAnswered && asOf.height < at
            ? `. It is a null round: shown is the tipset before it, ${formatInteger(asOf.height)}`
            : undefined}
        </span>
      </span>
      {isGone ? (
        <span className="row g6" role="status">
          <StatusText tone="danger">This tipset has been reverted</StatusText>
          {onReadAgain === undefined ? undefined : (
            <Button size="small" icon={IconRefresh} onClick={onReadAgain}>
              Refresh
            </Button>
          )}
        </span>
      ) : undefined}
      <span className={styles.controls}>
        <Button
          size="small"
          icon={IconChevronLeft}
          isIconOnly
          disabledReason={at <= 0 ? 'This is the first epoch.' : undefined}
          onClick={() => pin.pinAt(at - 1)}
        >
          Previous epoch
        </Button>
        <EpochField key={at} at={at} most={headHeight} onChange={pin.pinAt} />
        <Button
          size="small"
          icon={IconChevronRight}
          isIconOnly
          disabledReason={behind !== undefined && behind <= 0 ? 'This is the head.' : undefined}
          onClick={() => pin.pinAt(at + 1)}
        >
          Next epoch
        </Button>
        <Button size="small" icon={IconPlayerTrackNext} onClick={pin.follow}>
          Follow the head
        </Button>
      </span>
    </section>
  );
}

function behindWords(behind: number | undefined, delaySeconds: number): string | undefined {
  if (behind === undefined) return undefined;
  if (behind < 0) return ', in the future';
  return behind === 0 ? ', the head' : `, ${formatDuration(behind * delaySeconds * 1000)} behind the head`;
}

interface EpochFieldProps {
  readonly at: number;
  readonly most: number | undefined;
  readonly onChange: (epoch: number) => void;
}

function EpochField({ at, most, onChange }: EpochFieldProps) {
  const [text, setText] = useState(formatInteger(at));
  const epoch = parseEpoch(text);
  const problem =
    epoch === undefined
      ? 'Enter an epoch as a whole number.'
      : most !== undefined && epoch > most
        ? `The head is at ${formatInteger(most)}.`
        : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (problem === undefined && epoch !== undefined && epoch !== at) onChange(epoch);
  }

  return (
    <form onSubmit={submit}>
      <input
        className={styles.field}
        aria-label="Pinned epoch"
        aria-invalid={problem !== undefined}
        title={problem ?? 'Press Enter to go to this epoch'}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          setText(formatInteger(at));
        }}
      />
    </form>
  );
}

/** An epoch as typed, with or without separators; undefined for what is none. */
function parseEpoch(text: string): number | undefined {
  const digits = text.replace(/[\s,._]/g, '');
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}

/** Puts the pin under its keys while the screen is shown. */
function usePinKeys(pin: Pin, shownHeight: number | undefined, headHeight: number | undefined): void {
  const latest = useRef({ pin, shownHeight, headHeight });
  useEffect(() => {
    latest.current = { pin, shownHeight, headHeight };
  });
  useEffect(
    () =>
      showPin({
        toggle: () => {
          const { pin: now, shownHeight: height } = latest.current;
          if (now.at !== undefined) now.follow();
          else if (height !== undefined) now.pinAt(height);
        },
        move: (epochs) => {
          const { pin: now, shownHeight: height, headHeight: most } = latest.current;
          const from = now.at ?? height;
          if (from === undefined) return;
          const to = Math.max(0, Math.min(most ?? from, from + epochs));
          if (to !== now.at) now.pinAt(to);
        },
      }),
    [],
  );
}
